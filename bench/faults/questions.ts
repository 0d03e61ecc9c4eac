/** What ordinary clients ask, and what clients ask who mean harm. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { unpackGndId } from '../../src/model/gnd-id.ts';
import { locateSnapshot } from '../../src/store/directory.ts';
import type { Question } from './connection.ts';

export interface Questions {
  readonly links: readonly string[];
  readonly searches: readonly string[];
  /** Long, of common words, each different. */
  readonly longSearches: readonly string[];
  /** One question of each endpoint after the other. */
  readonly mixed: (client: number, turn: number) => Question;
}

const ENTITIES = 200;

/** @param snapshots folder of snapshots, or one */
export async function drawQuestions(snapshots: string): Promise<Questions> {
  const directory = await locateSnapshot(snapshots);
  const database = new DatabaseSync(join(directory, 'entities.sqlite'), { readOnly: true });
  const rows = database.prepare('SELECT id, entry FROM coverage LIMIT ?').all(ENTITIES);
  database.close();
  const ids = rows.map((row) => unpackGndId(Number(row['id'])));
  const names = rows.map((row) => (JSON.parse(String(row['entry'])) as { preferredName: string }).preferredName);
  const words = [...new Set(names.flatMap((name) => name.split(/[\s,.()-]+/)).filter((word) => word.length > 2))];
  const links = ids.map((id) => `/api/v1/gnd/${id}/links`);
  const searches = names.map((name) => `/api/v1/search?q=${encodeURIComponent(name.slice(0, 100))}`);
  const longSearches = words.map((_, index) => {
    const chosen = Array.from({ length: 12 }, (__, step) => words[(index * 7 + step * step) % words.length]);
    return `/api/v1/search?limit=100&q=${encodeURIComponent(chosen.join(' ').slice(0, 190).trim())}`;
  });
  const coverage = `/api/v1/coverage?ids=${ids.slice(0, 100).join(',')}`;
  const fixed = [coverage, '/api/v1/sources', '/api/v1/status', '/api/v1/openapi.json'];
  return {
    links,
    searches,
    longSearches,
    mixed(client, turn) {
      const step = client + turn;
      const kind = step % 6;
      const list = kind === 0 ? links : kind === 1 ? searches : [];
      return { path: list[step % Math.max(1, list.length)] ?? fixed[kind - 2] ?? '/api/v1/status' };
    },
  };
}
