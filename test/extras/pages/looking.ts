/** Opens pages in a browser, and reports their faults. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';

/** Scripts and language of a page, and its widths with colour schemes. */
export interface Views {
  readonly hasScripts: boolean;
  readonly language: 'de' | 'en';
  readonly sights: readonly (readonly [width: 320 | 1280, colorScheme: 'light' | 'dark'])[];
}

/** The narrowest phone, and a desktop, in one colour scheme each. */
export const WITH_SCRIPTS: Views = {
  hasScripts: true,
  language: 'de',
  sights: [
    [320, 'light'],
    [1280, 'dark'],
  ],
};
export const WITHOUT_SCRIPTS: Views = { hasScripts: false, language: 'en', sights: [[320, 'dark']] };
/** Only the narrowest view. */
export const NARROW: Views = { ...WITH_SCRIPTS, sights: [[320, 'light']] };
export const NARROW_WITHOUT_SCRIPTS: Views = { ...NARROW, hasScripts: false };

interface Focused {
  readonly mark: string | null;
  readonly hasOutline: boolean;
  readonly html: string;
}

const IN_PAGE = readFileSync(join(import.meta.dirname, 'in-page.js'), 'utf8');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Rules about sizes and colours: their result depends on the view and the kinds of elements, not on the page. */
const RULES_OF_VIEWS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];
const OF_VIEWS: RunOptions = { runOnly: { type: 'rule', values: RULES_OF_VIEWS }, resultTypes: ['violations'] };
const OF_PAGES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  rules: Object.fromEntries(RULES_OF_VIEWS.map((rule) => [rule, { enabled: false }])),
};
/** Those that the page has marked. */
const NEW_ELEMENTS = JSON.stringify({ include: [['[data-new]']] });
/** Elements that are reached by pressing Tab; for the others it is only checked whether they can be focused. */
const MAX_TABS = 40;

export interface Expected {
  readonly status?: number;
  /** Limit for the HTML before compression. */
  readonly maxBytes?: number;
}

export interface Eye {
  /** Returns the faults of a page; empty if there are none. Sizes and colours are checked where elements of a new kind are. @param url with or without a query, without `lang` */
  readonly look: (url: string, expected?: Expected) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

export async function openEye(browser: Browser, views: Views): Promise<Eye> {
  const { hasScripts, language } = views;
  const context = await browser.newContext({
    javaScriptEnabled: hasScripts,
    locale: language,
    reducedMotion: 'reduce',
  });
  if (hasScripts) await context.addInitScript({ content: AXE });
  const page = await context.newPage();
  const known: string[] = [];
  return {
    look(url, expected = {}) {
      const address = new URL(url);
      address.searchParams.set('lang', language);
      return look(page, address.href, expected, views, known);
    },
    close: () => context.close(),
  };
}

async function look(
  page: Page,
  url: string,
  { status = 200, maxBytes = 50_000 }: Expected,
  { hasScripts, language, sights }: Views,
  known: string[],
): Promise<string[]> {
  const faults: string[] = [];
  const { origin } = new URL(url);
  page.on('console', (message) => {
    // The browser also logs a status other than 200 of the document itself.
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (status !== 200 && message.location().url === url) return;
    faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`request to ${request.url()}`);
  });
  let hasNewKinds = false;
  try {
    for (const [place, [width, colorScheme]] of sights.entries()) {
      await page.setViewportSize({ width, height: width < 1280 ? 844 : 900 });
      await page.emulateMedia({ colorScheme });
      if (place === 0) {
        const response = await page.goto(url, { waitUntil: 'load' });
        if (response?.status() !== status) faults.push(`status ${response?.status()}`);
        const size = (await response?.body())?.length ?? 0;
        if (size >= maxBytes) faults.push(`${size} bytes of HTML`);
        await page.evaluate(IN_PAGE);
        // Folded parts are checked, too; without scripts the page stays unchanged.
        if (hasScripts) await page.evaluate('inPage.unfold()');
        const found = await page.evaluate<string>('inPage.language()');
        if (found !== language) faults.push(`language ${found}`);
        const kinds = hasScripts ? await page.evaluate<string[]>(`inPage.markNewKinds(${JSON.stringify(known)})`) : [];
        hasNewKinds = kinds.length > 0;
        known.push(...kinds);
      }
      const seen = await page.evaluate<string[]>(
        '[...inPage.overflow(), ...inPage.tornCells(), ...inPage.bareHeadings()]',
      );
      if (hasScripts && place === 0) seen.push(...(await inaccessible(page, 'document', OF_PAGES)));
      if (hasNewKinds) seen.push(...(await inaccessible(page, NEW_ELEMENTS, OF_VIEWS)));
      faults.push(...seen.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
    }
    if (hasScripts) faults.push(...(await unreachable(page)));
    if ((await page.context().cookies()).length > 0) faults.push('cookies');
  } finally {
    page.removeAllListeners();
  }
  return faults.map((fault) => `${url}: ${fault}`);
}

async function inaccessible(page: Page, part: string, rules: RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${part}, ${JSON.stringify(rules)})`);
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} (${node.failureSummary ?? ''})`);
    return `axe ${id}: ${help}: ${where.join(' | ')}`;
  });
}

/** Presses Tab like a user without a mouse; the page records the focused elements. */
async function unreachable(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>('inPage.markInteractive()');
  // Where the page itself has moved the focus, one Tab more leads from its end to its beginning.
  const presses = Math.min(count, MAX_TABS) + 1;
  // Keys are sent without waiting for each response, like those of a key held down.
  await Promise.all(Array.from({ length: presses }, () => page.keyboard.press('Tab')));
  const reached = new Set<string>();
  const faults: string[] = [];
  for (const { mark, hasOutline, html } of await page.evaluate<Focused[]>('inPage.focused')) {
    if (mark === null) faults.push(`Tab leads to ${html}`);
    else reached.add(mark);
    if (!hasOutline) faults.push(`focus cannot be seen on ${html}`);
  }
  if (reached.size < Math.min(count, MAX_TABS)) faults.push(`Tab reaches ${reached.size} of ${count} elements`);
  return faults;
}
