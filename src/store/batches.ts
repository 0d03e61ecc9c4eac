/** Sends many small texts in batches: a few at a time, what was refused for now again later, and no faster than they are taken. */
import { setTimeout as pause } from 'node:timers/promises';
import { StoreOverloaded, StoreUnavailable } from './store.ts';

export interface BatchOptions {
  /** @returns those that were refused for now @throws what ends it all, unless it is StoreOverloaded or StoreUnavailable */
  readonly send: (batch: readonly string[]) => Promise<readonly string[]>;
  readonly advance: (texts: number) => void;
  /** So long everything may be refused before it is given up, in milliseconds. */
  readonly patience: number;
  readonly signal: AbortSignal;
}

/** Of a batch, in characters; and batches that are under way at a time. */
const BATCH = { length: 4 * 1024 ** 2, atATime: 4 } as const;
/** Between two attempts, in milliseconds: at first, and at most. */
const PAUSE = { first: 250, longest: 15_000 } as const;

/** @throws StoreOverloaded when nothing is taken for too long */
export async function sendInBatches(texts: Iterable<string>, options: BatchOptions): Promise<void> {
  const { send, advance, patience, signal } = options;

  async function sendAll(batch: readonly string[]): Promise<void> {
    let left = batch;
    let since = performance.now();
    for (let wait: number = PAUSE.first; left.length > 0; wait = Math.min(2 * wait, PAUSE.longest)) {
      signal.throwIfAborted();
      const isLate = () => performance.now() - since > patience;
      const before = left.length;
      left = await send(left).catch((error: unknown) => {
        const isPassing = error instanceof StoreOverloaded || error instanceof StoreUnavailable;
        if (isLate() || !isPassing) throw error;
        return left;
      });
      advance(before - left.length);
      if (left.length < before) since = performance.now();
      else if (isLate()) throw new StoreOverloaded('nothing has been taken for too long');
      if (left.length > 0) await pause(wait, undefined, { signal });
    }
  }

  const underWay = new Set<Promise<void>>();
  for (const batch of batches(texts)) {
    if (underWay.size >= BATCH.atATime) await Promise.race(underWay);
    const sent = sendAll(batch).then(() => void underWay.delete(sent));
    // Whoever waits for it later hears of its failure.
    sent.catch(() => undefined);
    underWay.add(sent);
  }
  await Promise.all(underWay);
}

function* batches(texts: Iterable<string>): Iterable<readonly string[]> {
  let [batch, length]: [string[], number] = [[], 0];
  for (const text of texts) {
    batch.push(text);
    length += text.length;
    if (length < BATCH.length) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
