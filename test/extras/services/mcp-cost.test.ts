/** The tools for language models: the cost of a request is counted before the work. */
import { describe, expect, it } from 'vitest';
import { serveMetered } from './metered-store.ts';

const serve = async (limit?: { readonly quota?: number; readonly burst?: number }) => {
  const { post, ...metered } = await serveMetered('mcp', limit);
  return { ...metered, post: (body: unknown) => post('/mcp', body) };
};

const callOf = (name: string, input: unknown, id: number = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});
const names = (count: number) => Array.from({ length: count }, (_, place) => ({ name: `Goethe, Johann ${place}` }));
const ids = (count: number) => Array.from({ length: count }, () => '118540238');
describe('the cost of a request', () => {
  it.each<[string, unknown, number]>([
    ['one for a message', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, 1],
    ['one for each identifier', callOf('check_ids', { ids: ids(50) }), 50],
    ['one for each identifier of others', callOf('resolve_identifiers', { identifiers: ids(50) }), 50],
    ['two for a search', callOf('search_entities', { query: 'goethe' }), 2],
    ['one where more is asked than is allowed, which is refused', callOf('match_names', { names: names(21) }), 1],
    ['one for what makes no sense', callOf('match_names', { names: 'many' }), 1],
    ['one for a tool that there is not', callOf('nonsense', { names: names(20) }), 1],
    ['one for what is no JSON', '{', 1],
    ['one for a batch, which is refused', [callOf('match_names', { names: names(7) })], 1],
  ])('is %s', async (_, body, cost) => {
    const { post } = await serve();
    expect((await post(body)).cost).toBe(cost);
  });

  it('is counted completely before the work', async () => {
    const { post, total } = await serve({ quota: 30, burst: 30 });
    const call = callOf('match_names', { names: names(20) });
    expect((await post(call)).status).toBe(200);
    const before = total();
    const refused = await post(call);
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.text)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_000 } });
    expect(total()).toEqual(before);
  });

  it('is limited to a burst: a larger request is refused with the advice to be smaller', async () => {
    const { post, total } = await serve({ quota: 30, burst: 10 });
    const answer = await post(callOf('match_names', { names: names(20) }));
    expect(answer).toMatchObject({
      status: 400,
      text: expect.stringMatching(/-32000.*costs 20 .* only 10 may be used/),
    });
    expect(total().matches).toBe(0);
  });
});

it('a message with thousands of members, for which the library would take long, is refused', async () => {
  const { post } = await serve();
  const members = Object.fromEntries(Array.from({ length: 2_000 }, (_, place) => [`k${place}`, 1]));
  expect(await post(callOf('check_ids', members))).toMatchObject({
    status: 400,
    text: expect.stringContaining('-32700'),
  });
});

it('the event loop turns after at most five names', async () => {
  const { post, mostAtOnce, total } = await serve();
  await post(callOf('match_names', { names: names(20) }));
  expect(total().matches).toBe(20);
  expect(mostAtOnce()).toBeLessThanOrEqual(5);
});
