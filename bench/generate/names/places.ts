/** Names of places: towns and lands that all know, then settlements, buildings and nature. */
import { BUILDINGS, LANDS, NATURE, PLACE_PATTERNS, REGIONS, TOWNS } from '../lists/places.ts';
import { createRandom, type Random, zipf, zipfPick } from '../random.ts';
import { createWords } from '../words.ts';
import { abbreviate, type Name, type Namer, type Naming, respell, STREAM, withoutQualifier } from './name.ts';

export interface PlaceNamer extends Namer {
  /** Without a qualifier: "Halle". */
  plain(index: number): string;
  /** The index of a place that something refers to, the well-known more often. */
  draw(random: Random): number;
}

/** Towns first and most often; then lands among them. */
const KNOWN = [...TOWNS.slice(0, 40), ...LANDS.slice(0, 30), ...TOWNS.slice(40), ...LANDS.slice(30), ...NATURE];
const lands: ReadonlySet<string> = new Set(LANDS);
const nature: ReadonlySet<string> = new Set(NATURE);

export const placeWords = createWords(PLACE_PATTERNS, 6_000_000, 60);

export function createPlaceNamer(seed: number, count: number): PlaceNamer {
  const random = createRandom();

  function of(index: number): Naming {
    const known = KNOWN[index];
    if (known !== undefined) return { name: { text: known }, type: knownType(known) };
    random.seed(seed, index, STREAM.name);
    const form = random.unit();
    if (form < 0.59)
      return { name: { text: settlement(random) }, type: 'TerritorialCorporateBodyOrAdministrativeUnit' };
    if (form < 0.8) {
      const building = random.chance(0.7) ? zipfPick(random, BUILDINGS, 6) : `Schloss ${placeWords.draw(random)}`;
      const town = random.chance(0.5) ? withoutQualifier(zipfPick(random, TOWNS, 6)) : placeWords.draw(random);
      return { name: { text: `${building} (${town})` }, type: 'BuildingOrMemorial' };
    }
    if (form < 0.86) return { name: { text: landscape(random) }, type: 'NaturalGeographicUnit' };
    if (form < 0.95) {
      const town = withoutQualifier(zipfPick(random, TOWNS, 6));
      const text = random.chance(0.5) ? `${placeWords.draw(random)} (${town})` : `${town}-${placeWords.draw(random)}`;
      return { name: { text }, type: 'NameOfSmallGeographicUnitLyingWithinAnotherGeographicUnit' };
    }
    return { name: { text: placeWords.draw(random) }, type: 'PlaceOrGeographicName' };
  }

  return {
    of,
    plain: (index) => withoutQualifier(of(index).name.text),
    draw: (stream) => zipf(stream.unit(), Math.max(1, count), 6),
    variants(naming, amount, stream) {
      return Array.from({ length: amount }, () => varied(naming.name.text, stream));
    },
  };
}

function knownType(name: string): string {
  if (nature.has(name)) return 'NaturalGeographicUnit';
  return lands.has(name) ? 'Country' : 'TerritorialCorporateBodyOrAdministrativeUnit';
}

function settlement(random: Random): string {
  const word = placeWords.draw(random);
  const form = random.unit();
  if (form < 0.7) return word;
  if (form < 0.9) return `${word} (${random.pick(REGIONS)})`;
  return form < 0.95 ? `Bad ${word}` : `${word} an der ${random.pick(NATURE)}`;
}

function landscape(random: Random): string {
  const word = placeWords.draw(random);
  return random.pick([
    `${word}er See`,
    `${word}bach`,
    `${word}er Wald`,
    `${word}gebirge`,
    `${word}er Heide`,
    `${word}tal`,
  ]);
}

function varied(text: string, random: Random): Name {
  const plain = withoutQualifier(text);
  const form = random.unit();
  if (form < 0.5) return { text: respell(plain, random) };
  if (form < 0.65) return { text: `${plain} (${random.pick(REGIONS)})` };
  if (form < 0.8) return { text: `Stadt ${plain}` };
  if (form < 0.9) return { text: placeWords.draw(random) };
  return form < 0.95 ? { text: abbreviate(plain) } : { text: `${plain}, Gemeinde` };
}
