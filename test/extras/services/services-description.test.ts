/** The description of the services other than the interface: complete, and true of all examples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { describe, expect, inject, it } from 'vitest';
import { servicesText } from '../../../docs/generate.ts';
import { openCuration } from '../../../src/cli/installation.ts';
import { EXTRA_NAMES, EXTRAS, openDoors } from '../../../src/cli/doors.ts';
import { SERVICES_PATH } from '../../../src/core/interface/services.ts';
import type { Example } from '../../../src/core/http/door.ts';
import { locateSnapshot } from '../../../src/core/snapshot/directory.ts';
import { serveSample } from '../../docs/sample-service.ts';
import { forFile } from '../../for-file.ts';
import { LIMITS, posted } from '../../core/http/serving.ts';
import { dumpSnapshot } from '../../build/runs/running.ts';
import { temporaryForFile } from '../../temporary.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly schema: { readonly enum?: readonly string[] } }[];
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, unknown>> }>
  >;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Operation['responses'] };
}

const root = join(import.meta.dirname, '../../..');
const text = servicesText();
const description = JSON.parse(text) as Description;
const dumps = temporaryForFile();
const { schemes } = await openCuration();
const doors = await openDoors({ release: '1.2.3', dumps, schemes });
const described = doors.filter(({ service }) => service !== undefined);
const service = forFile(async () => {
  await dumpSnapshot(await locateSnapshot(inject('sample')), { out: dumps });
  return serveSample({ limits: LIMITS, dumps });
});
const ajv = new Ajv2020({ strict: false });
ajvFormats.default(ajv);
ajv.addSchema(description as object, 'services');

it('the committed description of the services is current, and is served', async () => {
  expect(readFileSync(join(root, 'docs/services.json'), 'utf8')).toBe(text);
  const served = (await service.get(SERVICES_PATH)).json() as Description;
  expect(Object.keys(served.paths)).toEqual(Object.keys(description.paths));
});

it('the description has every service, and the promise of stability names each of them', async () => {
  const promises = ['de', 'en'].map((language) =>
    readFileSync(join(root, `src/extras/pages/docs/promise.${language}.md`), 'utf8'),
  );
  for (const name of EXTRA_NAMES.filter((one) => !UNDESCRIBED.has(one))) {
    const own = (await EXTRAS[name].load()).doors({ release: '1.2.3', dumps, schemes });
    const paths = own.filter((door) => door.service !== undefined).map(({ path }) => path);
    expect(paths, name).not.toEqual([]);
    expect(Object.keys(description.paths), name).toEqual(expect.arrayContaining(paths));
    const address = (name as string) === 'permalinks' ? '/viaf/{id}' : `/${paths[0]?.split('/')[1]}`;
    for (const promise of promises) expect(promise, name).toContain(`\`${address}`);
  }
});

/** Examples in addition to those of the doors: they need a dump or a certain scheme. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  '/dumps/{path}': ['/dumps/latest', '/dumps/latest/labels.tsv.gz'],
  '/viaf/{id}': ['/viaf/24602065', '/viaf/24602065?format=json'],
  '/resolve': [
    '/resolve?ids=Q5879,viaf:24602065,118540238,1012979490,nothing,11854023Y&to=*&relation=sameAs,about',
    '/resolve?ids=Q5879,4074335-4&to=links,links:catalogue&relation=sameAs,about',
  ],
};

/** Extras without a description: pages are not for programs. */
const UNDESCRIBED: ReadonlySet<string> = new Set(['pages']);

const examples = described.flatMap(({ path, examples: all }) =>
  [...all, ...(MORE[path] ?? [])].map((example): [string, Example] => [path, example]),
);

/** Every form of every door: each value of a parameter that chooses one, programs and browsers, good requests and bad ones. */
const forms = examples.flatMap(
  ([path, example]): (readonly [string, string, string, Readonly<Record<string, string>>, string?])[] => {
    const bad = path.replace(/\{\w+\}/, 'none');
    if (typeof example !== 'string') {
      const bodies = [example.body, '{', 'ids=', ''];
      return bodies.map((body) => [path, 'post', example.target, { 'content-type': example.mediaType }, body]);
    }
    const [address = '', query = ''] = example.split('?');
    const chosen = (description.paths[path]?.['get']?.parameters ?? []).flatMap(({ name, schema }) =>
      /^form(?:at)?$/.test(name) ? (schema.enum ?? []).map((value) => ({ [name]: value })) : [],
    );
    const given = Object.fromEntries(new URLSearchParams(query));
    const targets = chosen.map((one) => `${address}?${new URLSearchParams({ ...given, ...one }).toString()}`);
    return [example, ...targets, bad, `${bad}?format=json`].flatMap((target) =>
      ['application/json', 'text/html'].map((accept) => [path, 'get', target, { accept }]),
    );
  },
);

it('the description has every status and media type with which a door answers', async () => {
  const missing: string[] = [];
  for (const [path, method, target, asked, body] of forms) {
    const sent = { method: method.toUpperCase(), headers: { ...asked }, ...(body !== undefined && { body }) };
    const { status, headers } = await service.get(target, sent);
    const responses = description.paths[path]?.[method]?.responses ?? {};
    const key = [String(status), `${String(status)[0]}XX`].find((one) => one in responses) ?? '';
    const { $ref = '', content = description.components.responses[$ref.split('/').at(-1) ?? '']?.content ?? {} } =
      responses[key] ?? {};
    const type = headers['content-type']?.split(';')[0] ?? '';
    const isDescribed = key in responses && (key === '3XX' || type in content);
    if (!isDescribed) missing.push(`${path}: ${target} ${JSON.stringify(asked)} ${body}: ${status} ${type}`);
  }
  expect([...new Set(missing)]).toEqual([]);
});
describe('the description of an answer', () => {
  it.each(examples)('is true for %s: %j', async (path, example) => {
    const target = typeof example === 'string' ? example : example.target;
    const ask = typeof example === 'string' ? {} : posted(example.body, example.mediaType);
    const answer = await service.get(target, ask);
    const { status, headers } = answer;
    const method = typeof example === 'string' ? 'get' : 'post';
    const responses = description.paths[path]?.[method]?.responses ?? {};
    const key = [String(status), `${String(status)[0]}XX`].find((one) => one in responses);
    expect(key, `${status}`).toBeDefined();
    if (key === '3XX') return;
    const type = headers['content-type']?.split(';')[0] ?? '';
    expect(Object.keys(responses[key ?? '']?.content ?? {})).toContain(type);
    if (type !== 'application/json') return;
    const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
    const pointer = ['paths', path, method, 'responses', key ?? '', 'content', type, 'schema'].map(escaped).join('/');
    const validate = ajv.compile({ $ref: `services#/${pointer}` });
    validate(answer.json());
    expect(validate.errors ?? []).toEqual([]);
  });
});
