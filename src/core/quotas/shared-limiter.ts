/** A limiter that counts in Valkey or Redis for several hosts; without a connection, in the memory of this process. */
import { Redis } from 'ioredis';
import type { QuotaDecision, Limiter, Policy } from './limiter.ts';
import { createMemoryLimiter } from './memory-limiter.ts';

interface SharedLimiterOptions {
  /** `redis://host:6379/0`, or `rediss:` with TLS; user and password where needed. */
  readonly url: string;
  /** Prefix of the names of all keys; the default is `gnd-links`. */
  readonly prefix?: string;
  /** Called when shared counting begins or ends, the first time included; with the cause of an end, if it is known. */
  readonly onChange?: (connected: boolean, cause?: unknown) => void;
  /** Milliseconds that a request waits for one decision; the default is 50, in the same data centre an answer takes less than 1. */
  readonly deadlineMs?: number;
}

const CONNECT_TIMEOUT_MS = 2000;
/** Milliseconds to wait for the end of a connection: a server that hangs does not close its side. */
const DISCONNECT_TIMEOUT_MS = 100;

/** Policy that is counted to prove a connection: a read-only replica or a server with full memory answers, but does not count. */
const PROBE: Policy = { name: 'probe', quota: 1, windowSeconds: 1 };

/** Counts a cost in the window of a key, and opens the window where there is none; cost 0 only reads. Returns the count and the milliseconds left. */
const COUNT = `
if ARGV[1] == '0' then
  return { redis.call('get', KEYS[1]) or 0, redis.call('pttl', KEYS[1]) }
end
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = redis.call('incrby', KEYS[1], ARGV[1])
local ttl = redis.call('pttl', KEYS[1])
if ttl == -1 then
  redis.call('expire', KEYS[1], ARGV[2])
  ttl = 1000 * ARGV[2]
end
return { consumed, ttl }
`;

/** Connects in the background, and again whenever the connection is lost. Never throws or waits for a connection. */
export function createSharedLimiter({
  url,
  prefix = 'gnd-links',
  onChange,
  deadlineMs = 50,
}: SharedLimiterOptions): Limiter {
  const fallback = createMemoryLimiter();
  const client = connect(url);
  let isConnected: boolean | undefined;
  let isClosed = false;

  function change(connected: boolean, cause?: unknown): void {
    if (isClosed || connected === isConnected) return;
    isConnected = connected;
    onChange?.(connected, cause);
  }

  /** Stops using a server that was late or answered with an error, until a new connection has answered. */
  function leave(cause: unknown): void {
    change(false, cause);
    if (!isClosed && client.status === 'ready') client.disconnect(true);
  }

  async function count(key: string, { name, quota, windowSeconds }: Policy, cost: number): Promise<QuotaDecision> {
    const [counted, left] = await within(deadlineMs, client.count(`${prefix}:${name}:${key}`, cost, windowSeconds));
    const used = Number(counted);
    return {
      allowed: cost === 0 ? used < quota : used <= quota,
      remaining: Math.max(0, quota - used),
      // Negative where there is no window.
      resetSeconds: left < 0 ? windowSeconds : Math.max(1, Math.ceil(left / 1000)),
    };
  }

  // Without a listener an error would end the process.
  client.on('error', leave);
  client.on('close', () => change(false));
  client.on('ready', () => void count('', PROBE, 1).then(() => change(true), leave));

  return {
    async take(key, policy, cost = 1) {
      if (isConnected === true) {
        try {
          return await count(key, policy, cost);
        } catch (error) {
          if (isConnected) leave(error);
        }
      }
      return fallback.take(key, policy, cost);
    },
    async health() {
      if (isConnected === true) return { status: 'pass' };
      return {
        status: 'warn',
        output: 'The shared counter cannot be reached; this process counts only its own requests.',
      };
    },
    async close() {
      isClosed = true;
      isConnected = false;
      client.disconnect();
      await fallback.close();
    },
  };
}

/** A client with the command `count`. */
type CountingClient = Redis & {
  /** GET answers a string, so the count is one if the cost is zero. */
  count(key: string, cost: number, windowSeconds: number): Promise<readonly [count: number | string, left: number]>;
};

function connect(url: string): CountingClient {
  return new Redis(url, {
    scripts: { count: { lua: COUNT, numberOfKeys: 1 } },
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    retryStrategy: pauseBefore,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  }) as CountingClient;
}

/** Milliseconds before an attempt to connect, random, so that not all processes connect simultaneously. */
function pauseBefore(attempt: number): number {
  return Math.min(250 * 2 ** (attempt - 1), 5000) * (0.75 + Math.random() / 2);
}

/** @throws Error when the answer takes longer than these milliseconds; a late answer is ignored */
function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // After a long turn of the event loop, timers run before arrived answers are read; setImmediate runs after that.
      setImmediate(reject, new Error(`There was no answer within ${milliseconds} ms.`));
    }, milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
