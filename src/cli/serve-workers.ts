/** The primary of several serving processes: it follows the current snapshot for all, and keeps them running. */
import { createClusterMetrics } from '../http/cluster-metrics.ts';
import { createLog } from '../http/log.ts';
import { createMemoryLimiter } from '../limit/memory-limiter.ts';
import { answerWorkers } from '../limit/primary-limiter.ts';
import { followSnapshot } from '../store/follow.ts';
import { openAdminPort } from './admin-port.ts';
import { createEnding, heedSignals } from './ending.ts';
import { beginWarmUp, snapshotEngine } from './open-snapshot.ts';
import { type Announce, GRACE_MS, type ServingSettings } from './serving-process.ts';
import { createWorkerPool } from './worker-pool.ts';

/** Returns when all workers serve; the process ends, and they with it, when it is told to. */
export async function serveWithWorkers(settings: ServingSettings, count: number, announce: Announce): Promise<void> {
  const log = createLog({ level: settings.logLevel, isShared: true });
  const good = { snapshot: '', directory: '' };
  let refusal: string | undefined;
  const pool = createWorkerPool({
    count,
    start: () => ({ type: 'start', settings, directory: good.directory, refusal }),
    log,
  });
  const engine = snapshotEngine(settings.config);
  const follower = await followSnapshot({
    path: settings.snapshot,
    engine,
    seconds: settings.followSeconds,
    accept({ directory, store }) {
      Object.assign(good, { snapshot: store.snapshot.id, directory });
      refusal = undefined;
      void store.close();
      pool.tell({ type: 'switch', directory });
    },
    refuse(sentence) {
      refusal = sentence;
      pool.tell({ type: 'refuse', sentence });
    },
    log,
  });
  if (settings.limiterUrl === undefined) answerWorkers(createMemoryLimiter());
  const isReady = () => !ending.hasBegun() && pool.listening() > 0;
  const admin = await openAdminPort(settings, isReady, createClusterMetrics(), log);
  const url = await pool.start();
  const warming = beginWarmUp(settings, good.directory, engine, log);
  const ending = createEnding({
    graceMs: GRACE_MS,
    drainSeconds: settings.drainSeconds,
    abandon: () => pool.kill(),
    async stop() {
      warming.abort();
      void follower.close();
      await ending.drain();
      await pool.stop();
      await admin?.close();
    },
  });
  heedSignals(ending, () => (settings.interactive === true ? ending.signalled() : void follower.check()));
  announce({ snapshot: good.snapshot, url, adminUrl: admin?.url });
}
