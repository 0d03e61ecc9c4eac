/** A limiter for several worker processes of one host: the primary process counts for all of them. */
import cluster, { type Worker } from 'node:cluster';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { within } from './deadline.ts';
import type { Decision, Limiter } from './limiter.ts';
import { createMemoryLimiter } from './memory-limiter.ts';

/** Sets these messages apart from others between the same processes. */
const CHANNEL = 'gnd-links/limiter';
/** So long a worker waits for the primary. */
const DEADLINE_MS = 250;
/** So long a worker counts alone when it has waited in vain. */
const PAUSE_MS = 1000;

const Take = Type.Object({
  key: Type.String(),
  policy: Type.Object({
    name: Type.String(),
    quota: Type.Integer({ minimum: 0 }),
    windowSeconds: Type.Integer({ minimum: 1 }),
  }),
  cost: Type.Integer({ minimum: 0 }),
});
type Take = Static<typeof Take>;

const isQuestion = Compile(
  Type.Object({ channel: Type.Literal(CHANNEL), id: Type.Integer(), takes: Type.Array(Take) }),
);

const isAnswer = Compile(
  Type.Object({
    channel: Type.Literal(CHANNEL),
    id: Type.Integer(),
    decisions: Type.Array(
      Type.Object({ allowed: Type.Boolean(), remaining: Type.Number(), resetSeconds: Type.Number() }),
    ),
  }),
);

/**
 * In the primary process: decides for all workers, those to come included.
 * @returns ends it
 */
export function answerWorkers(limiter: Limiter): () => void {
  async function answer(worker: Worker, message: unknown): Promise<void> {
    if (!isQuestion.Check(message)) return;
    const decisions = await Promise.all(message.takes.map(({ key, policy, cost }) => limiter.take(key, policy, cost)));
    // A worker may have gone meanwhile; then nobody waits.
    if (worker.isConnected()) worker.send({ channel: CHANNEL, id: message.id, decisions }, () => {});
  }
  const listener = (worker: Worker, message: unknown) => void answer(worker, message);
  cluster.on('message', listener);
  return () => void cluster.off('message', listener);
}

/** In a worker: asks the primary, and counts alone while that does not answer. */
export function createPrimaryLimiter(): Limiter {
  const alone = createMemoryLimiter();
  const waiting = new Map<number, PromiseWithResolvers<readonly Decision[]>>();
  let questions = 0;
  let batch: Batch | undefined;
  let aloneUntil = 0;

  function hear(message: unknown): void {
    if (isAnswer.Check(message)) waiting.get(message.id)?.resolve(message.decisions);
  }
  process.on('message', hear);

  async function ask(takes: readonly Take[]): Promise<readonly Decision[]> {
    const id = (questions += 1);
    const answer = Promise.withResolvers<readonly Decision[]>();
    waiting.set(id, answer);
    process.send?.({ channel: CHANNEL, id, takes }, undefined, undefined, (error) => {
      if (error) answer.reject(error);
    });
    try {
      return await within(DEADLINE_MS, answer.promise);
    } finally {
      waiting.delete(id);
    }
  }

  /** All that is asked in one turn of the event loop is one message. */
  async function join(take: Take): Promise<Decision> {
    batch ??= openBatch((takes) => {
      batch = undefined;
      return ask(takes);
    });
    const place = batch.takes.push(take) - 1;
    const decision = (await batch.decisions)[place];
    if (decision === undefined) throw new Error('The primary process left out an answer.');
    return decision;
  }

  const isAlone = () => !process.connected || performance.now() < aloneUntil;

  return {
    async take(key, { name, quota, windowSeconds }, cost = 1) {
      const policy = { name, quota, windowSeconds };
      if (!isAlone()) {
        try {
          return await join({ key, policy, cost });
        } catch {
          aloneUntil = performance.now() + PAUSE_MS;
        }
      }
      return alone.take(key, policy, cost);
    },
    async health() {
      if (!isAlone()) return { status: 'pass' };
      return { status: 'warn', output: 'The count common to all processes cannot be reached; this one counts alone.' };
    },
    async close() {
      process.off('message', hear);
      aloneUntil = Infinity;
      for (const { reject } of waiting.values()) reject(new Error('The limiter is closed.'));
      await alone.close();
    },
  };
}

interface Batch {
  readonly takes: Take[];
  readonly decisions: Promise<readonly Decision[]>;
}

function openBatch(send: (takes: readonly Take[]) => Promise<readonly Decision[]>): Batch {
  const takes: Take[] = [];
  return { takes, decisions: turnOfEventLoop().then(() => send(takes)) };
}
