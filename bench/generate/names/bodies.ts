/** Names of corporate bodies: universities and their institutes, societies, authorities, companies, ensembles. */
import {
  ENSEMBLES,
  FIELDS,
  FOREIGN_BODIES,
  LEGAL_FORMS,
  SOCIETIES,
  TOWN_BODIES,
  TRADES,
  UNITS,
} from '../lists/bodies.ts';
import { createRandom, type Random, zipfPick } from '../random.ts';
import { capitalised } from '../words.ts';
import { abbreviate, type Name, type Namer, type Naming, respell, STREAM } from './name.ts';
import { drawSurname } from './persons.ts';
import { type PlaceNamer, placeWords } from './places.ts';
import { compounds } from './subjects.ts';

const UNIVERSITIES = [
  'Universität',
  'Universität',
  'Universität',
  'Universität',
  'Technische Universität',
  'Hochschule',
];

export function createBodyNamer(seed: number, places: PlaceNamer): Namer {
  const random = createRandom();

  return {
    of(index) {
      random.seed(seed, index, STREAM.name);
      const place = places.draw(random);
      return { ...describe(places.plain(place), random), place };
    },
    variants(naming, amount, stream) {
      const town = places.plain(naming.place ?? 0);
      return Array.from({ length: amount }, () => varied(naming.name.text, town, stream));
    },
  };
}

function describe(town: string, random: Random): Naming {
  const form = random.unit();
  if (form < 0.35) return university(town, random);
  if (form < 0.47) {
    const text = `${random.pick(SOCIETIES)} ${field(random)}`;
    return { name: { text: random.chance(0.3) ? `${text} (${town})` : text }, type: 'CorporateBody' };
  }
  if (form < 0.62) {
    const body = random.pick(TOWN_BODIES);
    return { name: { text: random.chance(0.4) ? `${body} (${town})` : `${body} ${town}` }, type: 'CorporateBody' };
  }
  if (form < 0.69) return { name: { text: association(town, random) }, type: 'CorporateBody' };
  if (form < 0.84) return { name: { text: company(random) }, type: random.chance(0.09) ? 'Company' : 'CorporateBody' };
  if (form < 0.96) {
    const place = random.chance(0.6) ? town : placeWords.draw(random);
    return { name: { text: `${random.pick(FOREIGN_BODIES)} ${place}` }, type: 'CorporateBody' };
  }
  const leader = random.chance(0.6) ? drawSurname(random) : capitalised(compounds.draw(random));
  return {
    name: { text: `${leader}-${random.pick(ENSEMBLES)}` },
    type: random.chance(0.25) ? 'MusicalCorporateBody' : 'CorporateBody',
  };
}

function university(town: string, random: Random): Naming {
  const name = `${random.pick(UNIVERSITIES)} ${town}`;
  if (random.chance(0.12)) return { name: { text: name }, type: 'CorporateBody' };
  const text = `${name}. ${random.pick(UNITS)} ${field(random)}`;
  return { name: { text }, type: random.chance(0.25) ? 'OrganOfCorporateBody' : 'CorporateBody' };
}

function field(random: Random): string {
  if (random.chance(0.3)) return capitalised(compounds.draw(random));
  const first = zipfPick(random, FIELDS, 8);
  return random.chance(0.2) ? `${first} und ${zipfPick(random, FIELDS, 8)}` : first;
}

function association(town: string, random: Random): string {
  const word = compounds.draw(random);
  const form = random.unit();
  if (form < 0.4) return `Verein ${word} ${town}`;
  if (form < 0.7) return `Arbeitsgemeinschaft ${word}`;
  return `Bundesverband ${word} e.V.`;
}

function company(random: Random): string {
  const form = random.unit();
  const legal = random.pick(LEGAL_FORMS);
  const name = form < 0.7 ? drawSurname(random) : capitalised(compounds.draw(random));
  const trade = random.chance(0.6) ? `${random.pick(TRADES)} ` : '';
  return `${trade}${name} ${legal}`.trimEnd();
}

function varied(text: string, town: string, random: Random): Name {
  const form = random.unit();
  if (form < 0.22) return { text: abbreviate(text) };
  if (form < 0.4)
    return { text: `${text.split('. ').toReversed().join(' (')}${text.includes('. ') ? ')' : ` (${town})`}` };
  if (form < 0.55) return { text: respell(text, random) };
  if (form < 0.7) return { text: text.split('. ').toReversed().join(', ') };
  if (form < 0.8) return { text: `${text}, ${town}` };
  if (form < 0.9) return { text: english(text) };
  return { text: `${random.pick(SOCIETIES)} ${field(random)} (${town})` };
}

const ENGLISH: readonly (readonly [string, string])[] = [
  ['Technische Universität', 'Technical University of'],
  ['Universität', 'University of'],
  ['Hochschule', 'College of'],
  ['Institut für', 'Institute of'],
  ['Lehrstuhl für', 'Chair of'],
  ['Abteilung für', 'Department of'],
  ['Deutsche Gesellschaft für', 'German Society for'],
  ['Gesellschaft für', 'Society for'],
  ['Museum für', 'Museum of'],
  ['Verein', 'Association'],
  ['und', 'and'],
];

function english(text: string): string {
  return ENGLISH.reduce((words, [german, translated]) => words.replaceAll(german, translated), text);
}
