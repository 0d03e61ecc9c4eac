/** Publishing under difficulties: whatever happens, what is current is whole. */
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { run } from '../cli/command.ts';
import { endProcesses, spawnProcess } from '../e2e/process.ts';
import { openSearch } from './distribution.ts';
import { type OpenSearchCluster, startCluster } from './nodes.ts';

const KILLS = 20;
/** Files, three indices, answers, merge, copies. */
const STAGES = 7;
const distribution = await openSearch();
const sample = inject('sample');
const id = readlinkSync(join(sample, 'current'));
const publish = (to: string) => run(['publish', sample, '--to', to]);

afterEach(endProcesses);

describe.skipIf('reason' in distribution)('a publisher (skipped where OpenSearch cannot be run)', () => {
  let cluster: OpenSearchCluster;
  beforeAll(async () => {
    if (!('reason' in distribution)) cluster = await startCluster(distribution, 1);
  });
  afterAll(() => cluster?.remove());

  const put = (path: string, body: object) =>
    cluster.ask(path, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  /** The indices that a prefix leads to. */
  async function current(prefix: string): Promise<readonly string[]> {
    const led = await cluster.ask<Record<string, { aliases: object }>>(`/${prefix}-*/_alias`);
    return Object.keys(led)
      .filter((index) => `${prefix}-current` in (led[index]?.aliases ?? {}))
      .sort();
  }
  const whole = (prefix: string) => ['entities', 'search', 'words'].map((kind) => `${prefix}-${id}-${kind}`);

  it(`is killed ${KILLS} times, in every stage: nobody sees a half, and the next one finishes`, async () => {
    const seen = new Set<string>();
    for (let killed = 0; killed < KILLS;) {
      const publisher = spawnProcess(['publish', sample, '--to', cluster.url('killed')]);
      // It prints a line at the end of each stage; one that goes on behind another has fewer, and may come to its end.
      await publisher.printed(new RegExp(`^(?:.*\\n){${killed % STAGES}}()`)).catch(() => undefined);
      const code = await publisher.stop('SIGKILL');
      expect([null, 0]).toContain(code);
      if (code === null) killed += 1;
      const leadsTo = await current('killed');
      seen.add(leadsTo.join());
      if (leadsTo.length > 0) await cluster.ask('/killed-*', { method: 'DELETE' });
    }
    seen.delete(whole('killed').join());
    expect([...seen]).toEqual(['']);
    expect(await publish(cluster.url('killed'))).toMatchObject({ code: 0 });
    expect(await current('killed')).toEqual(whole('killed'));
  });

  it('says so when the disk is full, and finishes once there is room', async () => {
    // What the cluster itself sets above its flood stage.
    const full = { settings: { 'index.blocks.read_only_allow_delete': true } };
    await put('/_index_template/full', { index_patterns: ['full-*-search'], template: full });
    const refused = await publish(cluster.url('full'));
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('cluster_block_exception') as string });
    expect(await current('full')).toEqual([]);
    await cluster.ask('/_index_template/full', { method: 'DELETE' });
    expect(await publish(cluster.url('full'))).toMatchObject({ code: 0 });
    expect(await current('full')).toEqual(whole('full'));
  });
});
