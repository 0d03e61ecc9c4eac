/** `gnd-links probe`: checks a sample of the link targets of the current snapshot, and fills the folder of thumbnails. */
import { join } from 'node:path';
import { folderPlace } from '../build/runs/run.ts';
import { locateSnapshot } from '../core/snapshot/directory.ts';
import { readLinkSample } from '../build/ingest/snapshot/link-sample.ts';
import { isDead } from '../core/model/source.ts';
import type { HealthReport } from '../build/sources/probe/health.ts';
import { SYSTEM_CLOCK } from '../build/sources/download/pace.ts';
import { PROBE_FOLDER } from '../build/sources/probe/files.ts';
import { probe, type ProbeOptions } from '../build/sources/probe/probe.ts';
import { fillThumbnails, type ThumbnailCounts } from '../build/sources/probe/thumbnails.ts';
import { CommandFailed, stopSignal } from './exit.ts';
import { openHttpClient, openSnapshot } from './installation.ts';
import { runAt } from './runs.ts';
import type { SettingValues } from './settings/setting.ts';
import type { PROBE_SETTINGS } from './settings/fetch-settings.ts';
import { counted } from './table.ts';

type ProbeValues = SettingValues<typeof PROBE_SETTINGS> & { readonly acceptLoss?: boolean };

/** Time-outs in milliseconds, shorter than those of a download: people do not wait longer for a page. */
const TIME_OUTS = { connect: 10_000, headers: 20_000, idle: 10_000, total: 30_000 } as const;

/** @param replaced parts that a test replaces */
export async function runProbe(
  values: ProbeValues,
  replaced: Partial<Pick<ProbeOptions, 'http' | 'clock'>> = {},
): Promise<void> {
  const sample = await readLinkSample(await locateSnapshot(values.out));
  if (sample === undefined) throw new CommandFailed('the current snapshot has no sample of links; build it again');
  using stop = stopSignal();
  // The lock is on a separate folder: a probe takes hours, and must not delay an update.
  await runAt(folderPlace(join(values.sources, PROBE_FOLDER)), 'probe', async () => {
    const web = { http: openHttpClient(values, TIME_OUTS), clock: SYSTEM_CLOCK, signal: stop.signal, ...replaced };
    const { sources, acceptLoss, thumbnails: folder } = values;
    const { looks, report } = await probe({ sources, sample, acceptLoss, ...web });
    process.stdout.write(formatHealth(looks, report));
    if (folder !== undefined) {
      await using store = await openSnapshot(values.out);
      process.stderr.write(formatThumbnails(await fillThumbnails({ folder, store, ...web })));
    }
    return { result: 'probed' };
  });
}

/** The number of requests, and the collections that are dead; pages and `health.json` have the rest. */
function formatHealth(looks: number, { collections }: HealthReport): string {
  const dead = Object.entries(collections).flatMap(([key, health]) =>
    isDead(health) ? [`dead since ${health.since}: ${key}`] : [],
  );
  const head = `${counted(looks, 'request')} in this run, ${counted(Object.keys(collections).length, 'collection')}`;
  return `${[head, ...dead].join('\n')}\n`;
}

function formatThumbnails({ fetched, unusable, refusing }: ThumbnailCounts): string {
  const reasons = Object.entries(unusable).map(([reason, n]) => `${reason} ${n}`);
  const facts = [counted(fetched, 'thumbnail'), ...(reasons.length > 0 ? [`not usable: ${reasons.join(', ')}`] : [])];
  const refused = [...refusing].map((host) => `${host} refused or did not answer; the next run will try again\n`);
  return `${facts.join('; ')}\n${refused.join('')}`;
}
