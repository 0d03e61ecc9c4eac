/** Small states of data for tests, and the snapshots built from them. */
import { join } from 'node:path';
import type { RegisteredSource } from '../../../src/build/sources/register/register.ts';
import { build, deprecated, dump, literal, record, registered, sameAs } from '../ingest/site.ts';
import { publishIn } from '../runs/running.ts';

/** The licence of sources whose data may be passed on. */
export const FREE = { licence: { spdx: 'CC0-1.0', statement: 'CC0' } };

/** An identifier that is deleted in every state. */
const SINCE_LONG = '118599999';

/** Entries by GND identifier. */
export type State = Readonly<Record<string, Person | { readonly mergedInto: string } | { readonly deleted: true }>>;

export interface Person {
  readonly name: string;
  readonly born?: string;
  /** Addresses of links in the record itself. */
  readonly links?: readonly string[];
  /** Hits on the list of the archive; without them the person is not on the list. */
  readonly hits?: number;
  /** Former identifiers that the record states. */
  readonly absorbed?: readonly string[];
}

export const WIKIDATA = (number: number): string => `http://www.wikidata.org/entity/Q${number}`;
export const VIAF = (number: number): string => `http://viaf.org/viaf/${number}`;
export const ARCHIVE = (gnd: string): string => `https://archive.example.org/${gnd}`;

export function isPerson(entry: State[string] | undefined): entry is Person {
  return entry !== undefined && 'name' in entry;
}

/**
 * Builds a snapshot and returns its directory. Its sources are `gnd`, `archive` and `redirects`, retrieved on the day.
 * @param about further fields of the sources in the register
 */
export async function snapshotOf(
  folder: string,
  state: State,
  day = '2026-11-20',
  about: Partial<Record<'gnd' | 'archive' | 'redirects', Partial<RegisteredSource>>> = {},
): Promise<string> {
  const moreOf = (key: keyof typeof about) => ({ retrievedAt: day, ...about[key] });
  const persons = Object.entries(state).flatMap(([gnd, entry]) => (isPerson(entry) ? [toRecord(gnd, entry)] : []));
  const listed = Object.entries(state).flatMap(([gnd, entry]) =>
    isPerson(entry) && entry.hits !== undefined ? [`${gnd}|${entry.hits}\n`] : [],
  );
  const gone = Object.entries(state).flatMap(([gnd, entry]) => {
    if (isPerson(entry)) return [];
    return ['mergedInto' in entry ? `${gnd} ${entry.mergedInto}\n` : `${gnd}\n`];
  });
  const sources = [
    registered(folder, { key: 'gnd', content: dump(persons), more: moreOf('gnd') }),
    registered(folder, {
      key: 'archive',
      format: 'beacon',
      content: `#FORMAT: BEACON\n#PREFIX: https://d-nb.info/gnd/\n#TARGET: ${ARCHIVE('{ID}')}\n${listed.join('')}`,
      more: moreOf('archive'),
    }),
    registered(folder, {
      key: 'redirects',
      format: 'redirects',
      // An empty list would be refused.
      content: `${SINCE_LONG}\n${gone.join('')}`,
      more: moreOf('redirects'),
    }),
  ];
  const { directory } = await build(folder, sources);
  return directory;
}

/** Builds the snapshot of each day, and publishes it in `dumps` of the folder. @returns the directory of the last one */
export async function published(folder: string, states: Readonly<Record<string, State>>): Promise<string> {
  let directory = '';
  for (const [day, state] of Object.entries(states)) {
    directory = await snapshotOf(folder, state, day, { gnd: FREE, redirects: FREE, archive: FREE });
    const options = { snapshots: join(folder, 'snapshots'), changesDays: 400, now: new Date(`${day}T03:00:00Z`) };
    await publishIn(join(folder, 'dumps'), directory, options);
  }
  return directory;
}

function toRecord(gnd: string, { name, born, links = [], absorbed = [] }: Person): object {
  return record(gnd, name, {
    ...(born !== undefined && literal('dateOfBirth', born)),
    ...sameAs(...links),
    ...deprecated(...absorbed),
  });
}
