/** Names of persons and families, and the ways in which they vary. */
import { FORENAME_PATTERNS, FORENAMES } from '../lists/forenames.ts';
import { LANDS, TOWNS } from '../lists/places.ts';
import { type Origin, ORIGINS, SURNAMES } from '../lists/surnames.ts';
import { createRandom, type Random, zipfPick } from '../random.ts';
import { createWords } from '../words.ts';
import { type Name, type NameParts, type Namer, type Naming, respell, STREAM } from './name.ts';

export type PersonNaming = Naming & { readonly origin: Origin; readonly female: boolean };

/** Of a hundred persons, up to which number they have this origin. */
const ORIGIN_LIMITS: readonly (readonly [number, Origin])[] = [
  [60, 'german'],
  [70, 'english'],
  [77, 'french'],
  [86, 'slavic'],
  [92, 'romance'],
  [96, 'nordic'],
  [100, 'other'],
];

const PREFIXES: Readonly<Record<Origin, { readonly share: number; readonly words: readonly string[] }>> = {
  german: { share: 0.025, words: ['von', 'von', 'von', 'von', 'von der', 'vom', 'zu', 'von und zu'] },
  english: { share: 0.002, words: ['de', 'of'] },
  french: { share: 0.05, words: ['de', 'de', 'd’', 'du', 'de la', 'des'] },
  slavic: { share: 0.005, words: ['von', 'z'] },
  romance: { share: 0.04, words: ['de', 'di', 'da', 'de la', 'del', 'dos'] },
  nordic: { share: 0.12, words: ['van', 'van der', 'van den', 'de', 'af', 'ter', 'van de'] },
  other: { share: 0.005, words: ['al-', 'ben', 'van'] },
};

const COUNTINGS = ['I.', 'II.', 'III.', 'IV.', 'V.', 'VI.', 'VII.', 'VIII.', 'IX.', 'X.', 'XI.', 'XII.', 'XIV.'];
const TITLES = ['König', 'Kaiser', 'Herzog', 'Kurfürst', 'Fürst', 'Graf', 'Bischof', 'Markgraf', 'Landgraf', 'Papst'];
const BYNAMES = [
  'der Große',
  'der Ältere',
  'der Jüngere',
  'Heiliger',
  'der Fromme',
  'der Schweiger',
  'Magister',
  'Meister',
];

/** Words of the long tail that an origin has; the share of all persons that comes from there decides. */
const TAIL: Readonly<Record<Origin, number>> = {
  german: 20_000_000,
  english: 4_000_000,
  french: 3_000_000,
  slavic: 4_000_000,
  romance: 3_000_000,
  nordic: 2_000_000,
  other: 2_000_000,
};

const rareForenames = createWords(FORENAME_PATTERNS, 400_000, 30);
const rareSurnames = Object.fromEntries(
  ORIGINS.map((origin) => [origin, createWords(SURNAMES[origin].patterns, TAIL[origin], 60)]),
) as Readonly<Record<Origin, ReturnType<typeof createWords>>>;

/** A surname as it may stand in the name of a company or a prize. */
export function drawSurname(random: Random): string {
  return surname('german', random);
}

export function createPersonNamer(seed: number): Namer & { of(index: number): PersonNaming } {
  const random = createRandom();

  return {
    of(index) {
      random.seed(seed, index, STREAM.name);
      const origin = drawOrigin(random);
      const female = random.chance(0.36);
      const kind = random.unit();
      if (kind < 0.002) return { name: family(random), type: 'Family', origin, female };
      if (kind < 0.0023)
        return { ...personal(origin, female, random), origin, female, type: 'RoyalOrMemberOfARoyalHouse' };
      const naming = { origin, female, type: kind < 0.9985 ? 'DifferentiatedPerson' : 'LiteraryOrLegendaryCharacter' };
      if (kind < 0.022) return { ...naming, ...personal(origin, female, random) };
      const prefixed = random.chance(PREFIXES[origin].share);
      return {
        ...naming,
        name: fromParts({
          surname: maybeDouble(origin, random),
          forename: forenames(origin, female, random),
          ...(prefixed && { prefix: random.pick(PREFIXES[origin].words) }),
        }),
      };
    },
    variants(naming, amount, stream) {
      const { origin, female } = naming as PersonNaming;
      const names: Name[] = [];
      for (let i = 0; i < amount; i += 1) {
        const name = varied(naming.name, origin, female, stream);
        if (name.text !== naming.name.text) names.push(name);
      }
      return names;
    },
  };
}

function drawOrigin(random: Random): Origin {
  const lot = random.below(100);
  for (const [limit, origin] of ORIGIN_LIMITS) if (lot < limit) return origin;
  return 'other';
}

function surname(origin: Origin, random: Random): string {
  return random.chance(0.4) ? zipfPick(random, SURNAMES[origin].common, 3.7) : rareSurnames[origin].draw(random);
}

function maybeDouble(origin: Origin, random: Random): string {
  const first = surname(origin, random);
  return random.chance(0.03) ? `${first}-${surname(origin, random)}` : first;
}

function forename(origin: Origin, female: boolean, random: Random): string {
  if (random.chance(0.05)) return rareForenames.draw(random);
  return zipfPick(random, FORENAMES[origin][female ? 'female' : 'male'], 1.4);
}

function forenames(origin: Origin, female: boolean, random: Random): string {
  const first = forename(origin, female, random);
  const form = random.unit();
  if (form < 0.62) return first;
  const second = forename(origin, female, random);
  if (second === first) return first;
  if (form < 0.66) return `${first} ${second.charAt(0)}.`;
  if (form < 0.7) return `${first}-${second}`;
  if (form < 0.96) return `${first} ${second}`;
  return `${first} ${second} ${forename(origin, female, random)}`;
}

/** People without a surname: rulers, saints, masters, pseudonyms. */
function personal(origin: Origin, female: boolean, random: Random): { readonly name: Name } {
  const personalName = forename(origin, female, random);
  const form = random.unit();
  if (form < 0.35) {
    const epithetGenericNameTitleOrTerritory = `${random.pick(LANDS)}, ${random.pick(TITLES)}`;
    return { name: fromParts({ personalName, counting: random.pick(COUNTINGS), epithetGenericNameTitleOrTerritory }) };
  }
  if (form < 0.75) return { name: fromParts({ personalName, nameAddition: `von ${random.pick(TOWNS)}` }) };
  if (form < 0.9) return { name: fromParts({ personalName, nameAddition: random.pick(BYNAMES) }) };
  return { name: fromParts({ personalName: rareForenames.draw(random) }) };
}

function family(random: Random): Name {
  const name = surname('german', random);
  return { text: random.chance(0.5) ? `${name} (Familie)` : `${name} (Familie : ${random.pick(TOWNS)})` };
}

function fromParts(parts: NameParts): Name {
  if (parts.personalName !== undefined) {
    const addition = parts.nameAddition ?? parts.epithetGenericNameTitleOrTerritory;
    const name = parts.counting === undefined ? parts.personalName : `${parts.personalName} ${parts.counting}`;
    const text = addition === undefined ? name : `${name}, ${addition}`;
    return { text, natural: parts.nameAddition === undefined ? text : `${name} ${parts.nameAddition}`, parts };
  }
  const { surname: last = '', forename: first = '', prefix } = parts;
  if (prefix === undefined) return { text: `${last}, ${first}`, natural: `${first} ${last}`, parts };
  return { text: `${last}, ${first} ${prefix}`, natural: `${first} ${prefix} ${last}`, parts };
}

/** One of the other names under which a person is found. */
function varied(name: Name, origin: Origin, female: boolean, random: Random): Name {
  const { parts } = name;
  if (parts === undefined) return { text: `${respell(name.text.replace(/ \(.*/, ''), random)} (Familie)` };
  if (parts.personalName !== undefined) return variedPersonal(parts, random);
  const { surname: last = '', forename: first = '', prefix } = parts;
  const form = random.unit();
  if (form < 0.2) return fromParts({ ...parts, forename: first.replace(/(\p{L})\p{L}+/gu, '$1.') });
  if (form < 0.32) return fromParts({ ...parts, forename: shortened(first) });
  if (form < 0.58) return fromParts({ ...parts, surname: respell(last, random) });
  if (form < 0.66) return fromParts({ ...parts, surname: surname(origin, random) });
  if (form < 0.73) return fromParts({ ...parts, surname: `${last}-${surname(origin, random)}` });
  if (form < 0.8 && prefix !== undefined) return fromParts({ surname: `${prefix} ${last}`, forename: first });
  if (form < 0.84) return fromParts({ surname: latinised(last), forename: latinised(first) });
  if (form < 0.92) return fromParts({ ...parts, forename: respell(first, random) });
  return fromParts({ ...parts, forename: `${first} ${forename(origin, female, random)}` });
}

function variedPersonal(parts: NameParts, random: Random): Name {
  const personalName = respell(parts.personalName ?? '', random);
  const form = random.unit();
  if (form < 0.3) return fromParts({ ...parts, personalName });
  if (form < 0.6) return fromParts({ personalName, nameAddition: `von ${random.pick(TOWNS)}` });
  if (form < 0.8) return fromParts({ personalName, nameAddition: random.pick(BYNAMES) });
  return fromParts({ personalName: latinised(personalName) });
}

/** "Joh. Wolfg." */
function shortened(text: string): string {
  return text.replace(/(\p{L}{2}[^aeiouäöü\s.-]{1,2})[\p{L}]{3,}/gu, '$1.');
}

function latinised(text: string): string {
  return text.replace(/(\p{L}{3,}?)(?:us|er|e|en)?(?![\p{L}])/gu, '$1us');
}
