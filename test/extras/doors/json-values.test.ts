/** JSON bodies with any value in any place are answered or refused, and never fail. */
import { describe, expect, inject, it, vi } from 'vitest';
import { openSnapshot } from '../../../src/cli/installation.ts';
import { openDoors } from '../../../src/cli/doors.ts';
import { locateSnapshot } from '../../../src/core/snapshot/directory.ts';
import { posted, serve } from '../serving.ts';
import { dumpSnapshot } from '../../build/runs/running.ts';
import { temporaryForFile } from '../../temporary.ts';
import { ODD_JSON } from '../../core/http/hostile-values.ts';
import { forFile } from '../../for-file.ts';

const GND = '118540238';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Arguments of each tool with all their members. */
const ARGUMENTS: Readonly<Record<string, object>> = {
  search_entities: { query: 'goethe', types: ['Person'], limit: 2 },
  get_links: { gnd: GND, categories: ['biography'] },
  list_relations: { gnd: GND, group: 'works', limit: 2, offset: 0 },
  check_ids: { ids: [GND] },
  resolve_identifiers: { identifiers: ['Q5879'], to: ['viaf'] },
  match_names: {
    names: [
      { name: 'Goethe', type: 'Person', birthYear: 1749, deathYear: 1832, place: 'Weimar', profession: 'Dichter', author: 'Schiller', identifier: 'Q5879' }, // prettier-ignore
    ],
  },
};

const call = (name: string, input: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input, _meta: { progressToken: 1 } },
});
const resolve = { ids: [GND], to: ['viaf'], relation: ['about'], format: 'json' };
const query = { query: 'Goethe', type: ['Person'], limit: 3, type_strict: 'any', properties: [{ pid: 'placeOfBirth', v: [{ id: GND, name: 'Frankfurt' }] }] }; // prettier-ignore
const extension = { ids: [GND], properties: [{ id: 'variantName', settings: { limit: 1, content: 'id' } }] };

/** Bodies by path with all members that the door reads. @property field parameter of the form that contains the JSON */
const BODIES: readonly { readonly path: string; readonly body: object; readonly field?: string }[] = [
  { path: '/resolve', body: resolve },
  { path: '/resolve', body: [GND] },
  { path: '/changes/for', body: { ids: [GND], since: '2026-11-20', format: 'json' } },
  { path: '/reconcile', field: 'queries', body: { q0: query } },
  { path: '/reconcile', field: 'extend', body: extension },
  ...Object.entries(ARGUMENTS).map(([name, input]) => ({ path: '/mcp', body: call(name, input) })),
  { path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'a', version: '1' } } } }, // prettier-ignore
];

const log = { error: vi.fn() };
const dumps = temporaryForFile();
const doors = await openDoors({ release: '1.2.3', dumps });
/** Bodies for the existing doors: any folder of doors may have been deleted. */
const served = BODIES.filter(({ path }) => doors.some((door) => door.path === path));
const service = forFile(async () => {
  await dumpSnapshot(await locateSnapshot(inject('sample')), { out: dumps });
  const fixture = await openSnapshot(inject('sample'));
  return serve({ fixture, doors, exemptNetworks: ['127.0.0.0/8'], log });
});

const post = (path: string, body: string, type: string) => service.get(path, posted(body, type));

it('the bodies cover every door that reads JSON', () => {
  const reading = doors.filter(
    ({ path, parameters: { bodies } }) => bodies.includes(JSON_TYPE) || path === '/reconcile',
  );
  expect([...new Set(served.map(({ path }) => path))].toSorted()).toEqual(reading.map(({ path }) => path).toSorted());
});

it.runIf(served.some(({ path }) => path === '/mcp'))('the arguments cover every tool', async () => {
  const list = await post(
    '/mcp',
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    JSON_TYPE,
  );
  const [message = ''] = /\{.*\}/.exec(list.body.toString()) ?? [];
  const { result } = JSON.parse(message) as {
    readonly result: { readonly tools: readonly { readonly name: string }[] };
  };
  expect(Object.keys(ARGUMENTS).toSorted()).toEqual(result.tools.map(({ name }) => name).toSorted());
});

describe.each(served)('a body for $path', ({ path, body, field }) => {
  const send = (text: string) =>
    field === undefined ? post(path, text, JSON_TYPE) : post(path, `${field}=${encodeURIComponent(text)}`, FORM_TYPE);

  it(`is accepted unchanged, and never fails with another value in it: ${JSON.stringify(body).slice(0, 80)}`, async () => {
    // 404: there are no changes since the only snapshot.
    expect([200, 404]).toContain((await send(JSON.stringify(body))).status);
    for (const text of withOddValues(body)) expect((await send(text)).status, text).toBeLessThan(500);
    expect(log.error).not.toHaveBeenCalled();
  });
});

/** The JSON with each of its parts replaced by each odd value. */
function* withOddValues(body: object): Iterable<string> {
  for (const place of placesIn(body)) {
    for (const odd of ODD_JSON) {
      let seen = -1;
      yield JSON.stringify(body, (_, value: unknown) => {
        seen += 1;
        return seen === place ? MARK : value;
      }).replace(`"${MARK}"`, () => odd);
    }
  }
}

/** Marks the value to replace. */
const MARK = 'exchanged';

function placesIn(body: object): number[] {
  let places = 0;
  JSON.stringify(body, (_, value: unknown) => {
    places += 1;
    return value;
  });
  return Array.from({ length: places }, (_, place) => place);
}
