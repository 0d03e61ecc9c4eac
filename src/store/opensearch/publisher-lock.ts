/** The lock of whoever publishes into a cluster or tidies up there: a document that is renewed as long as its holder lives. */
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Locked } from '../../files/lock.ts';
import { type Client, ClusterFailure } from './client.ts';
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
  /** Says whether the lock was lost: another has taken it for dead. */
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
  const holder: Holder = { host: hostname(), process: process.pid, since: new Date().toISOString() };
  const path = `/${index}/_doc/holder`;
  const settings = { number_of_shards: 1, auto_expand_replicas: '0-all' };
  await ask('PUT', `/${index}`, { body: { settings }, may: [400] });
  const lost = new AbortController();
  let written = await take();
  const timer = setInterval(() => {
    renew(written).then(
      (renewed) => (written = renewed),
      (error: unknown) => {
        if (error instanceof ClusterFailure && error.status === 409)
          lost.abort(new Locked(`another publishes into ${prefix} as well`));
      },
    );
  }, RENEWAL).unref();

  async function take(): Promise<HolderDocument> {
    const before = await ask<HolderDocument>('GET', path, { may: [404] });
    if (before.found !== true)
      return ask<HolderDocument>('PUT', path, { query: { op_type: 'create' }, body: holder }).catch(refuse);
    if (!isOfTheDead(before._source)) await waitFor(before);
    return renew(before).catch(refuse);
  }

  /** @throws Locked when it is renewed meanwhile */
  async function waitFor({ _seq_no: seen, _source: { host, process: id, since } }: HolderDocument): Promise<void> {
    for (let waited = 0; waited < LEASE; waited += RENEWAL) {
      await pause(RENEWAL * 1.2);
      const now = await ask<HolderDocument>('GET', path, { may: [404] });
      if (now.found !== true) return;
      if (now._seq_no !== seen)
        throw new Locked(
          `${host} publishes into ${prefix} (process ${id}, since ${since}); try again when that is done`,
        );
    }
  }

  function refuse(error: unknown): never {
    if (!(error instanceof ClusterFailure) || error.status !== 409) throw error;
    throw new Locked(`another has just begun to publish into ${prefix}; try again when that is done`, { cause: error });
  }

  function renew({ _seq_no, _primary_term }: HolderDocument): Promise<HolderDocument> {
    return ask<HolderDocument>('PUT', path, {
      query: { if_seq_no: _seq_no, if_primary_term: _primary_term },
      body: holder,
    });
  }

  return {
    signal: lost.signal,
    async release() {
      clearInterval(timer);
      await ask('DELETE', path, { may: [404] }).catch(() => undefined);
    },
  };
}

/** Of this machine, and its process is no more; one that has the same number as this one was its predecessor in a container. */
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
