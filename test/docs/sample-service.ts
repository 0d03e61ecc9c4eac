/** The sample, built and served as a reader of the documents would have it, on a free port and with the clock stopped. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSnapshot } from '../../src/cli/open-snapshot.ts';
import { RELEASE } from '../../src/cli/release.ts';
import { SERVE_SETTINGS } from '../../src/config.ts';
import { startServer } from '../../src/http/server.ts';
import { run } from '../cli/command.ts';

/** The day after the sample's sources; ages in the documents are counted from it. */
const NOW = new Date('2026-11-21T12:00:00Z');

export interface SampleService {
  /** Folder of snapshots. */
  readonly folder: string;
  readonly url: string;
  close(): Promise<void>;
}

export async function buildSample(): Promise<{ readonly folder: string; readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-docs-'));
  const env = { SOURCE_DATE_EPOCH: String(NOW.getTime() / 1000) };
  const built = await run(['build', '--register', 'sample/sources.yaml', '--out', folder], { env });
  if (built.code !== 0) throw new Error(built.err);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Quotas are those that hold without settings. */
export async function serveSample(): Promise<SampleService> {
  const { folder, remove } = await buildSample();
  const store = await openSnapshot(folder);
  const quota = (setting: { readonly default: string }) => ({ quota: Number(setting.default), windowSeconds: 60 });
  const server = await startServer({
    store: () => store,
    host: '127.0.0.1',
    port: 0,
    release: RELEASE,
    trustedProxies: [],
    limits: {
      links: quota(SERVE_SETTINGS.linksQuota),
      search: quota(SERVE_SETTINGS.searchQuota),
      coverage: quota(SERVE_SETTINGS.coverageQuota),
    },
    logger: false,
    clock: () => NOW,
  });
  return {
    folder,
    url: server.url,
    async close() {
      await server.close();
      await store.close();
      remove();
    },
  };
}
