/** The page that resolves lists, in a browser: tables of any length within the quota, pauses, and downloads. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSheet } from 'read-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import { parseTable } from '../../../../src/extras/pages/coverage-list.ts';
import { sampleForFile, type SampleService } from '../../../docs/sample-service.ts';
import { LIMITS } from '../../../core/http/serving.ts';
import { BROWSER, pageForTest, paste, textsOf, WITHOUT_BROWSER } from '../../../extras/pages/browser.ts';

/** A thousand in eight seconds: a list of more values has to wait. */
const SMALL = { quota: 1000, windowSeconds: 8, burst: 1000 };

describe.skipIf(BROWSER === undefined)(`a resolved list${WITHOUT_BROWSER}`, () => {
  const site = sampleForFile();
  const narrow = sampleForFile({ limits: { ...LIMITS, resolve: SMALL } });
  const page = pageForTest({ locale: 'en', viewport: { width: 1280, height: 900 } });

  const open = async (service: SampleService) => {
    await page.goto(`${service.url}/resolve`);
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  };
  const submit = async (text: string) => {
    await paste(page.getByRole('textbox', { name: 'Identifiers and addresses' }), text);
    await page.getByRole('button', { name: 'Resolve' }).click();
  };
  const phase = (name: string) => page.locator(`#job[data-phase="${name}"]`).waitFor({ state: 'attached' });
  const download = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    return { name: file.suggestedFilename(), path: await file.path() };
  };

  it('is a table with the given columns, and one for each scheme', async () => {
    await open(site);
    await page.locator('.check-boxes input[value=orcid]').check();
    await page.locator('.check-boxes input[value=lcnaf]').uncheck();
    await submit('Name;Kennung\n"Goethe; J. W.";Q5879\n=Leer;\nNiemand;Q999999999\nDoppelt;"viaf:24602065, Q5879"');
    await phase('done');
    const { name, path } = await download('CSV');
    expect(name).toBe('gnd-resolve-2026-11-20.csv');
    const [header = [], ...rows] = parseTable(readFileSync(path, 'utf8'), ',');
    expect(header.slice(0, 3)).toEqual(['Name', 'Kennung', 'gnd_row']);
    expect(header.filter((one) => /^found_(?:viaf|wikidata|isni|lcnaf|orcid)$/.test(one))).toEqual([
      'found_viaf',
      'found_wikidata',
      'found_isni',
      'found_orcid',
    ]);
    const of = (row: number, column: string) => rows[row]?.[header.indexOf(column)];
    expect(rows.map(([own]) => own)).toEqual(['Goethe; J. W.', '=Leer', 'Niemand', 'Doppelt']);
    expect([0, 1, 2, 3].map((row) => of(row, 'found_verdict'))).toEqual(['found', '', 'unknown', 'found | found']);
    expect([of(0, 'found_gnd'), of(0, 'found_viaf'), of(0, 'found_isni')]).toEqual([
      '118540238',
      '24602065',
      '0000000120999104',
    ]);
    await page.getByRole('radio', { name: 'unknown 1' }).check();
    expect(await page.locator('#rows tbody tr').count()).toBe(1);
    // The address has the list, and the page resolves it.
    await page.goto(`${site.url}/resolve?ids=Q5879,viaf:24602065&to=isni`);
    await phase('done');
    expect(await page.locator('#rows th').last().textContent()).toBe('ISNI');
    expect(await page.locator('.coverage-table').textContent()).toContain('0000\u00A00001\u00A02099\u00A09104');
    // Folded targets, too, are columns.
    await page.goto(`${site.url}/resolve?ids=Q5879&to=links:encyclopedia`);
    await phase('done');
    expect(await page.locator('#rows th').last().textContent()).toMatch(/^Encyclop/);
    // Deleted and mistyped identifiers are named as in the list check, and a suggestion can be taken.
    await page.goto(`${site.url}/resolve?ids=118540239,178066737&to=isni`);
    await phase('done');
    const verdict = page.locator('#verdict');
    expect(await verdict.textContent()).toMatch(/ 0 of 2 .* 1 is deleted and 1\u00A0mistyped\.$/);
    const heads = await page.locator('#rows th').allTextContents();
    expect(heads).toEqual(['Identifier', 'Finding', 'Entity', 'GND', 'ISNI']);
    const cells = page.locator('#rows tr', { hasText: '118540239' }).locator('td');
    await cells.getByRole('link', { name: 'Goethe, Johann Wolfgang von' }).waitFor();
    // As in the list check; the last cell has the room of the empty ones.
    expect(await cells.last().textContent()).toContain('Perhaps meant: Goethe');
    expect([await cells.count(), await cells.last().getAttribute('colspan')]).toEqual([3, '3']);
    await page.getByRole('button', { name: 'Accept 118540238' }).click();
    await page.getByRole('radio', { name: 'corrected 1' }).check();
    await page.locator('#rows').getByText('0000\u00A00001\u00A02099\u00A09104').waitFor();
    expect(await verdict.textContent()).toBe('The service found entities for 1 of 2 identifiers; 1 is deleted.');
    await page.goto(`${site.url}/resolve?ids=118540238,Q42424242,118540239&to=isni`);
    await phase('done');
    expect(await verdict.textContent()).toBe(
      'The service found entities for 1 of 3 identifiers; 1 is unknown and 1\u00A0mistyped.',
    );
    const item = page.locator('#rows').getByRole('link', { name: 'Look it up at Wikidata' });
    expect(await item.getAttribute('href')).toBe('https://www.wikidata.org/wiki/Q42424242');
    await page.goto(`${site.url}/resolve?ids=11854023Y,Goethe,99999997,118540238&to=orcid`);
    await phase('done');
    await page.getByRole('button', { name: 'Accept 118540238' }).waitFor();
    const shown = await page.locator('#rows').textContent();
    for (const said of [
      'character is not allowed',
      'not recognised',
      'does not know any identifier of this form',
      'hyphen before',
      'None of the',
    ])
      expect(shown).toContain(said);
    // A cell without an identifier is empty, so a phone leaves it out.
    expect(shown).not.toContain('–');
    expect(await verdict.textContent()).toMatch(
      /^The service found entities for 1 of 4 .* 1 entry was found but has none of/,
    );
  });

  it.each([
    ['118540238', 'The identifier was found.'],
    ['178066737', 'Finding for this identifier: deleted.'],
  ])('speaks of a single identifier in the singular: %s', async (id, verdict) => {
    await page.goto(`${site.url}/resolve?ids=${id}&to=isni`);
    await phase('done');
    expect(await page.locator('#verdict').textContent()).toBe(verdict);
  });

  it('can be read from a workbook, and downloaded as one of thousands of rows, which a worker compresses', async () => {
    const values = ['Q5879', 'https://viaf.org/viaf/24602065', ...Array.from({ length: 3_000 }, (_, n) => `viaf:${n}`)];
    const sheet = ['ID', ...values].map((value) => [{ value, type: String }]);
    const buffer = await (writeXlsxFile(sheet as never) as unknown as { toBuffer(): Promise<Buffer> }).toBuffer();
    await open(site);
    await page.locator('#file').setInputFiles({
      name: 'list.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer,
    });
    await page.getByText('File “list.xlsx”').waitFor();
    await page.getByRole('button', { name: 'Resolve' }).click();
    await phase('done');
    const { path } = await download('Excel workbook (XLSX)');
    const [header = [], first = [], second = [], ...others] = await readSheet(path);
    const gnd = header.indexOf('found_gnd');
    expect([first[gnd], second[gnd], others.length]).toEqual(['118540238', '118540238', 3_000]);
  });

  it('is requested in parts, waits for its quota, and continues', async () => {
    const portions: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST')
        portions.push((JSON.parse(request.postData() ?? '{}') as { ids: [] }).ids.length);
    });
    await open(narrow);
    const shown = await textsOf(page, 'job-text');
    await submit(Array.from({ length: 1500 }, (_, index) => `Q${5878 + index}`).join('\n'));
    await phase('done');
    expect(shown).toContainEqual(expect.stringMatching(/The quota is used up; continuing in \d+ s\./));
    expect(new Set(portions)).toEqual(new Set([1000, 500]));
    expect(await page.locator('#summary').textContent()).toMatch(/^Data as of /);
    await page.getByRole('radio', { name: /^all/ }).check();
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await page.locator('#range').textContent()).toBe('101 to 200 of 1,500');
  });
});
