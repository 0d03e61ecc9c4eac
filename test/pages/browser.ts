/** The browser of the machine, without a window, for tests that look at pages as people do. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Locator } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Where the browser is; undefined when there is none on the PATH. */
export const BROWSER: string | undefined = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(isExecutable);

/** Joins the names of tests that are skipped. */
export const WITHOUT_BROWSER = BROWSER === undefined ? ' (skipped: no chromium on the PATH)' : '';

/** For what hangs, not for what is slow, and shorter than a test may take, so that it is told what was waited for. */
const PATIENCE_MS = 240_000;

let launched: Promise<Browser> | undefined;

/**
 * One for all files of a process, to start it takes a second; it ends with the process.
 * @returns it; to close it closes what was opened in it
 * @throws when there is none
 */
export function startBrowser(): Promise<Browser> {
  return (launched ??= launch());
}

async function launch(): Promise<Browser> {
  if (BROWSER === undefined) throw new Error('There is no chromium on the PATH.');
  // Without a sandbox, which it refuses to root: it opens pages of this service only. Letters in greys make small pictures.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-lcd-text'];
  const browser = await chromium.launch({ executablePath: BROWSER, args, timeout: PATIENCE_MS });
  const newContext = browser.newContext.bind(browser);
  // `newPage` makes its context with it.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

/** Into an empty field, at once: the browser takes half a minute to type two thousand lines. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, value) => {
    Object.assign(element, { value }).dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
