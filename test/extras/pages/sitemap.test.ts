/** The sitemap: each entity once, in files that its index names, with absolute addresses. */
import { expect, it } from 'vitest';
import { sampleForFile } from '../../docs/sample-service.ts';

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
