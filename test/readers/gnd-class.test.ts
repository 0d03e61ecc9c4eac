import { describe, expect, it } from 'vitest';
import { chooseType, readClasses } from '../../src/readers/gnd-class.ts';

const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
const typeOf = (classes: readonly string[], named?: Parameters<typeof chooseType>[1]) => {
  const { types, subtypes } = readClasses(
    classes.map((name) => GNDO + name),
    () => undefined,
  );
  return [chooseType(types, named), ...subtypes];
};

describe('the type of an entity', () => {
  it.each([
    [['DifferentiatedPerson'], 'Person', ['Person', 'DifferentiatedPerson']],
    [['DifferentiatedPerson', 'Person', 'AuthorityResource'], 'Person', ['Person', 'DifferentiatedPerson']],
    [['Spirits'], 'SubjectHeading', ['Person', 'Spirits']],
    [['Spirits', 'SubjectHeading'], 'SubjectHeading', ['Person', 'Spirits']],
    [['Family', 'DifferentiatedPerson'], 'Family', ['Family', 'DifferentiatedPerson']],
    [['CorporateBody', 'PlaceOrGeographicName'], 'PlaceOrGeographicName', ['PlaceOrGeographicName']],
    [['NoSuchClass'], 'Work', ['Work']],
    [[], undefined, ['AuthorityResource']],
  ] as const)('of classes %j with a name for a %s', (classes, named, expected) => {
    expect(typeOf(classes, named)).toEqual(expected);
  });
});
