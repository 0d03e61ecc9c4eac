/** Subject headings: professions and common headings, then compounds, species, motifs, events. */
import { COMPOUND_PATTERNS, EPITHETS, GENUS_PATTERNS, HEADINGS, LANGUAGES, PROFESSIONS } from '../lists/subjects.ts';
import { createRandom, type Random, zipf } from '../random.ts';
import { createWords } from '../words.ts';
import { abbreviate, type Name, type Namer, type Naming, respell, STREAM } from './name.ts';
import { placeWords } from './places.ts';

const KNOWN = [...PROFESSIONS, ...HEADINGS];
const QUALIFIERS = ['Motiv', 'Druckschrift', 'Begriff', 'Künste', 'Recht', 'Technik', 'Medizin', 'Musik', 'Programm'];
const ADJECTIVES = [
  'Nichtlineare',
  'Soziale',
  'Politische',
  'Öffentliche',
  'Angewandte',
  'Historische',
  'Digitale',
  'Kritische',
];
const EVENTS = ['Schlacht', 'Belagerung', 'Friede von', 'Prozess', 'Aufstand', 'Vertrag von', 'Konzil von', 'Brand'];

/** Compounds that a German writes at ease. */
export const compounds = createWords(COMPOUND_PATTERNS, 8_000_000, 200);
const genera = createWords(GENUS_PATTERNS, 300_000, 300);

export interface SubjectNamer extends Namer {
  /** The index of a profession, the frequent ones more often; most are in the list. */
  drawProfession(random: Random): number;
}

export function createSubjectNamer(seed: number, count: number): SubjectNamer {
  const random = createRandom();

  return {
    of(index) {
      const known = KNOWN[index];
      if (known !== undefined) return { name: { text: known }, type: 'SubjectHeadingSensoStricto' };
      random.seed(seed, index, STREAM.name);
      return describe(random);
    },
    drawProfession: (stream) => zipf(stream.unit(), Math.max(1, Math.min(count, PROFESSIONS.length * 10)), 3),
    variants(naming, amount, stream) {
      return Array.from({ length: amount }, () => varied(naming.name.text, stream));
    },
  };
}

function describe(random: Random): Naming {
  const form = random.unit();
  const word = compounds.draw(random);
  if (form < 0.5) return { name: { text: word }, type: 'SubjectHeadingSensoStricto' };
  if (form < 0.6) return { name: { text: `${word} (${random.pick(QUALIFIERS)})` }, type: 'SubjectHeadingSensoStricto' };
  if (form < 0.68) return { name: { text: `${random.pick(ADJECTIVES)} ${word}` }, type: 'SubjectHeadingSensoStricto' };
  if (form < 0.83) {
    const genus = genera.draw(random);
    const text = random.chance(0.6) ? `${genus} ${random.pick(EPITHETS)}` : genus;
    return { name: { text }, type: 'NomenclatureInBiologyOrChemistry' };
  }
  if (form < 0.87) return { name: { text: `${placeWords.draw(random)}-Sprache` }, type: 'Language' };
  if (form < 0.92) {
    const text = `${random.pick(EVENTS)} ${placeWords.draw(random)} (${1200 + random.below(800)})`;
    return { name: { text }, type: 'HistoricSingleEventOrEra' };
  }
  if (form < 0.95) return { name: { text: `${random.pick(LANGUAGES)} (${word})` }, type: 'Language' };
  if (form < 0.98) return { name: { text: abbreviate(word) + random.below(1000) }, type: 'ProductNameOrBrandName' };
  return { name: { text: `${placeWords.draw(random)}er (Volk)` }, type: 'EthnographicName' };
}

function varied(text: string, random: Random): Name {
  const form = random.unit();
  if (form < 0.4) return { text: compounds.draw(random) };
  if (form < 0.6) return { text: respell(text, random) };
  if (form < 0.75) return { text: `${text} / ${random.pick(QUALIFIERS)}` };
  if (form < 0.9) return { text: `${random.pick(ADJECTIVES)} ${text}` };
  return { text: `${text}e` };
}
