/**
 * Takes pictures of the pages for the documents, with the data of the bundled sample and the `chromium` on the PATH.
 *
 *     node docs/screenshots.ts
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../test/extras/pages/browser.ts';

interface Shot {
  readonly name: string;
  readonly path: string;
  /** Text typed into the search box, which then shows suggestions. */
  readonly typed?: string;
  /** Table pasted into the list check. */
  readonly table?: string;
  /** Views in addition to `wide-light`. */
  readonly more?: readonly View[];
}

type View = 'phone-light' | 'phone-dark' | 'wide-light' | 'wide-dark';

const TABLE =
  'Place\tName\tGND\nWeimar\tGoethe, J. W.\t118540238\nLeipzig\tBach\t118540239\nJena\tSchiller\t1012979490\n\tgone\t178066737';
const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/?lang=en', more: ['phone-light', 'phone-dark', 'wide-dark'] },
  { name: 'home-german', path: '/?lang=de' },
  { name: 'suggestions', path: '/?lang=en', typed: 'bach' },
  { name: 'entity', path: '/gnd/118540238?lang=en', more: ['phone-light', 'phone-dark', 'wide-dark'] },
  { name: 'entity-german', path: '/gnd/118540238?lang=de' },
  { name: 'entity-merged', path: '/gnd/1012979490?lang=en' },
  { name: 'entity-place', path: '/gnd/4065105-8?lang=en' },
  { name: 'entity-missing', path: '/gnd/118540239?lang=en' },
  { name: 'results', path: '/search?q=bach&lang=en', more: ['phone-light'] },
  { name: 'list', path: '/coverage?lang=en' },
  { name: 'list-checked', path: '/coverage?lang=en', table: TABLE, more: ['phone-light'] },
  { name: 'sources', path: '/sources?lang=en', more: ['phone-light'] },
  { name: 'source', path: '/sources/portraitindex?lang=en', more: ['phone-light'] },
  { name: 'status', path: '/status?lang=en' },
  { name: 'docs', path: '/docs?lang=en' },
  { name: 'about', path: '/about?lang=de', more: ['phone-light'] },
  { name: 'problem', path: '/problems/rate-limited?lang=en' },
];

const PATIENCE_MS = 20_000;
const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1200, height: 750 } } as const;
const VIEWS: readonly View[] = ['phone-light', 'phone-dark', 'wide-light', 'wide-dark'];

const folder = join(import.meta.dirname, 'screenshots');
mkdirSync(folder, { recursive: true });
const program = join(import.meta.dirname, '../src/cli/main.ts');
const data = mkdtempSync(join(tmpdir(), 'screenshots-'));
execFileSync(process.execPath, [program, 'build', '--register', 'sample/sources.yaml', '--out', data], {
  cwd: join(import.meta.dirname, '..'),
});
const server = spawn(process.execPath, [program, 'serve', '--snapshot', data, '--port', '0'], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
let url = '';
for await (const line of createInterface(server.stderr)) {
  url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0] ?? '';
  if (url !== '') break;
}
const browser = await startBrowser();
try {
  for (const view of VIEWS) {
    await take(
      browser,
      view,
      SHOTS.filter(({ more = [] }) => view === 'wide-light' || more.includes(view)),
    );
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(data, { recursive: true });
}
// The browser of the tests, which they share, ends with the process only.
process.exit();

async function take(from: Browser, view: View, shots: readonly Shot[]): Promise<void> {
  const page = await from.newPage({
    viewport: SIZES[view.startsWith('phone') ? 'phone' : 'wide'],
    isMobile: view.startsWith('phone'),
    colorScheme: view.endsWith('dark') ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  // The browser of the tests waits for minutes.
  page.setDefaultTimeout(PATIENCE_MS);
  for (const { name, path, typed, table } of shots) {
    await page.goto(url + path, { waitUntil: 'load' });
    if (typed !== undefined) {
      await page.getByRole('combobox').pressSequentially(typed);
      await page.getByRole('option').first().waitFor();
    }
    if (table !== undefined) {
      await page.getByRole('textbox', { name: 'GND identifiers' }).fill(table);
      await page.getByRole('button', { name: 'Check' }).click();
      await page.locator('#job[data-phase=done]').waitFor({ state: 'attached' });
    }
    await page.screenshot({ fullPage: table !== undefined, path: join(folder, `${name}-${view}.png`) });
  }
  await page.close();
}
