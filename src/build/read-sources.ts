/** Reads all sources into the building site, and begins again without those that turned out unusable half-way. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { API_VERSION } from '../api/schemas.ts';
import { type BuildInput, factsOf } from '../sources/accepted.ts';
import { SNAPSHOT_FORMAT } from '../store/header.ts';
import { BuildFailed, type BuildOptions } from './options.ts';
import { createFingerprint } from './fingerprint.ts';
import { readSource } from './read-source.ts';
import { openStaging, type Staging } from './staging.ts';
import { createTally, type SourceTally } from './tally.ts';

export interface ReadSources {
  readonly staging: Staging;
  readonly tallies: readonly SourceTally[];
  readonly fingerprint: string;
}

/** @throws BuildFailed when sources cannot be used */
export async function readSources(options: BuildOptions, site: string): Promise<ReadSources> {
  const failed = new Map<string, SourceTally>();
  for (let attempt = 1; ; attempt += 1) {
    const sources = options.sources.filter(({ key }) => !failed.has(key));
    const file = join(site, `staging-${attempt}.sqlite`);
    const staging = openStaging(
      file,
      sources.map(({ key }) => key),
    );
    const { tallies, fingerprint } = await readAll(options, sources, staging);
    const absent = new Set(sources.filter((source) => source.absent !== undefined).map(({ key }) => key));
    const failures = tallies.filter(({ key, failure }) => failure !== undefined && !absent.has(key));
    if (failures.length > 0 && options.allowFailedSources !== true) {
      staging.close();
      throw new BuildFailed(failures.map((tally) => failureSentence(options, tally)).join('\n'));
    }
    if (!failures.some(hasStaged)) {
      const all = [...tallies, ...failed.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
      if (!all.some(({ entities, failure }) => entities > 0 && failure === undefined)) {
        staging.close();
        const missing = all.filter(({ failure }) => failure?.reason === 'not_fetched').length;
        const hint = missing > 0 ? ` Of ${all.length} sources ${missing} have no copy yet: gnd-links fetch.` : '';
        throw new BuildFailed(`No source yielded a single entity, so there is nothing to build.${hint}`);
      }
      return { staging, tallies: all, fingerprint };
    }
    // Half a file is on the site and cannot be told from the rest: begin again without it.
    staging.close();
    await rm(file);
    for (const tally of failures) failed.set(tally.key, tally);
  }
}

function hasStaged({ failure, entities, links, redirects, deletions }: SourceTally): boolean {
  return failure !== undefined && entities + links + redirects + deletions > 0;
}

async function readAll(options: BuildOptions, sources: readonly BuildInput[], staging: Staging) {
  const fingerprint = createFingerprint();
  const tallies: SourceTally[] = [];
  for (const source of sources) {
    const tally = createTally(source);
    tallies.push(tally);
    const { file } = source;
    if (file === undefined) {
      tally.failure = { reason: 'not_fetched', sentence: source.absent ?? 'There is no copy of it.' };
      continue;
    }
    const size = await stat(file).then(
      ({ size: bytes }) => bytes,
      () => 0,
    );
    options.progress.stage(`read ${source.key}`, size, 'bytes');
    const site = { staging, fingerprint, curation: options.curation };
    await readSource({ ...source, file }, tally, site, options.progress.advance);
  }
  const facts = options.sources.map(factsOf).sort().join('\n');
  const deciding = [options.release, API_VERSION, String(SNAPSHOT_FORMAT), facts, ...options.configuration];
  return { tallies, fingerprint: fingerprint.digest(JSON.stringify(deciding)) };
}

function failureSentence(options: BuildOptions, tally: SourceTally): string {
  const file = options.sources.find(({ key }) => key === tally.key)?.file ?? '';
  return `${tally.key}: ${tally.failure?.sentence ?? ''} (${file})`;
}
