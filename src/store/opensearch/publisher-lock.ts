/** The lock of whoever publishes into a cluster or tidies up there: a document that is renewed as long as its holder lives. */
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Locked } from '../../files/lock.ts';
import type { Client } from './client.ts';
import { namesOf } from './indices.ts';

/** Milliseconds between two renewals, and without one after which the holder counts as dead: longer than anything holds it up. */
const RENEWAL = 5_000;
const LEASE = 120_000;

interface Holder {
  readonly host: string;
  readonly process: number;
  readonly since: string;
}
interface HolderDocument {
  readonly found?: boolean;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source: Holder;
}

export interface PublisherLock {
  /** Another has taken the holder for dead, and the lock. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/**
 * One that a process of this machine left behind when it was killed is taken over at once, one of another machine when
 * it has not been renewed for two minutes. No clocks are compared.
 * @throws Locked while another holds it
 */
export async function takePublisherLock({ ask, prefix }: Client): Promise<PublisherLock> {
  const index = namesOf(prefix).lock;
  const path = `/${index}/_doc/holder`;
  const self: Holder = { host: hostname(), process: process.pid, since: new Date().toISOString() };
  const isSelf = ({ host, process: id, since }: Holder) =>
    host === self.host && id === self.process && since === self.since;
  const read = () => ask<HolderDocument>('GET', path, { may: [404] });

  const locked = ({ host, process: id, since } = self) =>
    new Locked(`${host} publishes into ${prefix} (process ${id}, since ${since}); try again when that is done`);

  /** In place of what was seen, and of nothing else. A request that was repeated has met itself. */
  async function write(seen: HolderDocument): Promise<void> {
    const place =
      seen.found === true ? { if_seq_no: seen._seq_no, if_primary_term: seen._primary_term } : { op_type: 'create' };
    await ask('PUT', path, { query: place, body: self, may: [409] });
    const { found, _source: holder } = await read();
    if (found !== true || !isSelf(holder)) throw locked(holder);
  }

  /** @throws Locked when it is renewed meanwhile */
  async function whenDead(seen: HolderDocument): Promise<HolderDocument> {
    for (let waited = 0; waited < LEASE; waited += RENEWAL) {
      await pause(RENEWAL * 1.5);
      const now = await read();
      if (now.found !== true) return now;
      if (now._seq_no !== seen._seq_no) throw locked(now._source);
    }
    return seen;
  }

  const settings = { number_of_shards: 1, auto_expand_replicas: '0-all' };
  await ask('PUT', `/${index}`, { body: { settings }, may: [400] });
  const before = await read();
  await write(before.found === true && !isOfTheDead(before._source) ? await whenDead(before) : before);
  const lost = new AbortController();
  const renew = async () => {
    const now = await read();
    if (now.found === true && !isSelf(now._source)) throw locked(now._source);
    await write(now);
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => {
      if (error instanceof Locked) lost.abort(error);
    });
  }, RENEWAL).unref();
  return {
    signal: lost.signal,
    async release() {
      clearInterval(timer);
      if (!lost.signal.aborted) await ask('DELETE', path, { may: [404] }).catch(() => undefined);
    },
  };
}

/** Of this machine, and its process is no more; one of the same number as this one was its predecessor in a container. */
function isOfTheDead({ host, process: id }: Holder): boolean {
  if (host !== hostname()) return false;
  if (id === process.pid) return true;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
