/** The bundled sample from files to answers, through the process that `npm start` runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LinksAnswer } from '../../src/core/snapshot/links-answer.ts';
import { type Serving, startProcess } from './process.ts';

let folder: string;
let server: Serving;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gnd-links-e2e-'));
  server = await startProcess([
    'demo',
    '--out',
    join(folder, 'sample'),
    ...'--port 0 --links-quota 1000 --links-burst 1000'.split(' '),
    ...'--search-quota 1000 --search-burst 1000'.split(' '),
  ]);
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

/** Repeats the request while the service answers 503 because the machine is busy. */
async function get(url: string): Promise<Response> {
  const response = await fetch(url);
  return response.status === 503 ? get(url) : response;
}
const json = async <T>(path: string) => (await (await get(`${server.url}${path}`)).json()) as T;
const links = (gnd: string) => json<LinksAnswer>(`/api/v1/gnd/${gnd}/links`);

describe('the bundled sample, served', () => {
  it('prints addresses to try, which all answer', async () => {
    const addresses = [...server.output().matchAll(/(http:\S+)$/gm)].map((match) => match[1] ?? '');
    expect(addresses.length).toBeGreaterThanOrEqual(7);
    for (const address of addresses) expect((await get(address)).status).toBe(200);
  });

  it('answers the complete entities of the golden files', async () => {
    const { snapshot: _, ...answer } = await links('4074335-4');
    await expect(`${JSON.stringify(answer, null, 2)}\n`).toMatchFileSnapshot('golden/london.json');
    const { snapshot: __, ...congress } = await links('2026986-9');
    await expect(`${JSON.stringify(congress, null, 2)}\n`).toMatchFileSnapshot('golden/congress-of-vienna.json');
  });

  it('states for each link its sources and their freshness', async () => {
    const { sources } = await json<{ sources: { key: string; freshness: { state: string } }[] }>('/api/v1/sources');
    const states = new Map(sources.map(({ key, freshness }) => [key, freshness.state]));
    const { links: all } = await links('118540238');
    for (const { assertedBy } of all.categories.flatMap(({ items }) => items)) {
      for (const key of assertedBy) expect(states.get(key)).toMatch(/^(fresh|unscheduled|stale)$/);
    }
  });
});
