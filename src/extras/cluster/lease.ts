/** The lock for publishing into a cluster: a document in the cluster that the holder renews while it lives. */
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Locked } from '../../shared/files/lock.ts';
import type { ClusterClient } from './client.ts';
import { namesOf } from './indices.ts';

/** The process that holds the lock. */
export interface Holder {
  readonly host: string;
  readonly process: number;
  /** As `pidNamespace` returns it. */
  readonly namespace?: string;
  /** RFC 3339, for people. */
  readonly since: string;
  /** Random token of this lock. */
  readonly token?: string;
}

export interface Lease {
  /** Aborted when another process has taken the lock because it considered this one dead. */
  readonly signal: AbortSignal;
  /** Checks that the lock is still held, before a step that only one process may take at a time. @throws Locked */
  confirm(): Promise<void>;
  /** Releases the lock, but not that of a successor. */
  release(): Promise<void>;
}

/** Milliseconds between two renewals, and milliseconds without a renewal after which the holder counts as dead. */
const TIMES: { readonly renewal: number; readonly lease: number } = { renewal: 5_000, lease: 120_000 };

/**
 * Takes the lock. The lock of a killed process of the same PID namespace is taken over immediately, that of any other
 * process after two minutes without a renewal. No clocks are compared.
 * @param what the work, for the message to the next process: `publishes into gnd`
 * @throws Locked while another process holds it
 */
export async function takeLease(
  document: SharedDocument<Holder>,
  what: string,
  { renewal, lease } = TIMES,
): Promise<Lease> {
  const namespace = pidNamespace();
  const self: Holder = {
    host: hostname(),
    process: process.pid,
    ...(namespace !== undefined && { namespace }),
    since: new Date().toISOString(),
    token: randomUUID(),
  };
  const isSelf = (held: Versioned<Holder> | undefined) => held?.value.token === self.token;
  const locked = (by: Holder | undefined) =>
    new Locked(
      by === undefined
        ? `another process has taken the lock in the meantime; try again`
        : `${by.host} ${what} (process ${by.process}, since ${by.since}); try again when the other command has ended`,
    );

  async function write(seen: Versioned<Holder> | undefined): Promise<void> {
    await document.write(self, seen);
    const now = await document.read();
    if (!isSelf(now)) throw locked(now?.value);
  }

  async function waitUntilDead(seen: Versioned<Holder>): Promise<Versioned<Holder> | undefined> {
    for (let waited = 0; waited < lease; waited += renewal) {
      await pause(renewal * 1.5);
      const now = await document.read();
      if (now === undefined) return now;
      if (now.version !== seen.version) throw locked(now.value);
    }
    return seen;
  }

  async function confirm(): Promise<Versioned<Holder>> {
    const now = await document.read();
    if (now === undefined || !isSelf(now)) throw locked(now?.value);
    return now;
  }

  const before = await document.read();
  await write(before === undefined || isOfDeadProcess(before.value) ? before : await waitUntilDead(before));
  const lost = new AbortController();
  const onFailure = (error: unknown) => void (error instanceof Locked && lost.abort(error));
  let renewed: Promise<void> = Promise.resolve();
  const timer = setInterval(() => (renewed = confirm().then(write).catch(onFailure)), renewal).unref();
  return {
    signal: lost.signal,
    async confirm() {
      lost.signal.throwIfAborted();
      await confirm();
    },
    async release() {
      clearInterval(timer);
      await renewed;
      const held = await document.read().catch(() => undefined);
      if (held !== undefined && isSelf(held)) await document.remove(held).catch(() => undefined);
    },
  };
}

/** Whether the holder was a process of the same namespace, and has ended. */
function isOfDeadProcess({ process: id, namespace }: Holder): boolean {
  if (namespace === undefined || namespace !== pidNamespace()) return false;
  try {
    // An earlier process of the namespace had the number of this one.
    return id === process.pid || !process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * The PID namespace of this process, with the boot of its machine: processes see each other's numbers if and only if
 * both are equal. Names of hosts do not say that, because containers may share one. Undefined outside of Linux.
 */
export function pidNamespace(): string | undefined {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

export interface Versioned<T> {
  readonly value: T;
  /** Changes with each write. */
  readonly version: string;
}

/** A document that several processes change. A change is refused when another came first, and repeating it is safe. */
export interface SharedDocument<T> {
  /** Undefined where the document is missing. */
  read(): Promise<Versioned<T> | undefined>;
  /** @param seen undefined where the document was missing @returns false when another change came first */
  write(value: T, seen: Versioned<T> | undefined): Promise<boolean>;
  remove(seen: Versioned<T>): Promise<void>;
}

type StoredDocument<T> = { found?: boolean; _seq_no: number; _primary_term: number; _source: T };

/** Opens a document in the index of locks, and creates the index where it is missing. */
export async function openSharedDocument<T extends object>(
  { ask, prefix }: ClusterClient,
  id: string,
): Promise<SharedDocument<T>> {
  const index = namesOf(prefix).lock;
  const path = `/${index}/_doc/${id}`;
  const onlyIf = ({ version }: Versioned<T>) => {
    const [if_seq_no = '', if_primary_term = ''] = version.split('.');
    return { if_seq_no, if_primary_term };
  };
  const settings = { number_of_shards: 1, auto_expand_replicas: '0-all' };
  await ask('PUT', `/${index}`, { body: { settings }, acceptStatus: 400 });
  return {
    async read() {
      const stored = await ask<StoredDocument<T>>('GET', path, { acceptStatus: 404 });
      if (stored.found !== true) return undefined;
      return { value: stored._source, version: `${stored._seq_no}.${stored._primary_term}` };
    },
    async write(value, seen) {
      const query = seen === undefined ? { op_type: 'create' } : onlyIf(seen);
      const { result } = await ask<{ result?: string }>('PUT', path, { query, body: value, acceptStatus: 409 });
      return result !== undefined;
    },
    async remove(seen) {
      await ask('DELETE', path, { query: onlyIf(seen), acceptStatus: 409 });
    },
  };
}
