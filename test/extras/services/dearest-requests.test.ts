/**
 * Measures the work of the most expensive request of each address, independent of time, and how many its quota admits.
 * `npx vitest run test/extras/services/dearest-requests.test.ts -u` writes the table of docs/limits.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { openSnapshot } from '../../../src/cli/installation.ts';
import { openDoors } from '../../../src/cli/doors.ts';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { DEFAULT_LIMITS, type QuotaName, perQuota } from '../../../src/core/quotas/quota-table.ts';
import { inflatedLength } from '../../../src/core/snapshot/stored-answer.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { markdownTable } from '../../../docs/generate.ts';
import { root } from '../../cli/command.ts';
import { forFile } from '../../for-file.ts';
import { posted, serve } from '../serving.ts';
import { omit } from '../../../src/shared/omit.ts';
import { type Dearest, dearestRequests, LARGEST, writeGrownDumps } from './dearest-requests.ts';
import { temporaryForFile } from '../../temporary.ts';
import { meter, type Work } from './metered-store.ts';

const QUOTA = 1_000_000;
/** Quotas that refuse nothing, so that costs can be read from the answers. */
const ROOMY = perQuota(() => ({ quota: QUOTA, windowSeconds: 60, burst: QUOTA }));

interface Measured extends Work {
  readonly status: number;
  readonly quota: QuotaName;
  readonly cost: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** The store with enough entities to fill files of the sitemap. */
const withManyEntities = (store: Store): Store => ({
  ...store,
  entityIds: async (_, limit) => Array.from({ length: limit }, (__, n) => `118540${n}` as GndId),
});

const dumps = temporaryForFile();
const doors = () => openDoors({ release: '1.2.3', dumps });

const metered = forFile(async () => {
  const fixture = await openSnapshot(inject('sample'));
  const { store, total } = meter(withManyEntities(fixture));
  const service = await serve({
    fixture,
    store,
    doors: await doors(),
    limits: ROOMY,
    baseUrl: 'https://gnd-links.example.org',
  });
  const ids = await fixture.entityIds(undefined, 1000);
  writeGrownDumps(dumps, ids);
  return {
    total,
    service,
    store: fixture,
    requests: dearestRequests(fixture.snapshot, ids),
    close: () => service.close(),
  };
});

async function measure({ path, body, type }: Dearest): Promise<Measured> {
  const before = metered.total();
  const answer = await metered.service.get(path, body === undefined ? {} : posted(body, type));
  const after = metered.total();
  const [, quota = '', left = ''] = /"(\w+)";r=(\d+)/.exec(String(answer.headers['ratelimit'])) ?? [];
  const cost = (leftOf.get(quota) ?? QUOTA) - Number(left);
  leftOf.set(quota, Number(left));
  return {
    status: answer.status,
    quota: quota as QuotaName,
    cost,
    searches: after.searches - before.searches,
    matches: after.matches - before.matches,
    values: after.values - before.values,
    listed: after.listed - before.listed,
    records: after.records - before.records,
    bytesIn: Buffer.byteLength(path) + Buffer.byteLength(body ?? ''),
    bytesOut: answer.body.length,
  };
}
/** Remaining quota after the previous request, by name. */
const leftOf = new Map<string, number>();

const found = forFile(async () => {
  const all: (readonly [Dearest, Measured])[] = [];
  for (const request of metered.requests) all.push([request, await measure(request)]);
  return { all, close: async () => undefined };
});

/** Number of requests per minute for one client. */
const allowed = ({ quota, cost }: Measured) => Math.floor(DEFAULT_LIMITS[quota].quota / cost);
const ofMinute = (measured: Measured, kind: keyof Work | 'bytesOut') => measured[kind] * allowed(measured);

describe('the most expensive requests', () => {
  it('cover every address with a quota', async () => {
    const all = await doors();
    const counted = all.filter(({ quota }) => quota !== undefined).map(({ path }) => path);
    expect([...new Set(found.all.map(([{ route }]) => route))].toSorted()).toEqual([...new Set(counted)].toSorted());
  });

  it('are not at addresses without a quota, which look up one value at most', async () => {
    for (const { path, quota, examples } of await doors()) {
      const asked = quota === undefined ? examples.flatMap((one) => (typeof one === 'string' ? one : [])) : [];
      for (const example of asked) {
        const before = metered.total();
        await metered.service.get(example, { headers: { accept: 'text/html' } });
        const { values, ...others } = metered.total();
        expect([path, example, others, values - before.values <= 1]).toEqual([
          path,
          example,
          { ...others, ...omit(before, 'values') },
          true,
        ]);
      }
    }
  });

  it('use the largest record of the sample', async () => {
    const { store } = metered;
    const ids = await store.entityIds(undefined, 5000);
    const lengths = await Promise.all(ids.map((id) => store.entity(id)));
    const largest = lengths.map((one) => (one?.kind === 'found' ? inflatedLength(one.answer) : 0));
    expect(ids[largest.indexOf(Math.max(...largest))]).toBe(LARGEST);
    expect(Math.abs(Math.max(...largest) / 1e3 - 15)).toBeLessThan(3);
  });

  it('are answered, and fit into the burst of their quota', () => {
    for (const [{ route, what }, { status, cost, quota }] of found.all) {
      expect([200, 302], `${route}: ${what}`).toContain(status);
      expect(cost, `${route}: ${what}`).toBeLessThanOrEqual(DEFAULT_LIMITS[quota].burst);
    }
  });

  // Equal work costs the same at every address.
  it.each<[string, keyof Work | 'bytesOut', number]>([
    ['searches', 'searches', DEFAULT_LIMITS.search.quota],
    ['names to match', 'matches', DEFAULT_LIMITS.reconcile.quota],
    // What refers to an entity, and a hundred names that it refers to.
    ['values to look up', 'values', DEFAULT_LIMITS.links.quota * 400],
    ['identifiers to list', 'listed', 1e6],
    ['records to read', 'records', DEFAULT_LIMITS.resolve.quota],
    ['bytes to send', 'bytesOut', 250e6],
  ])('admit no more %s per minute than the quota for these', (_, kind, most) => {
    const dear = found.all.filter(([, measured]) => ofMinute(measured, kind) > most);
    expect(dear.map(([{ route, what }, measured]) => `${route}: ${what}: ${ofMinute(measured, kind)}`)).toEqual([]);
  });

  it('are in docs/limits.md', async () => {
    const file = join(root, 'docs/limits.md');
    const written = readFileSync(file, 'utf8');
    const renewed = written.replace(
      /(<!-- measured: dearest -->)[^]*?(<!-- end -->)/,
      (__, begin: string, end: string) => `${begin}\n\n${table(written)}\n\n${end}`,
    );
    await expect(renewed).toMatchFileSnapshot(file);
  });
});

/** @param written the document; a figure that is still a bound of the measured value stays, to avoid changes */
function table(written: string): string {
  const former = new Map(
    written.split('\n').map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      return [cells.slice(1, 3).join(' '), cells.slice(1)] as const;
    }),
  );
  const rows = found.all.map(([{ route, what }, measured]) => {
    const cells = former.get(`\`${route}\` ${what}`) ?? [];
    return [
      `\`${route}\``,
      what,
      `${measured.cost} ${measured.quota}`,
      String(measured.searches + measured.matches),
      String(measured.values + measured.listed),
      String(measured.records),
      `${boundOf(measured.bytesOut / 1e3, cells[6])} kB`,
      boundOf(measured.bytesOut / measured.bytesIn, cells[7]),
      String(allowed(measured)),
      `${boundOf(ofMinute(measured, 'bytesOut') / 1e6, cells[9])} MB`,
    ];
  });
  const head = [
    'address',
    'request',
    'costs',
    'names',
    'values',
    'records',
    'out',
    'out / in',
    'in 60 s',
    'out in 60 s',
  ];
  return markdownTable(head, rows);
}

/** The next of 1, 2, 5, 10, 20, 50 …, or the former bound while it is at most about four times the value. */
function boundOf(value: number, former = ''): string {
  const stated = Number.parseFloat(former.replaceAll(',', ''));
  if (stated >= Math.max(value, 1) && stated <= Math.max(4 * value, 1)) return stated.toLocaleString('en');
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return (power * ([1, 2, 5].find((digit) => digit * power >= value) ?? 10)).toLocaleString('en');
}
