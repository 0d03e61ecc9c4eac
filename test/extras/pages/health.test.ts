/** The health of collections on pages: a sentence for collections and sources, a mark at the links of an entity. */
import { expect, it } from 'vitest';
import { NOW, openFixture, SOURCES } from '../../core/api/fixture.ts';
import { forFile } from '../../for-file.ts';
import { serve, serveForTest } from '../serving.ts';
import { attribute, rowsOf, show, textOf } from './reading.ts';

const counts = { sampled: 40, moved: 0, blocked: 1, checkedAt: '2026-11-19T04:00:00Z' };
const HEALTH = {
  dewiki: { ...counts, ok: 0, gone: 38, since: '2026-11-05' },
  wikidata: { ...counts, ok: 38, gone: 0, since: '2026-01-01' },
};

const service = forFile(async () => {
  const store = await openFixture(SOURCES);
  const { snapshot } = store;
  const probed = Object.entries(HEALTH).map(([key, health]) => {
    return { key, label: key, category: 'encyclopedia', health };
  });
  const unprobed = { key: 'hls', label: 'hls', category: 'encyclopedia' };
  const collections = [...probed, unprobed, { key: 'adb', label: 'adb', category: 'biography' }];
  return serve({ store: { ...store, snapshot: { ...snapshot, collections } }, clock: () => NOW });
});

const DEAD = 'links have led nowhere since 5 Nov 2026';

it('the page of an entity marks links into a dead collection, and hides none', async () => {
  const { page } = await show(service, '/gnd/118540238?lang=en');
  expect(page.errors).toEqual([]);
  const lines = page.all('div').filter((line) => attribute(line, 'class') === 'line');
  const marked = lines.map(textOf).filter((text) => text.includes(DEAD));
  expect(marked.length).toBeGreaterThan(0);
  expect(marked.every((text) => text.includes('de.wikipedia.org'))).toBe(true);
  expect(lines.length).toBeGreaterThan(marked.length);
  expect(page.hrefs().filter((href) => href?.startsWith('https://de.wikipedia.org/')).length).toBeGreaterThan(0);
});

it('the page of all collections states the result of each probe, and marks where links lead nowhere', async () => {
  const { status, page } = await show(service, '/docs/keys?lang=en');
  expect([status, page.errors]).toEqual([200, []]);
  const rows = page.texts('tr');
  const sentence =
    'Addresses in the sample from 19 Nov 2026: 40 (38 leading nowhere, 1 refusing the check, 1 unclear).';
  expect(rows).toContainEqual(expect.stringContaining(`${DEAD} ${sentence}`));
  expect(rows.filter((row) => row.startsWith('Collection'))).toEqual(['Collection Key Category']);
  // The subject of the page comes before its check.
  expect(page.main().indexOf('The service checks a sample')).toBeGreaterThan(page.main().indexOf('hls hls'));
  expect(rows).toContainEqual(expect.stringMatching(/^wikidata Addresses in the sample from 19 Nov 2026: 40 \(38 /));
  expect(rows).toContain('hls hls encyclopedia');
});

it('the page of all collections begins with all categories, and has in its contents those with any collection', async () => {
  const { page } = await show(service, '/docs/keys?lang=en');
  expect(rowsOf(page, 'categories').map(([, key]) => key)).toEqual(expect.arrayContaining(['encyclopedia', 'other']));
  expect(page.all('table').map((one) => attribute(one, 'class'))).toEqual(['categories', 'keys']);
  const categories = rowsOf(page, 'keys').map(([, , category = '']) => category);
  expect([...new Set(categories)]).toEqual(['encyclopedia', 'biography']);
  expect(page.hrefs()).toContain('#biography');
  expect(page.hrefs()).not.toContain('#other');
  expect(page.all('span').map((one) => attribute(one, 'id'))).toContain('biography');
});

it('the page of a source says that the links of a collection are dead', async () => {
  const source = SOURCES.find(({ scope }) => scope.collections.includes('dewiki'));
  const { page } = await show(service, `/sources/${source?.key}?lang=en`);
  expect(page.texts('li')).toContainEqual(expect.stringContaining(DEAD));
});

it('the page of all collections says which a former key chooses together, and nothing of checks where there were none', async () => {
  const store = await openFixture();
  const collection = { key: 'adb', label: 'ADB', category: 'biography', aliases: ['adbreg'] };
  const collections = [collection, { ...collection, key: 'ndb', label: 'NDB' }, { ...collection, key: 'hls', label: 'HLS', aliases: ['hls-old'] }]; // prettier-ignore
  const unprobed = await serveForTest({ store: { ...store, snapshot: { ...store.snapshot, collections } } });
  const { page } = await show(unprobed, '/docs/keys?lang=de');
  expect(rowsOf(page, 'keys').map((cells) => cells.join(' '))).toEqual([
    'ADB adb bei beacon.findbuch.de: adbreg (steht auch für ndb) biography auf Deutsch',
    'HLS hls bei beacon.findbuch.de: hls-old biography auf Deutsch',
    'NDB ndb bei beacon.findbuch.de: adbreg (steht auch für adb) biography auf Deutsch',
  ]);
  expect(page.main()).not.toContain('Stichprobe');
});
