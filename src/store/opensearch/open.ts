/** Opens a snapshot in a cluster for serving. */
import { answersOf } from '../answers.ts';
import type { BuildNotes } from '../build-notes.ts';
import { coverageWords } from '../sqlite/entity-row.ts';
import type { OpenOptions } from '../sqlite/open.ts';
import type { Store } from '../store.ts';
import type { Client } from './client.ts';
import { namesOf, NOTES } from './indices.ts';
import { openRecords } from './records.ts';
import { createSearchEngine } from './search-engine.ts';
import { readPacked, readPublishedHeader } from './snapshot-sets.ts';

/** @throws UnusableSnapshot when it is not complete there, or a StoreReadError when the cluster does not answer */
export async function openClusterStore(
  client: Client,
  id: string,
  { identify = () => [], clock = () => performance.now() }: OpenOptions = {},
): Promise<Store> {
  const { ask, prefix } = client;
  const { files: _, ...snapshot } = await readPublishedHeader(client, id);
  const { index } = namesOf(prefix);
  const [entities, search, words] = [index(id, 'entities'), index(id, 'search'), index(id, 'words')];
  const engine = createSearchEngine(ask, search, words);
  const records = openRecords(ask, entities, search, coverageWords(snapshot));
  const { answers, probe } = answersOf({ engine, records, identify, reading: async (read) => read(), clock });
  let notes: Promise<BuildNotes | undefined> | undefined;
  const readNotes = () => readPacked<BuildNotes>(ask, entities, NOTES);
  return {
    ...answers,
    snapshot,
    check: probe,
    // What could not be read is asked for again.
    notes: () =>
      (notes ??= readNotes().catch((error: unknown) => ((notes = undefined), Promise.reject(error as Error)))),
    close: async () => undefined,
  };
}
