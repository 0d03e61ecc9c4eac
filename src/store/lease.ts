/** A lock that is kept where others can reach it, in whatever replaces a value only if it is the one that was seen: renewed as long as its holder lives. */
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Locked } from '../files/lock.ts';

/** Who holds it. */
export interface Holder {
  readonly host: string;
  readonly process: number;
  /** RFC 3339, for people. */
  readonly since: string;
}

export interface Held {
  readonly holder: Holder;
  /** Another one after each write. */
  readonly version: string;
}

export interface LeasePlace {
  /** Undefined while nobody holds it. */
  read(): Promise<Held | undefined>;
  /** Writes in place of what was seen, and of nothing else; otherwise it does nothing. It may be done twice. */
  write(holder: Holder, seen: Held | undefined): Promise<void>;
  remove(): Promise<void>;
}

export interface Lease {
  /** Another has taken the holder for dead, and the lock. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/** Milliseconds between two renewals, and without one after which the holder counts as dead: longer than anything holds it up. */
const TIMES: { readonly renewal: number; readonly lease: number } = { renewal: 5_000, lease: 120_000 };

/**
 * One that a process of this machine left behind when it was killed is taken over at once, one of another machine when
 * it has not been renewed for two minutes. No clocks are compared.
 * @param what the work, for whoever is turned away: `publishes into gnd`
 * @throws Locked while another holds it
 */
export async function takeLease(place: LeasePlace, what: string, { renewal, lease } = TIMES): Promise<Lease> {
  const self: Holder = { host: hostname(), process: process.pid, since: new Date().toISOString() };
  const isSelf = ({ host, process: id, since }: Holder) =>
    host === self.host && id === self.process && since === self.since;
  const locked = ({ host, process: id, since } = self) =>
    new Locked(`${host} ${what} (process ${id}, since ${since}); try again when that is done`);

  async function write(seen: Held | undefined): Promise<void> {
    await place.write(self, seen);
    const now = await place.read();
    if (now === undefined || !isSelf(now.holder)) throw locked(now?.holder);
  }

  async function whenDead(seen: Held): Promise<Held | undefined> {
    for (let waited = 0; waited < lease; waited += renewal) {
      await pause(renewal * 1.5);
      const now = await place.read();
      if (now === undefined) return now;
      if (now.version !== seen.version) throw locked(now.holder);
    }
    return seen;
  }

  async function renew(): Promise<void> {
    const now = await place.read();
    if (now !== undefined && !isSelf(now.holder)) throw locked(now.holder);
    await write(now);
  }

  const before = await place.read();
  await write(before === undefined || isOfTheDead(before.holder) ? before : await whenDead(before));
  const lost = new AbortController();
  const onFailure = (error: unknown) => void (error instanceof Locked && lost.abort(error));
  const timer = setInterval(() => void renew().catch(onFailure), renewal).unref();
  return {
    signal: lost.signal,
    async release() {
      clearInterval(timer);
      if (!lost.signal.aborted) await place.remove();
    },
  };
}

/** Of this machine, and its process is no more; one of the same number as this one was its predecessor in a container. */
function isOfTheDead({ host, process: id }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    return id === process.pid || !process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
