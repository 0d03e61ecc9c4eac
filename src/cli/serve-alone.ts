/** Serves from this very process: it answers, follows the current snapshot and hears the signals. */
import { createLog } from '../http/log.ts';
import { createMemoryLimiter } from '../limit/memory-limiter.ts';
import { followSnapshot } from '../store/follow.ts';
import { openAdminPort } from './admin-port.ts';
import { createEnding, heedSignals } from './ending.ts';
import { beginWarmUp, snapshotEngine } from './open-snapshot.ts';
import {
  type Announce,
  createLoggedSnapshots,
  GRACE_MS,
  type ServingSettings,
  startServing,
} from './serving-process.ts';

/** Returns when it serves; the process ends when it is told to. */
export async function serveAlone(settings: ServingSettings, announce: Announce): Promise<void> {
  const log = createLog({ level: settings.logLevel });
  const snapshots = createLoggedSnapshots(log);
  let [snapshot, directory] = ['', ''];
  const engine = snapshotEngine(settings.config);
  const follower = await followSnapshot({
    path: settings.snapshot,
    engine,
    seconds: settings.followSeconds,
    accept({ directory: accepted, store }) {
      [snapshot, directory] = [store.snapshot.id, accepted];
      snapshots.switchTo(store);
    },
    refuse: (sentence) => snapshots.refuse(sentence),
    log,
  });
  const serving = await startServing({ settings, snapshots, limiter: createMemoryLimiter, log });
  const isReady = () => !ending.hasBegun();
  const admin = await openAdminPort(settings, isReady, serving.metrics, log).catch(async (error: unknown) => {
    await serving.close();
    throw error;
  });
  const warming = beginWarmUp(settings, directory, engine, log);
  const ending = createEnding({
    graceMs: GRACE_MS,
    drainSeconds: settings.drainSeconds,
    async stop() {
      warming.abort();
      void follower.close();
      await ending.drain();
      await serving.close();
      await snapshots.close();
      await admin?.close();
    },
  });
  heedSignals(ending, () => (settings.interactive === true ? ending.signalled() : void follower.check()));
  announce({ snapshot, url: serving.url, adminUrl: admin?.url });
}
