/** Writes documents in bulk: a few requests at a time, and no faster than the cluster takes them. */
import { setTimeout as pause } from 'node:timers/promises';
import { StoreOverloaded } from '../store.ts';
import { type Client, ClusterFailure } from './client.ts';

/** Of one request, in characters; and requests that are under way at a time. */
const REQUEST_LENGTH = 4 * 1024 ** 2;
const AT_A_TIME = 4;
/** Between two attempts, in milliseconds: at first, and at most. */
const PAUSE = { first: 250, longest: 15_000 } as const;
/** A large request takes its time. */
const TIMEOUT = 120_000;

export interface BulkOptions {
  readonly advance: (documents: number) => void;
  /** So long the cluster may refuse everything before it is given up, in milliseconds. */
  readonly patience: number;
  readonly signal: AbortSignal;
}

interface BulkAnswer {
  readonly errors: boolean;
  readonly items: readonly {
    readonly create: { readonly status: number; readonly error?: { readonly type: string; readonly reason: string } };
  }[];
}

/**
 * @param lines each an action and its document; one that is there already stays as it is
 * @throws ClusterFailure when one is refused for good, or all of them for too long
 */
export async function writeBulk(
  { ask }: Client,
  index: string,
  lines: Iterable<string>,
  options: BulkOptions,
): Promise<void> {
  const { advance, patience, signal } = options;

  /** Those that were refused for now. */
  async function send(batch: readonly string[]): Promise<readonly string[]> {
    const { errors, items } = await ask<BulkAnswer>('POST', `/${index}/_bulk`, {
      lines: batch.join(''),
      timeout: TIMEOUT,
    });
    if (!errors) return [];
    for (const { create } of items) {
      const { status, error } = create;
      // A full disk is told like a full queue, but does not pass by itself.
      const isFinal = status !== 429 || error?.type === 'cluster_block_exception';
      if (status >= 300 && status !== 409 && isFinal)
        throw new ClusterFailure(
          `the cluster refuses to write (${error?.type}: ${error?.reason})`,
          status,
          error?.type ?? '',
        );
    }
    return batch.filter((_, place) => items[place]?.create.status === 429);
  }

  async function write(batch: readonly string[]): Promise<void> {
    let left = batch;
    let since = performance.now();
    for (let wait: number = PAUSE.first; ; wait = Math.min(2 * wait, PAUSE.longest)) {
      signal.throwIfAborted();
      const before = left.length;
      try {
        left = await send(left);
      } catch (error) {
        if (!isPassing(error) || performance.now() - since > patience) throw error;
      }
      advance(before - left.length);
      if (left.length === 0) return;
      if (left.length < before) since = performance.now();
      if (performance.now() - since > patience) throw new StoreOverloaded('the cluster has taken nothing for too long');
      await pause(wait, undefined, { signal });
    }
  }

  const underWay = new Set<Promise<void>>();
  for (const batch of batches(lines)) {
    if (underWay.size >= AT_A_TIME) await Promise.race(underWay);
    const written = write(batch).then(() => void underWay.delete(written));
    // Whoever waits for it later hears of its failure.
    written.catch(() => undefined);
    underWay.add(written);
  }
  await Promise.all(underWay);
}

/** Too much to do, or no answer at all. */
function isPassing(error: unknown): boolean {
  if (error instanceof StoreOverloaded) return true;
  return error instanceof ClusterFailure && (error.status === 0 || error.status >= 500);
}

function* batches(lines: Iterable<string>): Iterable<readonly string[]> {
  let [batch, length]: [string[], number] = [[], 0];
  for (const line of lines) {
    batch.push(line);
    length += line.length;
    if (length < REQUEST_LENGTH) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
