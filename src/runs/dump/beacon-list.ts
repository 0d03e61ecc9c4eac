/** Writes the links of a collection as a BEACON list, from its table. Specification: gbv/beaconspec. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { GND_URI_PREFIX } from '../../model/gnd-id.ts';
import type { Match, Relation } from '../../model/link.ts';
import type { Cadence, Collection, Source } from '../../model/source.ts';
import { isMessage, OWL_SAME_AS, skosMatch } from '../../sources/readers/beacon.ts';
import { createGzipFile, type WrittenFile } from '../../files/gzip-file.ts';
import type { DumpedLink } from './redistribution.ts';

/** Learns from every link of a collection whether one pattern with `{ID}` makes all their addresses. */
export function createPatternFinder() {
  let pattern: string | undefined;
  let isCommon = true;
  return {
    add(gnd: string, url: string): void {
      if (!isCommon) return;
      // In a pattern braces and bars mean something else.
      if (pattern === undefined && url.includes(gnd) && !/[{}|]/.test(url)) pattern = url.replace(gnd, '{ID}');
      isCommon = url === pattern?.replace('{ID}', gnd);
    },
    found: () => (isCommon ? pattern : undefined),
  };
}

/**
 * Learns from every link of a list whether one note can stand in its header: that of all lines without one, which saves a line
 * for each link with a number and that note.
 */
export function createMessageFinder() {
  let message: string | undefined;
  let isPossible = true;
  return {
    add({ hits, annotation }: Pick<DumpedLink, 'hits' | 'annotation'>): void {
      if (hits !== undefined) message ??= annotation;
      isPossible &&= annotation !== undefined && (hits === undefined || annotation === message);
    },
    found: () => (isPossible && message !== undefined && isMessage(message) ? message : undefined),
  };
}

/** The closeness of a link where a source states one, else its relation. */
export type LinkKind = Relation | Match;

/** Kinds in the order in which the first that occurs in a collection gets its list without a suffix. */
export const LINK_KINDS = ['sameAs', 'exact', 'about', 'close', 'broad', 'narrow', 'related'] as const;

/** Property of RDF that says the same; undefined for the kind of a list that has none. */
export function relationIri(kind: LinkKind): string | undefined {
  if (kind === 'about') return undefined;
  return kind === 'sameAs' ? OWL_SAME_AS : skosMatch(kind);
}

/** Line of a table: identifier, address, relation, hits, note, match. */
export function linkRow(gnd: string, { url, relation, hits, annotation, match }: DumpedLink): string {
  return tabSeparated([gnd, url, relation, hits, annotation, match]);
}

/** A line of a table; nothing of the data holds tabs or line breaks, and what is absent is empty. */
export function tabSeparated(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map((cell) => String(cell ?? '').replace(/[\t\n\r]/g, ' ')).join('\t')}\n`;
}

interface BeaconListOptions {
  readonly collection: Collection;
  /** Sources that assert its links. */
  readonly sources: readonly Source[];
  readonly date: string;
  /** The list has the links of this kind. */
  readonly linkKind: LinkKind;
  readonly pattern: string | undefined;
  /** The note of all lines that have a number or no note. */
  readonly message: string | undefined;
  /** Where the list of the newest dump is found. */
  readonly feed: string | undefined;
}

/** @param table compressed: a line with the names of the columns, then rows as of {@link linkRow} */
export async function writeBeaconList(table: string, file: string, options: BeaconListOptions): Promise<WrittenFile> {
  const out = createGzipFile(file);
  const header = headerLines(options);
  out.add(header.join(''), header.length);
  const { pattern, message, linkKind } = options;
  for await (const row of createInterface({ input: createReadStream(table).pipe(createGunzip()) })) {
    const cells = row.split('\t');
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

/** A note of digits would be a number of hits; a bar would end it, and what looks like a reference would be resolved. */
function noteOf(annotation: string): string {
  if (/^\d+$/.test(annotation)) return '';
  return annotation.replaceAll('|', '/').replace(/&(?=#?\w+;)/g, '&amp;');
}

const UPDATE: Partial<Record<Cadence, string>> = {
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
  annual: 'yearly',
};

function headerLines({
  collection,
  sources,
  date,
  linkKind,
  pattern,
  message,
  feed,
}: BeaconListOptions): readonly string[] {
  const { label, publisher, homepage } = collection;
  const titles = sources.map(({ title }) => title.de);
  const licences = new Set(sources.map(({ licence }) => licence.spdx ?? licence.statement));
  const cadences = Object.keys(UPDATE).filter((cadence) => sources.some((source) => source.cadence === cadence));
  return beaconHeader({
    TARGET: pattern,
    RELATION: relationIri(linkKind),
    NAME: label,
    INSTITUTION: publisher,
    HOMEPAGE: homepage,
    DESCRIPTION: `Links zu ${label}; Quellen: ${titles.join(', ')}`,
    MESSAGE: message && noteOf(message),
    LICENSE: [...licences].sort().join(', '),
    FEED: feed,
    TIMESTAMP: date,
    UPDATE: UPDATE[cadences[0] as Cadence],
  });
}

/** @param fields beside the first two, in their order; without those that have no value */
export function beaconHeader(fields: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries({ FORMAT: 'BEACON', PREFIX: GND_URI_PREFIX, ...fields })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `#${name}: ${value?.replace(/\s+/g, ' ')}\n`);
}
