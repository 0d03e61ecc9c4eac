/** The requests with which endpoints are measured, drawn from a snapshot: the same seed gives the same requests. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type GndId, unpackGndId } from '../../src/core/model/gnd-id.ts';
import { createRandom } from '../random.ts';

export interface Row {
  readonly name: string;
  readonly coding: '' | 'gzip';
  readonly paths: readonly string[];
  /** The requests carry the validator of their answer, so that 304 is answered. */
  readonly conditional?: true;
  /** The requests go to a server that writes no access log. */
  readonly unlogged?: true;
}

const ENTITIES = 50_000;
const REPORTS = 2_000;
const IDS_PER_REPORT = 100;

/** @param searches paths of searches */
export function drawRequests(directory: string, seed: number, searches: readonly string[]): readonly Row[] {
  const random = createRandom(seed);
  const ids = drawIds(directory, seed);
  const links = ids.map((id) => `/api/v1/gnd/${id}/links`);
  const reports = Array.from({ length: REPORTS }, () => {
    const list = Array.from({ length: IDS_PER_REPORT }, () => random.pick(ids)).join(',');
    return `/api/v1/coverage?ids=${list}`;
  });
  const csv = reports.map((path) => `${path}&format=csv`);
  return [
    { name: 'links', coding: 'gzip', paths: links },
    { name: 'links', coding: '', paths: links },
    { name: 'links, 304', coding: 'gzip', paths: links, conditional: true },
    { name: 'links, no access log', coding: 'gzip', paths: links, unlogged: true },
    { name: 'links, 304, no access log', coding: 'gzip', paths: links, conditional: true, unlogged: true },
    { name: 'coverage of 100', coding: '', paths: reports },
    { name: 'coverage of 100', coding: 'gzip', paths: reports },
    { name: 'coverage of 100, CSV', coding: '', paths: csv },
    { name: 'search', coding: 'gzip', paths: searches },
    { name: 'sources', coding: 'gzip', paths: ['/api/v1/sources'] },
    { name: 'status', coding: '', paths: ['/api/v1/status'] },
    { name: 'openapi.json', coding: 'gzip', paths: ['/api/v1/openapi.json'] },
  ];
}

/** Draws entities with one probe each, so an entity after a gap in the identifiers is drawn more often. */
export function drawIds(directory: string, seed: number): readonly GndId[] {
  const random = createRandom(seed);
  const database = new DatabaseSync(join(directory, 'entities.sqlite'), { readOnly: true });
  try {
    const bounds = database.prepare('SELECT min(id) AS least, max(id) AS most FROM coverage').get();
    const [least, most] = [Number(bounds?.['least']), Number(bounds?.['most'])];
    const next = database.prepare('SELECT id FROM coverage WHERE id >= ? LIMIT 1');
    return Array.from({ length: ENTITIES }, () => {
      const from = least + Math.floor(random.next() * (most - least));
      return unpackGndId(Number(next.get(from)?.['id']));
    });
  } finally {
    database.close();
  }
}

/** Writes a file of paths for wrk; validators are fetched from the server at `url`. */
export async function writePaths(file: string, row: Row, url: string): Promise<void> {
  const lines = row.conditional === true ? await withValidators(row.paths, url) : row.paths;
  writeFileSync(file, lines.join('\n'));
}

const AT_A_TIME = 16;

async function withValidators(paths: readonly string[], url: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const rest = paths.values();
  const work = async () => {
    for (const path of rest) {
      const response = await fetch(url + path);
      await response.arrayBuffer();
      lines.push(`${path}\t${response.headers.get('etag') ?? ''}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return lines;
}
