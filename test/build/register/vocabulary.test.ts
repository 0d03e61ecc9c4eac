import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadVocabulary } from '../../../src/build/sources/register/vocabulary.ts';
import { temporaryDirectory } from '../../temporary.ts';

const vocabulary = await loadVocabulary(join(import.meta.dirname, '../../..', 'config', 'vocabulary'));

describe('a label', () => {
  it.each([
    ['https://d-nb.info/standards/vocab/gnd/gender#male', 'männlich'],
    ['http://d-nb.info/standards/vocab/gnd/gender#notKnown', 'unbekannt'],
    ['https://d-nb.info/standards/vocab/gnd/geographic-area-code#XA-DE', 'Deutschland'],
    ['http://d-nb.info/standards/vocab/gnd/geographic-area-code#ZZ', 'Land unbekannt'],
    ['https://d-nb.info/standards/vocab/gnd/gnd-sc#7.2', 'Rechtsgeschichte, Verfassungsgeschichte'],
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
  ])('of %j is unknown', (uri) => {
    expect(vocabulary.label(uri)).toBeUndefined();
  });

  it('exists for bibliographic and terminological language codes', () => {
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

it('loadVocabulary composes names, and reports the position of a mistake', async () => {
  const folder = temporaryDirectory();
  const file = join(folder, 'terms.yaml');
  const head = 'iri: https://example.org/terms#\nterms:\n';
  await writeFile(file, `${head}  a: { de: "A\u0308", en: A }\n`);
  expect((await loadVocabulary(folder)).label('http://example.org/terms#a')).toBe('Ä');
  await writeFile(file, `${head}  a: { de: A }\n`);
  await expect(loadVocabulary(folder)).rejects.toThrow(/terms\.yaml:3:\d+: .*en/);
  await expect(loadVocabulary(join(folder, 'none'))).rejects.toThrow(/cannot be read/);
});
