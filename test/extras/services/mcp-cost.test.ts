/** The tools for language models: the cost of a request is counted before the work, and long work is divided. */
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openSnapshot } from '../../../src/cli/installation.ts';
import type { Limits } from '../../../src/core/quotas/limited.ts';
import { LIMITS, serve } from '../serving.ts';
import { meter } from './metered-store.ts';

const QUOTA = 100_000;
const ROOMY: Limits = { ...LIMITS, mcp: { quota: QUOTA, windowSeconds: 60, burst: QUOTA } };

async function serveMetered(limits: Limits = ROOMY) {
  const fixture = await openSnapshot(inject('sample'));
  const metered = meter(fixture);
  const service = await serve({ fixture, store: metered.store, limits });
  onTestFinished(() => service.close());
  async function post(body: unknown, revision?: string) {
    const answer = await service.get('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(revision !== undefined && { 'mcp-protocol-version': revision }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const left = Number(/"mcp";r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]);
    return { status: answer.status, text: answer.text, left };
  }
  return { ...metered, post };
}

const callOf = (name: string, input: unknown, id: number = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});
const names = (count: number) => Array.from({ length: count }, (_, place) => ({ name: `Goethe, Johann ${place}` }));
const ids = (count: number) => Array.from({ length: count }, () => '118540238');
const batchOf = (count: number, name = 'match_names', input: unknown = { names: names(1) }) =>
  Array.from({ length: count }, (_, place) => callOf(name, input, place));

describe('the cost of a request', () => {
  it.each<[string, unknown, number]>([
    ['one for a message', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, 1],
    ['one for a record', callOf('get_links', { gnd: '118540238' }), 1],
    ['as much for a search as in the interface, in shares of a minute', callOf('search_entities', { query: 'goethe' }), 2], // prettier-ignore
    ['one for each name', callOf('match_names', { names: names(20) }), 20],
    ['one for each identifier', callOf('check_ids', { ids: ids(50) }), 50],
    ['one for each identifier of others', callOf('resolve_identifiers', { identifiers: ids(30) }), 30],
    ['one where more is asked than is allowed, which is refused', callOf('match_names', { names: names(21) }), 1],
    ['one for what makes no sense', callOf('match_names', { names: 'many' }), 1],
    ['one for a tool that there is not', callOf('nonsense', { names: names(20) }), 1],
    ['one for what is no JSON', '{', 1],
    ['the sum of the messages of a batch', [callOf('match_names', { names: names(7) }, 1), callOf('check_ids', { ids: ids(5) }, 2)], 12], // prettier-ignore
  ])('is %s', async (_, body, cost) => {
    const { post } = await serveMetered();
    expect(QUOTA - (await post(body)).left).toBe(cost);
  });

  it('is counted completely before the work', async () => {
    const { post, total } = await serveMetered({ ...LIMITS, mcp: { quota: 50, windowSeconds: 60, burst: 50 } });
    const asked = [callOf('match_names', { names: names(20) }, 1), callOf('match_names', { names: names(20) }, 2)];
    expect((await post(asked)).status).toBe(200);
    const before = total();
    expect((await post(asked)).status).toBe(429);
    expect(total()).toEqual(before);
  });

  it('is limited to a burst: a larger request is refused with the advice to be smaller', async () => {
    const { post, total } = await serveMetered({ ...LIMITS, mcp: { quota: 30, windowSeconds: 60, burst: 10 } });
    const answer = await post(callOf('match_names', { names: names(20) }));
    expect(answer).toMatchObject({ status: 400, text: expect.stringMatching(/costs 20 .* of which 10 may be used/) });
    expect(total().matches).toBe(0);
  });
});

it('a message with thousands of members, for which the library would take long, is refused', async () => {
  const { post } = await serveMetered();
  const members = Object.fromEntries(Array.from({ length: 2_000 }, (_, place) => [`k${place}`, 1]));
  expect(await post(callOf('check_ids', members))).toMatchObject({
    status: 400,
    text: expect.stringContaining('-32700'),
  });
});

describe('a batch', () => {
  it('has at most 10 messages', async () => {
    const { post, total } = await serveMetered();
    expect(await post(batchOf(11))).toMatchObject({ status: 400, text: expect.stringMatching(/-32600.*at most 10/) });
    expect(total().matches).toBe(0);
    expect((await post(batchOf(10))).status).toBe(200);
    expect(total().matches).toBe(10);
  });

  it('has at most 100 names and identifiers, so that its cost can be paid', async () => {
    const { post, total } = await serveMetered();
    const asked = batchOf(6, 'match_names', { names: names(20) });
    expect(await post(asked)).toMatchObject({ status: 400, text: expect.stringMatching(/-32600.*at most 100/) });
    expect(total().matches).toBe(0);
    expect((await post(asked.slice(0, 5))).status).toBe(200);
    expect(total().matches).toBe(100);
  });

  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])(
    'is refused in revision %s, which has no batches',
    async (revision) => {
      const { post, total } = await serveMetered();
      expect(await post(batchOf(2), revision)).toMatchObject({ status: 400, text: expect.stringContaining('-32600') });
      expect(total().matches).toBe(0);
    },
  );

  it.each([undefined, '2025-03-26'])('is answered in revision %s', async (revision) => {
    const { post } = await serveMetered();
    const { status, text } = await post(batchOf(3), revision);
    expect(status).toBe(200);
    expect(text.match(/"structuredContent"/g)).toHaveLength(3);
  });

  it('lets the event loop turn after at most five names', async () => {
    const { post, mostAtOnce, total } = await serveMetered();
    await post(batchOf(5, 'match_names', { names: names(20) }));
    await post(batchOf(10, 'search_entities', { query: 'goethe' }));
    expect(total()).toMatchObject({ matches: 100, searches: 10 });
    expect(mostAtOnce()).toBeLessThanOrEqual(5);
  });
});
