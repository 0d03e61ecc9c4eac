/** Opens a snapshot in SQLite for serving. */
import { join } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import { gndUri, type GndId, packGndId, unpackGndId } from '../../model/gnd-id.ts';
import { readHeader, UnusableSnapshot } from '../header.ts';
import { createAnswerDecoder } from './answer-coding.ts';
import { createCoverageDecoder } from './coverage-entry.ts';
import type { Coverage, Deleted, Found, Redirected, Store } from '../store.ts';
import { ENTITIES_FILE, LOOKUP_CACHE_KIBIBYTES, openDatabase, readOpenings, SEARCH_FILE, wordsOf } from './schema.ts';
import { createSearch, type Identify } from './search.ts';

export interface OpenOptions {
  /** Without it only GND identifiers are recognised in a search. */
  readonly identify?: Identify;
}

/** @throws UnusableSnapshot when the directory holds no readable snapshot */
export async function openSqliteStore(directory: string, options: OpenOptions = {}): Promise<Store> {
  const { files: _, ...snapshot } = await readHeader(directory);
  const entitiesFile = join(directory, ENTITIES_FILE);
  const searchFile = join(directory, SEARCH_FILE);
  const entities = usable(entitiesFile, () => openDatabase(entitiesFile, LOOKUP_CACHE_KIBIBYTES));
  const words = usable(searchFile, () => openDatabase(searchFile));
  const select = usable(entitiesFile, () => ({
    answer: entities.prepare('SELECT answer FROM entity WHERE id = ?'),
    entry: entities.prepare('SELECT entry FROM coverage WHERE id = ?'),
    entries: inArrays(entities.prepare('SELECT id, entry FROM coverage WHERE id IN (SELECT value FROM json_each(?))')),
    redirect: entities.prepare('SELECT target FROM redirect WHERE id = ?'),
    deletion: entities.prepare('SELECT successors FROM deletion WHERE id = ?'),
  }));
  const answers = createAnswerDecoder(usable(entitiesFile, () => readOpenings(entities)));
  const decodeEntry = createCoverageDecoder(wordsOf(snapshot));
  const answerOf = (id: number) => {
    const stored = select.answer.get(id)?.['answer'] as Uint8Array | undefined;
    return stored === undefined ? undefined : answers.gzip(stored);
  };
  const entryOf = (id: number) => {
    const entry = select.entry.get(id)?.['entry'] as string | undefined;
    return entry === undefined ? undefined : decodeEntry(unpackGndId(id), entry);
  };
  const targetOf = (id: number) => select.redirect.get(id)?.['target'] as number | undefined;
  const successorsOf = (id: number) => {
    const successors = select.deletion.get(id)?.['successors'] as string | undefined;
    return successors === undefined ? undefined : (JSON.parse(successors) as GndId[]);
  };
  const search = usable(searchFile, () => createSearch(words, targetOf, options.identify ?? (() => [])));

  function entity(id: GndId): Found | Redirected | Deleted | undefined {
    const packed = packGndId(id);
    const answer = answerOf(packed);
    if (answer !== undefined) return { kind: 'found', answer };
    const target = targetOf(packed);
    if (target !== undefined) {
      const survivor = answerOf(target);
      if (survivor === undefined) throw new UnusableSnapshot(`${gndUri(id)} leads to an entity that is missing`);
      return { kind: 'redirected', from: id, to: unpackGndId(target), answer: survivor };
    }
    const successors = successorsOf(packed);
    return successors === undefined ? undefined : { kind: 'deleted', successors };
  }

  /** All that exist at once: a hundred questions one by one take half as long again. */
  function coverage(ids: readonly GndId[]): Coverage[] {
    const packed = ids.map(packGndId);
    const rows = select.entries.all(JSON.stringify(packed)) as unknown as [id: number, entry: string][];
    const entries = new Map(rows.map(([id, entry]) => [id, decodeEntry(unpackGndId(id), entry)]));
    return packed.map((id) => {
      const entry = entries.get(id);
      return entry === undefined ? coverageOfOther(id) : { kind: 'found', entry };
    });
  }

  function coverageOfOther(id: number): Coverage {
    const target = targetOf(id);
    const survivor = target === undefined ? undefined : entryOf(target);
    if (survivor !== undefined) return { kind: 'redirected', entry: survivor };
    const successors = successorsOf(id);
    return successors === undefined ? { kind: 'unknown' } : { kind: 'deleted', successors };
  }

  return {
    snapshot,
    entity: async (id) => entity(id),
    search: async (query) => search.page(query),
    coverage: async (ids) => coverage(ids),
    resolve: async (text) => search.resolve(text)?.gnd,
    close: async () => {
      entities.close();
      words.close();
    },
  };
}

function inArrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true);
  return statement;
}

/** What SQLite says of a damaged file, as a sentence that names it. */
function usable<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    throw new UnusableSnapshot(`${file} cannot be read as a snapshot's file: ${(cause as Error).message}`, { cause });
  }
}
