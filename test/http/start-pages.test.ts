/** The service's own pages: for people, without scripts, and the same object each time. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { type ProblemCode, PROBLEMS, problemSlug } from '../../src/api/problems.ts';
import type { PageAnswer } from '../../src/http/page.ts';
import { startPages } from '../../src/http/start-pages.ts';
import { askPage } from './ask-page.ts';

function answerOf(path: string, segment?: string, base = 'https://links.example.org'): Promise<PageAnswer | undefined> {
  const page = startPages({ baseUrl: () => base }).find((one) => one.path === path);
  return askPage(page, segment);
}
const textOf = (answer: PageAnswer | undefined) => Buffer.from(answer?.body ?? []).toString();

const CODES = Object.keys(PROBLEMS) as ProblemCode[];
const HTML: readonly (readonly [path: string, segment: string | undefined])[] = [
  ['/', undefined],
  ['/docs', undefined],
  ...CODES.map((code) => ['/problems/{slug}', problemSlug(code)] as const),
];

it.each(HTML)('%s %s is a page that allows its own style and nothing else', async (path, segment) => {
  const answer = await answerOf(path, segment);
  const html = textOf(answer);
  expect(answer?.contentType).toBe('text/html; charset=utf-8');
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(answer?.headers?.['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
  expect(html).not.toMatch(/<script|style=|\son\w+=/i);
});

describe('the pages', () => {
  it('lead to examples under the public address', async () => {
    const html = textOf(await answerOf('/'));
    expect(html).toContain('href="https://links.example.org/api/v1/gnd/118540238/links"');
    expect(html).toContain('lang="de"');
  });

  it('list every endpoint', async () => {
    const html = textOf(await answerOf('/docs'));
    for (const { path } of ENDPOINTS) expect(html).toContain(`GET ${path}<`);
  });

  it.each(CODES)('explain %s in both languages', async (code) => {
    const html = textOf(await answerOf('/problems/{slug}', problemSlug(code)));
    expect(html).toContain(`<code>${code}</code>`);
    expect(html).toMatch(/<p>[^<]+<\/p><p lang="de">[^<]+<\/p>/);
  });

  it.each(['', 'nonsense', 'invalid_gnd_id', 'constructor', undefined])(
    'have none for the problem %s',
    async (slug) => {
      expect(await answerOf('/problems/{slug}', slug)).toBeUndefined();
    },
  );

  it('include an icon', async () => {
    const answer = await answerOf('/favicon.ico');
    expect(answer?.contentType).toBe('image/svg+xml');
    expect(textOf(answer)).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]*<\/svg>$/);
  });

  it('escape the address that they are reached under', async () => {
    expect(textOf(await answerOf('/', undefined, 'https://example.org/"><b>'))).not.toContain('"><b>');
  });

  it('are the same object until the address changes', async () => {
    let base = 'http://127.0.0.1:1';
    const pages = startPages({ baseUrl: () => base });
    for (const page of pages) {
      const segment = page.path.includes('{') ? 'not-found' : undefined;
      expect((await askPage(page, segment))?.body).toBe((await askPage(page, segment))?.body);
    }
    base = 'http://127.0.0.1:2';
    expect(textOf(await askPage(pages[0]))).toContain('http://127.0.0.1:2/api/v1/status');
  });
});
