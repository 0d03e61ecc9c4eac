/** Writes the links of a collection as a BEACON list, from its table. Specification: gbv/beaconspec. */
import { GND_URI_PREFIX } from '../../../core/model/gnd-id.ts';
import { type Match, OWL_SAME_AS, type Relation, skosMatch } from '../../../core/model/link.ts';
import { BEACON_UPDATES, type Collection, type Source } from '../../../core/model/source.ts';
import { isMessage } from '../../sources/readers/beacon.ts';
import { createGzipFile, type WrittenFile } from '../../../shared/files/gzip-file.ts';
import { gunzippedLines } from '../../../shared/files/lines.ts';
import { type DumpedLink, licencesOf } from './redistribution.ts';

/** Finds out whether one pattern with `{ID}` makes the addresses of all links of a collection. */
export function createPatternFinder() {
  let pattern: string | undefined;
  let isCommon = true;
  return {
    add(gnd: string, url: string): void {
      if (!isCommon) return;
      // Braces and bars have a meaning of their own in a pattern.
      if (pattern === undefined && url.includes(gnd) && !/[{}|]/.test(url)) pattern = url.replace(gnd, '{ID}');
      isCommon = url === pattern?.replace('{ID}', gnd);
    },
    common: () => (isCommon ? pattern : undefined),
  };
}

/**
 * Finds out whether one note can be the #MESSAGE of a list's header, which saves a second line for each link with
 * that note and a number of hits.
 */
export function createMessageFinder() {
  let message: string | undefined;
  let isPossible = true;
  return {
    add({ hits, annotation }: Pick<DumpedLink, 'hits' | 'annotation'>): void {
      if (hits !== undefined) message ??= annotation;
      isPossible &&= annotation !== undefined && (hits === undefined || annotation === message);
    },
    common: () => (isPossible && message !== undefined && isMessage(message) ? message : undefined),
  };
}

/** The match of a link where a source states one, else its relation. */
export type LinkKind = Relation | Match;

/** Kinds by precedence: the first one that occurs in a collection gets the list without a suffix. */
export const LINK_KINDS = ['sameAs', 'exact', 'about', 'close', 'broad', 'narrow', 'related'] as const;

/** Property of RDF with the same meaning; undefined for a kind without one. */
export function relationIri(kind: LinkKind): string | undefined {
  if (kind === 'about') return undefined;
  return kind === 'sameAs' ? OWL_SAME_AS : skosMatch(kind);
}

/** Line of a table: identifier, address, relation, hits, note, match. */
export function linkRow(gnd: string, { url, relation, hits, annotation, match }: DumpedLink): string {
  return tabSeparated([gnd, url, relation, hits, annotation, match]);
}

/** A line of a table. Tabs and line breaks become blanks; an absent value is empty. */
export function tabSeparated(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map((cell) => String(cell ?? '').replace(/[\t\n\r]/g, ' ')).join('\t')}\n`;
}

interface BeaconListOptions {
  readonly collection: Collection;
  /** Sources that assert the links of the list. */
  readonly sources: readonly Source[];
  readonly date: string;
  /** Kind of the links in the list. */
  readonly linkKind: LinkKind;
  readonly pattern: string | undefined;
  /** Note of every line without its own note. */
  readonly message: string | undefined;
  /** Address of this list in the newest dump. */
  readonly feed: string | undefined;
}

/** @param table compressed: a line with the names of the columns, then rows as {@link linkRow} writes them */
export async function writeBeaconList(table: string, file: string, options: BeaconListOptions): Promise<WrittenFile> {
  const out = createGzipFile(file, headerLines(options));
  const { pattern, message, linkKind } = options;
  for await (const row of gunzippedLines(table)) {
    const cells = row.toString().split('\t');
    if ((cells[5] || cells[2]) === linkKind) {
      const lines = beaconLines(cells, pattern !== undefined, message);
      out.add(lines.join(''), lines.length);
    }
    if (out.isFull()) await out.flushed();
  }
  return out.close();
}

/**
 * A line has room for a number or a note: a link with both has two lines, which every reader folds into one link.
 * @param isMade whether the pattern of the header makes the address
 */
function beaconLines(
  [gnd = '', url = '', , hits = '', annotation = '']: readonly string[],
  isMade: boolean,
  message: string | undefined,
): readonly string[] {
  const note = annotation === message ? '' : noteOf(annotation);
  const columns = [hits, note].filter((column) => column !== '');
  return (columns.length === 0 ? [''] : columns).map((second) => {
    if (!isMade) return `${gnd}|${second}|${url.replaceAll('|', '%7C')}\n`;
    return second === '' ? `${gnd}\n` : `${gnd}|${second}\n`;
  });
}

/**
 * The note in a form that a BEACON list can hold: a bar would end the note, and readers decode character references.
 * A note of digits alone would be read as a number of hits, so its first digit is written as a character reference.
 */
function noteOf(annotation: string): string {
  if (/^\d+$/.test(annotation)) return `&#${annotation.charCodeAt(0)};${annotation.slice(1)}`;
  return annotation.replaceAll('|', '/').replace(/&(?=#?\w+;)/g, '&amp;');
}

function headerLines(options: BeaconListOptions): readonly string[] {
  const { collection, sources, date, linkKind, pattern, message, feed } = options;
  const { label, publisher, homepage } = collection;
  const titles = sources.map(({ title }) => title.de);
  const update = Object.entries(BEACON_UPDATES).find(([cadence]) =>
    sources.some((source) => source.cadence === cadence),
  );
  return beaconHeader({
    TARGET: pattern,
    RELATION: relationIri(linkKind),
    NAME: label,
    INSTITUTION: publisher,
    HOMEPAGE: homepage,
    DESCRIPTION: `Verweise zu ${label}; Quellen: ${titles.join(', ')}`,
    MESSAGE: message && noteOf(message),
    LICENSE: licencesOf(sources).join(', '),
    FEED: feed,
    TIMESTAMP: date,
    UPDATE: update?.[1],
  });
}

/** @param fields further fields in their order; fields without a value are left out */
export function beaconHeader(fields: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries({ FORMAT: 'BEACON', PREFIX: GND_URI_PREFIX, ...fields })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `#${name}: ${value?.replace(/\s+/g, ' ')}\n`);
}
