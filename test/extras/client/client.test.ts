/** The client against the service, and against services that refuse, fail or are slow. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { coverageDoor } from '../../../src/core/interface/coverage.ts';
import { openSnapshot } from '../../../src/cli/installation.ts';
import { resolveValues } from '../../../src/shared/lookup/resolve-values.ts';
import type { ResolvedItem } from '../../../src/extras/client/client.js';
import { createClient, ProblemError } from '../../../src/extras/client/client.js';
import { backoffSeconds, exhaustedFor, retryAfter } from '../../../src/extras/client/client-waiting.js';
import type { RequestOptions } from '../../../src/extras/client/client-requests.js';
import { useSample } from '../../core/contract/sample.ts';
import { sampleForFile } from '../../docs/sample-service.ts';
import { anyCharacter } from '../../any-character.ts';

const sample = useSample();
const clientOf = (url: string, more: Partial<RequestOptions> = {}) => createClient({ baseUrl: url, ...more });

describe('the client', () => {
  const service = sampleForFile({ limits: {} });

  it('returns what the interface answers', async () => {
    const client = clientOf(`${service.url}/`);
    expect(await client.links('(DE-588)118540238')).toEqual(await sample.json('/gnd/118540238/links'));
    expect((await client.search('goethe', { type: 'Person', limit: 3 })).items[0]?.gnd).toBe('118540238');
    const [family] = (await client.relations('118540238', { group: 'familialRelationship' })).groups;
    const relatives = family?.items.map(({ displayName = '', role = '' }) => `${displayName}: ${role}`);
    expect(relatives).toContain('Katharina Elisabeth Goethe: Mutter');
    expect((await client.sources()).sources.length).toBeGreaterThan(3);
    expect((await client.status()).status).toMatch(/pass|warn/);
    const refusal = await client.links('118540239').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProblemError);
    expect(refusal).toMatchObject({
      status: 404,
      code: 'unknown_gnd_id',
      problem: { title: expect.any(String) as string },
    });
  });

  it('resolves a list of any length in parts, in its order', async () => {
    const client = clientOf(service.url);
    const list = Array.from({ length: 1003 }, (_, place) => (place % 2 === 0 ? 'Q5879' : `nonsense ${place} \ud800`));
    const rows = await Array.fromAsync(client.resolve(list, { to: ['viaf'] }));
    expect(rows.map(({ input }) => input)).toEqual(list);
    for (const [place, row] of rows.entries()) {
      if (place % 2 === 1) expect(row.verdict).toBe('unreadable');
      else expect(row).toMatchObject({ verdict: 'found', targets: { viaf: [{ value: '24602065' }] } });
    }
    await expect(Array.fromAsync(client.resolve(['Q5879'], { to: ['viaaf'] }))).rejects.toMatchObject({ status: 400 });
    const [none] = await Array.fromAsync(client.resolve([]));
    expect(none).toBeUndefined();
    // The items of the service have the type that the client declares.
    (await resolveValues(await openSnapshot(service.folder), ['Q5879'])) satisfies readonly ResolvedItem[];
  });

  it('halves a part that is too large for one answer', async () => {
    const sizes: number[] = [];
    const client = clientOf('http://127.0.0.1', {
      fetch: async (_, init) => {
        const { ids } = JSON.parse(init?.body as string) as { ids: readonly string[] };
        sizes.push(ids.length);
        const items = ids.map((input) => ({ input, verdict: 'unreadable' }));
        return ids.length > 300
          ? Response.json({ code: 'too_many_ids' }, { status: 400 })
          : Response.json({ snapshot: { id: '', date: '' }, items });
      },
    });
    const list = Array.from({ length: 1000 }, (_, place) => `${place}`);
    expect((await Array.fromAsync(client.resolve(list))).map(({ input }) => input)).toEqual(list);
    expect(sizes).toEqual([1000, 500, 250, 250, 500, 250, 250]);
  });

  it('keeps order, repetitions and invalid items of a list', async () => {
    const list = [
      ['118540238', 'covered'],
      ['', 'invalid'],
      ['a,b;c|d|e', 'invalid'],
      ['|', 'invalid'],
      ['DNB|118540238', 'covered'],
      ['118540238', 'covered'],
      ['(DE-588) 4074335-4', 'covered'],
      ['x'.repeat(9000), 'invalid'],
      ['\ud800', 'invalid'],
      ['%', 'invalid'],
      ['1012979490', 'redirected'],
    ];
    const items = await Array.fromAsync(clientOf(service.url).coverage(list.map(([id = '']) => id)));
    expect(items.map(({ input, verdict }) => [input, verdict])).toEqual(list);
  });

  it('gets one answer for each value of any list, as the interface reads its requests', async () => {
    const client = clientOf('https://gnd.example.org', {
      fetch: async (url) => {
        const query = new URL(url as string).search.slice(1);
        const read = coverageDoor.parameters.read({ method: 'GET', query, headers: {} });
        if (!('ids' in read)) return Response.json(read, { status: 400 });
        return Response.json({ snapshot: {}, items: read.ids.map((input) => ({ input, verdict: 'unknown' })) });
      },
    });
    const cell = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.string({ maxLength: 300 }),
      // Addresses and labels, which the reader of lists may join with the values behind them.
      fc.constantFrom('https://d-nb.info/gnd/4065105-8', 'www.example.org/a,b', 'Goethe', 'GND', '(DE-588)', 'viaf:', '11850', '118540238,0', '118 540 238', '(Tp)'),
    ); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1 }), async (ids) => {
        expect((await Array.fromAsync(client.coverage(ids))).map(({ input }) => input)).toEqual(ids);
      }),
    );
  });

  it('sends addresses within the limit, and halves a part when a proxy answers 414', async () => {
    const lengths: number[] = [];
    const client = clientOf('https://gnd.example.org', {
      fetch: async (url) => {
        const { pathname, search } = new URL(url as string);
        lengths.push(pathname.length + search.length);
        if (search.length > 2000) return Response.json({}, { status: 414 });
        const items = search
          .slice('?ids='.length)
          .split('%0A')
          .map((input) => ({ input, verdict: 'unknown' }));
        return Response.json({ snapshot: {}, items });
      },
    });
    const ids = Array.from({ length: 250 }, (_, index) => `${index}`.padEnd(index, 'ß'));
    const items = await Array.fromAsync(client.coverage(ids));
    expect(items.map(({ input }) => input)).toEqual(ids);
    expect(Math.max(...lengths)).toBeLessThan(8000);
  });
});

describe('a service that', () => {
  afterEach(() => void vi.useRealTimers());

  /** A client whose requests get these answers in turn; `requested` has the time of each request in seconds. */
  function scripted(answers: readonly (Response | Error)[], more: Partial<RequestOptions> = {}) {
    vi.useFakeTimers({ now: 0 });
    const requested: number[] = [];
    const client = clientOf('https://gnd.example.org', {
      fetch: async () => {
        const answer = answers[requested.length];
        requested.push(Math.floor(Date.now() / 1000));
        if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked too often');
        return answer;
      },
      ...more,
    });
    return { requested, client };
  }
  const ok = (headers: Record<string, string> = {}) => Response.json({ status: 'pass' }, { headers });
  const no = (status: number, headers: Record<string, string> = {}) =>
    Response.json({ code: 'a_code', detail: 'A sentence.' }, { status, headers });

  const brokenOff = () =>
    new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) }));

  it.each([
    ['has a quota', [no(429, { 'retry-after': '7' }), ok()], [0, 7]],
    ['is busy until a date', [no(503, { 'retry-after': new Date(9000).toUTCString() }), ok()], [0, 9]],
    ['fails', [no(500), no(502), ok()], [0, 1, 3]],
    ['cannot be reached', [new TypeError('away'), new TypeError('away'), ok()], [0, 1, 3]],
    ['sends no JSON', [new Response('<html>'), ok()], [0, 1]],
    ['breaks off its body', [brokenOff(), ok()], [0, 1]],
  ])('%s is asked again after the right time', async (_, answers, times) => {
    const { requested, client } = scripted(answers);
    const answer = client.status();
    await vi.runAllTimersAsync();
    expect((await answer).status).toBe('pass');
    expect(requested).toEqual(times);
  });

  it.each([
    ['keeps failing', Array.from({ length: 3 }, () => no(500)), 3],
    ['demands a longer wait than the patience of the client', [no(429, { 'retry-after': '99999' })], 1],
    ['refuses', [no(404)], 1],
    ['stays away', Array.from({ length: 3 }, () => new TypeError('away')), 3],
  ])('%s is given up after the right number of attempts', async (_, answers, times) => {
    const { requested, client } = scripted(answers, { attempts: 3 });
    const answer = client.status().catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await answer).toBeInstanceOf(answers[0] instanceof Error ? TypeError : ProblemError);
    expect(requested).toHaveLength(times);
  });

  it('reports a used-up quota is not asked before the quota is full again', async () => {
    const { requested, client } = scripted([ok({ ratelimit: '"links";r=0;t=30' }), ok()]);
    const answers = [client.status(), client.search('a')];
    await vi.runAllTimersAsync();
    await Promise.all(answers);
    await Promise.all([client.sources().catch(() => undefined), vi.runAllTimersAsync()]);
    expect(requested.slice(0, 3)).toEqual([0, 0, 30]);
  });

  it('gets equal requests at the same time is asked once', async () => {
    const { requested, client } = scripted([ok(), ok()]);
    await Promise.all([client.status(), client.status()]);
    await client.status();
    expect(requested).toHaveLength(2);
  });
});

describe('the quota fields', () => {
  const after = (fields: Record<string, string>) => exhaustedFor(new Headers(fields));

  it('give the time until a request can succeed', () => {
    expect(after({ RateLimit: '"coverage";r=0;t=42, "coverage-burst";r=59;t=1' })).toBe(42);
    expect(after({ RateLimit: '"coverage";r=10;t=42, "coverage-burst";r=0;t=1' })).toBe(1);
    expect(after({ RateLimit: '"coverage";r=10;t=42', 'RateLimit-Policy': '"coverage";q=120;w=60' })).toBe(0);
    expect(after({})).toBe(0);
  });

  it('with any value lead to no endless wait', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(exhaustedFor({ get: () => text })).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

it('Retry-After is a number of seconds or a date', () => {
  const after = (value?: string) => retryAfter(new Headers(value === undefined ? {} : { 'Retry-After': value }), 0);
  expect(after('7')).toBe(7);
  expect(after('Thu, 01 Jan 1970 00:00:09 GMT')).toBe(9);
  expect(after('Wed, 31 Dec 1969 00:00:00 GMT')).toBe(0);
  expect(after('soon')).toBeUndefined();
  expect(after()).toBeUndefined();
});

it('the wait after a failure of the network doubles, up to a minute', () => {
  expect([1, 2, 3, 6, 7, 40].map(backoffSeconds)).toEqual([1, 2, 4, 32, 60, 60]);
});
