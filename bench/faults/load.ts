/** Clients that ask one question after the other on kept connections, until they are stopped, and what became of it. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, type ConnectionOptions, openConnection, type Question, RequestFailed } from './connection.ts';
import type { Answer } from './wire.ts';

export interface LoadOptions extends ConnectionOptions {
  readonly clients: number;
  readonly next: (client: number, turn: number) => Question;
  readonly hear?: (answer: Answer, question: Question) => void;
  /** Between an answer and the next question. */
  readonly pauseMs?: () => number;
}

export interface Tally {
  answered: number;
  /** Of answers. */
  readonly statuses: Map<number, number>;
  /** Milliseconds of each answer. */
  readonly times: number[];
  readonly failures: RequestFailed[];
  /** Connections that were opened. */
  connections: number;
}

export interface Load {
  /** Goes on changing until the load is stopped. */
  readonly tally: Tally;
  /** Every client finishes what it has asked. */
  stop(): Promise<Tally>;
}

/** Before another attempt where nobody listens. */
const REFUSED_MS = 20;

export function startLoad(options: LoadOptions): Load {
  const tally: Tally = { answered: 0, statuses: new Map(), times: [], failures: [], connections: 0 };
  let isRunning = true;

  async function runClient(client: number): Promise<void> {
    let connection: Connection | undefined;
    for (let turn = 0; isRunning; turn += 1) {
      try {
        if (connection === undefined || !connection.isOpen()) {
          connection = await openConnection(options);
          tally.connections += 1;
        }
        const question = options.next(client, turn);
        count(tally, await connection.ask(question), question, options);
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error;
        tally.failures.push(error);
        if (error.fate === 'refused') await pause(REFUSED_MS);
        connection = undefined;
      }
      const milliseconds = options.pauseMs?.() ?? 0;
      if (milliseconds > 0 && isRunning) await pause(milliseconds);
    }
    connection?.close();
  }

  const clients = Array.from({ length: options.clients }, (_, client) => runClient(client));
  return {
    tally,
    async stop() {
      isRunning = false;
      await Promise.all(clients);
      return tally;
    },
  };
}

function count(tally: Tally, answer: Answer, question: Question, { hear }: LoadOptions): void {
  tally.answered += 1;
  tally.times.push(answer.milliseconds);
  tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
  hear?.(answer, question);
}

/** How many requests ended so. */
export function failed({ failures }: Tally, ...fates: readonly RequestFailed['fate'][]): number {
  return failures.filter(({ fate }) => fates.length === 0 || fates.includes(fate)).length;
}

/** E.g. `200: 4,711, 503: 12`. */
export function statusText({ statuses }: Tally): string {
  const sorted = [...statuses].toSorted(([a], [b]) => a - b);
  return sorted.map(([status, times]) => `${status}: ${times.toLocaleString('en-GB')}`).join(', ');
}

/** Whether all answers have one of these statuses, and none is missing. */
export function isClean(tally: Tally, statuses: readonly number[] = [200]): boolean {
  return tally.failures.length === 0 && [...tally.statuses.keys()].every((status) => statuses.includes(status));
}

/** Milliseconds below which so great a share of the answers stayed. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
