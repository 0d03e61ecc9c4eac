/** Entry of a worker process: it answers as long as the primary lives, from the snapshot that the primary names. */
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { answerPrimary } from '../http/cluster-metrics.ts';
import { createLog } from '../http/log.ts';
import { createPrimaryLimiter } from '../limit/primary-limiter.ts';
import type { SwitchableSnapshot } from '../store/current.ts';
import { openQuickly, step, VerificationError } from '../store/verify-files.ts';
import { createEnding } from './ending.ts';
import { snapshotEngine } from './open-snapshot.ts';
import {
  createLoggedSnapshots,
  GRACE_MS,
  type Serving,
  type ServingSettings,
  startServing,
} from './serving-process.ts';
import { type FromWorker, type ToWorker, unwrapped, wrapped } from './worker-messages.ts';

interface Running {
  readonly settings: ServingSettings;
  readonly log: Logger;
  readonly snapshots: SwitchableSnapshot;
  readonly serving: Serving;
}
let running: Running | undefined;

const ending = createEnding({
  graceMs: GRACE_MS,
  drainSeconds: 0,
  async stop() {
    await running?.serving.close();
    await running?.snapshots.close();
  },
});

async function start({ settings, directory, refusal }: ToWorker & { type: 'start' }): Promise<void> {
  try {
    const log = createLog({ level: settings.logLevel, isShared: true }).child({ worker: process.pid });
    const snapshots = createLoggedSnapshots(log);
    snapshots.switchTo(await openQuickly(directory, snapshotEngine(settings.config)));
    if (refusal !== undefined) snapshots.refuse(refusal);
    const serving = await startServing({ settings, snapshots, limiter: createPrimaryLimiter, log });
    running = { settings, log, snapshots, serving };
    tell({ type: 'listening', url: serving.url });
  } catch (error) {
    const { message, stack = message, code } = error as NodeJS.ErrnoException;
    tell({ type: 'failed', message, stack, ...(code !== undefined && { code }) }, () => process.exit(1));
  }
}

async function switchTo(directory: string, { settings, log, snapshots }: Running): Promise<void> {
  try {
    const store = await step('open', openQuickly(directory, snapshotEngine(settings.config)));
    snapshots.switchTo(store);
    log.info({ snapshot: store.snapshot.id, directory }, 'switched to a snapshot');
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    snapshots.refuse(error.sentence);
    log.error({ directory, why: error.message }, 'a snapshot cannot be opened, the one before is served on');
  }
}

async function follow(message: ToWorker): Promise<void> {
  if (ending.hasBegun()) return;
  if (message.type === 'start') await start(message);
  else if (running === undefined) return;
  else if (message.type === 'switch') await switchTo(message.directory, running);
  else if (message.type === 'refuse') running.snapshots.refuse(message.sentence);
}

function tell(message: FromWorker, then: () => void = () => undefined): void {
  process.send?.(wrapped(message), undefined, undefined, then);
}

answerPrimary();
let followed = Promise.resolve();
process.on('message', (text) => {
  const message = unwrapped<ToWorker>(text);
  if (message === undefined) return;
  if (message.type === 'stop') ending.begin();
  else followed = followed.then(() => follow(message));
});
// A terminal or a service manager tells the primary as well, and what follows from it is the primary's decision.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
cluster.worker?.once('disconnect', () => {
  // The primary is gone. Node would end this process at once; requests under way are finished first.
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
  ending.begin();
});
