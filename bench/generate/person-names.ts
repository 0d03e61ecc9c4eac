/** Made-up names of persons and families, and their variant names. */
import type { Random } from '../random.ts';
import { type Name, type NameParts, respell } from './spelling.ts';
import { DRAW_FORENAME, DRAW_SURNAME, DRAWS, type Origin } from './words.ts';

/** Facts of a person that shape the name. */
export interface Bearer {
  readonly origin: Origin;
  readonly female: boolean;
}

/** Cumulative percentages of persons by origin. */
const ORIGIN_LIMITS: readonly (readonly [number, Origin])[] = [[60, 'german'], [72, 'english'], [87, 'romance'], [100, 'slavic']]; // prettier-ignore
const PREFIXES: Readonly<Record<Origin, readonly [string, ...string[]]>> = {
  german: ['von', 'von', 'von der', 'zu'],
  english: ['de', 'van'],
  romance: ['de', 'di', 'de la', 'd’', 'dos'],
  slavic: ['z', 'von'],
};
const COUNTINGS = ['I.', 'II.', 'III.', 'IV.', 'V.', 'VI.', 'VII.', 'VIII.'] as const;
const TITLES = ['König', 'Kaiser', 'Herzog', 'Fürst', 'Graf', 'Bischof', 'Papst'] as const;
const BYNAMES = ['der Große', 'der Ältere', 'der Jüngere', 'Heiliger', 'der Fromme', 'Magister'] as const;

export function drawBearer(random: Random): Bearer {
  const lot = random.below(100);
  return { origin: ORIGIN_LIMITS.find(([limit]) => lot < limit)?.[1] ?? 'german', female: random.chance(0.36) };
}

/** @returns name and leaf class of the GND ontology */
export function drawPerson({ origin, female }: Bearer, random: Random): { readonly name: Name; readonly type: string } {
  const form = random.next();
  const surname = DRAW_SURNAME[origin](random);
  if (form < 0.002) return { name: { text: `${surname} (Familie)` }, type: 'Family' };
  const type = form < 0.0025 ? 'RoyalOrMemberOfARoyalHouse' : form < 0.9985 ? 'DifferentiatedPerson' : 'LiteraryOrLegendaryCharacter'; // prettier-ignore
  if (form < 0.022) return { name: ruler(forename(origin, female, random), random), type };
  const prefix = random.chance(0.03) ? random.pick(PREFIXES[origin]) : undefined;
  const whole = random.chance(0.03) ? `${surname}-${DRAW_SURNAME[origin](random)}` : surname;
  return {
    name: fromParts({ surname: whole, forename: forenames(origin, female, random), ...(prefix && { prefix }) }),
    type,
  };
}

function forename(origin: Origin, female: boolean, random: Random): string {
  if (random.chance(0.05)) return DRAWS.get('rareForenames')?.(random) ?? '';
  return DRAW_FORENAME[origin][female ? 'female' : 'male'](random);
}

function forenames(origin: Origin, female: boolean, random: Random): string {
  const [first, second] = [forename(origin, female, random), forename(origin, female, random)];
  const form = random.next();
  if (form < 0.62 || first === second) return first;
  if (form < 0.66) return `${first} ${second.charAt(0)}.`;
  return form < 0.7 ? `${first}-${second}` : `${first} ${second}`;
}

/** People without a surname: rulers, saints, masters. */
function ruler(personalName: string, random: Random): Name {
  const form = random.next();
  if (form < 0.35) {
    const epithetGenericNameTitleOrTerritory = `${DRAWS.get('lands')?.(random)}, ${random.pick(TITLES)}`;
    return fromParts({ personalName, counting: random.pick(COUNTINGS), epithetGenericNameTitleOrTerritory });
  }
  const nameAddition = form < 0.75 ? `von ${DRAWS.get('towns')?.(random)}` : random.pick(BYNAMES);
  return fromParts({ personalName, nameAddition });
}

function fromParts(parts: NameParts): Name {
  const { surname: last = '', forename: first = '', prefix, personalName, counting, nameAddition } = parts;
  if (personalName !== undefined) {
    const name = [personalName, counting].filter(Boolean).join(' ');
    const addition = nameAddition ?? parts.epithetGenericNameTitleOrTerritory;
    const text = [name, addition].filter(Boolean).join(', ');
    return { text, natural: nameAddition === undefined ? text : `${name} ${nameAddition}`, parts };
  }
  const given = prefix === undefined ? first : `${first} ${prefix}`;
  return { text: `${last}, ${given}`, natural: `${given} ${last}`, parts };
}

/** A variant name of the person. */
export function variedPerson({ text, parts }: Name, { origin, female }: Bearer, random: Random): Name {
  if (parts === undefined) return { text: respell(text, random) };
  if (parts.personalName !== undefined) {
    return ruler(random.chance(0.5) ? parts.personalName : respell(parts.personalName, random), random);
  }
  const { surname: last = '', forename: first = '' } = parts;
  const form = random.next();
  if (form < 0.3) return fromParts({ ...parts, forename: first.replace(/(\p{L})\p{L}+/gu, '$1.') });
  if (form < 0.6) return fromParts({ ...parts, surname: respell(last, random) });
  if (form < 0.75) return fromParts({ ...parts, surname: DRAW_SURNAME[origin](random) });
  if (form < 0.9) return fromParts({ ...parts, forename: respell(first, random) });
  return fromParts({ ...parts, forename: `${first} ${forename(origin, female, random)}` });
}
