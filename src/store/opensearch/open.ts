/** Opens a snapshot in a cluster for serving. */
import { answersOf } from '../answers.ts';
import type { BuildNotes } from '../build-notes.ts';
import { coverageWords } from '../sqlite/entity-row.ts';
import type { OpenOptions } from '../sqlite/open.ts';
import type { Store } from '../store.ts';
import type { Client } from './client.ts';
import type { Guard } from './guard.ts';
import { namesOf, NOTES } from './indices.ts';
import { openRecords } from './records.ts';
import { createSearchEngine } from './search-engine.ts';
import { readPacked, readPublishedHeader } from './snapshot-sets.ts';

/** @throws UnusableSnapshot when it is not complete there, or a StoreReadError when the cluster does not answer */
export async function openClusterStore(
  client: Client & Partial<Guard>,
  id: string,
  { identify = () => [], clock = () => performance.now() }: OpenOptions = {},
): Promise<Store> {
  const { ask, prefix, warning } = client;
  const { files: _, ...snapshot } = await readPublishedHeader(client, id);
  const { index } = namesOf(prefix);
  const [entities, search, words] = [index(id, 'entities'), index(id, 'search'), index(id, 'words')];
  const engine = createSearchEngine(ask, { search, words });
  const records = openRecords(ask, { entities, search }, coverageWords(snapshot));
  const reading = async <T>(read: () => T | Promise<T>): Promise<T> => read();
  const { answers, probe } = answersOf({ engine, records, identify, reading, clock });
  let notes: Promise<BuildNotes | undefined> | undefined;
  return {
    ...answers,
    snapshot,
    check: probe,
    ...(warning && { warning }),
    notes: () =>
      (notes ??= readPacked<BuildNotes>(client, entities, NOTES).catch((error: unknown) => {
        notes = undefined;
        throw error;
      })),
    close: async () => undefined,
  };
}
