/** The bundled sample from files to answers, through the process that `npm start` runs. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LinksAnswer } from '../../src/api/schemas.ts';
import { type Serving, startProcess } from './process.ts';

let folder: string;
let server: Serving;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gnd-links-e2e-'));
  server = await startProcess([
    'demo',
    '--out',
    folder,
    ...'--port 0 --links-quota 1000 --links-burst 1000'.split(' '),
    ...'--search-quota 1000 --search-burst 1000'.split(' '),
  ]);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers });
const json = async <T = Record<string, unknown>>(path: string) => (await (await get(path)).json()) as T;
const links = (gnd: string) => json<LinksAnswer>(`/api/v1/gnd/${gnd}/links`);
describe('the bundled sample, served', () => {
  it('prints addresses to try, all of which answer', async () => {
    const addresses = [...server.output().matchAll(/(http:\S+)$/gm)].map((match) => match[1] ?? '');
    expect(addresses.length).toBeGreaterThanOrEqual(7);
    for (const address of addresses) expect((await fetch(address)).status).toBe(200);
  });

  it('answers the whole of an entity as it is meant to be', async () => {
    const { snapshot: _, ...answer } = await links('4074335-4');
    await expect(`${JSON.stringify(answer, null, 2)}\n`).toMatchFileSnapshot('golden/london.json');
    const { snapshot: __, ...congress } = await links('2026986-9');
    await expect(`${JSON.stringify(congress, null, 2)}\n`).toMatchFileSnapshot('golden/congress-of-vienna.json');
  });

  it('follows merged records, also along a chain, and knows deleted ones', async () => {
    expect(await links('1012979499')).toMatchObject({
      requested: '1012979499',
      redirectedFrom: ['1012979499'],
      entity: { gnd: '118540238' },
    });
    const register = await json<{ snapshot: { counts: { redirects: number } } }>('/api/v1/status');
    expect(register.snapshot.counts.redirects).toBeGreaterThan(20);
  });

  it('says who asserts each link and how fresh that source is', async () => {
    const { sources } = await json<{ sources: { key: string; freshness: { state: string } }[] }>('/api/v1/sources');
    const states = new Map(sources.map(({ key, freshness }) => [key, freshness.state]));
    const { links: all } = await links('118540238');
    for (const { assertedBy } of all.categories.flatMap(({ items }) => items)) {
      for (const key of assertedBy) expect(states.get(key)).toMatch(/^(fresh|stale)$/);
    }
  });

  it('answers every entity that search can show as its own description demands', async () => {
    const document = await json<{ paths: unknown; components: { schemas: Record<string, object> } }>(
      '/api/v1/openapi.json',
    );
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema(document, 'openapi');
    const validate = ajv.compile({ $ref: 'openapi#/components/schemas/LinksAnswer' });
    const seen = new Set<string>();
    for (const beginning of 'al an ba be bo de di fr ge go ha he jo ka ko le ma mo pa sc st wa wi'.split(' ')) {
      const page = await json<{ items: { gnd: string }[] }>(`/api/v1/search?q=${beginning}&limit=100`);
      for (const { gnd } of page.items) seen.add(gnd);
    }
    expect(seen.size).toBeGreaterThan(100);
    for (const gnd of seen) {
      const answer = await links(gnd);
      expect(validate(answer), `${gnd}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });
});
