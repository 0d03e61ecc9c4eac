import { describe, expect, it } from 'vitest';
import { CLASSES, MARC_CLASSES } from '../../../src/shared/gnd-classes.ts';
import { classify } from '../../../src/build/sources/readers/gnd-ontology.ts';

describe('the type of an entity', () => {
  it.each([
    [['DifferentiatedPerson'], 'Person', 'Person', ['DifferentiatedPerson']],
    [['DifferentiatedPerson', 'Person', 'AuthorityResource'], 'Person', 'Person', ['DifferentiatedPerson']],
    [['Spirits'], 'SubjectHeading', 'Person', ['Spirits']],
    [['Spirits', 'SubjectHeading'], 'SubjectHeading', 'Person', ['Spirits']],
    [['Family', 'DifferentiatedPerson'], 'Family', 'Family', ['DifferentiatedPerson']],
    [['CorporateBody', 'PlaceOrGeographicName'], 'PlaceOrGeographicName', 'PlaceOrGeographicName', []],
    [['Fictive_term'], undefined, 'SubjectHeading', ['FictiveTerm']],
    [['NoSuchClass'], 'Work', 'Work', []],
    [[], undefined, 'AuthorityResource', []],
  ] as const)('of classes %j with a name for a %s is %s', (classes, named, type, subtypes) => {
    expect(classify(classes, named, () => undefined)).toEqual({ type, subtypes });
  });

  it.each([...MARC_CLASSES])('is known for the class of MARC code %s, %s', (code, name) => {
    expect(CLASSES.has(name)).toBe(true);
    expect(code).toMatch(/^(?:[a-z]{3})?$/);
  });
});
