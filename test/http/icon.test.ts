/** The icon, which is the server's own: there is one even where there are no pages. */
import { expect, it } from 'vitest';
import { iconPage } from '../../src/http/icon.ts';
import { askPage } from './ask-page.ts';

it('is a picture, the same object each time', async () => {
  const answer = await askPage(iconPage);
  expect(answer?.contentType).toBe('image/svg+xml');
  expect(Buffer.from(answer?.body ?? []).toString()).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]*<\/svg>$/,
  );
  expect((await askPage(iconPage))?.body).toBe(answer?.body);
});
