/** A folder of small snapshots of one person each, and questions to a server of these. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prune } from '../build/runs/running.ts';
import { build, dump, record, registered } from '../build/ingest/site.ts';

export const GOETHE = '118540238';
/** For hanging tests; slow ones stay below. */
const DEADLINE_MS = 240_000;

export interface SnapshotFolder {
  readonly path: string;
  /** Builds a new current snapshot, and removes older ones. @returns its identifier */
  build(): Promise<string>;
  remove(): void;
}

export function snapshotFolder(): SnapshotFolder {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-e2e-'));
  const path = join(folder, 'snapshots');
  let builds = 0;

  return {
    path,
    async build() {
      builds += 1;
      const content = dump([record(GOETHE, `Goethe, Nummer ${builds}`)]);
      const { snapshot } = await build(folder, [registered(folder, { key: 'persons', content })]);
      await prune(path, 1);
      return snapshot.id;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The snapshot that all parts of an answer name. Repeats the request while a busy machine answers 503. */
export async function snapshotOfAnswer(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/gnd/${GOETHE}/links`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const { code, snapshot } = (await answer.json()) as { code?: string; snapshot: { id: string } };
  if (code === 'overloaded') return snapshotOfAnswer(url);
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  const etag = answer.headers.get('etag') ?? 'none';
  if (!etag.includes(snapshot.id)) throw new Error(`an answer of ${snapshot.id} has the validator ${etag}`);
  return snapshot.id;
}

/** A check of the status, by default that of the store. */
export async function storeCheck(
  url: string,
  part = 'store',
): Promise<{ readonly status: string; readonly output?: string }> {
  const answer = await fetch(`${url}/api/v1/status`, { headers: { connection: 'close' } });
  const { checks } = (await answer.json()) as { checks: { name: string; status: string; output?: string }[] };
  const check = checks.find(({ name }) => name === part);
  if (answer.status !== 200 || check === undefined) throw new Error(`status answered ${answer.status}`);
  return check;
}
