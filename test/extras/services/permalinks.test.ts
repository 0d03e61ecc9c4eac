/** `/viaf/{id}` and similar addresses: lead to the one entity, to a choice, or to lists that know the scheme. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSnapshot, openCuration } from '../../../src/cli/installation.ts';
import { openDoors } from '../../../src/cli/doors.ts';
import { createRouter } from '../../../src/core/http/router.ts';
import { forFile } from '../../for-file.ts';
import { serve } from '../serving.ts';
import { build, dump, record, registered, sameAs } from '../../build/ingest/site.ts';
import { temporaryForFile } from '../../temporary.ts';
import { sampleForFile } from '../../docs/sample-service.ts';

const GOETHE = '118540238';
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const JSON_ONLY = { accept: 'application/json' };
const service = sampleForFile();
const { schemes } = await openCuration();

describe('a permanent address of one entity', () => {
  it.each([
    '/viaf/24602065',
    '/viaf/24602065/',
    '/wikidata/Q5879',
    '/isni/0000000120999104',
    '/lcnaf/n79003362',
    '/lccn/n79003362',
  ])('is the target of %s', async (path) => {
    const page = await service.get(path, { headers: HTML });
    expect([page.status, page.headers.location]).toEqual([303, `/gnd/${GOETHE}`]);
    expect(page.headers.vary).toMatch(/Accept(?:,|$)/);
    for (const ask of [() => service.get(path, { headers: JSON_ONLY }), () => service.get(`${path}?format=json`)]) {
      const data = await ask();
      expect([data.status, data.headers.location]).toEqual([303, `${service.url}/api/v1/gnd/${GOETHE}/links`]);
      expect(data.headers['access-control-allow-origin']).toBe('*');
    }
    expect((await service.get(path)).headers.location).toBe(`/gnd/${GOETHE}`);
  });

  it('keeps the language', async () => {
    expect((await service.get('/viaf/24602065?lang=en', { headers: HTML })).headers.location).toMatch(/lang=en/);
  });
});

describe('a permanent address without an entity', () => {
  it.each(['/viaf/1', '/viaf/abc', '/wikidata/', '/viaf/%ff', `/viaf/${'9'.repeat(2000)}`, '/isni/<script>'])(
    'is not found, with the lists of the scheme: %s',
    async (path) => {
      const page = await service.get(encodeURI(path).replaceAll('%25', '%'), { headers: HTML });
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toContain('href="/sources/gnd-persons"');
      expect(page.text).not.toContain('<script>');
      const data = await service.get(encodeURI(path).replaceAll('%25', '%'), { headers: JSON_ONLY });
      expect([data.status, data.headers['content-type']]).toEqual([404, 'application/problem+json']);
      expect(data.json()).toMatchObject({
        code: 'not_found',
        detail: expect.stringContaining('gnd-persons') as string,
      });
    },
  );
});

describe('a permanent address of several entities', () => {
  const folder = temporaryForFile();
  const doubled = forFile(async () => {
    const records = ['118559796', '11853677X'].map((gnd) =>
      record(gnd, `<b>${gnd}`, sameAs('https://viaf.org/viaf/7')),
    );
    await build(folder, [registered(folder, { key: 'persons', content: dump(records) })]);
    const fixture = await openSnapshot(join(folder, 'snapshots'));
    return serve({ fixture, doors: await openDoors({ release: '1.2.3', schemes }) });
  });

  it('is a choice', async () => {
    const page = await doubled.get('/viaf/7', { headers: HTML });
    expect(page.status).toBe(300);
    for (const gnd of ['118559796', '11853677X']) {
      expect(page.text).toContain(`<a href="/gnd/${gnd}"`);
      expect(page.text).toContain(`<bdi>&lt;b&gt;${gnd}</bdi>`);
    }
    const data = await doubled.get('/viaf/7', { headers: JSON_ONLY });
    expect(data.status).toBe(300);
    expect(data.json()).toMatchObject({
      apiVersion: '1.0.0',
      scheme: 'viaf',
      value: '7',
      items: [{ gnd: '11853677X' }, { gnd: '118559796', links: `${doubled.url}/api/v1/gnd/118559796/links` }],
    });
  });
});

it('no other address is affected by permanent addresses', async () => {
  const doors = await openDoors({ release: '1.2.3', schemes });
  const others = (await openDoors({ release: '1.2.3' })).map(({ path }) => path);
  const find = createRouter(doors.map(({ path }) => [path, path] as const));
  const taken = others.filter((path) => {
    const found = find(path)?.route;
    return found !== undefined && found !== path && schemes.some(({ scheme }) => found === `/${scheme}/{id}`);
  });
  expect(taken).toEqual([]);
  expect(doors.filter(({ path }) => path.endsWith('/{id}')).length).toBeGreaterThan(25);
});
