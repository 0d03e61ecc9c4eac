/** A server with all doors in a thread of its own, whose processor time can be read for each request. */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openDoors } from '../../src/cli/doors.ts';
import { openSnapshot } from '../../src/cli/installation.ts';
import { startServer } from '../../src/core/http/server.ts';
import { perQuota } from '../../src/core/quotas/quota-table.ts';
import { createCurrentSnapshot } from '../../src/core/snapshot/current.ts';

interface Served {
  /** Path of the snapshot. */
  readonly directory: string;
  /** Folder of dumps and changes. */
  readonly dumps: string;
}

/** Requests that the quotas let through: all of them, so that prices can be read from the answers. */
export const ROOMY = 1_000_000_000;

export async function startServerThread(served: Served) {
  const thread = new Worker(new URL(import.meta.url), { workerData: served });
  const [url] = (await once(thread, 'message')) as [string];
  return {
    url,
    /** Processor time of the thread since its start, in milliseconds. */
    async cpuMilliseconds(): Promise<number> {
      thread.postMessage('cpu');
      const [{ user, system }] = (await once(thread, 'message')) as [NodeJS.CpuUsage];
      return (user + system) / 1000;
    },
    stop: () => thread.terminate(),
  };
}

async function serve({ directory, dumps }: Served): Promise<void> {
  const snapshots = createCurrentSnapshot();
  const store = await openSnapshot(directory);
  snapshots.switchTo(store);
  const { url } = await startServer({
    snapshots,
    host: '127.0.0.1',
    port: 0,
    release: '0',
    trustedProxies: [],
    limits: perQuota(() => ({ quota: ROOMY, windowSeconds: 86_400, burst: ROOMY })),
    load: { isOverloaded: () => false, close: () => undefined },
    maxWaitMs: Infinity,
    doors: await openDoors({ release: '0', dumps, schemes: store.schemes }),
  });
  parentPort?.on('message', () => parentPort?.postMessage(process.threadCpuUsage()));
  parentPort?.postMessage(url);
}

if (!isMainThread && parentPort !== null) await serve(workerData as Served);
