/** Every door reads every form of an identifier, and reads the same identifier in it. */
import { describe, expect, inject, it } from 'vitest';
import { readSourceIds } from '../../../src/build/sources/readers/beacon-source-id.ts';
import { findingsOf } from '../../../src/cli/audit/findings.ts';
import { gndIdIn } from '../../../src/core/model/read-identifiers.ts';
import { idsByRow, readPasted } from '../../../src/extras/pages/coverage-list.ts';
import { LIMITS, posted } from '../../core/http/serving.ts';
import { FOREIGN_TEXTS, type Form, GND_FORMS } from '../../core/model/identifier-forms.ts';
import { run } from '../../cli/command.ts';
import { sampleForFile } from '../../docs/sample-service.ts';

const GOETHE = '118540238';
const FRANKFURT = '4018118-2';
const service = sampleForFile({ limits: { ...LIMITS, mcp: LIMITS.search } });
const encoded = encodeURIComponent;

type Found = unknown;
const at = (value: unknown, ...path: readonly (string | number)[]): Found =>
  path.reduce<unknown>((one, key) => (one as Record<string, unknown> | undefined)?.[key], value);
const get = async (path: string) => (await service.get(path)).json();
const post = async (path: string, type: string, body: string) => (await service.get(path, posted(body, type))).json();
const only = (list: unknown, key: string) => ((list as unknown[]).length === 1 ? at(list, 0, key) : list);
const resolved = (answer: unknown) => only(at(answer, 'items'), 'gnd');
const tool = async (name: string, args: object) => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const { text } = await service.get('/mcp', posted(call));
  return at(JSON.parse(text.replace(/^[^{]*/u, '')), 'result', 'structuredContent');
};

/** What each door reads in a text. */
const DOORS: Readonly<Record<string, (text: string) => Found>> = {
  links: async (text) => at(await get(`/api/v1/gnd/${encoded(text)}/links`), 'entity', 'gnd'),
  coverage: async (text) => only(at(await get(`/api/v1/coverage?ids=${encoded(text)}`), 'items'), 'gnd'),
  search: async (text) => at(await get(`/api/v1/search?q=${encoded(text)}`), 'items', 0, 'gnd'),
  suggest: async (text) => String(at(await get(`/suggest?q=${encoded(text)}`), 3, 0)).split('/').at(-1),
  relations: async (text) => at(await get(`/relations/${encoded(text)}`), 'gnd'),
  'resolve, in an address': async (text) => resolved(await get(`/resolve?ids=${encoded(text)}&format=json`)),
  'resolve, in a line': async (text) => resolved(await post('/resolve', 'text/plain', text)),
  'resolve, in JSON': async (text) => resolved(await post('/resolve', 'application/json', JSON.stringify([text]))),
  'resolve, in a form': async (text) =>
    resolved(await post('/resolve', 'application/x-www-form-urlencoded', `ids=${encoded(text)}`)),
  async reconcile(text) {
    const answer = await get(`/reconcile?queries=${encoded(JSON.stringify({ q0: { query: text } }))}`);
    const first = at(answer, 'q0', 'result', 0);
    return at(first, 'match') === true ? at(first, 'id') : first;
  },
  async 'reconcile, extension'(text) {
    const extend = JSON.stringify({ ids: [text], properties: [{ id: 'viaf' }] });
    const answer = await post('/reconcile', 'application/x-www-form-urlencoded', `extend=${encoded(extend)}`);
    const values = at(answer, 'rows', text, 'viaf') as readonly unknown[] | undefined;
    return text.includes('4018118') || (values?.length ?? 0) > 0 ? gndIdIn(text) : answer;
  },
  seealso: async (text) => /\/gnd\/([\dX-]+)/u.exec(String(at(await get(`/seealso/gnd?format=seealso&id=${encoded(text)}`), 0)))?.[1],
  embed: async (text) => at(await get(`/embed/${encoded(text)}?form=json`), 'entity', 'gnd'),
  async page(text) {
    const { status, headers, text: page } = await service.get(`/gnd/${encoded(text)}`);
    const path = status === 200 ? (/rel="canonical" href="([^"]+)"/u.exec(page)?.[1] ?? '') : (headers.location ?? '');
const parts = path.split('?')[0]?.split('/') ?? [];
    return parts.map((part) => gndIdIn(decodeURIComponent(part))).findLast((id) => id !== undefined);
  },
  async 'the command lookup'(text) {
    const { out } = await run(['lookup', inject('sample'), '--', text]);
    return at(out === '' ? {} : JSON.parse(out), 'entity', 'gnd');
  },
  'the search page': async (text) => {
    const { headers } = await service.get(`/search?q=${encoded(text)}`);
    return headers.location?.split('?')[0]?.split('/').at(-1);
  },
  'the script of a list': (text) => {
    const reading = readPasted(text);
    return idsByRow(reading, reading.best).flat().map(gndIdIn).join();
  },
  'mcp check_ids': async (text) => only(at(await tool('check_ids', { ids: [text] }), 'items'), 'gnd'),
  'mcp get_links': async (text) => at(await tool('get_links', { gnd: text }), 'entity', 'gnd'),
  async audit(text) {
    const identifiers = [{ scheme: 'gnd', value: text, place: '035' }];
    const [findings = []] = await findingsOf(service.store, [{ name: '1', identifiers }], ['gnd']);
    return findings.length === 0 ? gndIdIn(text) : findings;
  },
}; // prettier-ignore

/** The form of an identifier that can be written so. */
const sampleOf = ({ write, of }: Form) =>
  of === 'hyphenated' ? ([write(FRANKFURT), FRANKFURT] as const) : ([write(GOETHE), GOETHE] as const);

describe.each(Object.keys(DOORS))('%s', (door) => {
  it('reads every form of a GND identifier', async () => {
    const wrong: unknown[] = [];
    for (const form of GND_FORMS) {
      const [text, id] = sampleOf(form);
      const found = await DOORS[door]?.(text);
      if (found !== id) wrong.push([form.name, text, found]);
    }
    expect(wrong).toEqual([]);
  });
});

it('a line of a list about GND identifiers is read in every form that is certain', () => {
  const wrong = GND_FORMS.flatMap((form) => {
    const [text, id] = sampleOf(form);
    const { ids, flaw } = readSourceIds(text);
    return ids.join() === id || flaw !== undefined ? [] : [[text, ids]];
  });
  expect(wrong).toEqual([]);
});

describe('an identifier of another scheme', () => {
  it.each(FOREIGN_TEXTS)(
    'is refused where only GND identifiers are read, and named: %s',
    async (text, scheme, value) => {
      const readings = expect.arrayContaining([{ scheme, value }]) as unknown;
      const refusals = [await get(`/api/v1/gnd/${encoded(text)}/links`), await get(`/relations/${encoded(text)}`)];
      for (const refusal of refusals) {
        expect(refusal).toMatchObject({ code: 'invalid_gnd_id', reason: 'foreign_identifier', readings });
      }
      const { items } = (await get(`/api/v1/coverage?ids=${encoded(text)}`)) as { readonly items: readonly object[] };
      expect(items).toMatchObject([{ verdict: 'invalid', reason: 'foreign_identifier', readings }]);
    },
  );

  const GOETHES = FOREIGN_TEXTS.filter(([, , value]) => /Q5879|24602065|0000000120999104|n79003362/u.test(value));
  it.each(GOETHES)('leads to its entity: %s', async (text, scheme, value) => {
    const found = { verdict: 'found', gnd: GOETHE, scheme, value };
    for (const answer of [await get(`/resolve?ids=${encoded(text)}`), await post('/resolve', 'text/plain', text)])
      expect(answer).toMatchObject({ items: [found] });
    expect(at(await get(`/api/v1/search?q=${encoded(text)}`), 'items', 0, 'gnd')).toBe(GOETHE);
    expect(at(await get(`/suggest?q=${encoded(text)}`), 3, 0)).toBe(`${service.url}/gnd/${GOETHE}`);
    const queries = encoded(JSON.stringify({ q0: { query: text } }));
    expect(at(await get(`/reconcile?queries=${queries}`), 'q0', 'result', 0)).toMatchObject({
      id: GOETHE,
      match: true,
    });
    const permalink = await service.get(`/${scheme}/${encoded(text)}`);
    expect([permalink.status, permalink.headers.location]).toEqual([303, expect.stringContaining(`/gnd/${GOETHE}`)]);
    expect(await get(`/api/v1/gnd/${encoded(text)}/links`)).toMatchObject({ suggestion: GOETHE });
  });
});

it('a text with several identifiers is refused with all of them', async () => {
  const text = `${GOETHE} ${FRANKFURT}`;
  const readings = [GOETHE, FRANKFURT].map((value) => ({ scheme: 'gnd', value }));
  const answer = await service.get(`/api/v1/gnd/${encoded(text)}/links`);
  expect([answer.status, answer.json()]).toMatchObject([400, { code: 'invalid_gnd_id', readings }]);
});
