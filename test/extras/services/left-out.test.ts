/** `serve --doors`: each extra left out alone, and the interface alone. */
import { inject } from 'vitest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSnapshot, readings } from '../../../src/cli/installation.ts';
import { EXTRA_NAMES, EXTRAS, type ExtraName, openDoors } from '../../../src/cli/doors.ts';
import type { Door } from '../../../src/core/http/door.ts';
import { serve } from '../../core/http/serving.ts';

const { schemes } = await readings();
const INSTALLATION = { release: '1.2.3', schemes };
const targetsOf = (doors: readonly Door[]) =>
  doors.flatMap(({ examples }) => examples.filter((example) => typeof example === 'string'));
const doorsOf = async (name: ExtraName) => (await EXTRAS[name].load()).doors(INSTALLATION);

async function serveOnly(names: readonly ExtraName[]) {
  const fixture = await openSnapshot(inject('sample'));
  const doors = await openDoors(INSTALLATION, names);
  const service = await serve({ fixture, doors });
  onTestFinished(() => service.close());
  return { ...service, doors };
}

/** Documents and pages with links, if they are served. */
const TELLING = ['/llms.txt', '/.well-known/api-catalog', '/api/v1/openapi.json', '/', '/docs', '/docs/promise', '/gnd/118540238', '/coverage/report?ids=Q5879']; // prettier-ignore

describe.each(EXTRA_NAMES)('without %s', (name) => {
  it('the other doors answer, and no link leads to it', async () => {
    const service = await serveOnly(EXTRA_NAMES.filter((one) => one !== name));
    for (const target of targetsOf(service.doors)) {
      const { status } = await service.get(target, { headers: { accept: 'text/html' } });
      expect([200, 302, 303, 308], `${target} is ${status}`).toContain(status);
    }
    const left = await doorsOf(name);
    for (const target of targetsOf(left)) expect([target, (await service.get(target)).status]).toEqual([target, 404]);
    const addresses = left.map(({ path }) => path.replace(/\{\w+\}$/, '')).filter((path) => path !== '/');
    const served = new Set(service.doors.map(({ announcement }) => announcement?.documentation));
    const documents = left.flatMap(({ announcement }) => announcement?.documentation ?? []).filter((one) => !served.has(one)); // prettier-ignore
    for (const target of TELLING) {
      const { text } = await service.get(target);
      const links = [...text.matchAll(/(?:href|action)="([^"]+)"|https?:\/\/[^\s)"<>`]+/g)].map(
        ([whole, href = whole]) => decodeURI(href.replace(service.url, '').replace(/[?#].*/, '')),
      );
      const dead = links.filter((link) => addresses.some((path) => link === path || (path.length > 8 && link.startsWith(path)))); // prettier-ignore
      // Without pages, only the links for programs are checked.
      expect([target, (name as string) === 'pages' ? [] : dead]).toEqual([target, []]);
      expect([target, links.filter((link) => documents.includes(link))]).toEqual([target, []]);
    }
    for (const document of documents) expect((await service.get(document)).status).toBe(404);
  });
});

it('the interface alone answers its six doors, sends problem documents to people, and has the usual description', async () => {
  const alone = await serveOnly([]);
  const all = await serveOnly(EXTRA_NAMES);
  expect(alone.doors.filter(({ operation }) => operation).length).toBe(6);
  const { headers } = await alone.get('/nothing', { headers: { accept: 'text/html' } });
  expect(headers['content-type']).toBe('application/problem+json');
  const described = async (service: typeof alone) =>
    (await service.get('/api/v1/openapi.json')).text.replaceAll(service.url, 'https://example.org');
  expect(await described(alone)).toBe(await described(all));
  expect((await alone.get('/llms.txt')).text).not.toContain('Other interfaces');
});
