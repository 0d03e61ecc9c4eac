/** When the interface refuses a request of a page, the person gets a page with that status, never an internal error. */
import { expect, it } from 'vitest';
import { type ProblemCode, problem, problemDocument, PROBLEMS } from '../../../src/core/http/problems.ts';
import type { InternalAnswer } from '../../../src/core/http/door.ts';
import { FRESH_SOURCE } from '../../core/api/fixture.ts';
import { serveForFile } from '../serving.ts';
import { answerOf, createSite } from './answering.ts';
import { attribute } from './reading.ts';

const GND = '118540238';
/** Every page that calls the interface, with a request that makes it do so. */
const PAGES = ['/?', `/gnd/${GND}?`, '/search?q=goethe', '/sources?', `/sources/${FRESH_SOURCE.key}?`, '/status?'];
const CODES = Object.keys(PROBLEMS) as ProblemCode[];
const refusals: readonly (readonly [name: string, answer: InternalAnswer])[] = [
  ...CODES.map((code) => {
    const body: unknown = problemDocument(problem(code), () => 'https://links.example.org', undefined);
    return [code, { status: PROBLEMS[code].status, body }] as const;
  }),
  ['a code of a later version', { status: 503, body: { code: 'newer_than_this' } }],
  ['a property of all objects', { status: 500, body: { code: 'toString' } }],
  ['no code', { status: 503, body: {} }],
  ['text', { status: 500, body: 'text' }],
  ['nothing', { status: 503, body: undefined }],
];

const serving = serveForFile();

const real = async (path: string): Promise<InternalAnswer> => {
  const answer = await serving.get(path);
  return { status: answer.status, body: answer.json() };
};

it.each(PAGES)('%s is a page for any answer of the interface to its first, second or third call', async (asked) => {
  for (const [name, refusal] of refusals) {
    // The title of a problem is the same for any call.
    for (const turn of name in PROBLEMS && name !== 'overloaded' ? [1] : [1, 2, 3]) {
      let calls = 0;
      const ask = async (target: string) => {
        calls += 1;
        return calls === turn ? refusal : real(target);
      };
      const answer = await answerOf(`${asked}&lang=de`, { call: ask }, createSite());
      const { status = 200, page } = answer;
      expect([200, ...(calls >= turn ? [refusal.status] : [])]).toContain(status);
      expect([page.errors, page.all('h1').length]).toEqual([[], 1]);
      if (status !== 200) expect(answer.cacheControl).toBe('no-store');
    }
  }
});

it.each([
  ['not_ready', 503, 'Noch nicht bereit'],
  ['newer_than_this', 500, 'Interner Fehler'],
] as const)('names the problem %s', async (code, status, title) => {
  const { page } = await answerOf('/sources?lang=de', { call: async () => ({ status, body: { code } }) });
  expect(page.texts('h1')).toEqual([title]);
});

it('a page of too many requests links the list check, and has status and code for programs only', async () => {
  const { page } = await answerOf('/search?q=goethe&lang=de', { call: async () => ({ status: 429, body: { code: 'rate_limited' } }) }); // prettier-ignore
  expect(page.main()).toContain('Für lange Listen ist die Listenprüfung da');
  expect(page.hrefs()).toContain('/coverage?lang=de');
  expect(page.texts('p')).toContain('Für Programme: HTTP 429, rate_limited');
  // The search box keeps the words.
  expect(page.all('input').map((input) => attribute(input, 'value'))).toContain('goethe');
});

it('the home page has the status of unreadable data', async () => {
  const ask = async () => ({ status: 503, body: { status: 'fail', checks: [], sources: {}, snapshot: {} } });
  const { status, page } = await answerOf('/?lang=en', { call: ask });
  expect([status, page.texts('h1')]).toEqual([503, ['Data unreadable']]);
  expect(page.main()).toContain('cannot read its data');
});

it('a refused page is not cached', async () => {
  const site = createSite();
  let isRefused = true;
  const ask = async (path: string) =>
    isRefused && path.startsWith('/api/v1/gnd') ? { status: 503, body: { code: 'overloaded' } } : real(path);
  expect((await answerOf('/', { call: ask }, site)).status).toBe(503);
  isRefused = false;
  expect((await answerOf('/', { call: ask }, site)).status).toBe(200);
});
