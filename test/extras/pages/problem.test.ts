/** The pages of problems: one for each code, in both languages, in any state of the service. */
import { describe, expect, it } from 'vitest';
import { type ProblemCode, PROBLEMS, problemSlug } from '../../../src/core/http/problems.ts';
import { PROBLEM_TEXT } from '../../../src/extras/pages/problem-answer.ts';
import { serveForFile } from '../serving.ts';
import { textOf } from '../../core/http/ask-door.ts';
import { answerOf } from './answering.ts';
import { attribute, rawText, show, textOf as textOfElement } from './reading.ts';

const serving = serveForFile();

const CODES = Object.keys(PROBLEMS) as ProblemCode[];

describe('the page of a problem', () => {
  it.each(CODES)('explains %s, and says what to do, in both languages', async (code) => {
    for (const language of ['de', 'en'] as const) {
      const { status, page } = await show(serving, `/problems/${problemSlug(code)}?lang=${language}`);
      expect([status, page.errors]).toEqual([200, []]);
      expect(page.texts('h1')).toEqual([PROBLEM_TEXT[code].title[language]]);
      const paragraphs = page.texts('p');
      expect(paragraphs).toContain(PROBLEM_TEXT[code].meaning[language]);
      expect(paragraphs).toContain(PROBLEM_TEXT[code].advice[language]);
      const [head = '', body = ''] = rawText(page.all('pre')[0]).split('\n\n');
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${PROBLEMS[code].status} [A-Z]`));
      // The example has the header fields that the advice speaks of.
      const fields = ['Allow', 'Accept-Post', 'Retry-After'].filter((name) =>
        PROBLEM_TEXT[code].advice.en.includes(name),
      );
      expect(fields.filter((name) => !head.includes(`\n${name}: `))).toEqual([]);
      const example = JSON.parse(body) as Record<string, unknown>;
      expect(example).toMatchObject({ code, status: PROBLEMS[code].status });
      expect(example['type']).toBe(`${serving.url}/problems/${problemSlug(code)}`);
    }
  });

  it('of too many requests leads to the list check and the quotas', async () => {
    const { page } = await show(serving, '/problems/rate-limited?lang=de');
    expect(page.hrefs()).toEqual(expect.arrayContaining(['/coverage?lang=de', '/status?lang=de#quotas']));
    expect(page.texts('p')).toContain('Liste prüfen · Kontingente');
    // What to do comes before the syntax of the header.
    expect(page.main().indexOf('Warten Sie so lange')).toBeLessThan(page.main().indexOf('-burst'));
    expect(page.texts('p')[0]).not.toContain('RateLimit');
  });

  it.each(['nothing', '__proto__', 'invalid_gnd_id', '%3Cb%3E', 'rate-limited%20'])('is 404 for %s', async (slug) => {
    const { status, page } = await show(serving, `/problems/${slug}?lang=en`);
    expect([status, page.errors]).toEqual([404, []]);
    expect(page.main()).toMatch(/There is no page at the address \/problems\/.+\. The address may/);
  });

  it('is linked from the list of problems, which has its meaning', async () => {
    const { page } = await show(serving, '/problems?lang=en');
    expect(page.hrefs()).toEqual(expect.arrayContaining(CODES.map((code) => `/problems/${problemSlug(code)}?lang=en`)));
    // Each code is in one group, which says who must act, and stands nowhere else.
    expect(
      page
        .texts('code')
        .filter((text) => text in PROBLEMS)
        .toSorted(),
    ).toEqual(CODES.toSorted());
    const sections = page.all('section').map((one) => [attribute(one, 'aria-labelledby'), textOfElement(one)] as const);
    expect(sections.map(([id]) => id)).toEqual(['request', 'wait', 'operator']);
    for (const [group, code] of [
      ['request', 'deleted_gnd_id'],
      ['wait', 'rate_limited'],
      ['wait', 'overloaded'],
      ['operator', 'internal_error'],
    ] as const)
      // prettier-ignore
      expect(sections.find(([id]) => id === group)?.[1]).toContain(code);
    expect(page.all().map((one) => attribute(one, 'id'))).toEqual(expect.arrayContaining(CODES.map(problemSlug)));
    expect(page.texts('td')).toEqual(expect.arrayContaining(CODES.map((code) => PROBLEM_TEXT[code].meaning.en)));
  });
});

describe('a page that asks people to wait', () => {
  it('offers no link that would only be refused again, except without scripts', async () => {
    const ask = async () => ({ status: 429, body: { code: 'rate_limited' } });
    const answer = await answerOf('/search?q=goethe&lang=en', { call: ask });
    const text = textOf(answer);
    expect(answer.page.main()).toContain('This page reloads by itself');
    expect(text.replace(/<noscript>.*?<\/noscript>/gs, '')).not.toContain('Reload now');
    expect(text).toMatch(/<noscript>\s*<p><a class="button" href="\/search\?q=goethe&amp;lang=en">Reload now/);
  });
});

describe('an unknown address', () => {
  const forPeople = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  const PATHS = ['/nix', '/nix/', '/api/v2/nix', '/gnd', '/gnd/', '/gnd/118540238/nix', '/%3Cscript%3E', '//evil.example/x', '/%0D%0Ax:y', '/nix?q="><b>', '/Stra%C3%9Fe', '/pnd/118540239.html', '/nix/%20118540238', '/nix?t=17642376000118540238', '/person/4065105-8', `/${'a'.repeat(500)}`]; // prettier-ignore
  const OFFERED = ['118540238', '4065105-8'];
  /** Addresses that are not shown as they were sent. */
  const SHOWN: Readonly<Record<string, string>> = {
    '/%3Cscript%3E': '/<script>',
    '//evil.example/x': '/evil.example/x',
    '/nix?q="><b>': '/nix?q="><b>',
    '/Stra%C3%9Fe': '/Straße',
    '/nix/%20118540238': '/nix/ 118540238',
    [`/${'a'.repeat(500)}`]: `/${'a'.repeat(199)}…`,
  };

  it.each(PATHS)('like %s has a page for people, whose links stay on this host', async (path) => {
    for (const language of ['de', 'en']) {
      const address = `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
      const { status, headers, page } = await show(serving, address, forPeople);
      expect([status, page.errors, headers['content-language']]).toEqual([404, [], language]);
      expect(headers['vary']).toMatch(/\bAccept$/);
      expect(page.texts('h1')).toEqual([PROBLEM_TEXT.not_found.title[language as 'de' | 'en']]);
      const links = page.hrefs();
      expect(page.main()).not.toContain('not_found');
      expect(page.texts('code')).toEqual([SHOWN[path] ?? path]);
      const offered = links.filter((href) => /^\/gnd\/[\w-]+\?/.test(href ?? ''));
      expect(offered).toEqual(
        OFFERED.filter((id) => new RegExp(`(?:\\b|%20)${id}\\b`).test(path)).map((id) => `/gnd/${id}?lang=${language}`),
      );
      for (const next of ['/', '/coverage', '/sources']) expect(links).toContain(`${next}?lang=${language}`);
      expect(links.filter((href = '') => !/^(?:\/(?!\/)|#)/.test(href))).toEqual([]);
    }
  });
});
