/** The check of a new version of a list in the browser: the findings of a build, and no data sent. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import reasons from '../../../../src/extras/keeper/texts/reasons.json' with { type: 'json' };
import { BEACON_DEFECTS } from '../../../../src/build/sources/readers/beacon-defects.ts';
import { BROWSER, pageForFile, WITHOUT_BROWSER } from '../../../extras/pages/browser.ts';
import { sampleForFile } from '../../../docs/sample-service.ts';

it('every finding has texts', () => {
  const words = { ...reasons.rejections, ...reasons.flaws };
  expect([...BEACON_DEFECTS.keys()].filter((reason) => !(reason in words))).toEqual([]);
});

describe.skipIf(BROWSER === undefined)(`a new version of a list${WITHOUT_BROWSER}`, () => {
  const site = sampleForFile();
  const page = pageForFile({ locale: 'en' });
  let asked: string[];
  beforeAll(() => {
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    page.on('pageerror', (error) => asked.push(error.message));
  });

  const choose = async (key: string, content: string | Buffer) => {
    asked = [];
    await page.goto(`${site.url}/sources/${key}?lang=en#check`);
    await page
      .getByLabel('File with the new version')
      .setInputFiles({ name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from(content) });
    await page.locator('#check-status.notice').waitFor();
    return page.locator('#check-status').textContent();
  };
  const facts = () => page.locator('#check-answer dl > div').allTextContents();

  it('is read like in a build: line ends, byte order mark, header, bad lines', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `${100_000_000 + index}|Müller`);
    const head = [
      '\uFEFF#FORMAT: BEACON',
      '#PREFIX: https://d-nb.info/gnd/',
      '#TARGET: https://example.org/{ID}',
      '#TIMESTAMP: 2026-11-01',
      '',
    ];
    const bad = [
      'HP01986442|x',
      '118540238|Gœthe <b>',
      'http://d-nb.info/gnd/118540238.',
      '118540238||http://localhost/',
    ];
    const said = await choose('correspsearch', [...head, ...bad, ...lines].join('\r\n'));
    expect(said).toBe('new.txt would be accepted.');
    expect(await facts()).toEqual([
      'GND identifiers in this file60,001',
      'Links in this file60,002',
      'Lines that are not used2',
      'Date stated by the list2026-11-01',
      expect.stringMatching(/^Version in useEntities: \d+, links: \d+\. Merged identifiers count/),
      'FORMATBEACON',
      'PREFIXhttps://d-nb.info/gnd/',
      'TARGEThttps://example.org/{ID}',
      'TIMESTAMP2026-11-01',
    ]);
    const found = await page.locator('#check-answer details').allTextContents();
    expect(found).toContain(
      '1 × The first column contains an identifier from another register: not usedLine 6: HP01986442|x',
    );
    expect(found).toContainEqual(expect.stringMatching(/^1 × The target is on a host .*: not usedLine 9: /));
    expect(found).toContainEqual(expect.stringMatching(/^1 × The identifier was corrected.*: usedLine 8: /));
    expect(await page.locator('#check-answer details[open]').count()).toBe(2);
    expect(asked.filter((request) => !/^GET \/(?:assets|favicon)/.test(request))).toEqual([
      'GET /sources/correspsearch',
    ]);
  });

  it('is decompressed as in a build', async () => {
    const ids = Array.from({ length: 7 }, (_, index) => 100_000_000 + index);
    const list = ['#FORMAT: BEACON', '#TARGET: https://example.org/{ID}', ...ids];
    const packed = gzipSync(list.join('\n'));
    expect(await choose('correspsearch', packed)).toMatch(/held back.* much smaller than the previous one/);
    expect(await facts()).toContain('GND identifiers in this file7');
    expect(await choose('correspsearch', packed.subarray(0, packed.length - 12))).toMatch(/refused.* cut off/);
  });

  it.each([
    [
      'much shorter',
      'correspsearch',
      '#TARGET: https://example.org/{ID}\n118540238\n',
      /held back.* much smaller than the previous one/,
    ],
    ['a web page', 'correspsearch', '<!doctype html><title>404</title>', /held back.* web page/],
    ['empty', 'correspsearch', '\n\n', /refused.* empty/],
    [
      'of other numbers',
      'correspsearch',
      '#PREFIX: http://viaf.org/viaf/\n118540238',
      /held back.* not have the expected format/,
    ],
  ])('that is %s is reported as such', async (_, key, content, sentence) => {
    expect(await choose(key, content)).toMatch(sentence);
    expect(asked.filter((request) => /error|undefined/i.test(request))).toEqual([]);
  });
});
