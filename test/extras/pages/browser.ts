/** The machine's browser in headless mode, for tests of pages. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { forFile, forTest } from '../../for-file.ts';

/** The shell without windows needs half of the processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Path of the browser; undefined when there is none on the PATH. */
export const BROWSER: string | undefined = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(isExecutable);

/** Appended to the titles of skipped tests. */
export const WITHOUT_BROWSER = BROWSER === undefined ? ' (skipped: no chromium on the PATH)' : '';

/** For hanging pages. Shorter than the time-out of a test, so that the failure names the awaited element. */
const PATIENCE_MS = 240_000;

let launched: Promise<Browser> | undefined;

/**
 * Starts one browser for all test files of a process, because a start takes a second. It ends with the process.
 * @returns a browser whose `close` closes only its own pages
 * @throws when there is no browser
 */
export function startBrowser(): Promise<Browser> {
  return (launched ??= launch());
}

export const browserForFile = (): Browser => forFile(startBrowser);

/** A new page in a context of its own. */
const newPage = async (options?: BrowserContextOptions): Promise<Page> => (await startBrowser()).newPage(options);
export const pageForFile = (options?: BrowserContextOptions): Page => forFile(() => newPage(options));
export const pageForTest = (options?: BrowserContextOptions): Page => forTest(() => newPage(options));

async function launch(): Promise<Browser> {
  if (BROWSER === undefined) throw new Error('There is no chromium on the PATH.');
  // Chromium refuses its sandbox to root; only pages of this service are opened. Greyscale text makes small pictures.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-lcd-text'];
  const browser = await chromium.launch({ executablePath: BROWSER, args, timeout: PATIENCE_MS });
  const newContext = browser.newContext.bind(browser);
  // `newPage` also creates its context with this function.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

/** Fills an empty field in one step: typing two thousand lines would take half a minute. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, value) => {
    Object.assign(element, { value }).dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

/** Every text of an element from now on, also one that passes before a test could wait for it. */
export async function textsOf(page: Page, id: string): Promise<readonly string[]> {
  const texts: string[] = [];
  const name = `tell ${id}`;
  await page.exposeFunction(name, (text: string) => texts.push(text));
  await page.evaluate(
    `{ const one = document.getElementById('${id}'); new MutationObserver(() => window['${name}'](one.textContent)).observe(one, { childList: true }); }`,
  );
  return texts;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
