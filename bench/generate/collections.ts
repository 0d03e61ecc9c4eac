/** Collections that records link to: how often, with which addresses, and how Entity Facts describes them. */
import type { Kind } from './kinds.ts';
import { createPermutation, type Permutation } from './random.ts';

/** What the addresses of an entity are made of. */
export interface LinkSubject {
  readonly id: string;
  /** A number that no other entity has, below 90 million. */
  readonly serial: number;
  /** Name in natural order without a qualifier. */
  readonly title: string;
}

export interface Collection {
  /** Abbreviation in Entity Facts; without one it has no links there. */
  readonly code?: string;
  readonly name?: string;
  readonly publisher?: string;
  readonly icon?: string;
  /** Property in the dump, a local name; without one the link is in Entity Facts only. */
  readonly property?: 'sameAs' | 'page' | 'exactMatch' | 'closeMatch';
  /** Share of the ordinary entities of a kind; kinds that are missing have none at all. */
  readonly shares: Readonly<Partial<Record<Kind, number>>>;
  /** Share of the most prominent; it approaches the ordinary share the less prominent they are. */
  readonly prominent: number;
  address(subject: LinkSubject): string;
}

const everybody: Permutation = createPermutation(89_999_999, 12_345_678);
const number = (serial: number): number => everybody.at(serial);

export const COLLECTIONS: readonly Collection[] = [
  {
    code: 'VIAF',
    name: 'Virtual International Authority File (VIAF)',
    publisher: 'OCLC',
    icon: 'http://viaf.org/viaf/images/viaf.ico',
    property: 'sameAs',
    shares: { persons: 0.97, bodies: 0.97, conferences: 0.97, places: 0.9, works: 0.6, subjects: 0.02 },
    prominent: 0.99,
    address: ({ serial }) => `http://viaf.org/viaf/${1_000_000 + number(serial)}`,
  },
  {
    code: 'ISNI',
    name: 'International Standard Name Identifier (ISNI)',
    publisher: 'International Standard Name Identifier (ISNI)',
    icon: 'https://www.isni.org/sites/default/files/isni_new_favicon.ico',
    property: 'sameAs',
    shares: { persons: 0.36, bodies: 0.35 },
    prominent: 0.8,
    address: ({ serial }) => {
      const scheme = serial % 3 === 0 ? 'http' : 'https';
      return `${scheme}://isni.org/isni/${isni(number(serial))}`;
    },
  },
  {
    code: 'WIKIDATA',
    name: 'Wikidata',
    publisher: 'Wikimedia Foundation Inc.',
    icon: 'https://www.wikidata.org/static/favicon/wikidata.ico',
    property: 'sameAs',
    shares: { persons: 0.15, places: 0.23, subjects: 0.17, bodies: 0.03, conferences: 0.001, works: 0.05 },
    prominent: 0.98,
    address: ({ serial }) => `http://www.wikidata.org/entity/Q${1 + number(serial)}`,
  },
  {
    code: 'LC',
    name: 'NACO Authority File',
    publisher: 'Library of Congress',
    icon: 'https://www.loc.gov/favicon.ico',
    property: 'sameAs',
    shares: { persons: 0.1, bodies: 0.1, conferences: 0.04, places: 0.1, works: 0.05 },
    prominent: 0.8,
    address: ({ serial }) => `http://id.loc.gov/rwo/agents/n${String(number(serial)).padStart(8, '0')}`,
  },
  {
    code: 'BNF',
    name: 'Bibliothèque nationale de France',
    publisher: 'Bibliothèque nationale de France',
    icon: 'https://www.bnf.fr/themes/custom/bnfsi/favicon.ico',
    property: 'sameAs',
    shares: { persons: 0.04, bodies: 0.02, places: 0.03, works: 0.01 },
    prominent: 0.7,
    address: ({ serial }) =>
      `http://catalogue.bnf.fr/ark:/12148/cb${String(number(serial)).padStart(8, '0')}${serial % 10}`,
  },
  {
    code: 'dewiki',
    name: 'Wikipedia (Deutsch)',
    publisher: 'Wikimedia Foundation Inc.',
    icon: 'https://de.wikipedia.org/static/favicon/wikipedia.ico',
    property: 'page',
    shares: { persons: 0.02, bodies: 0.01, conferences: 0, places: 0.05, subjects: 0.08, works: 0.01 },
    prominent: 0.97,
    address: (subject) => `https://de.wikipedia.org/wiki/${article(subject)}`,
  },
  {
    code: 'enwiki',
    name: 'Wikipedia (English)',
    publisher: 'Wikimedia Foundation Inc.',
    icon: 'https://en.wikipedia.org/static/favicon/wikipedia.ico',
    shares: { persons: 0.01, bodies: 0.01, conferences: 0, places: 0.02 },
    prominent: 0.9,
    address: (subject) => `https://en.wikipedia.org/wiki/${article(subject)}`,
  },
  {
    property: 'sameAs',
    shares: { persons: 0, bodies: 0, conferences: 0, places: 0, subjects: 0, works: 0 },
    prominent: 0.9,
    address: (subject) => `https://dbpedia.org/resource/${article(subject)}`,
  },
  {
    property: 'sameAs',
    shares: { places: 0.2 },
    prominent: 0,
    address: ({ serial }) => `http://sws.geonames.org/${100_000 + number(serial)}`,
  },
  {
    property: 'sameAs',
    shares: { persons: 0.02 },
    prominent: 0,
    address: ({ serial }) => `https://orcid.org/${isni(15_000_000 + serial).replace(/(.{4})(?=.)/g, '$1-')}`,
  },
  {
    property: 'exactMatch',
    shares: { subjects: 0.1 },
    prominent: 0.5,
    address: ({ serial }) => `http://id.loc.gov/authorities/subjects/sh${String(number(serial)).padStart(8, '0')}`,
  },
  {
    property: 'closeMatch',
    shares: { subjects: 0.03 },
    prominent: 0.4,
    address: ({ serial }) => `http://zbw.eu/stw/descriptor/${10_000 + (number(serial) % 89_999)}-${serial % 7}`,
  },
];

/** How Entity Facts names the record itself, among the links. */
export const OWN_COLLECTION = {
  abbr: 'DNB',
  name: 'Gemeinsame Normdatei (GND) im Katalog der Deutschen Nationalbibliothek',
  publisher: 'Deutsche Nationalbibliothek',
  icon: 'https://www.dnb.de/SiteGlobals/Frontend/DNBWeb/Images/favicon.png?__blob=normal&v=4',
};

/** Fifteen digits and the check character of ISO 7064, MOD 11-2. */
function isni(value: number): string {
  const digits = String(value).padStart(15, '0');
  let total = 0;
  for (let i = 0; i < 15; i += 1) total = ((total + digits.charCodeAt(i) - 48) * 2) % 11;
  const check = (12 - total) % 11;
  return digits + (check === 10 ? 'X' : String(check));
}

/** The number tells namesakes apart. */
function article({ title, serial }: LinkSubject): string {
  return encodeURIComponent(`${title} (${serial})`.replaceAll(' ', '_'));
}
