/** The tables of facts behind the sample: what they may say of an entity, and how they are read. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A name, with the code of its language or script where the record gives one. */
export type Name = string | { readonly lang: string; readonly value: string };

/** Parts of a personal name that cannot be read off "Surname, Forename prefix". */
export interface NameParts {
  readonly personalName: string;
  readonly counting?: string;
  readonly addition?: string;
  readonly epithet?: string;
}

/** One entity. Names in their inverted form, dates as the GND writes them, other entities by GND ID. */
export interface Facts {
  readonly gnd: string;
  readonly class?: string | readonly string[];
  readonly name: string;
  readonly parts?: NameParts;
  readonly variants?: readonly Name[];
  readonly born?: string;
  readonly died?: string;
  readonly lifetime?: string;
  readonly activity?: string;
  readonly birthPlace?: string;
  readonly deathPlace?: string;
  readonly activePlaces?: readonly string[];
  readonly professions?: readonly string[];
  readonly gender?: 'male' | 'female';
  readonly area?: readonly string[];
  readonly category?: readonly string[];
  readonly about?: string;
  readonly definition?: string;
  /** Role by GND ID. */
  readonly relatives?: Readonly<Record<string, string>>;
  readonly friends?: readonly string[];
  readonly pseudonymOf?: string;
  readonly period?: string;
  readonly places?: readonly string[];
  readonly established?: string;
  readonly terminated?: string;
  readonly abbreviation?: string;
  readonly preceding?: string;
  readonly succeeding?: string;
  readonly superior?: string;
  readonly date?: string;
  readonly point?: string;
  readonly inPlace?: string;
  readonly broader?: string;
  readonly instanceOf?: string;
  readonly ddc?: string;
  readonly author?: string;
  readonly composer?: string;
  readonly published?: string;
  readonly produced?: string;
  readonly form?: string;
  readonly opus?: string;
  /** Article that the record marks as not to be sorted. */
  readonly nonSorting?: string;
  readonly homepage?: string;
  /** Identifiers of records that were merged into this one. */
  readonly absorbed?: readonly string[];
  readonly viaf?: string;
  readonly lc?: string;
  readonly isni?: string;
  readonly wikidata?: string | readonly string[];
  /** The Q-number of Entity Facts where it differs from that of the GND record. */
  readonly wikidataOfEntityFacts?: string;
  readonly geonames?: string;
  readonly dbpedia?: string;
  readonly filmportal?: string;
  readonly dewiki?: string;
  readonly deutscheBiographie?: readonly ('adb' | 'ndb')[];
  /** Further links of Entity Facts, by its code of the collection. */
  readonly links?: readonly { readonly code: string; readonly url: string }[];
  /** File name on Wikimedia Commons. */
  readonly commons?: string;
  readonly portrait?: {
    readonly creator?: string;
    readonly credit?: string;
    readonly licence: 'PD' | 'CC-BY-SA-3.0-DE';
  };
  /** A name that only the younger Entity Facts have. */
  readonly newerName?: string;
  readonly onlyIn?: 'entityFacts';
  /** Cataloguing level. */
  readonly level?: string;
  /** ISIL of the library that is responsible for the record. */
  readonly maintainer?: string;
}

/** The tables, and what their entities are where they do not say so themselves. */
export const TABLES = {
  persons: 'DifferentiatedPerson',
  families: 'Family',
  bodies: 'CorporateBody',
  conferences: 'ConferenceOrEvent',
  places: 'TerritorialCorporateBodyOrAdministrativeUnit',
  subjects: 'SubjectHeadingSensoStricto',
  works: 'Work',
} as const;
export type Table = keyof typeof TABLES;
export type Tables = Readonly<Record<Table, readonly Facts[]>>;

/** Hits or key in the collection, by list and GND ID. */
export type Memberships = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Matches of a heading in other vocabularies: degree of the match by address. */
export type Crosswalk = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Redirections {
  readonly merged: Readonly<Record<string, string>>;
  readonly deleted: readonly string[];
}

export function readTable<T>(name: string): T {
  return parse(readFileSync(new URL(`../facts/${name}.yaml`, import.meta.url), 'utf8')) as T;
}

export function readTables(): Tables {
  return Object.fromEntries(Object.keys(TABLES).map((name) => [name, readTable<Facts[]>(name)])) as unknown as Tables;
}

/** Title of an article as a path segment, `%28` for a bracket: the spelling of the GND dumps. */
export function wikiTitle(title: string): string {
  return encodeURIComponent(title.replaceAll(' ', '_'))
    .replaceAll('%2C', ',')
    .replace(/[()'*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Forename, prefix and surname of "Surname, Forename prefix". */
export function personalParts(name: string): {
  surname?: string;
  forename?: string;
  prefix?: string;
  personalName?: string;
} {
  const match = /^([^,]+), (.+?)(?: (von|van|de|van der|von der))?$/.exec(name);
  if (match === null) return { personalName: name };
  const [, surname = '', forename = '', prefix] = match;
  return { forename, ...(prefix !== undefined && { prefix }), surname };
}
