/** The status of the service in words, in all its states. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { SourcesAnswer, StatusAnswer } from '../../../src/core/interface/register-schemas.ts';
import type { Completeness } from '../../../src/core/snapshot/completeness.ts';
import { FAILURES } from '../../../src/core/snapshot/run-log.ts';
import { quotaIn } from '../../../src/extras/pages/status.ts';
import { localeFor, type Locale } from '../../../src/shared/http/locale.ts';
import { LIMITS, serveForFile, serveForTest } from '../serving.ts';
import { answerOf } from './answering.ts';
import { attribute, readPage, rowsOf, show, textOf } from './reading.ts';

const serving = serveForFile();
let report: StatusAnswer;
beforeAll(async () => {
  report = (await serving.get('/api/v1/status')).json() as StatusAnswer;
});

const pageOf = async (answer: { readonly status: number; readonly body: unknown }, query = 'lang=en') =>
  answerOf(`/status?${query}`, {
    call: async (path) => (path === '/api/v1/status' ? answer : { status: 503, body: {} }),
  });

describe('/status', () => {
  it('shows data, sources, checks and quotas', async () => {
    const { status, headers, page } = await show(serving, '/status?lang=en');
    expect([status, headers['cache-control'], page.errors]).toEqual([200, 'no-store', []]);
    expect(textOf(page.all('strong')[0])).toBe('In service, with complete answers');
    const rows = page.texts('tr');
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/ out of date 22 Oct 2026 A newer version is overdue: entries may be missing\. /),
        expect.stringMatching(/ held back .*shrunk_by_half /),
        expect.stringMatching(/ failing .*http_404 /),
        expect.stringMatching(/^Data .* OK [\d.]+ ms$/),
      ]),
    );
    const { quota, burst } = LIMITS.links;
    const numbers = new Intl.NumberFormat('en-GB');
    expect(rows.find((row) => row.startsWith('Entity and links'))).toContain(
      `${numbers.format(quota)} per 60 s, at most ${numbers.format(burst)} within one second`,
    );
    expect(page.texts('dd')).toContain(report.snapshot.id);
  });

  it('tells users of the data first, then the operator of checks, and programmers of quotas', async () => {
    const { page } = await show(serving, '/status?lang=de');
    const parts = ['data', 'sources', 'operator', 'quotas'];
    expect(page.all('h2').map((heading) => attribute(heading, 'id'))).toEqual(parts);
    const [, operator = ''] = page.main().split('Für den Betreiber');
    for (const words of ['Kennung des Datenstands', 'Version der Software', 'Prüfungen'])
      expect(operator).toContain(words);
  });

  it('says that everything is fine', async () => {
    const { page } = await pageOf({ status: 200, body: { ...report, status: 'pass', notFresh: [] } }, 'lang=de');
    expect(page.main()).toContain('Alles in Ordnung Der Dienst antwortet, und keine Quelle ist veraltet.');
  });

  it('explains the effect of old sources on answers', async () => {
    const { page } = await pageOf({ status: 200, body: { ...report, status: 'pass' } });
    const text = textOf(page.all('p').find(({ attrs }) => attrs.some(({ value }) => value.startsWith('health'))));
    expect(text).toMatch(/complete answers 3 of 5 sources have a problem \(.*\)\. /);
    const checks = [{ name: 'limiter', status: 'warn' }];
    const { page: warned } = await pageOf({ status: 200, body: { ...report, status: 'warn', checks } });
    expect(warned.main()).toMatch(/ 3 of 5 sources .*\)\. 1 check gave a notice: Quotas\. See the checks/);
    expect(warned.hrefs()).toContain('#checks');
  });

  it('names its sources with a problem as the register does, and leads to them', async () => {
    const { page } = await show(serving, '/status?lang=de');
    const sentence = '3 von 5 Quellen haben ein Problem (1 veraltet, 1 zurückgehalten, 1 gestört)';
    expect(page.main()).toContain(` ${sentence}: Die bisherige Fassung wird weiter verwendet.`);
    const link = page.all('a').find((one) => textOf(one) === sentence);
    const { page: register } = await show(serving, attribute(link, 'href') ?? '');
    expect(rowsOf(register, 'register')).toHaveLength(3);
    // Without an answer of the register, the numbers are those of the report, and nothing is said about versions in use.
    const { page: alone } = await pageOf({ status: 200, body: report }, 'lang=de');
    expect(alone.main()).toContain(` ${sentence}. `);
  });

  it('names the checks with a notice, also where only sources have a problem', async () => {
    const checks = [{ name: 'freshness', status: 'warn' }];
    const { page } = await pageOf({ status: 200, body: { ...report, status: 'pass', checks } }, 'lang=de');
    expect(page.main()).toContain('1 gestört). 1 Prüfung ergab einen Hinweis: Aktualität. Zu den Prüfungen');
  });

  it('never calls answers complete while a source has no version in use', async () => {
    const [first, ...others] = ((await serving.get('/api/v1/sources')).json() as SourcesAnswer).sources;
    const { sha256: _, ...counts } = first?.import ?? { read: 0 };
    const broken = { ...first, kind: 'entities', import: counts, freshness: { ...first?.freshness, state: 'failing' } };
    const unchecked = others.map((one) => ({ ...one, freshness: { ...one.freshness, checkedAt: '2026-10-01T03:00:00Z' } })); // prettier-ignore
    const sources = [broken, ...unchecked];
    const call = async (path: string) => {
      const body = path === '/api/v1/status' ? report : { ...((await serving.get(path)).json() as object), sources };
      return { status: 200, body };
    };
    const { page } = await answerOf('/status?lang=en', { call });
    expect(textOf(page.all('strong')[0])).toBe('In service, with incomplete answers');
    expect(page.main()).toContain('2 failing): 1 is missing altogether; for 3, the previous version stays in use.');
    expect(page.all('a').map((link) => [textOf(link), attribute(link, 'href')])).toContainEqual([
      '1 is missing altogether',
      '/sources?state=missing&lang=en',
    ]);
    expect(rowsOf(page, 'troubled').filter((cells) => cells.at(-1) === 'missing')).toHaveLength(1);
    expect(page.main()).not.toMatch(/\bcomplete|overdue/);
    expect(page.main()).toContain(
      'This service has not looked for a newer version since then; the source is published ',
    );
    expect(page.main()).toContain(`This source with records of the GND is missing: ${first?.title.en}.`);
    expect(rowsOf(page, 'checks')).toHaveLength(report.checks.length);
    expect(page.texts('tr')).toContainEqual(expect.stringMatching(/^Freshness .* incomplete Not every source/));
    const one = { status: 200, body: { ...report, notFresh: report.notFresh.slice(0, 1) } };
    const { page: single } = await answerOf('/status?lang=en', { call: async (path: string) => (path === '/api/v1/status' ? one : call(path)) }); // prettier-ignore
    expect(single.main()).toContain(': 1 is missing altogether; ');
  });

  it('has the status of the interface when the data cannot be read', async () => {
    const checks = [{ name: 'store', status: 'fail', output: 'The data cannot be read.' }];
    const { status, page } = await pageOf({ status: 503, body: { ...report, status: 'fail', checks } }, 'lang=de');
    expect([status, textOf(page.all('strong')[0])]).toEqual([503, 'Gestört']);
    expect(page.texts('tr')).toContainEqual(expect.stringMatching(/gestört Die Daten lassen sich nicht lesen\.$/));
  });

  it('says in both languages why a check does not pass, without codes', async () => {
    const run = { last: { outcome: 'failed', at: '2026-11-20T02:00:00Z', detail: 'No source.' }, overdue: true, nextDue: '2026-11-21T02:00:00Z' }; // prettier-ignore
    const names = ['store', 'limiter', 'freshness', 'updates', 'files', 'disk'];
    const checks = names.map((name) => ({ name, status: 'warn', observedValue: 1, output: `the_${name} sentence` }));
    const body = { ...report, checks, updates: { update: run } };
    for (const language of ['de', 'en']) {
      const { page } = await pageOf({ status: 200, body }, `lang=${language}`);
      const rows = rowsOf(page, 'checks').map(([, result = '']) => result);
      expect(rows.map((row) => /\p{L}\.(?: |$)|sentence$/u.test(row))).toEqual(names.map(() => true));
      // Only sentences about unknown checks and versions are the ones of the API.
      expect(page.main().match(/the_\w+/g)).toEqual(['the_store', 'the_disk']);
    }
  });

  it.each(Object.entries(FAILURES))(
    'says in the language of the page why a run failed: %s',
    async (reason, english) => {
      const at = '2026-11-20T02:00:00Z';
      const checks = [{ name: 'updates', status: 'warn', output: 'x' }];
      const resultIn = async (language: string, detail: string) => {
        const body = { ...report, checks, updates: { update: { last: { outcome: 'failed', at, reason, detail } } } };
        return rowsOf((await pageOf({ status: 200, body }, `lang=${language}`)).page, 'checks')[0]?.[1] ?? '';
      };
      expect(await resultIn('en', english)).toMatch(/UTC\)\. \p{Lu}[^.]*\.$/u);
      const german = await resultIn('de', english);
      expect(german).not.toContain(english);
      expect(german).toMatch(/\(20\.11\.2026, 02:00 UTC\)\. \p{Lu}[^.]*\.$/u);
      expect(await resultIn('de', 'Half of it.')).toBe(`${german} Half of it.`);
    },
  );

  it('states the hour of runs, because several may begin on one day', async () => {
    const failed = { outcome: 'failed', at: '2026-11-27T06:56:00Z' };
    const run = { last: failed, lastSuccess: { at: '2026-11-27T02:05:30Z', outcome: 'built' }, overdue: true, nextDue: '2026-11-28T02:00:00Z' }; // prettier-ignore
    const checks = [{ name: 'updates', status: 'warn' }];
    const { page } = await pageOf({ status: 200, body: { ...report, checks, updates: { update: run } } }, 'lang=de');
    expect(page.main()).toContain('Letzte Aktualisierung 27.11.2026, 02:05 UTC: neue Daten ');
    expect(page.main()).toContain('Nächste Aktualisierung 28.11.2026, 02:00 UTC');
    expect(rowsOf(page, 'checks')[0]?.[1]).toContain(
      'Die letzte Aktualisierung ist gescheitert (27.11.2026, 06:56 UTC).',
    );
  });

  it('names a failed run and the number of notices in its banner', async () => {
    const update = { last: { outcome: 'failed', at: '2026-11-27T06:56:00Z' }, overdue: false };
    const dump = { last: { outcome: 'failed', at: '2026-11-27T07:00:00Z' }, overdue: false };
    const checks = [
      { name: 'updates', status: 'warn' },
      { name: 'files', status: 'warn' },
    ];
    const body = { ...report, status: 'warn', checks, updates: { update, dump } };
    const { page } = await pageOf({ status: 200, body }, 'lang=de');
    const banner = page.all('p').find(({ attrs }) => attrs.some(({ value }) => value.startsWith('health')));
    expect(textOf(banner)).toContain(
      'Die letzte Aktualisierung ist gescheitert (27.11.2026, 06:56 UTC). Der letzte Lauf von „dump“ ist gescheitert (27.11.2026, 07:00 UTC). 2 Prüfungen ergaben einen Hinweis: Aktualisierung, Dateien.',
    );
  });

  it('says of data that no update made that they were built', async () => {
    const { builtAt } = report.snapshot;
    const textWith = async (update: object) =>
      (await pageOf({ status: 200, body: { ...report, updates: { update } } }, 'lang=de')).page.main();
    const before = { lastSuccess: { at: '2026-10-14T02:00:00Z' } };
    expect(builtAt > before.lastSuccess.at).toBe(true);
    const built = await textWith(before);
    expect(built).toContain('mit dem Befehl „build“ (letzte erfolgreiche Aktualisierung davor: 14.10.2026, 02:00 UTC)');
    expect(built).not.toContain('Letzte Aktualisierung');
    // An update writes its end after it has switched.
    const running = await textWith({ ...before, running: { since: '2026-10-14T04:00:00Z', stage: 'activate' } });
    expect(running).not.toContain('„build“');
    // An update that reached no server may have built from the copies that it had.
    const unreached = { outcome: 'failed', stage: 'download', reason: 'unreachable', at: '2026-10-14T07:00:00Z' };
    expect(await textWith({ ...before, last: unreached })).not.toContain('„build“');
    expect(await textWith({ lastSuccess: { at: '2026-10-14T06:00:00Z' } })).toContain('Letzte Aktualisierung 14.10.2026, 06:00 UTC'); // prettier-ignore
  });

  it('orders sources as it says, and as the list that it leads to: missing ones first, then by state and name', async () => {
    const { sources } = (await serving.get('/api/v1/sources')).json() as SourcesAnswer;
    const like = (key: string, state: string, isMissing = false) => ({
      ...sources[0],
      key,
      title: { de: key, en: key },
      freshness: { ...sources[0]?.freshness, state, since: '2026-11-01', reason: 'old' },
      import: { ...sources[0]?.import, ...(isMissing && { sha256: undefined }) },
    });
    const all = [
      like('stale', 'stale'),
      like('failing b', 'failing'),
      like('held and missing', 'held', true),
      like('held', 'held'),
      like('failing a', 'failing'),
    ];
    const call = async (path: string) => {
      const body = path === '/api/v1/status' ? report : { ...((await serving.get(path)).json() as object), sources: all }; // prettier-ignore
      return { status: 200, body };
    };
    const titlesOf = async (path: string, name: string) =>
      rowsOf((await answerOf(path, { call })).page, name).map(([title = '']) => title.split(' ·')[0]);
    const titles = ['held and missing', 'failing a', 'failing b', 'held', 'stale'];
    expect(await titlesOf('/status?lang=en', 'troubled')).toEqual(titles);
    expect(await titlesOf('/sources?state=troubled&order=state&lang=en', 'register')).toEqual(titles);
    const { page } = await answerOf('/status?lang=en', { call });
    expect(page.main()).toContain(
      'Sources that are missing altogether come first, then the others: failing, held back',
    );
  });

  it.each([
    [{ quota: 600, burst: 300 }, '600 je 60 s, höchstens 300 in einer Sekunde'],
    [{ quota: 100_000, burst: 300 }, '300 je Sekunde'],
  ])('states no quota that cannot be reached: %j', (quota, words) => {
    const { t } = localeFor({ language: 'de', isChosen: true }, { baseUrl: 'https://links.example.org' });
    expect(quotaIn({ ...quota, windowSeconds: 60 }, { t } as Locale)).toBe(words);
  });

  it.each(['idle', 'observed'])('says of an update with the outcome %s that it found nothing new', async (outcome) => {
    const updates = { update: { lastSuccess: { at: '2026-11-28T00:40:00Z', outcome } } };
    const { page } = await pageOf({ status: 200, body: { ...report, updates } }, 'lang=de');
    expect(page.main()).toContain('Letzte Aktualisierung 28.11.2026, 00:40 UTC: nichts Neues');
  });

  it('states the quota of a whole IPv6 network, where there is one', async () => {
    const withSite = (site?: number) => ({ ...report, limits: { ...report.limits, links: { ...report.limits.links, quota: 600, site } } }); // prettier-ignore
    const textOfPage = async (body: object) => (await pageOf({ status: 200, body }, 'lang=de')).page.main();
    expect(await textOfPage(withSite(9600))).toContain(
      '(IPv6: je /64) und je Art der Anfrage. Für ein ganzes IPv6-Netz (/48) gilt jeweils das 16-Fache.',
    );
    expect(await textOfPage(withSite())).not.toContain('/48');
  });

  it.each([
    ['that there are no files', 'files', /^Dateien .* keine vorhanden$/],
    ['that there was no update', 'updates', /^Aktualisierung .* keine verzeichnet$/],
  ])('says %s instead of that all is well', async (_, name, row) => {
    const body = { ...report, updates: {}, checks: [{ name, status: 'pass' }] };
    const { page } = await pageOf({ status: 200, body }, 'lang=de');
    expect(page.texts('tr')).toContainEqual(expect.stringMatching(row));
  });

  it('shows unknown checks and units unchanged', async () => {
    const checks = [{ name: 'disk', status: 'pass', observedValue: 3, observedUnit: 'TB' }];
    const { page } = await pageOf({ status: 200, body: { ...report, checks } });
    expect(page.texts('tr')).toContain('disk OK 3 TB');
  });
});

const NONE: Completeness = { missed: 0, pending: 0, held: [] };
const HARVESTED: Completeness = { ...NONE, harvestedThrough: '2026-11-21T03:00:00Z', auditedThrough: '2026-11-18' };

it.each([
  ['en', HARVESTED, 'Changes checked again three days later up to 18 Nov 2026: nothing was missing'],
  ['en', HARVESTED, 'Changes to the GND up to 21 Nov 2026'],
  ['en', { ...HARVESTED, auditedThrough: undefined }, 'Changes checked again three days later not yet'],
  [
    'en',
    { ...HARVESTED, held: ['2026-11-20'] },
    'The changes from 1 day will be requested again, because there were far fewer than expected or some are missing.',
  ],
  [
    'de',
    { ...HARVESTED, unread: { no_gnd_id: 1 } },
    '1 geänderter Datensatz der GND kam fehlerhaft an; seine Änderung fehlt hier noch.',
  ],
  [
    'de',
    HARVESTED,
    'Änderungen der GND bis 21.11.2026 Änderungen, drei Tage später nachgeprüft bis 18.11.2026: nichts fehlte',
  ],
  ['de', { ...HARVESTED, harvestedThrough: '2026-11-10' }, 'Änderungen der GND nach dem 10.11.2026 fehlen noch.'],
  ['de', { ...HARVESTED, missed: 1 }, 'bis 18.11.2026: in den letzten 30 Tagen fehlte 1 Datensatz und wurde ergänzt'], // prettier-ignore
  ['de', { ...HARVESTED, auditedThrough: undefined, missed: 1 }, 'noch nicht; in den letzten 30 Tagen fehlte 1 Datensatz und wurde ergänzt'], // prettier-ignore
  ['de', { ...HARVESTED, missed: 100 }, 'bis 18.11.2026: in den letzten 30 Tagen fehlten 100 Datensätze und wurden ergänzt'], // prettier-ignore
])('the completeness of the harvest is told in %s', async (language, completeness, words) => {
  const service = await serveForTest({
    completeness: async () => completeness,
    clock: () => new Date('2026-11-21T06:00:00Z'),
  });
  const { text } = await service.get(`/status?lang=${language}`);
  expect(textOf(readPage(text).all('main')[0])).toContain(words);
});
