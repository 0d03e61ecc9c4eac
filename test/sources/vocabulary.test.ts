import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENTITY_TYPES } from '../../src/model/entity.ts';
import { loadVocabulary } from '../../src/sources/vocabulary.ts';

const vocabulary = await loadVocabulary(join(import.meta.dirname, '..', '..', 'config', 'vocabulary'));

describe('label', () => {
  it.each([
    ['https://d-nb.info/standards/vocab/gnd/gender#male', 'männlich'],
    ['http://d-nb.info/standards/vocab/gnd/gender#notKnown', 'unbekannt'],
    ['https://d-nb.info/standards/vocab/gnd/geographic-area-code#XA-DE', 'Deutschland'],
    ['http://d-nb.info/standards/vocab/gnd/geographic-area-code#ZZ', 'Land unbekannt'],
    ['https://d-nb.info/standards/vocab/gnd/gnd-sc#7.2', 'Rechtsgeschichte, Verfassungsgeschichte'],
    ['https://d-nb.info/standards/elementset/gnd#MusicalWork', 'Werk der Musik'],
    ['http://id.loc.gov/vocabulary/iso639-2/ger', 'Deutsch'],
    ['https://id.loc.gov/vocabulary/iso639-2/grc', 'Altgriechisch'],
    ['http://id.loc.gov/vocabulary/iso639-2/gem', 'Germanische Sprachen'],
    ['http://id.loc.gov/vocabulary/iso639-2/und', 'Unbestimmbar'],
    ['http://dewey.info/class/709.4/', '709.4'],
    ['http://dewey.info/class/2--4217/', 'T2--4217'],
    ['http://dewey.info/class/2--4217/e22/', 'T2--4217'],
  ])('of %s is %s', (uri, label) => {
    expect(vocabulary.label(uri)).toBe(label);
  });

  it.each([
    'https://d-nb.info/standards/vocab/gnd/gender#other',
    'http://id.loc.gov/vocabulary/iso639-2/xxxx',
    'http://id.loc.gov/vocabulary/iso639-2/qqq',
    'http://id.loc.gov/vocabulary/iso639-2/',
    'https://example.org/',
    '',
  ])('of %j is not known', (uri) => {
    expect(vocabulary.label(uri)).toBeUndefined();
  });

  it('is there for the bibliographic as well as the terminological language codes', () => {
    const codes =
      'alb/sqi arm/hye baq/eus bur/mya chi/zho cze/ces dut/nld fre/fra geo/kat ger/deu gre/ell ice/isl mac/mkd mao/mri may/msa per/fas rum/ron slo/slk tib/bod wel/cym';
    for (const pair of codes.split(' ')) {
      const [bibliographic, terminological] = pair
        .split('/')
        .map((code) => vocabulary.label(`http://id.loc.gov/vocabulary/iso639-2/${code}`));
      expect(bibliographic, pair).toBeDefined();
      expect(bibliographic, pair).toBe(terminological);
    }
  });
});

describe('typeLabel', () => {
  it.each(ENTITY_TYPES)('names %s in both languages', (type) => {
    const { de, en } = vocabulary.typeLabel(type);
    expect(de).toMatch(/^\p{Lu}[\p{L} ]+$/u);
    expect(en).toMatch(/^\p{Lu}[\p{L} ]+$/u);
  });

  it('takes the words of the ontology', () => {
    expect(vocabulary.typeLabel('CorporateBody')).toEqual({ de: 'Körperschaft', en: 'Corporate Body' });
    expect(vocabulary.classLabel('Fictive_term')).toEqual(vocabulary.classLabel('FictiveTerm'));
    expect(vocabulary.classLabel('NoSuchClass')).toBeUndefined();
  });
});

describe('loadVocabulary', () => {
  it('composes the names and refuses a folder without the names of the top classes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vocabulary-'));
    const file = join(folder, 'classes.yaml');
    const head = 'iri: https://d-nb.info/standards/elementset/gnd#\nterms:\n';
    await writeFile(file, head + '  Work: { de: Werk, en: Work }\n');
    await expect(loadVocabulary(folder)).rejects.toThrow(/no names for the classes Person/);
    await writeFile(file, head + ENTITY_TYPES.map((type) => `  ${type}: { de: "A\u0308", en: A }\n`).join(''));
    expect((await loadVocabulary(folder)).typeLabel('Work').de).toBe('Ä');
    await writeFile(file, head + '  Work: { de: Werk }\n');
    await expect(loadVocabulary(folder)).rejects.toThrow(/classes\.yaml:3:\d+: .*en/);
    await rm(folder, { recursive: true });
    await expect(loadVocabulary(folder)).rejects.toThrow(/cannot be read/);
  });
});
