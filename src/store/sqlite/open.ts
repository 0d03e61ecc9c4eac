/** Opens a snapshot in SQLite for serving. */
import { join } from 'node:path';
import { gndUri, type GndId, packGndId, unpackGndId } from '../../model/gnd-id.ts';
import { readHeader, UnusableSnapshot } from '../header.ts';
import type { Coverage, CoverageEntry, Deleted, Found, Redirected, Store } from '../store.ts';
import { ENTITIES_FILE, openDatabase, SEARCH_FILE } from './schema.ts';
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
  const entities = usable(entitiesFile, () => openDatabase(entitiesFile));
  const words = usable(searchFile, () => openDatabase(searchFile));
  const select = usable(entitiesFile, () => ({
    answer: entities.prepare('SELECT answer FROM entity WHERE id = ?'),
    coverage: entities.prepare('SELECT entry FROM coverage WHERE id = ?'),
    redirect: entities.prepare('SELECT target FROM redirect WHERE id = ?'),
    deletion: entities.prepare('SELECT successors FROM deletion WHERE id = ?'),
  }));
  const answerOf = (id: number) => select.answer.get(id)?.['answer'] as Uint8Array | undefined;
  const entryOf = (id: number) => {
    const entry = select.coverage.get(id)?.['entry'] as string | undefined;
    return entry === undefined ? undefined : (JSON.parse(entry) as CoverageEntry);
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

  function coverage(id: GndId): Coverage {
    const packed = packGndId(id);
    const own = entryOf(packed);
    if (own !== undefined) return { kind: 'found', entry: own };
    const target = targetOf(packed);
    const survivor = target === undefined ? undefined : entryOf(target);
    if (survivor !== undefined) return { kind: 'redirected', entry: survivor };
    const successors = successorsOf(packed);
    return successors === undefined ? { kind: 'unknown' } : { kind: 'deleted', successors };
  }

  return {
    snapshot,
    entity: async (id) => entity(id),
    search: async (query) => search.page(query),
    coverage: async (ids) => ids.map(coverage),
    resolve: async (text) => search.resolve(text)?.gnd,
    close: async () => {
      entities.close();
      words.close();
    },
  };
}

/** What SQLite says of a damaged file, as a sentence that names it. */
function usable<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    throw new UnusableSnapshot(`${file} cannot be read as a snapshot's file: ${(cause as Error).message}`, { cause });
  }
}
