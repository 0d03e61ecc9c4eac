/** The page of an entity in a browser: what stands where, and a picture that is loaded on request only. */
import { describe, expect, it } from 'vitest';
import { BROWSER, pageForTest, WITHOUT_BROWSER } from '../../../extras/pages/browser.ts';
import { sampleForFile } from '../../../docs/sample-service.ts';

describe.skipIf(BROWSER === undefined)(`the page of an entity${WITHOUT_BROWSER}`, () => {
  const site = sampleForFile();
  const page = pageForTest({ viewport: { width: 390, height: 844 } });

  it('shows on a phone first what identifies the entity, then its links', async () => {
    await page.goto(`${site.url}/gnd/118540238?lang=en`);
    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0;
    const places = [await top('#facts'), await top('time'), await top('#links'), await top('#further-facts')];
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const [facts = 0, , links = 0] = places;
    expect(links - facts).toBeLessThan(350);
  });

  it.each(['118540238', '118585045', '4036910-9', '1999999975'])(
    'has its columns at one height, and what serves reuse below both: %s',
    async (gnd) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${site.url}/gnd/${gnd}?lang=en`);
      const boxes = await Promise.all((await page.locator('.entity > *').all()).map((one) => one.boundingBox()));
      const [reuse, ...parts] = boxes.reverse().map((box) => ({ x: 0, y: 0, width: 0, height: 0, ...box }));
      const tops = Map.groupBy(parts, ({ x }) => x)
        .values()
        .map((column) => Math.min(...column.map(({ y }) => y)));
      expect(new Set(tops).size).toBe(1);
      expect(reuse?.y).toBeGreaterThanOrEqual(Math.max(...parts.map(({ y, height }) => y + height)));
      expect(reuse?.width).toBeGreaterThan(1100);
    },
  );

  it('requests a picture only after a click, only from its host, and remembers nothing', async () => {
    const asked: string[] = [];
    const image = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
    await page.route(/^https:/, (route) => {
      asked.push(new URL(route.request().url()).hostname);
      return route.fulfill(image);
    });
    await page.goto(`${site.url}/gnd/118540238?lang=en`);
    const button = page.getByRole('button', { name: 'Show the picture from commons.wikimedia.org' });
    await button.waitFor();
    expect(asked).toEqual([]);
    await button.click();
    await page.getByRole('img', { name: 'Johann Wolfgang von Goethe' }).waitFor();
    // The place of the picture is visible before its request.
    await expect.poll(() => asked).toEqual(['commons.wikimedia.org']);
    await page.reload();
    await button.waitFor();
    expect([asked.length, await page.evaluate('localStorage.length + document.cookie.length')]).toEqual([1, 0]);
  });

  it('lists others of the same name, without the entity itself', async () => {
    const others = page.locator('[aria-labelledby=namesakes] li a');
    const addresses = () => others.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    await page.goto(`${site.url}/gnd/118624822?lang=en`);
    expect(await addresses()).toEqual(['/gnd/141568992?lang=en']);
    // The only other hit of a search has the word beside another.
    await page.goto(`${site.url}/gnd/4128140-8?lang=en`);
    expect(await page.locator('#namesakes').count()).toBe(0);
  });

  it.each([320, 360])('has room for a long compound next to the symbol at %d pixels', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${site.url}/gnd/5036103-X?lang=de`);
    await page.evaluate('document.querySelector("h1").style.overflowWrap = "normal"');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  it('leaves no comma alone on a line of a narrow phone', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`${site.url}/gnd/118540238?lang=en`);
    const alone = await page.locator('.entity-key dd li:not(:last-child)').evaluateAll((items) =>
      items.filter((item) => {
        const [comma, word] = [...item.getClientRects()].reverse();
        return comma !== undefined && word !== undefined && comma.top >= word.bottom;
      }),
    );
    expect(alone.length).toBe(0);
  });

  it('shows the sources of a link without moving other links', async () => {
    await page.goto(`${site.url}/gnd/118540238?lang=en`);
    const places = () => page.locator('.links .line > a').evaluateAll((links) => links.map((link) => link.getBoundingClientRect().y + link.ownerDocument.documentElement.scrollTop)); // prettier-ignore
    const before = await places();
    await page.locator('details.why summary').first().click();
    await page.locator('details.why[open] p').waitFor();
    expect(await places()).toEqual(before);
    await page.keyboard.press('Escape');
    await page.locator('details.why[open]').waitFor({ state: 'detached' });
  });
});
