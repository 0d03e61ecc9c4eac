/**
 * Pictures of the pages for the documents, taken of the bundled sample with the chromium on the PATH.
 *
 *     node docs/screenshots.ts
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../test/pages/browser.ts';
import { serveSite } from '../test/pages/serve-site.ts';

interface Shot {
  readonly name: string;
  readonly path: string;
  /** Typed into the search box, for its suggestions. */
  readonly typed?: string;
  /** In which other views than on a wide screen in the light. */
  readonly more?: readonly View[];
}

type View = 'phone-light' | 'phone-dark' | 'wide-light' | 'wide-dark';

const LIST = '118540238,4065105-8,1012979499,178066737,5036103-X,11854023Y';
const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/?lang=en', more: ['phone-light', 'phone-dark', 'wide-dark'] },
  { name: 'home-german', path: '/?lang=de' },
  { name: 'suggestions', path: '/?lang=en', typed: 'bach' },
  { name: 'entity', path: '/gnd/118540238?lang=en', more: ['phone-light', 'phone-dark', 'wide-dark'] },
  { name: 'entity-place', path: '/gnd/4065105-8?lang=en' },
  { name: 'results', path: '/search?q=bach&lang=en', more: ['phone-light'] },
  { name: 'list', path: '/coverage?lang=en' },
  { name: 'list-report', path: `/coverage/report?ids=${LIST}&lang=en`, more: ['phone-light'] },
  { name: 'sources', path: '/sources?lang=en', more: ['phone-light'] },
  { name: 'source', path: '/sources/kalliope?lang=en' },
  { name: 'status', path: '/status?lang=en' },
  { name: 'docs', path: '/docs?lang=en' },
  { name: 'docs-operation', path: '/docs/getLinks?lang=en' },
  { name: 'problem', path: '/problems/rate-limited?lang=en' },
];

const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1200, height: 750 } } as const;
const VIEWS: readonly View[] = ['phone-light', 'phone-dark', 'wide-light', 'wide-dark'];

const folder = join(import.meta.dirname, 'screenshots');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const [site, browser] = await Promise.all([serveSite({ baseUrl: 'https://links.example.org' }), startBrowser()]);
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
  await site.close();
}

async function take(from: Browser, view: View, shots: readonly Shot[]): Promise<void> {
  const page = await from.newPage({
    viewport: SIZES[view.startsWith('phone') ? 'phone' : 'wide'],
    isMobile: view.startsWith('phone'),
    colorScheme: view.endsWith('dark') ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  for (const { name, path, typed } of shots) {
    await page.goto(site.url + path, { waitUntil: 'load' });
    if (typed !== undefined) {
      await page.getByRole('combobox').pressSequentially(typed);
      await page.getByRole('option').first().waitFor();
    }
    await page.screenshot({ path: join(folder, `${name}-${view}.png`) });
  }
  await page.close();
}
