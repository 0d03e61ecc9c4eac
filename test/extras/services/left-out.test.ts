/** `serve --doors`: all extras, one alone, and none; `test/slow` has the others alone, and leaves out each. */
import { expect, inject, it, onTestFinished } from 'vitest';
import { EXTRA_NAMES, type ExtraName } from '../../../src/cli/doors.ts';
import { DOOR_NAMES } from '../../../src/core/http/door-link.ts';
import { locateSnapshot } from '../../../src/core/snapshot/directory.ts';
import { dumpSnapshot } from '../../build/runs/running.ts';
import { forFile } from '../../for-file.ts';
import { temporaryForFile } from '../../temporary.ts';
import { followLinks, serveOnly } from './followed-links.ts';

const out = temporaryForFile();
const dumps = forFile(async () => {
  await dumpSnapshot(await locateSnapshot(inject('sample')), { out });
  return { folder: out, close: async () => undefined };
});

async function serving(names: readonly ExtraName[]) {
  const service = await serveOnly(names, inject('sample'), dumps.folder);
  onTestFinished(() => service.close());
  return service;
}

it('with all extras, each name of a door is that of one door', async () => {
  const { doors } = await serving(EXTRA_NAMES);
  expect(doors.flatMap(({ name }) => name ?? []).toSorted()).toEqual(DOOR_NAMES.toSorted());
});

it('with all extras, no link of any answer leads nowhere', async () => {
  const { dead, followed } = await followLinks(await serving(EXTRA_NAMES));
  expect(dead).toEqual([]);
  expect(followed).toBeGreaterThan(100);
});

// What a link falls back to is missing as well.
it.each(['pages', 'embed'] as const)('with only %s, no link of any answer leads nowhere', async (name) => {
  expect((await followLinks(await serving([name]))).dead).toEqual([]);
});

it('the interface alone answers its six doors, and no link of any answer leads nowhere', async () => {
  const alone = await serving([]);
  expect(alone.doors.filter(({ operation }) => operation).length).toBe(6);
  expect((await followLinks(alone)).dead).toEqual([]);
});

it('the interface alone sends problem documents to people, and has the usual description but for links to pages', async () => {
  const alone = await serving([]);
  const { headers, text } = await alone.get('/nothing', { headers: { accept: 'text/html' } });
  expect(headers['content-type']).toBe('application/problem+json');
  expect(JSON.parse(text)).toMatchObject({ type: 'about:blank', code: 'not_found' });
  expect(headers['link']).toContain(`<${alone.url}/api/v1/openapi.json>; rel="service-doc"`);
  const described = async (service: typeof alone) =>
    (await service.get('/api/v1/openapi.json')).text
      .replaceAll(service.url, 'https://example.org')
      .replace('"termsOfService":"https://example.org/docs/promise",', '')
      .replaceAll(/"https:\/\/example\.org\/problems\/[\w-]+"/g, '"about:blank"');
  expect(await described(alone)).toBe(await described(await serving(EXTRA_NAMES)));
  expect((await alone.get('/llms.txt')).text).not.toContain('Other interfaces');
});
