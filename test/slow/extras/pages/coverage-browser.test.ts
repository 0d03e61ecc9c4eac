/** The coverage page in a browser: lists of any length within the quota, and by keyboard alone. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from 'read-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import { parseTable } from '../../../../src/extras/pages/coverage-list.ts';
import type { CoverageAnswer } from '../../../../src/core/interface/coverage-schema.ts';
import { LIMITS } from '../../../core/http/serving.ts';
import { sampleForFile, type SampleService } from '../../../docs/sample-service.ts';
import { BROWSER, pageForTest, paste, textsOf, WITHOUT_BROWSER } from '../../../extras/pages/browser.ts';

/** Two requests in eight seconds: a list of three hundred identifiers has to wait. */
const SMALL = { quota: 2, windowSeconds: 8, burst: 2 };
const COVERAGE = '**/api/v1/coverage?*';

describe.skipIf(BROWSER === undefined)(`a list check${WITHOUT_BROWSER}`, () => {
  const site = sampleForFile();
  const narrow = sampleForFile({ limits: { ...LIMITS, coverage: SMALL } });
  const page = pageForTest({ locale: 'en', viewport: { width: 1280, height: 900 } });
  /** All entities of the sample. */
  let known: readonly string[];
  beforeAll(async () => {
    const sitemap = await site.get('/sitemaps/0.xml');
    known = Array.from(sitemap.text.matchAll(/\/gnd\/([\dX-]+)</g), ([, gnd = '']) => gnd);
  });

  const open = async (service: SampleService) => {
    await page.goto(`${service.url}/coverage`);
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  };
  const field = () => page.getByRole('textbox', { name: 'GND identifiers' });
  const check = async (text: string) => {
    await paste(field(), text);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
  };
  const phase = (name: string) => page.locator(`#job[data-phase="${name}"]`).waitFor({ state: 'attached' });
  const download = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  const summary = () => page.locator('#summary').textContent();

  /** A list with repeated, malformed, merged, deleted and mistyped identifiers. */
  const mixed = () => [
    ...known.slice(0, 225),
    ...known.slice(0, 20),
    '185808069',
    '178066737',
    '118540239',
    '118540239',
    '11854023Y',
    'Q5879',
    '(DE-588)118540238',
    '118999990',
  ];

  it('accepts a list of any length, waits for its quota, and returns the list with results', async () => {
    await open(narrow);
    const [said, shown] = [await textsOf(page, 'announcement'), await textsOf(page, 'job-text')];
    const ids = mixed();
    await check(ids.join('\n'));
    await phase('done');
    expect(shown).toContainEqual(expect.stringMatching(/The quota is used up; continuing in \d+ s\./));
    const { text, name } = await download('CSV');
    expect(name).toBe('gnd-list-2026-11-20.csv');
    expect(
      parseTable(text, ',')
        .slice(1)
        .map(([id]) => id),
    ).toEqual(ids);
    expect(said[0]).toBe('Checking 232 identifiers.');
    expect(said.filter((sentence) => sentence.startsWith('The quota is used up')).length).toBeGreaterThan(0);
    expect(said.at(-1)).toBe('232 identifiers checked.');
    expect(said.length).toBeLessThan(16);
    expect(await summary()).toBe('Data as of 20 Nov 2026 · 21 repetitions');
  });

  it('says that a hyphen is missing only where the number would be right with it', async () => {
    await open(site);
    await check('11850\n40743354');
    await phase('done');
    const row = (id: string) => page.locator('#rows tr', { hasText: id });
    expect(await row('40743354').textContent()).toContain('The hyphen before the last character is missing.');
    expect(await row('11850').textContent()).toContain('The identifier is incomplete or mistyped');
  });

  it('shows first what is wrong, and replaces merged identifiers together, mistyped ones one by one', async () => {
    await open(site);
    await check('118540239\n4065105-7\n118540239\n118999990\n1012979490');
    await phase('done');
    // The sample is an excerpt: an unknown identifier may be right, and is no error.
    expect(await page.locator('#verdict').textContent()).toMatch(
      /^2 of 4 .*mistyped\. Possibly right, and therefore not counted: 1\u00A0unknown\. 1 merged identifier can be replaced\.$/,
    );
    // All entries are shown with all columns, though none of these has links.
    await page.getByRole('radio', { name: /^all \d/ }).check();
    const heads = await page.locator('#rows th').allTextContents();
    expect(heads).toEqual(['Identifier', 'Finding', 'Entity', 'Links', 'Categories']);
    await page.getByText(/^Only [\d,]+ of the roughly ten million entities of the GND are loaded here/).waitFor();
    await page.getByRole('radio', { name: 'unknown 1' }).check();
    const outside = page.locator('#rows').getByRole('link', { name: 'Look it up at the DNB' });
    expect(await outside.getAttribute('href')).toBe('https://d-nb.info/gnd/118999990');
    expect(await page.locator('#rows .badge.bad').count()).toBe(0);
    await page.getByRole('radio', { name: 'merged 1' }).check();
    await page.locator('#rows').getByText('→ 118540238').waitFor();
    // A filter of the same rows as another one is not shown.
    expect(await page.getByText('with a similar identifier').isVisible()).toBe(false);
    await page.getByRole('radio', { name: 'mistyped 2' }).check();
    const named = page.locator('#rows tr', { hasText: '118540239' });
    await named.getByRole('link', { name: 'Goethe, Johann Wolfgang von' }).waitFor();
    await named.getByRole('button', { name: 'Accept 118540238' }).click();
    await page.getByRole('button', { name: 'Accept 4065105-8' }).click();
    await page.getByRole('button', { name: 'Replace 1 merged identifier' }).click();
    await phase('done');
    await page.getByRole('radio', { name: 'corrected 3' }).check();
    const rows = page.locator('#rows tbody tr');
    await rows.getByText('Goethe, Johann Wolfgang von').first().waitFor();
    expect(await rows.first().textContent()).toContain('2 times in the list');
    expect(await rows.first().textContent()).toContain('replaced by 118540238');
    const [header = [], ...table] = parseTable((await download('CSV')).text, ',');
    expect(header).toEqual(expect.arrayContaining(['gnd_links', 'gnd_encyclopedia', 'gnd_other']));
    const columns = ['gnd_verdict', 'gnd_suggestion', 'gnd_accepted'].map((name) => header.indexOf(name));
    expect(table.map((cells) => [cells[0], ...columns.map((column) => cells[column])])).toEqual([
      ['118540239', 'covered', '', '118540238'],
      ['4065105-7', 'covered', '', '4065105-8'],
      ['118540239', 'covered', '', '118540238'],
      ['118999990', 'unknown', '', ''],
      ['1012979490', 'covered', '', '118540238'],
    ]);
    expect(await page.locator('#job').isHidden()).toBe(true);
  });

  it('requests every identifier once, with at most two requests at a time', async () => {
    const asked: string[] = [];
    let atOnce = 0;
    let most = 0;
    await page.route(COVERAGE, async (route) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      asked.push(...decodeURIComponent(new URL(route.request().url()).search.slice('?ids='.length)).split('\n'));
      await route.continue();
    });
    page.on('requestfinished', (request) => (atOnce -= request.url().includes('/coverage?') ? 1 : 0));
    await open(site);
    await check([...known, ...known].join('\n'));
    await phase('done');
    expect(asked.toSorted()).toEqual([...known].toSorted());
    expect(most).toBeLessThanOrEqual(2);
  });

  it('returns a table of hundreds of rows with results, in every format', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')));
    const cells = (id: string) => [
      [id, ''],
      [`https://d-nb.info/gnd/${id}`, 'Wrong, Person'],
      ['', ''],
      ['118540239', 'Goethe, J. W. von'],
      [`(DE-588)${id}; 118540238`, 'Two, Persons'],
      [' 118540238 ', 'Johann Wolfgang von Goethe'],
      ['1012979490', 'Schiller, Friedrich'],
    ];
    const rows = Array.from({ length: 300 }, (_, index) => {
      const [id = '', name = ''] = cells(known[index % known.length] ?? '')[index % 7] ?? [];
      return [`=${index}`, name, id, index % 7 === 2 ? '' : ' "note" '];
    });
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const text = [['No', 'Name', 'GND', 'Note'], ...rows].map((row) => row.map(quoted).join(';')).join('\r\n');
    await open(site);
    const file = { name: 'register.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.locator('#file').setInputFiles(file);
    await page.getByText('File “register.csv”').waitFor();
    expect(await page.getByRole('combobox', { name: 'Compare names' }).inputValue()).toBe('1');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await phase('done');
    const given = (table: readonly (readonly unknown[])[]) =>
      table.slice(1).map((row) => row.slice(0, 4).map((cell) => cell ?? ''));
    const comma = parseTable((await download('CSV')).text, ',');
    expect(given(comma)).toEqual(rows);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Excel workbook (XLSX)' }).click(),
    ]);
    const sheet = await readSheet(readFileSync(await saved.path()), { trim: false });
    expect(given(sheet)).toEqual(rows);
    const header = (sheet[0] ?? []).map(String);
    const column = (name: string, row: number) => sheet[row + 1]?.[header.indexOf(`gnd_${name}`)];
    const found = [column('verdict', 3), column('suggestion', 3), column('suggestion_name', 3)];
    expect(found).toEqual(['unknown', '118540238', 'Goethe, Johann Wolfgang von']);
    const compared = [column('name_check', 5), column('name_check', 6), column('merged_into', 6)];
    expect(compared).toEqual(['same', 'different', '118540238']);
    expect(asked.filter((request) => /Schiller|Wrong|note/.test(request))).toEqual([]);
  });

  it('reports errors of the field, and a file that is not text', async () => {
    await open(site);
    await check('');
    expect(await field().getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#ids-error').textContent()).toMatch(/^No identifiers found/);
    expect(await page.evaluate('document.activeElement.id')).toBe('ids');
    const buffer = Buffer.from('PK\u0003\u0004\u0000\u0000');
    await page.locator('#file').setInputFiles({ name: 'liste.xlsx', mimeType: 'application/zip', buffer });
    await page.getByText('“liste.xlsx” is neither text nor an Excel workbook').waitFor();
  });

  it('reads numbers, dates and line breaks of a workbook unchanged', async () => {
    const rows = [
      [{ value: 'Name' }, { value: 'GND' }, { value: 'Seen' }],
      [{ value: 'Goethe,\nJ. W. "von"' }, { value: 118540238 }, { value: new Date(Date.UTC(2026, 4, 3)) }],
      [null, null, null],
      [{ value: 'Schiller' }, { value: '1012979490' }, { value: true }],
    ].map((row) => row.map((cell) => cell && { ...cell, ...(cell.value instanceof Date && { format: 'yyyy-mm-dd' }) }));
    const buffer = await writeXlsxFile(rows as never).toBuffer();
    await open(site);
    await page.locator('#file').setInputFiles({ name: 'list.xlsx', mimeType: 'application/octet-stream', buffer });
    await page.getByText('File “list.xlsx”').waitFor();
    expect(await page.locator('#recognised').textContent()).toBe(
      '2 entries recognised · header line: “Name | GND | Seen”',
    );
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await phase('done');
    expect(await page.locator('#verdict').textContent()).toBe(
      '1 of 2 identifiers needs your decision, because it is differently named. 1 merged identifier can be replaced.',
    );
    const table = parseTable((await download('CSV')).text, ',');
    expect(table.map((row) => row.slice(0, 5))).toEqual([
      ['Name', 'GND', 'Seen', 'gnd_row', 'gnd_verdict'],
      ['Goethe,\nJ. W. "von"', '118540238', '2026-05-03', '2', 'covered'],
      ['', '', '', '3', ''],
      ['Schiller', '1012979490', 'true', '4', 'redirected'],
    ]);
  });

  it('skips the header of a BEACON list, also when it is compressed', async () => {
    const text =
      '#FORMAT: BEACON\n#PREFIX: https://d-nb.info/gnd/\n#FEED: https://example.org/4000001-1\n\n118540238|3\n4065105-8\n';
    await open(site);
    await page.locator('#file').setInputFiles({ name: 'list.txt.gz', mimeType: 'text/plain', buffer: gzipSync(text) });
    await page.getByText('BEACON list with 3 header lines').waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await phase('done');
    expect(await summary()).toMatch(/^Data as of /);
    expect(await page.locator('#verdict').textContent()).toBe('All identifiers are current.');
  });

  it.each([
    ['118540238', 'The identifier is current.'],
    ['1012979490', 'There is nothing to decide. 1 merged identifier can be replaced.'],
  ])('speaks of a single identifier in the singular: %s', async (id, verdict) => {
    await open(site);
    await check(id);
    await phase('done');
    expect(await page.locator('#verdict').textContent()).toBe(verdict);
  });

  it('waits while the network fails, and can be cancelled', async () => {
    await open(site);
    let answered = 0;
    await page.route(COVERAGE, (route) => ((answered += 1) === 1 ? route.continue() : route.abort()));
    await check(known.join('\n'));
    await phase('waiting');
    expect(await page.locator('#job-text').textContent()).toMatch(
      /^100 of \d+ checked · No answer; trying again in \d s\./,
    );
    await page.getByRole('button', { name: 'Cancel' }).click();
    await phase('cancelled');
    expect(await page.locator('#job-text').textContent()).toBe(`Cancelled: 100 of ${known.length} checked.`);
    const { text } = await download('CSV');
    expect(text.match(/,covered,|,no_links,/g)).toHaveLength(100);
  });

  it('ends with its verdict in view, and shows a hundred rows at a time with filters', async () => {
    await open(site);
    await check(mixed().join('\n'));
    await phase('done');
    const rows = page.locator('#rows tbody tr');
    const verdict = page.locator('#verdict');
    expect(await verdict.textContent()).toBe(
      '4 of 232 identifiers need your decision: 1\u00A0deleted, 2\u00A0mistyped and 1\u00A0from another register. Possibly right, and therefore not counted: 1\u00A0unknown. 1 merged identifier can be replaced.',
    );
    expect((await verdict.boundingBox())?.y).toBeLessThan(300);
    expect(await field().isHidden()).toBe(true);
    await page.getByText('232 entries · Change the list').click();
    await field().waitFor();
    expect(await page.getByRole('radio', { name: 'to be decided 4' }).isChecked()).toBe(true);
    expect(await page.locator('#rows th').allTextContents()).toEqual(['Identifier', 'Finding', 'Entity']);
    expect(await page.locator('#rows .badge.good').count()).toBe(0);
    const deleted = page.locator('#rows tr', { hasText: '178066737' });
    expect(await deleted.textContent()).toContain('no successor');
    await page.getByRole('radio', { name: 'all 232' }).check();
    expect(await rows.count()).toBe(100);
    expect(await rows.first().textContent()).toContain('line 1');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await rows.count()).toBe(32);
    expect(await page.locator('#range').textContent()).toBe('201 to 232 of 232');
    await page.getByRole('radio', { name: 'mistyped 2' }).check();
    expect(await rows.count()).toBe(2);
    // A neighbour of the mistyped identifier exists.
    await page
      .locator('#rows tr', { hasText: '11854023Y' })
      .getByRole('button', { name: 'Accept 118540238' })
      .waitFor();
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  it('can be used with the keyboard alone', async () => {
    await open(site);
    await field().focus();
    await page.keyboard.insertText('118540239 4065105-8');
    await page.locator('#reading').waitFor();
    await tabTo('Check');
    await page.keyboard.press('Enter');
    await phase('done');
    expect(await page.evaluate('document.activeElement.id')).toBe('result-title');
    await tabTo('filter-attention');
    expect(await page.locator('#rows tbody tr').count()).toBe(1);
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('#rows tbody tr').count()).toBe(2);
    await tabTo('Accept 118540238');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('rows-title');
    await phase('done');
    await page.getByRole('link', { name: 'Goethe, Johann Wolfgang von' }).waitFor();

    async function tabTo(name: string) {
      for (let i = 0; i < 20; i += 1) {
        await page.keyboard.press('Tab');
        const [id, text] = await page.evaluate<string[]>(
          '[document.activeElement.id, document.activeElement.textContent]',
        );
        if (id === name || text === name) return;
      }
      throw new Error(`Tab does not lead to ${name}.`);
    }
  });

  it('is begun by a click during which the page reads the list and moves the button', async () => {
    await page.clock.install({ time: 0 });
    await open(site);
    await page.clock.pauseAt(3_600_000);
    await paste(field(), '118540238');
    await page.getByRole('button', { name: 'Check', exact: true }).hover();
    await page.mouse.down();
    await page.clock.runFor(1_000);
    await page.mouse.up();
    await page.clock.resume();
    await phase('done');
  });

  it('keeps the list after a visit to an entity', async () => {
    await open(site);
    await check('118540238 4065105-8');
    await phase('done');
    await page.getByRole('link', { name: 'Goethe, Johann Wolfgang von' }).first().click();
    await page.waitForURL('**/gnd/118540238');
    await page.goBack();
    await page.getByText('2 entries recognised').waitFor();
    expect(await field().inputValue()).toBe('118540238 4065105-8');
  });

  it('begins with the list of the address, and leads identifiers from other registers to their page', async () => {
    await page.goto(`${site.url}/coverage?lang=en`);
    await page.getByRole('link', { name: 'See an example' }).click();
    await page.getByText(/^Example with \d+ identifiers · Enter your own list$/).waitFor();
    await page.goto(`${site.url}/coverage?ids=118540238,Q5879,https://example.org/118540238`);
    await phase('done');
    const findings = page.locator('#rows td:has(.badge.outside)');
    // A web address belongs to no register.
    expect(await findings.locator('> *').allTextContents()).toEqual([
      'from another register',
      'Wikidata or FactGrid',
      'from another register',
    ]);
    await page.getByText('The list also contains identifiers from other registers.').waitFor();
    await page.getByRole('link', { name: 'Resolve such identifiers' }).click();
    await page.waitForURL('**/resolve/table');
  });

  it('shows names as text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const item = { input: '1', verdict: 'covered', gnd: '1', type: name, preferredName: name, links: 1 };
    const items = [{ ...item, byCategory: { [name]: 1 }, sources: [name] }];
    await page.route(COVERAGE, (route) =>
      route.fulfill({ json: { snapshot: { id: '1', date: '2026-11-20' }, items } }),
    );
    await open(site);
    await check('118540238');
    await phase('done');
    expect(await page.locator('#rows tbody tr').first().textContent()).toContain(name);
    expect(await page.locator('main img').count()).toBe(0);
  });

  it('reports that the data have changed during the check', async () => {
    let requests = 0;
    await page.route(COVERAGE, async (route) => {
      requests += 1;
      const snapshot = { id: String(requests), date: '2026-11-20' };
      const response = await fetch(route.request().url());
      const report = (await response.json()) as CoverageAnswer;
      await route.fulfill({ json: { ...report, snapshot } });
    });
    await open(site);
    await check(known.slice(0, 150).join('\n'));
    await phase('done');
    await page.getByText('The data were updated during the check').waitFor();
  });
});
