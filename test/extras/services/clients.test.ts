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
import { forFile } from '../../for-file.ts';
import { LIMITS, listenAnywhere } from '../../core/http/serving.ts';
import { BROWSER, startBrowser, WITHOUT_BROWSER } from '../pages/browser.ts';
import { serveSample } from '../../docs/sample-service.ts';
import { temporaryDirectory } from '../../temporary.ts';

type List = readonly [string, readonly string[], readonly string[], readonly string[]];

const GOETHE = '118540238';
const run = promisify(execFile);
const outcomeOf = (program: string, ...args: string[]) => run(program, args).then(({ stdout }) => stdout, () => ''); // prettier-ignore
const php = (await outcomeOf('php', '-r', 'echo ini_get("allow_url_fopen");')) === '1';
const tools = (await outcomeOf('curl', '--version')) !== '' && (await outcomeOf('python3', '--version')) !== '';

const service = forFile(() => serveSample({ limits: LIMITS }));
/** Addresses of Goethe's links in reading order. */
let urls: readonly string[];
beforeAll(async () => {
  const inOrder = await readingOrder(service.store);
  const { links } = inOrder((await service.get(`/api/v1/gnd/${GOETHE}/links`)).json() as LinksAnswer);
  urls = links.categories.flatMap(({ items }) => items.map(({ url }) => url));
});

describe('TueFind (IxTheo, RelBib, KrimDok)', () => {
  /** Exclusions in the path that its proxy uses. */
  const EXCLUDED =
    'adbreg dewp wikidata commons@pd orcid@wd kalliope archivportal hls lagis saebi rppd pw_dbi bmlo cpl gesa ixtheo relbib bbkl@ap lemo@ap vr';

  /** The logic of its script: rows by label without the number of hits, sorted; some are hidden by label. */
  function groupsOf(json: List, hidden: RegExp) {
    const groups = new Map<string, { url: string; hits: number }[]>();
    if (json[1] !== undefined && json[1].length > 0) {
      for (const [index, label] of json[1].entries()) {
        const hits = Number(/\((\d+)\)$/.exec(label)?.[1] ?? 1);
        const name = label.replace(/\s*\(\d+\)$/, '');
        if (!hidden.test(name)) groups.set(name, [...(groups.get(name) ?? []), { url: json[3][index] ?? '', hits }]);
      }
    }
    return [...groups].toSorted(([a], [b]) => a.localeCompare(b));
  }

  const ask = async (id: string) => {
    const path = EXCLUDED.split(' ').map((alias) => `-${alias}/`);
    return (await service.get(`/seealso/pnd-aks/${path.join('')}?format=seealso&id=${id}`)).json() as List;
  };

  it('shows groups with their hits, without excluded and hidden ones', async () => {
    const groups = groupsOf(await ask(GOETHE), /^Virtual International/);
    const shown = groups.flatMap(([, rows]) => rows.map(({ url }) => new URL(url).host));
    expect(shown.length).toBeGreaterThan(5);
    for (const host of ['www.wikidata.org', 'de.wikipedia.org', 'kalliope-verbund.info', 'viaf.org']) {
      expect(urls.some((url) => url.includes(host))).toBe(true);
      expect(shown).not.toContain(host);
    }
    expect(groups.some(([, rows]) => rows.some(({ hits }) => hits > 1))).toBe(true);
  });
});

describe.skipIf(!php)(`beaconizer for TYPO3${php ? '' : ' (skipped: no php that opens addresses)'}`, () => {
  const SERVICE = `
    function links($base, $id, $hidden) {
      $answer = json_decode(file_get_contents($base . '?format=seealso&id=' . $id));
      $rows = [];
      if (!$answer[0]) return $rows;
      foreach ($answer[1] as $i => $label) {
        if (strpos($answer[3][$i], $hidden) === 0) continue;
        $rows[] = [$label, $answer[2][$i], $answer[3][$i]];
      }
      return $rows;
    }
    echo json_encode(array_map(fn($id) => links($argv[1], $id, 'https://www.wikidata.org/'), array_slice($argv, 2)));`;

  it('combines labels, descriptions and addresses, and hides by the beginning of an address', async () => {
    const args = ['-r', SERVICE, '--', `${service.url}/seealso/pnd-aks`, GOETHE, '118999990', 'nonsense'];
    const [goethe, ...others] = JSON.parse((await run('php', args)).stdout) as string[][][];
    const expected = urls.filter((url) => !url.startsWith('https://www.wikidata.org/'));
    expect(goethe?.map(([, , url]) => url)).toEqual(expected);
    expect(goethe?.every(([label]) => label !== '')).toBe(true);
    expect(others).toEqual([[], []]);
  });
});

describe.skipIf(BROWSER === undefined)(`scripts in a page of another origin${WITHOUT_BROWSER}`, () => {
  const jquery = readFileSync(fileURLToPath(import.meta.resolve('jquery/dist/jquery.min.js')), 'utf8');
  const portal = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
  const browser = forFile(startBrowser);
  const page = forFile(() => browser.newPage());
  beforeAll(async () => page.goto(`http://127.0.0.1:${await listenAnywhere(portal)}/`));
  afterAll(() => void portal.close());

  /** JSONP as libraries do it: a function with a unique name, and a script element that calls it. */
  const JSONP = `(base, name) => new Promise((resolve, reject) => {
    window[name] = resolve;
    const script = document.createElement('script');
    script.src = base + (base.includes('?') ? '&' : '?') + 'format=seealso&id=${GOETHE}&callback=' + name + '&_=' + Date.now();
    script.onerror = () => reject(new Error('not loaded'));
    document.head.append(script);
  })`;

  it.each([['seealso.js', '/seealso/pnd-aks', 'SeeAlso_1']])('get the list by JSONP: %s', async (_, path, name) => {
    const list = await page.evaluate<List>(`(${JSONP})('${service.url}${path}', '${name}')`);
    expect([list[0], list[3]]).toEqual([`http://d-nb.info/gnd/${GOETHE}`, urls]);
    expect([list[1].length, list[2].length]).toEqual([urls.length, urls.length]);
  });

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
        .matchAll(/http:\/\/127\.0\.0\.1:\d+\/[^\s`'"|]+/g),
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
      expect(stdout).toContain(GOETHE);
    }
  });
});
