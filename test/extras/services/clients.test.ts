/** Clients of the former beacon.findbuch.de, reduced to their logic, with only the host changed. */
import { readingOrder } from '../../../src/shared/lookup/reading-order.ts';
import type { LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenAnywhere } from '../../core/http/serving.ts';
import { BROWSER, pageForFile, WITHOUT_BROWSER } from '../pages/browser.ts';
import { sampleForFile } from '../../docs/sample-service.ts';
import { temporaryDirectory } from '../../temporary.ts';

type List = readonly [string, readonly string[], readonly string[], readonly string[]];

const GOETHE = '118540238';
/** An entity whose identifiers contradict each other. */
const PARTY = '2016052-5';
const run = promisify(execFile);
const outcomeOf = (program: string, ...args: string[]) => run(program, args).then(({ stdout }) => stdout, () => ''); // prettier-ignore
const tools = (await outcomeOf('curl', '--version')) !== '' && (await outcomeOf('python3', '--version')) !== '';

const service = sampleForFile();
/** Addresses of Goethe's links in reading order. */
let urls: readonly string[];
beforeAll(async () => {
  const inOrder = await readingOrder(service.store);
  const { links } = inOrder((await service.get(`/api/v1/gnd/${GOETHE}/links`)).json() as LinksAnswer);
  urls = links.categories.flatMap(({ items }) => items.map(({ url }) => url));
});

describe.skipIf(BROWSER === undefined)(`scripts in a page of another origin${WITHOUT_BROWSER}`, () => {
  const jquery = readFileSync(fileURLToPath(import.meta.resolve('jquery/dist/jquery.min.js')), 'utf8');
  const portal = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
  const page = pageForFile();
  beforeAll(async () => page.goto(`http://127.0.0.1:${await listenAnywhere(portal)}/`));
  afterAll(() => void portal.close());

  it('get the list by jQuery, which creates the callback and adds its own parameters', async () => {
    await page.addScriptTag({ content: jquery });
    const list = await page.evaluate<List>(
      `new Promise((done, failed) => $.getJSON('${service.url}/seealso/pnd-aks/?id=${GOETHE}&format=seealso&callback=?', done).fail(failed))`,
    );
    expect([list[0], list[3]]).toEqual([`http://d-nb.info/gnd/${GOETHE}`, urls]);
  });

  it('get the list by fetch, follow a redirect, and can post a list', async () => {
    const results = await page.evaluate<unknown[]>(`(async (base) => {
      const list = await (await fetch(base + '/seealso/pnd-aks?format=seealso&id=${GOETHE}', { headers: { accept: 'application/json' } })).json();
      const redirect = await fetch(base + '/gnd-resolver/wikidata/${GOETHE}', { redirect: 'manual' });
      const posted = await fetch(base + '/resolve', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '["Q5879"]' });
      return [list[3].length, redirect.type, (await posted.json()).items[0].gnd];
    })('${service.url}')`);
    expect(results).toEqual([urls.length, 'opaqueredirect', GOETHE]);
  });
});

describe.each(['seealso.de', 'seealso.en', 'resolve.de', 'resolve.en'])('the document %s', (document) => {
  const text = () =>
    readFileSync(join(import.meta.dirname, `../../../src/extras/pages/docs/${document}.md`), 'utf8').replaceAll(
      '{{baseUrl}}',
      service.url,
    );

  it('has only addresses that are answered', async () => {
    const addresses = [
      ...text()
        .replace(/```sh[^]*?```/g, '')
        .matchAll(/http:\/\/127\.0\.0\.1:\d+\/[^\s`'"|)]+/g),
    ]
      .map(([address]) => address)
      .filter((address) => !/[…{]|\?$/.test(address));
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      const { status } = await fetch(address, { redirect: 'manual' });
      expect([address, status < 400]).toEqual([address, true]);
    }
  });

  it.skipIf(!tools)(`has only commands that work${tools ? '' : ' (skipped: no curl or python3)'}`, async () => {
    const blocks = [...text().matchAll(/```(sh|py) [^\n]*\n([^]*?)```/g)];
    for (const [, language, source = ''] of blocks) {
      const shell = `curl() { command curl --fail --silent --show-error "$@"; }; ${source}`;
      const args = language === 'sh' ? ['bash', '-euo', 'pipefail', '-c', shell] : ['python3', '-c', source];
      const { stdout } = await run(args[0] ?? '', args.slice(1), { cwd: temporaryDirectory() });
      expect(stdout).toContain(source.includes(PARTY) ? PARTY : GOETHE);
    }
  });
});
