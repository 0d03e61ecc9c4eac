/** Nothing counts as complete that was not read: each reason why a record is not taken, and each failure at the end of a list. */
import { describe, expect, it } from 'vitest';
import { harvestPlace } from './harvesting.ts';
import { type Behaviour, changed, error, fill, identifierOf, person, type Repository, text } from './repository.ts';

const DAY = 86_400_000;
const AUDIT = { requestsPerDay: 300, pauseMs: 0 };

/** Damages for records of a response, by the reason with which they are counted. */
const DAMAGES: Readonly<Record<string, (record: string) => string>> = {
  not_marc: (record) => record.replace(/<metadata>.*<\/metadata>/s, '<metadata><dc><title>A</title></dc></metadata>'),
  no_metadata: (record) => record.replace(/<metadata>.*<\/metadata>/s, ''),
  malformed_xml: (record) => record.replace('Person,', 'A & B'),
  record_too_large: (record) => record.replace('Person,', 'x'.repeat(8 * 1024 * 1024)),
  no_identifier: (record) => record.replace(/<identifier>.*<\/identifier>/, ''),
  no_datestamp: (record) => record.replace(/<datestamp>.*<\/datestamp>/, '<datestamp>gestern</datestamp>'),
};

/** Damages the records with these numbers, or all, in the following responses. */
function damage(repository: Repository, reason: string, only?: string): void {
  const damaged = changed((answer) =>
    answer.replaceAll(
      /<record><header>.*?<\/record><\/metadata><\/record>|<record><header>.*?<\/metadata><\/record>/gs,
      (record) => (only === undefined || record.includes(only) ? (DAMAGES[reason]?.(record) ?? record) : record),
    ),
  );
  repository.fault = () => damaged;
}

async function place(count: number) {
  const made = await harvestPlace(count, { pageSize: 30 });
  made.repository.now += DAY;
  return made;
}

describe.each(Object.keys(DAMAGES))('records with the damage %s', (reason) => {
  it('are counted until they are read, if there is one of a hundred', async () => {
    const { repository, harvest } = await place(100);
    damage(repository, reason, '118500042');
    for (let night = 0; night < 2; night += 1) {
      const { records, finished, gapReasons, completeness } = await harvest({}, {}, AUDIT);
      expect(records).toBe(99);
      // A record without identifier cannot be requested alone, so its window stays open.
      const isOpen = reason === 'no_identifier';
      expect({ finished, gapReasons }).toEqual({ finished: !isOpen, gapReasons: isOpen ? { unread: 1 } : {} });
      expect(completeness.unread).toEqual(isOpen ? {} : { [reason]: 1 });
      repository.now += DAY;
    }
    repository.fault = undefined;
    const { records, finished, completeness } = await harvest({}, {}, AUDIT);
    expect({ records, finished, unread: completeness.unread }).toEqual({ records: 100, finished: true, unread: {} });
  });

  it('fail the harvest if there are many, and the next one begins there', async () => {
    const { repository, harvest, stored } = await place(4);
    damage(repository, reason);
    await expect(harvest()).rejects.toMatchObject({
      reason: 'unreadable_records',
      message: `4 of 4 records in one time window cannot be used (${reason}). Does metadataPrefix name MARC21-XML?`,
    });
    expect(stored().state?.complete).toBeUndefined();
    repository.now += DAY;
    repository.fault = undefined;
    const { records, finished, completeness } = await harvest();
    expect({ records, finished, unread: completeness.unread }).toEqual({ records: 4, finished: true, unread: {} });
  });
});

it('a record dated in the future is counted, and gives way to its next version', async () => {
  const { repository, harvest, stored } = await place(3);
  const put = (name: string) => repository.put(identifierOf('118500001'), person('118500001', name));
  put('One');
  const ofOne =
    /<datestamp>[^<]*(?=<\/datestamp><setSpec>authorities<\/setSpec><\/header><metadata>.{1,150}>118500001<)/g;
  const dated = changed((answer) => answer.replaceAll(ofOne, '<datestamp>9999-12-31T00:00:00Z'));
  repository.fault = () => dated;
  repository.now += 1_000;
  expect(await harvest()).toMatchObject({ records: 3, finished: true });
  repository.fault = undefined;
  repository.now += DAY;
  put('Two');
  repository.now += DAY;
  await harvest();
  expect(stored().entries.get(identifierOf('118500001'))?.marc).toContain('Two');
});

const status = (code: number): Behaviour => text('', code);
/** Gives a token even with the last page. */
const withToken = (token: string) =>
  changed((answer) => {
    const more = `<resumptionToken completeListSize="12">${token}</resumptionToken></ListRecords>`;
    return answer.replace('</ListRecords>', more).replace(/<resumptionToken [^>]*\/>/, '');
  });

it.each([
  ['noRecordsMatch', error('noRecordsMatch')],
  ['badResumptionToken', error('badResumptionToken')],
  ['an empty page', withToken('more')],
  ['404', status(404)],
  ['500', status(500)],
])(
  'a list with a token after its last page is complete when the answer to it is %s, without further requests',
  async (_, behaviour) => {
    const { repository, harvest } = await place(12);
    repository.pageSize = 5;
    repository.fault = (query) => {
      const token = query.get('resumptionToken');
      if (token?.endsWith('_10') === true) return withToken('more');
      return token === 'more' ? behaviour : undefined;
    };
    const { records, finished, gaps, pages } = await harvest();
    expect({ records, finished, gaps }).toEqual({ records: 12, finished: true, gaps: 0 });
    expect(pages).toBeLessThanOrEqual(6);
  },
);

/** The first half of an answer, as if it were complete. */
const cut = changed((answer) => answer.slice(0, 200));

describe('a list without a size, whose last page has a token,', () => {
  /** Answers lists without a size, and the token of the last page with the behaviour. */
  const withBehaviour = (behaviour: Behaviour) => (query: URLSearchParams) => {
    if (query.get('verb') !== 'ListRecords') return undefined;
    if (query.get('resumptionToken') === 'more') return behaviour;
    return changed((answer) => {
      const page = answer
        .replaceAll(/ completeListSize="\d+"/g, '')
        .replace(/<resumptionToken[^>]*\/>|<resumptionToken[^>]*><\/resumptionToken>/, '');
      const isLast = !page.includes('</resumptionToken>') && page.includes('</ListRecords>');
      const more = '<resumptionToken>more</resumptionToken></ListRecords>';
      return isLast ? page.replace('</ListRecords>', more) : page;
    });
  };

  it.each<[string, Behaviour, string?]>([
    ['noRecordsMatch', error('noRecordsMatch')],
    ['badResumptionToken', error('badResumptionToken')],
    ['404', status(404)],
    // What these leave out nobody knows, and a shorter window does not help.
    ['500', status(500), 'http_500'],
    ['half an answer', cut, 'truncated'],
    ['a page of HTML', (_, response) => void response.end('<html><p>Wartung</p></html>'), 'html'],
  ])('is complete, or a gap with the reason, when the answer to it is %s', async (_, behaviour, reason) => {
    const { repository, harvest } = await place(12);
    repository.pageSize = 2;
    repository.fault = withBehaviour(behaviour);
    const expected = { records: 12, finished: reason === undefined, gapReasons: reason ? { [reason]: 1 } : {} };
    for (let night = 0; night < 2; night += 1) {
      const { records, finished, gapReasons, pages } = await harvest({}, { retries: 0 });
      expect({ records, finished, gapReasons }).toEqual(expected);
      expect([night, pages]).toEqual([night, expect.toSatisfy((n: number) => n < 40)]);
      repository.now += DAY;
    }
    repository.fault = undefined;
    expect(await harvest()).toMatchObject({ records: 12, finished: true, gaps: 0 });
  });
});

describe('a repository that persists in a fault gets few requests in a night', () => {
  const FAULTS: Readonly<Record<string, Behaviour>> = {
    'a page of HTML': text('<html><p>Wartung<br></p></html>', 200, { 'content-type': 'text/html' }),
    'declared entities': changed((answer) => answer.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>')),
    'named entities': changed((answer) => answer.replaceAll('Person,', '&auml;')),
    'an answer without a date': changed((answer) => answer.replace(/<responseDate>[^<]*/, '<responseDate>x')),
    'another document': text('<rss/>'),
    'half an answer': changed((answer) => answer.slice(0, answer.length / 2)),
    nothing: text(''),
    'a dropped connection': (request) => void request.socket.destroy(),
    'an unknown encoding': text('?', 200, { 'content-encoding': 'br' }),
    'a redirect to another verb': text('', 302, { location: '/oai/other' }),
    // One of each kind: other refusals are as final as 404, and other failures as temporary as 503.
    ...Object.fromEntries([404, 429, 503].map((code) => [code, status(code)])),
    ...Object.fromEntries(
      ['badArgument', 'badVerb', 'cannotDisseminateFormat', 'badResumptionToken', 'noSetHierarchy', 'unheardOf'].map(
        (code) => [code, error(code)],
      ),
    ),
  };

  it.each(
    Object.entries(FAULTS).flatMap(([name, behaviour]) => [
      ['first', name, behaviour, 20] as const,
      ['later', name, behaviour, 40] as const,
    ]),
  )('on the %s page of a list: %s', async (page, _, behaviour, most) => {
    const { repository, harvest } = await place(23);
    repository.pageSize = 5;
    repository.now += 30 * DAY;
    repository.fault = (query) =>
      query.get('verb') === 'ListRecords' && query.has('resumptionToken') === (page === 'later')
        ? behaviour
        : undefined;
    await harvest({}, { retries: 1, maximumPauseMs: 1 }).catch(() => undefined);
    expect(repository.requests.length).toBeLessThanOrEqual(most);
    repository.fault = undefined;
    expect(await harvest()).toMatchObject({ records: 23 });
  });
});

it.each([
  ['404', status(404), 'http_404'],
  ['badArgument', error('badArgument'), 'oai_bad_argument'],
])('a window that is refused with %s is requested once, and is a gap with the reason', async (_, behaviour, reason) => {
  const { repository, harvest } = await place(12);
  const refused: string[] = [];
  repository.fault = (query) => {
    if (query.get('verb') !== 'ListRecords' || (query.get('from') ?? '') > '2026-10-02') return undefined;
    refused.push(query.get('until') ?? '');
    return behaviour;
  };
  repository.now += 20 * DAY;
  fill(repository, 1, 118_600_000);
  const outcome = await harvest({}, { retries: 0 });
  expect(outcome).toMatchObject({ records: 1, gaps: 1, gapReasons: { [reason]: 1 }, finished: false });
  expect(refused.length).toBeLessThanOrEqual(2);
  repository.fault = undefined;
  expect(await harvest()).toMatchObject({ gaps: 0, finished: true });
});

it('an answer badArgument that passes is asked again', async () => {
  const { repository, harvest } = await place(3);
  repository.fault = (query, number) =>
    query.get('verb') === 'ListRecords' && number < 4 ? error('badArgument') : undefined;
  expect(await harvest({}, { retries: 3 })).toMatchObject({ records: 3, finished: true });
});

it('a record that breaks every list is a gap, with the reason', async () => {
  const { repository, harvest } = await place(12);
  repository.fault = (query) =>
    query.get('verb') === 'ListRecords' &&
    (query.get('from') ?? '') <= '2026-10-01T00:05:00Z' &&
    (query.get('until') ?? '') >= '2026-10-01T00:05:00Z'
      ? status(500)
      : undefined;
  const { records, gapReasons, finished, complete } = await harvest();
  expect({ records, gapReasons, finished, complete }).toEqual({
    records: 11,
    gapReasons: { http_500: 1 },
    finished: false,
    complete: '2026-10-01T00:04:59Z',
  });
});
