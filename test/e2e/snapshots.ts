/** A folder of small snapshots of one person each, and what to ask of whatever serves from it. */
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build, dump, record, registered } from '../ingest/site.ts';
import { runProcess } from '../cli/command.ts';

export const GOETHE = '118540238';
/** For what hangs, not for what is slow. */
const DEADLINE_MS = 120_000;

export interface SnapshotFolder {
  readonly path: string;
  /** Another snapshot becomes the current one, and older ones are removed. @returns its id */
  build(): Promise<string>;
  /** The same through the command line. */
  buildByCommand(): Promise<string>;
  /** A snapshot with one bit turned becomes the current one. */
  spoil(): Promise<void>;
  /** `current` leads there from now on. */
  pointAt(name: string): void;
  remove(): void;
}

const label = { de: 'Probe', en: 'Trial' };
const SOURCE = {
  key: 'persons',
  kind: 'entities',
  title: label,
  description: label,
  origin: { publisher: 'Trial', format: 'gnd-jsonld' },
  licence: { statement: 'not stated' },
  cadence: 'unknown',
  file: 'persons',
  retrievedAt: '2026-11-20',
  scope: { description: label },
};

export function snapshotFolder(): SnapshotFolder {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-e2e-'));
  const path = join(folder, 'snapshots');
  const register = join(folder, 'sources.yaml');
  writeFileSync(register, JSON.stringify({ sources: [SOURCE] }));
  let builds = 0;

  function next(): string {
    builds += 1;
    return dump([record(GOETHE, `Goethe, Nummer ${builds}`)]);
  }
  const buildIn = (place: string) =>
    build(place, [registered(folder, { key: 'persons', content: next() })], { keep: 1 });
  function pointAt(name: string): void {
    symlinkSync(name, join(path, 'pointer'));
    renameSync(join(path, 'pointer'), join(path, 'current'));
  }

  return {
    path,
    build: async () => (await buildIn(folder)).snapshot.id,
    async buildByCommand() {
      writeFileSync(join(folder, 'persons'), next());
      const built = await runProcess(['build', '--register', register, '--out', path, '--keep', '1']);
      if (built.code !== 0) throw new Error(built.err);
      return (JSON.parse(readFileSync(join(path, 'current', 'header.json'), 'utf8')) as { id: string }).id;
    },
    async spoil() {
      const { directory } = await buildIn(join(folder, 'elsewhere'));
      const file = join(directory, 'entities.sqlite');
      const bytes = readFileSync(file);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      writeFileSync(file, bytes);
      renameSync(directory, join(path, basename(directory)));
      pointAt(basename(directory));
    },
    pointAt,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The snapshot that an answer is of, which each of its parts must name. */
export async function snapshotOfAnswer(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/gnd/${GOETHE}/links`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  const { snapshot } = (await answer.json()) as { snapshot: { id: string } };
  const etag = answer.headers.get('etag') ?? 'none';
  if (!etag.includes(snapshot.id)) throw new Error(`an answer of ${snapshot.id} has the validator ${etag}`);
  return snapshot.id;
}

/** What status says of the store, or of another part. */
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
