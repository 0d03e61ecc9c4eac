/** The sitemap: each entity once, in files that its index names, with absolute addresses. */
import { expect, it } from 'vitest';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { askDoor, textOf } from '../../core/http/ask-door.ts';
import { sampleForFile } from '../../docs/sample-service.ts';
import { createSite } from './answering.ts';

const BASE = 'https://links.example.org/gnd-links';
const site = sampleForFile({ baseUrl: BASE });

const addressesIn = async (path: string) => {
  const response = await fetch(site.url + path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
};

it('the sitemap has every entity once', async () => {
  const files = await addressesIn('/sitemap.xml');
  expect(files).toEqual([`${BASE}/sitemaps/pages.xml`, `${BASE}/sitemaps/0.xml`]);
  const addresses = (await Promise.all(files.map((file) => addressesIn(file.slice(BASE.length))))).flat();
  const status = (await (await fetch(`${site.url}/api/v1/status`)).json()) as {
    snapshot: { counts: { entities: number } };
  };
  const entities = addresses.filter((address) => address.startsWith(`${BASE}/gnd/`));
  expect(entities).toHaveLength(status.snapshot.counts.entities);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).toEqual(expect.arrayContaining([`${BASE}/`, `${BASE}/gnd/118540238`]));
});

it.each(['1.xml', '-1.xml', 'x', '__proto__'])('the sitemap has no file %s', async (file) => {
  expect((await fetch(`${site.url}/sitemaps/${file}`)).status).toBe(404);
});

it('each file of a large sitemap begins where the one before ends', async () => {
  const ids = Array.from({ length: 101_234 }, (_, n) => String(n) as GndId);
  const store = {
    snapshot: { counts: { entities: ids.length } },
    notes: async () => ({ sitemap: ['0', '50000', '100000'] }),
    entityIds: async (from: GndId, limit: number) => ids.slice(Number(from), Number(from) + limit),
  } as unknown as Store;
  const files = await Promise.all([0, 1, 2].map((n) => askDoor(createSite(), `/sitemaps/${n}.xml`, { store })));
  const listed = files.map((file) => Array.from(textOf(file).matchAll(/\/gnd\/(\d+)</g), ([, id]) => id));
  expect(listed.map(({ length }) => length)).toEqual([50_000, 50_000, 1_234]);
  expect(listed.flat()).toEqual(ids);
});
