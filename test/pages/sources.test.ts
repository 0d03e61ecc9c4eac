/** The register as a page: what it says of the sources, what can be chosen, how it is sorted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourcesAnswer } from '../../src/api/register-schemas.ts';
import { serve, type Serving } from '../http/serving.ts';
import type { SampleService } from '../docs/sample-service.ts';
import { BROWSER, startBrowser, WITHOUT_BROWSER } from './browser.ts';
import { attribute, type Element, readPage, textOf } from './reading.ts';
import { serveSite } from './serve-site.ts';

let site: SampleService;
let fixture: Serving;
let register: SourcesAnswer;
beforeAll(async () => {
  [site, fixture] = await Promise.all([serveSite(), serve()]);
  register = (await (await fetch(`${site.url}/api/v1/sources`)).json()) as SourcesAnswer;
});
afterAll(async () => {
  await site?.close();
  await fixture?.close();
});

async function read(path: string) {
  const response = await fetch(site.url + path);
  return { response, page: readPage(await response.text()) };
}

/** Rows of the register as the texts of their cells. */
function rowsOf(page: ReturnType<typeof readPage>): string[][] {
  const table = page.all('table').find((one) => attribute(one, 'class') === 'register');
  const cells = (row: Element) => row.childNodes.filter(({ nodeName }) => nodeName === 'td' || nodeName === 'th');
  const rows = page.all('tr').filter((row) => row.parentNode === table?.childNodes.find((n) => n.nodeName === 'tbody'));
  return rows.map((row) => cells(row).map(textOf));
}

describe('the register', () => {
  it('has a row for every source, by name', async () => {
    const { response, page } = await read('/sources?lang=de');
    expect([response.status, page.errors]).toEqual([200, []]);
    const rows = rowsOf(page);
    expect(rows).toHaveLength(register.sources.length);
    const titles = register.sources.map(({ title }) => title.de).toSorted(new Intl.Collator('de').compare);
    expect(rows.map(([first = '']) => titles.find((title) => first.startsWith(title)) !== undefined)).not.toContain(
      false,
    );
    expect(rows[0]?.[0]).toContain(titles[0] ?? '-');
    const sorted = page.all('th').filter((head) => attribute(head, 'aria-sort') !== undefined);
    expect(sorted.map((head) => [textOf(head), attribute(head, 'aria-sort')])).toEqual([['Quelle', 'ascending']]);
  });

  it('counts the sources by state', async () => {
    const { page } = await read('/sources?lang=en');
    const stale = register.sources.filter(({ freshness }) => freshness.state === 'stale').length;
    const tiles = page
      .all('a')
      .filter((link) => /state=|^\/sources\?lang=en#register$/.test(attribute(link, 'href') ?? ''));
    expect(tiles.map(textOf)).toEqual([
      `${register.sources.length} all`,
      `${register.sources.length - stale} up to date`,
      `${stale} out of date`,
      '0 held back',
      '0 failing',
    ]);
  });

  it('shows what was chosen, and keeps the choice for the other language', async () => {
    const { page } = await read('/sources?state=stale&kind=links&order=age&lang=en');
    const expected = register.sources
      .filter(({ kind, freshness }) => kind === 'links' && freshness.state === 'stale')
      .map(({ freshness }) => String(freshness.ageDays))
      .toSorted((a, b) => Number(b) - Number(a));
    expect(rowsOf(page).map((cells) => cells[3])).toEqual(expected);
    const chosen = page.all('option').filter((option) => attribute(option, 'selected') !== undefined);
    expect(chosen.map(textOf)).toEqual(['out of date', 'Links', 'oldest first']);
    const german = page.all('a').find((link) => attribute(link, 'hreflang') === 'de');
    expect(attribute(german, 'href')).toBe('/sources?state=stale&kind=links&order=age&lang=de');
  });

  it('shows everything where nobody can choose what was asked for', async () => {
    const { page } = await read('/sources?state=constructor&kind=nothing&order=__proto__');
    expect(rowsOf(page)).toHaveLength(register.sources.length);
  });

  it('says so when nothing fits', async () => {
    const { page } = await read('/sources?state=failing&lang=en');
    expect(rowsOf(page)).toEqual([]);
    expect(page.all('p').map(textOf)).toContain('No source fits this choice. Show all sources');
  });

  it('tells why a source is held or failing, and that nothing is said of a licence', async () => {
    const { text } = await fixture.get('/sources?order=state&lang=de');
    const rows = rowsOf(readPage(text));
    expect(rows.map((cells) => cells[2])).toEqual([
      'gestört http_404',
      'zurückgehalten shrunk_by_half',
      'veraltet',
      'aktuell',
    ]);
    expect(rows.map((cells) => cells[7])).toContain('nicht angegeben');
  });

  it('counts links by category, and names the categories of the largest sources', async () => {
    const { page } = await read('/sources?lang=en');
    const grid = page.all('table').find((one) => attribute(one, 'class') === 'grid');
    const parts = grid?.childNodes ?? [];
    const rows = page.all('tr').filter(({ parentNode }) => parts.some((part) => part === parentNode));
    const largest = register.sources.toSorted((a, b) => b.scope.links - a.scope.links)[0];
    const first = textOf(rows[1]);
    expect(first.startsWith(largest?.title.en ?? '-')).toBe(true);
    expect(first.match(/yes/g)).toHaveLength(largest?.scope.categories.length ?? -1);
    expect(textOf(rows.at(-1))).toMatch(/^\d+ further sources /);
  });
});

it.skipIf(BROWSER === undefined)(`is sorted by its heads${WITHOUT_BROWSER}`, async () => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${site.url}/sources?lang=de`);
    const column = async (name: string) => {
      await page.getByRole('columnheader', { name }).getByRole('button').click();
      const sorted = page.locator('.register th[aria-sort]');
      const index = await sorted.evaluate((head) => (head as unknown as { readonly cellIndex: number }).cellIndex);
      const values = await page.locator(`.register tbody tr > :nth-child(${index + 1})`).allInnerTexts();
      return { direction: await sorted.getAttribute('aria-sort'), values };
    };
    const ages = register.sources.map(({ freshness }) => freshness.ageDays ?? -1);
    const expected = (sorted: number[]) => sorted.map((age) => new Intl.NumberFormat('de-DE').format(age));
    expect(await column('Alter (Tage)')).toEqual({
      direction: 'descending',
      values: expected(ages.toSorted((a, b) => b - a)),
    });
    expect(await column('Alter (Tage)')).toEqual({
      direction: 'ascending',
      values: expected(ages.toSorted((a, b) => a - b)),
    });
    const states = await column('Zustand');
    expect([states.direction, states.values[0], states.values.at(-1)]).toEqual(['ascending', 'aktuell', 'veraltet']);
  } finally {
    await browser.close();
  }
});

it.skipIf(BROWSER === undefined)(`shows in its form what it shows, on the way back too${WITHOUT_BROWSER}`, async () => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${site.url}/sources?lang=en`);
    await page.locator('select[name=state]').selectOption('stale');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**state=stale**');
    await page.goBack();
    expect(await page.locator('select[name=state]').inputValue()).toBe('');
  } finally {
    await browser.close();
  }
});
