/** Titles of works: musical forms with their numbers, titles of books, learned and Latin titles, manuscripts. */
import {
  ADJECTIVES,
  INSTRUMENTS,
  KEYS,
  LATIN_TITLES,
  LATIN_WORDS,
  MUSICAL_FORMS,
  TITLE_NOUNS,
  TREATISES,
} from '../lists/titles.ts';
import { TOWNS } from '../lists/places.ts';
import { createRandom, type Random, zipfPick } from '../random.ts';
import { capitalised } from '../words.ts';
import { type Name, type Namer, type Naming, respell, STREAM, withoutQualifier } from './name.ts';
import { drawSurname } from './persons.ts';
import { compounds } from './subjects.ts';

export function createWorkNamer(seed: number): Namer {
  const random = createRandom();

  return {
    of(index) {
      random.seed(seed, index, STREAM.name);
      return describe(random);
    },
    variants(naming, amount, stream) {
      return Array.from({ length: amount }, () => varied(naming, stream));
    },
  };
}

function describe(random: Random): Naming {
  const form = random.unit();
  const year = 1500 + Math.floor(520 * random.unit() ** 0.5);
  if (form < 0.35) return { name: { text: pieces(random) }, type: 'MusicalWork', year };
  if (form < 0.5) return { name: { text: title(random) }, type: 'MusicalWork', year };
  if (form < 0.78) return { name: { text: title(random) }, type: 'Work', year };
  if (form < 0.88) return { name: { text: treatise(random) }, type: 'Work', year };
  if (form < 0.94) {
    const text = `${random.pick(LATIN_TITLES)} ${random.pick(LATIN_WORDS)}${random.chance(0.4) ? ` et ${random.pick(LATIN_WORDS)}` : ''}`;
    return { name: { text }, type: 'Work', year };
  }
  if (form < 0.97) return { name: { text: `Sammlung ${drawSurname(random)}` }, type: 'Collection', year };
  const town = withoutQualifier(zipfPick(random, TOWNS, 6));
  return { name: { text: `Handschrift (${town}, Cod. ${1 + random.below(9999)})` }, type: 'Manuscript' };
}

function pieces(random: Random): string {
  const form = zipfPick(random, MUSICAL_FORMS, 5);
  const instruments = zipfPick(random, INSTRUMENTS, 4);
  const players = random.chance(0.3) ? `${instruments} (${2 + random.below(4)})` : instruments;
  const number = random.chance(0.4) ? `, Nr. ${1 + random.below(24)}` : '';
  const opus = random.chance(0.6) ? `, op. ${1 + Math.floor(200 * random.unit() ** 2)}` : '';
  const key = random.chance(0.4) ? `, ${random.pick(KEYS)}` : '';
  return `${form}, ${players}${number}${opus}${key}`;
}

function title(random: Random): string {
  const noun = random.pick(TITLE_NOUNS);
  const form = random.unit();
  if (form < 0.2) return capitalised(noun);
  if (form < 0.4) {
    const [article = '', word = ''] = noun.split(' ');
    return `${capitalised(article)} ${random.pick(ADJECTIVES)} ${word}`;
  }
  if (form < 0.55) return `${capitalised(noun)} und ${random.pick(TITLE_NOUNS)}`;
  if (form < 0.7) return capitalised(`${noun} von ${withoutQualifier(zipfPick(random, TOWNS, 8))}`);
  if (form < 0.85) return `${drawSurname(random)} oder ${capitalised(noun)}`;
  return `Das ${compounds.draw(random)}`;
}

function treatise(random: Random): string {
  const topic = compounds.draw(random);
  return `${random.pick(TREATISES)} ${random.chance(0.5) ? 'der' : 'des'} ${topic}`;
}

function varied({ name, type }: Naming, random: Random): Name {
  const form = random.unit();
  if (form < 0.3) return { text: respell(name.text, random) };
  if (form < 0.6) return { text: title(random) };
  if (form < 0.8) return { text: name.text.replace(/^(?:Der|Die|Das) /, '').replace(/, (?=op|Nr)/, ' ') };
  return { text: type === 'MusicalWork' ? pieces(random) : treatise(random) };
}
