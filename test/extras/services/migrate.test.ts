/** Calls that known clients send to other services: each is answered at the replacing address of docs/migrate.md. */
import { describe, expect, it } from 'vitest';
import { serveSample } from '../../docs/sample-service.ts';
import { readDocument, tableUnder } from '../../docs/markdown.ts';
import { forFile } from '../../for-file.ts';
import { LIMITS } from '../../core/http/serving.ts';

const service = forFile(() => serveSample({ limits: LIMITS }));
const text = readDocument('docs/migrate.md');
const SECTIONS = ['VIAF', 'findbuch', 'lobid: looking up by number'];
const rows = SECTIONS.flatMap((section) =>
  tableUnder(text, section).map(([client = '', call = '', here = '']) => ({
    client,
    call,
    path: here.replace('http://127.0.0.1:8080', ''),
  })),
);

/** Requests a path and follows redirects, like a client. */
async function follow(path: string, headers: Record<string, string>) {
  let answer = await service.get(encodeURI(path), { headers });
  for (let hops = 0; hops < 3; hops += 1) {
    const next = answer.headers.location?.replace(service.url, '');
    if (next?.startsWith('/') !== true) break;
    answer = await service.get(next, { headers });
  }
  return answer;
}

it('docs/migrate.md has calls of every client', () => {
  for (const client of ['Muscat', 'viapy', 'Conciliator', 'Providence', 'TueFind', 'RDMO']) {
    expect(
      rows.some((row) => row.client.includes(client)),
      client,
    ).toBe(true);
  }
});

describe.each(rows)('$client: $call', ({ path }) => {
  it.each([
    ['a program that accepts any type', '*/*'],
    ['a program that asks for JSON', 'application/json'],
    ['a browser', 'text/html,*/*;q=0.8'],
  ])('is answered to %s', async (_, accept) => {
    const { status, headers } = await follow(path, { accept });
    expect(status === 200 || (status === 302 && headers.location?.startsWith('https://'))).toBe(true);
    expect(headers['access-control-allow-origin'] ?? '*').toBe('*');
  });
});

describe('a sequence of requests', () => {
  const json = async (path: string, accept = 'application/json') => (await follow(path, { accept })).json();

  it('of Muscat works: a name is suggested, its identifiers are resolved', async () => {
    const [, , , addresses] = (await json('/suggest?q=goethe, johann')) as [string, string[], string[], string[]];
    const gnd = addresses[0]?.split('/').at(-1) ?? '';
    const { items } = (await json(`/resolve?ids=${gnd}&to=viaf,wikidata`)) as {
      items: { targets: Record<string, { value: string }[]> }[];
    };
    expect(items[0]?.targets['viaf']?.[0]?.value).toBe('24602065');
  });

  it('of viapy works: a person is found, and its cluster opened by VIAF identifier', async () => {
    const { items } = (await json('/api/v1/search?q=goethe johann&type=Person')) as { items: { gnd: string }[] };
    const { entity } = (await json('/viaf/24602065')) as { entity: { gnd: string } };
    expect(entity.gnd).toBe(items[0]?.gnd);
  });

  it('of Conciliator works: OpenRefine reads the manifest, matches, and fetches another identifier', async () => {
    const manifest = (await json('/reconcile', '*/*')) as { versions: string[] };
    expect(manifest.versions).toContain('0.2');
    const queries = JSON.stringify({ q0: { query: 'Goethe, Johann Wolfgang von', type: 'Person', limit: 3 } });
    const { q0 } = (await json(`/reconcile?queries=${queries}`, '*/*')) as { q0: { result: { id: string }[] } };
    const extend = JSON.stringify({ ids: [q0.result[0]?.id], properties: [{ id: 'id:viaf' }] });
    const { rows: found } = (await json(`/reconcile?extend=${extend}`, '*/*')) as {
      rows: Record<string, Record<string, { str: string }[]>>;
    };
    expect(found['118540238']?.['id:viaf']).toEqual([{ str: '24602065' }]);
  });

  it('of lobid works: a merged identifier leads to the surviving entity, with CORS', async () => {
    const first = await service.get('/gnd/1012979490.json', { headers: { accept: '*/*' } });
    expect(first.headers['access-control-allow-origin']).toBe('*');
    const { entity, redirectedFrom } = (await json('/gnd/1012979490.json')) as {
      entity: { gnd: string };
      redirectedFrom: string[];
    };
    expect([entity.gnd, redirectedFrom]).toEqual(['118540238', ['1012979490']]);
  });
});
