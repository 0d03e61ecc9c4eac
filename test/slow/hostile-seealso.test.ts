/** Ten thousand hostile callbacks, identifiers, aliases and lists: no failure, and no script that was not asked for. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openSnapshot } from '../../src/cli/installation.ts';
import type { Store } from '../../src/snapshot/store.ts';
import { type Answer, LIMITS, type Serving, serve } from '../http/serving.ts';

const RUNS = { numRuns: 2_500 };

let store: Store;
let service: Serving;
beforeAll(async () => {
  store = await openSnapshot(inject('sample'));
  service = await serve({ store, limits: LIMITS, exemptNetworks: ['127.0.0.0/8'] });
});
afterAll(async () => {
  await service.close();
  await store.close();
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ minLength: 500, maxLength: 1_500 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom(
    '',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '"onload="',
    '*/alert(1)/*',
    '__proto__',
    '\u2028',
  ),
  fc.constantFrom(
    'constructor',
    '-',
    '--',
    '%00',
    '\0',
    '\uFFFE',
    '\uD800',
    '118540238',
    '-dewp',
    'Q5879',
    '${x}',
    'a.b._0',
  ),
);
const encode = (text: string) => encodeURIComponent(text.toWellFormed());
const raw = hostile.map((text) => text.replace(/[^!-~]|[#?]/g, '%'));

function expectHarmless({ status, headers, text }: Answer, callback?: string): void {
  expect(status).toBeLessThan(500);
  expect(headers['x-content-type-options']).toBe('nosniff');
  const type = headers['content-type'] ?? '';
  if (/javascript/.test(type)) {
    expect(callback).toBeDefined();
    expect(text.startsWith(`/**/${callback}([`) && text.endsWith(']);')).toBe(true);
    JSON.parse(text.slice(5 + (callback ?? '').length, -2));
  } else if (/html|xml/.test(type)) {
    expect(text).not.toMatch(/<script|\son\w+="/i);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
}

it('callbacks call nothing but a function by its name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(hostile, fc.stringMatching(/^[\w$.[\]();]{1,200}$/)), async (callback) => {
      const answer = await service.get(`/seealso/gnd?format=seealso&id=118540238&callback=${encode(callback)}`);
      expectHarmless(answer, callback.toWellFormed());
    }),
    RUNS,
  );
});

it('identifiers are told or refused in every format', async () => {
  const formats = fc.constantFrom('seealso', 'redirect', 'sources', 'opensearchdescription', 'beacon', '', 'x');
  await fc.assert(
    fc.asyncProperty(fc.oneof(raw, hostile.map(encode)), formats, async (id, format) => {
      expectHarmless(await service.get(`/seealso/pnd-aks?format=${format}&id=${id}`));
    }),
    RUNS,
  );
});

it('aliases in the path, the selection and the resolver are ignored or not found', async () => {
  const segment = fc.oneof(raw, hostile.map(encode));
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { maxLength: 5 }), segment, async (segments, one) => {
      expectHarmless(
        await service.get(`/seealso/gnd/${segments.join('/')}?format=redirect&id=118540238&include=${one}`),
      );
      expectHarmless(await service.get(`/gnd-resolver/${one}/${segments.join('/')}`));
    }),
    { numRuns: RUNS.numRuns / 2 },
  );
});

it('bodies are read or refused', async () => {
  const types = fc.constantFrom(
    'application/json',
    'text/plain',
    'text/plain; charset=utf-16',
    'text/html',
    '',
    'a/b;c=',
  );
  const body = fc.oneof(
    hostile,
    fc.json(),
    fc.array(hostile, { maxLength: 50 }).map((list) => JSON.stringify(list)),
  );
  await fc.assert(
    fc.asyncProperty(types, body, raw, async (type, text, query) => {
      const headers = { 'content-type': type };
      expectHarmless(await service.get(`/resolve?format=csv&x=${query}`, { method: 'POST', headers, body: text }));
    }),
    RUNS,
  );
});
