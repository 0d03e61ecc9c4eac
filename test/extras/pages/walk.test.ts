/** Every page is small; `test/slow` looks at all of them in a browser. */
import { expect, it } from 'vitest';
import { assetPath } from '../../../src/extras/pages/assets.ts';
import { sampleForFile } from '../../docs/sample-service.ts';
import { WALKED } from './walked.ts';

const site = sampleForFile();

it.each(WALKED)('$path needs few bytes before it is visible', async ({ path, maxSent = 25_000 }) => {
  const headers = { 'accept-encoding': 'gzip' };
  const [page, style] = [await site.get(path, { headers }), await site.get(assetPath('style.css'), { headers })];
  // Half a second at 400 kbit/s, in addition to two round trips.
  expect(page.body.length + style.body.length).toBeLessThan(maxSent);
});
