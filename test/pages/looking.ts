/** Looks at pages in a browser and tells what is wrong with them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

export interface View {
  readonly width: 320 | 390 | 1280;
  readonly colorScheme: 'light' | 'dark';
  readonly hasScripts: boolean;
  readonly language: 'de' | 'en';
}

/** Every value of every dimension, and every pair of width and colour with one of scripts. */
export const VIEWS: readonly [View, ...View[]] = [
  { width: 320, colorScheme: 'light', hasScripts: true, language: 'de' },
  { width: 1280, colorScheme: 'dark', hasScripts: true, language: 'en' },
  { width: 390, colorScheme: 'dark', hasScripts: false, language: 'en' },
  { width: 1280, colorScheme: 'light', hasScripts: false, language: 'de' },
];

interface Focused {
  readonly mark: string | null;
  readonly hasOutline: boolean;
  readonly html: string;
}

const IN_PAGE = readFileSync(join(import.meta.dirname, 'in-page.js'), 'utf8');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const AXE_OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};
/** Elements that are tabbed to one after the other; of the rest it is only looked up whether they could be. */
const MAX_TABS = 40;

export interface Expected {
  readonly status?: number;
  /** Of HTML, before compression. */
  readonly maxBytes?: number;
}

export interface Eye {
  readonly view: View;
  /** Faults of the page at an address, none when all is well. */
  readonly look: (url: string, expected?: Expected) => Promise<readonly string[]>;
}

/** @param url with or without a query */
export function inLanguage(url: string, { language }: View): string {
  const address = new URL(url);
  address.searchParams.set('lang', language);
  return address.href;
}

export async function openEye(browser: Browser, view: View): Promise<Eye> {
  const { width, colorScheme, hasScripts, language } = view;
  const context = await browser.newContext({
    viewport: { width, height: width < 1280 ? 844 : 900 },
    colorScheme,
    javaScriptEnabled: hasScripts,
    locale: language,
    reducedMotion: 'reduce',
  });
  if (hasScripts) await context.addInitScript({ content: AXE });
  const page = await context.newPage();
  return {
    view,
    look: (url, expected = {}) => look(page, context, url, expected, view),
  };
}

async function look(
  page: Page,
  context: BrowserContext,
  url: string,
  { status = 200, maxBytes = 50_000 }: Expected,
  view: View,
): Promise<string[]> {
  const faults: string[] = [];
  const { origin } = new URL(url);
  page.on('console', (message) => {
    // That the document itself has not the status 200 is no news.
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (status !== 200 && message.location().url === url) return;
    faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`request to ${request.url()}`);
  });
  try {
    const response = await page.goto(url, { waitUntil: 'load' });
    if (response?.status() !== status) faults.push(`status ${response?.status()}`);
    const size = (await response?.body())?.length ?? 0;
    if (size >= maxBytes) faults.push(`${size} bytes of HTML`);
    await page.evaluate(IN_PAGE);
    faults.push(...(await page.evaluate<string[]>('inPage.overflow()')), ...(await wrongLanguage(page, view)));
    if (view.hasScripts) faults.push(...(await inaccessible(page)), ...(await unreachable(page)));
    if ((await context.cookies()).length > 0) faults.push('cookies');
  } finally {
    page.removeAllListeners();
  }
  return faults.map((fault) => `${url}, ${view.width} px, ${view.colorScheme}: ${fault}`);
}

async function wrongLanguage(page: Page, { language }: View): Promise<string[]> {
  const found = await page.evaluate<string>('inPage.language()');
  return found === language ? [] : [`language ${found}`];
}

async function inaccessible(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(AXE_OPTIONS)})`);
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} (${node.failureSummary ?? ''})`);
    return `axe ${id}: ${help}: ${where.join(' | ')}`;
  });
}

/** Presses Tab as somebody without a mouse does; the page writes down what is focused. */
async function unreachable(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>('inPage.markInteractive()');
  // Without waiting for an answer to each: to the browser it is a key held down, which repeats.
  await Promise.all(Array.from({ length: Math.min(count, MAX_TABS) }, () => page.keyboard.press('Tab')));
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
