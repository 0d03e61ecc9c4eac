/** A register with a source that is harvested from a repository of the test. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fill, type Repository, repositoryForTest } from '../build/harvest/repository.ts';
import { harvestedEntry } from '../build/harvest/harvesting.ts';
import type { Place } from './place.ts';

const DAY_MS = 86_400_000;
const label = { de: 'Änderungen', en: 'Changes' };

/** Adds the source to the register. */
export function addHarvest({ register }: Place, repository: Repository): void {
  const { sources } = JSON.parse(readFileSync(register, 'utf8')) as { sources: object[] };
  const more = { title: label, description: label, licence: { statement: 'CC0' }, scope: { description: label } };
  const entry = { ...harvestedEntry(repository), ...more, redistributable: true };
  writeFileSync(register, JSON.stringify({ sources: [...sources, entry] }, null, 2));
}

/** A repository with changes on each of the last days and today, whose clock shows the present. */
export async function busyRepository(days: number, changes: number): Promise<Repository> {
  const begin = Math.floor(Date.now() / DAY_MS - days) * DAY_MS;
  const repository = await repositoryForTest(new Date(begin).toISOString());
  repository.pageSize = 200;
  for (let day = 0; day < days; day += 1) {
    repository.now = begin + day * DAY_MS;
    liveThroughDay(repository, changes);
  }
  // All changes of today are in the past, at any hour.
  repository.now = begin + days * DAY_MS;
  liveThroughDay(repository, changes, (Date.now() - repository.now) / 60_000);
  repository.now = Date.now();
  return repository;
}

let first = 118_000_000;
/** Changes other records each time, spread over a day. */
export function liveThroughDay(repository: Repository, changes: number, minutes = 1_400): void {
  fill(repository, changes, first, minutes / (changes + 1));
  first += 10_000;
}
