/** Harvests for tests, and the contents of their record stores. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { type HarvestedCopy, harvestCopy } from '../../../src/build/sources/harvest/export.ts';
import type { AuditOptions } from '../../../src/build/sources/harvest/audit.ts';
import type { Clock } from '../../../src/build/sources/download/pace.ts';
import type { HarvestedWindow, HarvestOptions } from '../../../src/build/sources/harvest/harvest.ts';
import { openRecordStore, RECORD_STORE_FILE } from '../../../src/build/sources/harvest/record-store.ts';
import type { HarvestedRecord } from '../../../src/build/sources/harvest/response.ts';
import type { OaiRepository } from '../../../src/build/sources/register/register.ts';
import { options } from '../fetch/fetching.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { fill, type Repository, repositoryForTest } from './repository.ts';

export function registered({ url }: Pick<Repository, 'url'>, more: Partial<OaiRepository> = {}): OaiRepository {
  return { url, metadataPrefix: 'MARC21-xml', set: 'authorities', ...more };
}

/** A register entry for the repository. */
export function harvestedEntry(repository: Repository) {
  const origin = { publisher: 'Test', format: 'gnd-marcxml', oai: registered(repository) };
  return { key: 'changes', kind: 'entities', cadence: 'daily', origin };
}

export interface Harvest extends HarvestedCopy {
  readonly windows: readonly HarvestedWindow[];
}

/** Harvests into a folder; the exported file is `export.gz`. */
export async function harvestInto(
  folder: string,
  repository: OaiRepository,
  more: Partial<HarvestOptions> = {},
  downloading: Parameters<typeof options>[1] = {},
  audit?: AuditOptions,
  clock?: Clock,
): Promise<Harvest> {
  const given = options(folder, downloading);
  const windows: HarvestedWindow[] = [];
  const copy = await harvestCopy(
    repository,
    { path: folder, incoming: join(folder, 'export.gz') },
    { ...given, harvest: { ...given.harvest, ...more }, audit, ...(clock && { clock }) },
    { onBytes: () => undefined, onWindow: (window) => windows.push(window) },
  );
  return { ...copy, windows };
}

export interface HarvestPlace {
  readonly repository: Repository;
  readonly source: OaiRepository;
  readonly folder: string;
  readonly harvest: (...options: Tail<Tail<Parameters<typeof harvestInto>>>) => Promise<Harvest>;
  readonly stored: () => ReturnType<typeof storedOf>;
}
type Tail<T extends readonly unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

/** A repository with this number of persons, its source, and a folder for its records, all for the current test. */
export async function harvestPlace(
  count = 0,
  { begin, minutes, pageSize }: { begin?: string | undefined; minutes?: number; pageSize?: number } = {},
): Promise<HarvestPlace> {
  const repository = await repositoryForTest(begin);
  if (pageSize !== undefined) repository.pageSize = pageSize;
  fill(repository, count, undefined, minutes);
  const [folder, source] = [temporaryDirectory(), registered(repository)];
  return {
    repository,
    source,
    folder,
    harvest: (...options) => harvestInto(folder, source, ...options),
    stored: () => storedOf(folder, source),
  };
}

export function exported(folder: string): string {
  return gunzipSync(readFileSync(join(folder, 'export.gz'))).toString('utf8');
}

/** Expects exactly the items of the repository in the record store, each in its newest version. */
export function expectAllKnown({ repository, folder }: Pick<HarvestPlace, 'repository' | 'folder'>): void {
  type Known = Pick<HarvestedRecord, 'identifier' | 'deleted' | 'marc'>;
  const byIdentifier = (items: Iterable<Known>) =>
    new Map(Array.from(items, ({ identifier, deleted, marc }) => [identifier, { deleted, marc }]));
  const { entries } = storedOf(folder, registered(repository));
  expect(byIdentifier(entries.values())).toEqual(byIdentifier(repository.items.values()));
}

export function storedOf(folder: string, repository: OaiRepository) {
  using store = openRecordStore(join(folder, RECORD_STORE_FILE), repository);
  return {
    state: store.state(),
    entries: new Map([...store.entries()].map((entry): [string, HarvestedRecord] => [entry.identifier, entry])),
  };
}
