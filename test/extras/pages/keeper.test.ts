/** Reports to the keeper of a list: on the page and in feeds, from the same history. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAtomFeed } from 'feedsmith';
import { doors as dumpDoors } from '../../../src/extras/dumps/dumps.ts';
import { describe, expect, it } from 'vitest';
import { heldLines, type KeeperFacts, keeperPart } from '../../../src/extras/pages/source-keeper.ts';
import { html } from '../../../src/shared/http/html.ts';
import type { Source } from '../../../src/core/model/source.ts';
import type { BuildNotes } from '../../../src/core/snapshot/build-notes.ts';
import { NOW, openFixture, SOURCES } from '../../core/api/fixture.ts';
import { forFile } from '../../for-file.ts';
import { localeFor } from '../../../src/shared/http/locale.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { askDoor, textOf } from '../../core/http/ask-door.ts';
import { serve, serveForTest } from '../serving.ts';
import { sourcePage } from '../../../src/extras/pages/source.ts';
import { attribute, readPage, rowsOf, show, textOf as textOfPage } from './reading.ts';

const [first] = SOURCES;
if (first === undefined) throw new Error('the fixture has no source');
const LIST: Source = {
  ...first,
  key: 'letters',
  kind: 'links',
  title: { de: 'Briefe', en: 'Letters' },
  cadence: 'annual',
  origin: { publisher: 'Archive', format: 'beacon', downloadUrl: 'https://archive.example.org/beacon.txt' },
  scope: { ...first.scope, collections: ['dewiki'] },
  import: {
    read: 12,
    accepted: 8,
    rejected: { unknown_gnd_id: 2, deleted_gnd_id: 1, no_gnd_id: 1 },
    sha256: 'a'.repeat(64),
  },
  observation: {
    retrievedAt: '2026-10-13T04:00:00Z',
    checkedAt: '2026-11-19T04:00:00Z',
    nextCheck: '2026-11-21T03:00:00Z',
    observedSince: '2026-10-13',
    problem: { state: 'held', reason: 'It is <b>a</b> web page.', since: '2026-11-18T04:00:00Z' },
    events: [
      { at: '2026-11-18T04:00:00Z', kind: 'held', reason: 'It is <b>a</b> web page.' },
      { at: '2026-10-13T04:00:00Z', kind: 'changed', added: 12, removed: 3 },
      { at: '2026-10-13T04:00:00Z', kind: 'rejected', before: 1, now: 4 },
      { at: '2026-09-13T04:00:00Z', kind: 'back' },
    ],
  },
};
const health = { sampled: 40, ok: 0, moved: 0, gone: 39, blocked: 0, since: '2026-11-05', checkedAt: '2026-11-19T04:00:00Z' }; // prettier-ignore
const COLLECTION = {
  key: 'dewiki',
  label: 'Wikipedia',
  category: 'encyclopedia',
  health: { ...health, turns: [{ day: '2026-11-05', dead: true }] },
};
const NOTE: BuildNotes['sources'][number] = {
  key: 'letters',
  examples: [
    { reason: 'no_gnd_id', line: 17, excerpt: 'NULL|3' },
    { reason: 'merged_gnd_id', excerpt: '1012979490 → 118540238' },
    { reason: 'unknown_gnd_id', excerpt: '118999990' },
  ],
  firstEntities: [],
  notices: { repeated_line: 2, merged_gnd_id: 1 },
  header: {
    FORMAT: 'PND-BEACON',
    TARGET: 'https://archive.example.org/{ID}',
    NAME: 'Letters',
    DESCRIPTION: ' ',
    VERSION: '0.1',
  },
  reading: { guard: {} },
  scope: { entities: 8, links: 8 },
};

/** Notes on a source of records. */
const RECORDS = {
  ...NOTE,
  key: 'entityfacts',
  examples: [
    { reason: 'unknown_class', excerpt: 'Ghost' },
    { reason: 'malformed_json', line: 3, excerpt: '{"preferredName":"Roe",}' },
    { reason: 'text_too_long', excerpt: 'Roe was born in …' },
  ],
  details: { text_too_long: 1, withheld_gnd_id: 2 },
  notices: { unknown_class: 1, malformed_json: 1 },
};

const BASE = 'https://gnd.example.org';
const EN = localeFor({ language: 'en', isChosen: true }, { baseUrl: BASE });
const NO_FILES = { dump: '', names: new Set<string>() };
/** The report about the list. @param more facts instead of the usual ones */
const reportOf = (more: Partial<KeeperFacts> = {}, locale = EN) => {
  const facts = { source: LIST, note: NOTE, collections: [], now: NOW, files: NO_FILES, ...more };
  return readPage(html`<!doctype html><title>x</title>${keeperPart(facts, '', [], locale)}`.markup);
};

async function storeWithList(): Promise<Store> {
  const store = await openFixture([...SOURCES, LIST]);
  const snapshot = { ...store.snapshot, collections: [COLLECTION] };
  const notes = async (): Promise<BuildNotes> => ({ history: [], sitemap: [], sources: [NOTE, RECORDS] });
  return { ...store, snapshot, notes };
}

const service = forFile(async () => serve({ store: await storeWithList(), clock: () => NOW, baseUrl: BASE }));

const PAGE = '/sources/letters?lang=en';

describe('the page of a list', () => {
  it('states why the last version is not used, also in its history', async () => {
    const { page } = await show(service, PAGE);
    expect(page.errors).toEqual([]);
    expect(page.texts('p')).toContain(
      'The version in use has 12 entries and has been here since 13 Oct 2026. Since 18 Nov 2026, a new version has been held back: It is <b>a</b> web page. Only the maintainers of the list can correct it. The service will use the next good version automatically.',
    );
    expect(rowsOf(page, 'history')[0]).toEqual(['18 Nov 2026', 'New version held back', 'It is <b>a</b> web page.']);
    expect(page.main()).toContain('State held back since 18 Nov 2026 Version');
  });

  it('says how an identifier was repaired', () => {
    const lines = ['11876439x|12', '118540238;118575449|3', '118540238', '(DE-588)118540238 |2'];
    const examples = lines.map((excerpt, at) => ({ reason: 'repaired_id', line: at + 1, excerpt }));
    const page = reportOf({ note: { ...NOTE, examples, notices: { repaired_id: 41 } } });
    expect(page.texts('li').filter((text) => text.startsWith('Line '))).toEqual([
      'Line 1: 11876439x|12 → 11876439X',
      'Line 2: 118540238;118575449|3 → 118540238, 118575449',
      'Line 3: 118540238 → 118540238 (without an invisible character)',
      'Line 4: (DE-588)118540238 |2 → 118540238 (without an invisible character)',
    ]);
  });

  it('states how many of the lines of a finding it shows', () => {
    const examples = Array.from({ length: 20 }, (_, at) => ({ reason: 'check_digit', line: at + 1 }));
    const shownOf = (check_digit: number) => reportOf({ note: { ...NOTE, examples, notices: { check_digit } } }).texts('summary'); // prettier-ignore
    expect(shownOf(41)).toContain('and 17 more (20 of 41)');
    expect(shownOf(20)).toContain('and 17 more');
  });

  it('begins with findings that someone must correct, however few they are', () => {
    const page = reportOf({ note: { ...NOTE, notices: { repaired_id: 41, check_digit: 2, not_utf8: 3 } } });
    expect(rowsOf(page, 'notices').map(([, n]) => n)).toEqual(['3', '2', '41']);
  });

  it('says for which lines the last version is held back, with an example', () => {
    const lines = { reasons: { no_target: 1, malformed_url: 2_271 }, example: { line: 9, excerpt: '118540238|<x>' } };
    const problem = { state: 'held', reason: 'No line has a usable target (lines: 2,272).', lines } as const;
    const said = heldLines({ ...LIST, observation: { problem } }, EN);
    const page = readPage(`<!doctype html><title>x</title><main>${said === false ? '' : said.markup}</main>`);
    expect(page.main()).toMatch(
      /^2,271 lines: The target is not a valid web address\. 1 line: The target is missing.* For example: Line 9: 118540238\|<x>$/,
    );
    expect(heldLines({ ...LIST, observation: {} }, EN)).toBe(false);
  });

  it('says next to the number of entries how many links they make', () => {
    const withLinks = (links: number) => reportOf({ source: { ...LIST, scope: { ...LIST.scope, links } } }).texts('p');
    const sentence = expect.stringMatching(/^12 entries read, .* Some entries result in the same link/);
    expect([withLinks(7), withLinks(8)]).toEqual([expect.arrayContaining([sentence]), expect.not.arrayContaining([sentence])]); // prettier-ignore
  });

  it('gives one reason for a version without links in the notice and in the history, and offers no release', async () => {
    const reason = { code: 'zero_links', reason: 'The list has a header but no links.' };
    const at = '2026-11-18T04:00:00Z';
    const observation = {
      problem: { ...reason, state: 'held', since: at, lines: { reasons: {} } },
      events: [{ ...reason, at, kind: 'held' }],
    } as const;
    const list: Source = { ...LIST, observation };
    const { page } = await show(await serveForTest({ sources: [list] }), PAGE);
    expect(page.texts('p').find((text) => text.includes('held back'))).toContain('This version has no usable links.');
    expect(rowsOf(page, 'history')[0]?.[2]).toBe('This version has no usable links.');
    expect(reportOf({ source: list }).texts('ol')[0]).not.toContain('released');
  });

  it('has no steps for a list that is completed, and a check before a version is published', () => {
    const completed = reportOf({ source: { ...LIST, cadence: 'never' } });
    expect(completed.texts('h3')).not.toContain('Publish a new version');
    expect(reportOf().texts('p')).toContainEqual(expect.stringContaining('“Check a new version” shows up to 1,000'));
    expect(completed.texts('p')).not.toContainEqual(expect.stringContaining('Check a new version'));
    const steps = reportOf()
      .texts('li')
      .map((text) => text.split(' ').slice(0, 2).join(' '));
    expect(steps.indexOf('Check the')).toBeLessThan(steps.indexOf('Publish the'));
  });

  it.each([
    [
      '2026-11-27T03:00:00Z',
      'The service checks the address again with the first update after 27 Nov 2026, 03:00 UTC. If it finds',
    ],
    // A check that is overdue, or none that is planned.
    ['2026-11-01T03:00:00Z', 'When the service checks the address and finds'],
    [undefined, 'When the service checks the address and finds'],
  ])('says when a new version is looked for: %s', (nextCheck, sentence) => {
    const page = reportOf({ source: { ...LIST, observation: { nextCheck } } });
    expect(page.texts('ol')[0]).toContain(sentence);
    const demonstration = reportOf({}, { ...EN, operator: { isDemonstration: true } });
    expect(demonstration.texts('ol')[0]).toContain('this demonstration checks no addresses');
    expect(demonstration.texts('ol')[0]).not.toContain('When the service checks');
  });

  it('shows the recommended header of the next version', async () => {
    const { page } = await show(service, PAGE);
    expect(page.texts('pre')).toContain(
      '#FORMAT: BEACON #PREFIX: https://d-nb.info/gnd/ #TARGET: https://archive.example.org/{ID} #NAME: Letters #CONTACT: [Name <address>] #FEED: https://archive.example.org/beacon.txt #TIMESTAMP: 2026-11-20 #UPDATE: yearly',
    );
  });

  it.each([
    ['html', false],
    ['wrong_format', false],
    ['no_records', false],
    ['no_ids', false],
    ['below_share', true],
  ])('offers the release of a version that was held for %s: %s', (code, isOffered) => {
    const problem = { state: 'held', code, reason: 'x', since: '2026-11-18T04:00:00Z' } as const;
    const [steps = ''] = reportOf({ source: { ...LIST, observation: { problem } } }).texts('ol');
    expect(steps.includes('so that it can be released')).toBe(isOffered);
  });

  it('has no mark of the sample in the name of this header', () => {
    const source = { ...LIST, title: { de: 'Briefe (Beispiel)', en: 'Letters (sample)' } };
    expect(reportOf({ source }).texts('pre')[0]).toContain('#NAME: Letters #');
  });

  it('has the name and the address of the register in this header, even where the list states others', () => {
    const header = { ...NOTE.header, NAME: 'Another list', FEED: 'https://old.example.org/beacon.txt' };
    const fields =
      reportOf({ note: { ...NOTE, header } })
        .texts('pre')[0]
        ?.split(' #') ?? [];
    expect(fields).toEqual(expect.arrayContaining(['NAME: Letters', 'FEED: https://archive.example.org/beacon.txt']));
  });

  it.each([
    ['a list without contact and schedule', undefined, 'unknown', ['CONTACT: [Name <address>]', 'UPDATE: [daily, weekly, monthly or yearly]']], // prettier-ignore
    ['a contact without an address', 'Erika', 'daily', ['CONTACT: [Name <address>]', 'UPDATE: daily']],
    ['a list with both', 'Erika <a@example.org>', 'monthly', ['CONTACT: Erika <a@example.org>', 'UPDATE: monthly']], // prettier-ignore
    ['a list that is not as regular as it says', 'a@example.org', 'irregular', ['CONTACT: a@example.org', 'UPDATE: yearly']], // prettier-ignore
    ['an irregular list that states no schedule', 'a@example.org', 'irregular', ['CONTACT: a@example.org', 'UPDATE: [daily, weekly, monthly or yearly]'], undefined], // prettier-ignore
    ['an irregular list with an empty schedule', 'a@example.org', 'irregular', ['CONTACT: a@example.org', 'UPDATE: [daily, weekly, monthly or yearly]'], ''], // prettier-ignore
    ['a schedule that has no word in lists', 'a@example.org', 'quarterly', ['CONTACT: a@example.org']],
  ] as const)(
    'has gaps in this header for what the page calls missing: %s',
    (_, contact, cadence, expected, ...stated) => {
      const update = stated.length === 0 ? 'yearly' : (stated[0] as string | undefined);
      const header = {
        ...NOTE.header,
        ...(update !== undefined && { UPDATE: update }),
        ...(contact !== undefined && { CONTACT: contact }),
      };
      const page = reportOf({ source: { ...LIST, cadence }, note: { ...NOTE, header, contact } });
      const [, ...fields] = page.texts('pre')[0]?.split(' #') ?? [];
      expect(fields.filter((field) => /^(?:CONTACT|UPDATE)/.test(field))).toEqual(expected);
      expect(page.texts('li').some((text) => text.includes('replace the parts in square brackets'))).toBe(expected.some((field) => field.includes('['))); // prettier-ignore
    },
  );

  it('counts identifiers outside an excerpt apart, because they are no fault of the list', () => {
    const excerpt = reportOf({}, { ...EN, isExcerpt: true });
    expect(rowsOf(excerpt, 'findings')).toHaveLength(2);
    expect(excerpt.texts('p')).toContain(
      '12 entries read, 8 used, 2 not in this excerpt of the GND, 2 not used for other reasons.',
    );
    expect(excerpt.main()).not.toContain('118999990');
    const alone = { ...LIST, import: { ...LIST.import, rejected: { unknown_gnd_id: 4 } } };
    const only = reportOf({ source: alone, note: { ...NOTE, notices: {} } }, { ...EN, isExcerpt: true });
    expect([rowsOf(only, 'findings'), only.main().includes('No findings')]).toEqual([[], false]);
    const whole = rowsOf(reportOf(), 'findings').map(([text]) => text);
    expect(whole).toContain('No record in this state of the data has this GND identifier.');
  });

  it('names merged, deleted, unknown, malformed and repeated identifiers, with their lines as far as known', async () => {
    const { page } = await show(service, PAGE);
    const shortened = (className: string) =>
      rowsOf(page, className).map(([reason = '', ...others]) => [reason.split(' ').slice(0, 3).join(' '), ...others]);
    expect(shortened('findings')).toEqual([
      ['The record with', '1', ''],
      ['The first column', '1', 'Line 17: NULL|3'],
    ]);
    expect(shortened('notices')).toEqual([
      ['The line repeats', '2', ''],
      ['The record was', '1', '1012979490 → 118540238'],
    ]);
  });

  it('has findings that add up to the number of entries that are not used, and others apart', async () => {
    const { page } = await show(service, PAGE);
    expect(page.main()).toContain('2 not used for other reasons.');
    expect(rowsOf(page, 'findings').reduce((sum, [, n]) => sum + Number(n), 0)).toBe(2);
    expect(page.texts('p')).toContain('Further findings; they may also concern entries that were not used:');
  });

  it('reports a dead collection, and events, newest first, with the time where a day has several', async () => {
    const { page } = await show(service, PAGE);
    expect(page.texts('p')).toContainEqual(
      expect.stringMatching(/^Wikipedia: links have led nowhere since 5 Nov 2026\. /),
    );
    expect(rowsOf(page, 'history').map((cells) => cells.slice(0, 2))).toEqual([
      ['18 Nov 2026', 'New version held back'],
      ['5 Nov 2026', 'Wikipedia: the links lead nowhere'],
      ['13 Oct 2026, 04:00 UTC', 'New version, GND identifiers: 12 added, 3 removed'],
      ['13 Oct 2026, 04:00 UTC', 'More unusable lines: 4, up from 1'],
      ['13 Sept 2026', 'Back to normal'],
    ]);
  });
});

it('the page of a list links the table of all its numbers in the newest dump', async () => {
  const dumps = temporaryDirectory();
  mkdirSync(join(dumps, '20261121-00000001'));
  symlinkSync('20261121-00000001', join(dumps, 'latest'));
  const name = 'numbers.tsv.gz';
  writeFileSync(join(dumps, 'latest', 'index.json'), JSON.stringify({ files: [{ name }] }));
  const store = await storeWithList();
  const call = async (path: string) => {
    const got = await service.get(path);
    return { status: got.status, body: got.json() };
  };
  const doors = [sourcePage(dumps), ...dumpDoors({ release: '1.2.3', dumps })];
  const page = readPage(textOf(await askDoor(doors, PAGE, { store, call, baseUrl: BASE })));
  expect(page.texts('p')).toContain(
    `All merged and deleted identifiers with their successors, and all identifiers that are not in this excerpt of the GND: ${name}`,
  );
  expect(page.hrefs()).toContain(`/dumps/latest/${name}`);
  expect(readPage((await service.get(PAGE)).text).hrefs()).not.toContain(`/dumps/latest/${name}`);
});

it.each([
  ['mailto:links@example.org', 'links@example.org', 'mailto:links@example.org'],
  ['links@example.org', 'links@example.org', 'mailto:links@example.org'],
  ['https://www.example.org/kontakt/', 'example.org/kontakt', 'https://www.example.org/kontakt/'],
])('steps link the contact of the operator by its bare address: %s', (contact, words, href) => {
  const source = { ...LIST, licence: { statement: 'not stated' } };
  const page = reportOf({ source }, { ...EN, operator: { contact } });
  const links = page.all('a').filter((link) => textOfPage(link) === words);
  expect(links.map((link) => attribute(link, 'href'))).toEqual([href, href, href]);
  expect(page.texts('li')).toContainEqual(
    expect.stringContaining(`If it is urgent, write to ${words}, so that the address can be checked at once.`),
  );
  expect(page.texts('li')).toContain(
    `If the version that was held back is right, write to ${words}, so that it can be released.`,
  );
});

it('the report has a step about a licence if the list has no free one, with the line to add', async () => {
  const stepFor = (licence: Source['licence']) =>
    reportOf({ source: { ...LIST, licence } })
      .texts('li')
      .find((text) => text.includes('state a free licence'));
  expect(stepFor({ spdx: 'CC0-1.0', statement: 'CC0' })).toBeUndefined();
  expect(stepFor({ statement: 'not stated' })).toMatch(/ #LICENSE: https:\S+\/publicdomain\/zero\/1\.0\/$/);
});

it('the report has a sentence for each notice of the build', () => {
  const notices = { refused_by_decision: 1, unknown_collection_code: 1, replaced_by_dump: 1, replaced_by_update: 1 };
  const page = reportOf({ note: { ...NOTE, notices } });
  const sentences = rowsOf(page, 'notices').map(([sentence]) => sentence);
  expect(sentences).toHaveLength(4);
  expect(sentences).toEqual(sentences.map(() => expect.stringMatching(/^[A-Z].*\.$/)));
});

it('the page of a source of records has its findings without pieces of records, which may name anybody, and no steps', async () => {
  const { page } = await show(service, '/sources/entityfacts?lang=en');
  const rows = rowsOf(page, 'notices').map((cells) => cells.join(' '));
  expect(rows).toContain(
    'The operator has withheld the entry to which the link belongs; nothing is wrong with the record. 2 ',
  );
  expect(rows).toContain('The record has an unknown class of the GND ontology. 1 Ghost');
  expect(rows.filter((row) => row.endsWith(' 1 '))).toHaveLength(2);
  expect(page.main()).not.toContain('Roe');
  expect(page.main()).not.toContain('Publish a new version');
});

describe('the feed of a source', () => {
  const path = '/sources/letters/feed.atom?lang=en';
  it('has entries for a held version, dead links, rejected lines, and the return to normal', async () => {
    const answer = await service.get(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const feed = parseAtomFeed(answer.text);
    expect([feed.title?.value ?? feed.title, feed.updated]).toEqual(['News: Letters', '2026-11-18T04:00:00Z']);
    const own = (feed.entries ?? []).filter(({ id = '' }) => !/#(?!letters|held|dead|rejected|back)/.test(id));
    expect(own.map((entry) => entry.title?.value ?? entry.title)).toEqual([
      'New version held back',
      'Wikipedia: the links lead nowhere',
      'More unusable lines: 4, up from 1',
      'Back to normal',
    ]);
    const ids = (feed.entries ?? []).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has the same identifiers of entries in every language', async () => {
    const idsIn = (text: string) => (parseAtomFeed(text).entries ?? []).map(({ id }) => id);
    const english = await service.get(path);
    const german = await service.get(path.replace('lang=en', 'lang=de'));
    expect(german.status).toBe(200);
    expect(idsIn(german.text)).toEqual(idsIn(english.text));
  });
});

it('an unknown source has no feed', async () => {
  expect((await service.get('/sources/nothing/feed.atom')).status).toBe(404);
});
