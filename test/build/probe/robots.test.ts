/** Rules of robots.txt for the probe, from any file, including hostile ones. */
import { describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../src/build/sources/download/http-client.ts';
import { createRobots } from '../../../src/build/sources/probe/robots.ts';

const pace = { ask: <T>(_: string, send: () => Promise<T>) => send() };

function allows(text: string, path = '/page'): Promise<boolean> {
  const http: HttpClient = {
    get: async (url) => ({
      status: 200,
      url,
      field: () => undefined,
      close: () => undefined,
      body: (async function* () {
        yield Buffer.from(text);
      })(),
    }),
  };
  return createRobots(http, pace).allow(new URL(`https://host.example${path}`));
}

describe('a robots.txt', () => {
  it.each([
    ['nothing', '', true],
    ['us by name', 'User-agent: gnd-links\nDisallow: /', false],
    ['us by name and version', 'user-agent : GND-Links/1.0 # the probe\r\nDisallow: /page', false],
    ['everybody', 'User-agent: *\nDisallow: /', false],
    ['everybody but us', 'User-agent: *\nDisallow: /\n\nUser-agent: gnd-links\nDisallow: /other', true],
    ['others', 'User-agent: other\nDisallow: /', true],
    ['others, and us in the same group', 'User-agent: a\nUser-agent: gnd-links\nUser-agent: b\nDisallow: /', false],
    ['others in a group behind ours', 'User-agent: gnd-links\nDisallow: /x\nUser-agent: b\nDisallow: /', true],
    ['a name of the language', 'User-agent: constructor\nUser-agent: __proto__\nDisallow: /', true],
    ['nobody by name', 'User-agent:\nDisallow: /', true],
    ['lines without a colon', 'User-agent: *\nDisallow\n: /\nDisallow: /page', false],
  ])('about %s is applied', async (_, text, isAllowed) => {
    expect(await allows(text)).toBe(isAllowed);
  });

  it('with many agents and rules is read in bounded memory', async () => {
    const agents = (name: string) => `User-agent: ${name}\n`.repeat(12_000);
    const rules = 'Disallow: /a\n'.repeat(18_000);
    expect(await allows(agents('x') + rules)).toBe(true);
    expect(await allows(`${agents('*')}${rules}Disallow: /page`)).toBe(false);
  });
});
