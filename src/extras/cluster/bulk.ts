/** Writes documents in bulk, a few batches at a time, and sends refused documents again after a pause. */
import { setTimeout as pause } from 'node:timers/promises';
import { StoreOverloaded, StoreUnavailable } from '../../core/snapshot/store.ts';
import { eachTogether } from '../../shared/files/together.ts';
import { type Ask, LONG_TIMEOUT, refusal } from './client.ts';

type BulkAnswer = { errors: boolean; items: readonly { create: { status: number; error?: { type: string } } }[] };

/**
 * @param lines each text is an action and its document; an existing document stays unchanged
 * @throws StoreReadError when a document is refused for good, StoreOverloaded when all are refused for too long
 */
export async function writeBulk(ask: Ask, index: string, lines: Iterable<string>, options: Omit<BatchOptions, 'send'>) {
  const path = `/${index}/_bulk`;
  async function send(batch: readonly string[]): Promise<readonly string[]> {
    const { errors, items } = await ask<BulkAnswer>('POST', path, { lines: batch.join(''), timeout: LONG_TIMEOUT });
    if (!errors) return [];
    return batch.filter((_, position) => {
      const { status = 500, error = {} } = items[position]?.create ?? {};
      if (status < 300 || status === 409) return false;
      const why = refusal(status, error, path);
      if (why instanceof StoreOverloaded) return true;
      throw why;
    });
  }
  await sendInBatches(lines, { ...options, send });
}

interface BatchOptions {
  /** @returns texts to send again @throws StoreOverloaded or StoreUnavailable to try again; any other error ends the work */
  readonly send: (batch: readonly string[]) => Promise<readonly string[]>;
  readonly advance: (texts: number) => void;
  /** Milliseconds for which all batches may be refused before the work is given up. */
  readonly patience: number;
  readonly signal: AbortSignal;
}

/** Characters per batch, and batches under way at a time. */
const BATCH = { characters: 4 * 1024 ** 2, atATime: 4 } as const;
/** Shortest and longest pause between two attempts, in milliseconds. */
const PAUSE = { first: 250, longest: 15_000 } as const;

/** Ends when no batch is under way, even after an error. @throws StoreOverloaded when no text is accepted for too long */
export async function sendInBatches(texts: Iterable<string>, { send, advance, patience, signal }: BatchOptions) {
  async function sendAll(batch: readonly string[], stopped: AbortSignal): Promise<void> {
    let left = batch;
    let since = performance.now();
    for (let wait: number = PAUSE.first; left.length > 0; wait = Math.min(2 * wait, PAUSE.longest)) {
      stopped.throwIfAborted();
      const isLate = () => performance.now() - since > patience;
      const before = left.length;
      left = await send(left).catch((error: unknown) => {
        const isPassing = error instanceof StoreOverloaded || error instanceof StoreUnavailable;
        if (isLate() || !isPassing) throw error;
        return left;
      });
      advance(before - left.length);
      if (left.length < before) since = performance.now();
      else if (isLate()) throw new StoreOverloaded('the cluster has accepted nothing for too long');
      if (left.length > 0) await pause(wait, undefined, { signal: stopped });
    }
  }

  await eachTogether(batches(texts), BATCH.atATime, sendAll, signal);
}

function* batches(texts: Iterable<string>): Generator<readonly string[]> {
  let [batch, length]: [string[], number] = [[], 0];
  for (const text of texts) {
    batch.push(text);
    length += text.length;
    if (length < BATCH.characters) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
