/** The page of one source: all facts of the register, in words. */
import { openDoors } from '../../../src/cli/doors.ts';
import { doors as dumpDoors } from '../../../src/extras/dumps/dumps.ts';
import { describe, expect, it } from 'vitest';
import reasons from '../../../src/extras/keeper/texts/reasons.json' with { type: 'json' };
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { findAddressFlaw } from '../../../src/build/sources/readers/addresses.ts';
import { BEACON_DEFECTS } from '../../../src/build/sources/readers/beacon-defects.ts';
import { askDoor, textOf as bodyOf } from '../../core/http/ask-door.ts';
import { decisionList } from '../../../src/extras/pages/source-decisions.ts';
import { localeFor } from '../../../src/shared/http/locale.ts';
import type { DecisionNote, SourceNote } from '../../../src/core/snapshot/build-notes.ts';
import { entriesOf } from '../../../src/extras/pages/source-content.ts';
import { html } from '../../../src/shared/http/html.ts';
import { sourcePage } from '../../../src/extras/pages/source.ts';
import { keeperOf, mistakeOf, whomToTell } from '../../../src/extras/pages/source-contact.ts';
import type { Door } from '../../../src/core/http/door.ts';
import type { Source } from '../../../src/core/model/source.ts';
import type { SourcesAnswer } from '../../../src/core/interface/register-schemas.ts';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { FRESH_SOURCE, SOURCES } from '../../core/api/fixture.ts';
import { serveForFile, serveForTest } from '../serving.ts';
import { attribute, type Read, readPage, rowsOf, show, textOf } from './reading.ts';
import { sampleForFile } from '../../docs/sample-service.ts';

const ODD = {
  contradictions: ['#NAME is “<b>Chronik</b>”, the register says “Lexikon”.'],
  ...FRESH_SOURCE,
  key: 'a b/ü<',
  import: { read: 10, accepted: 4, rejected: { unknown_gnd_id: 5, constructor: 1 } },
  observation: { ...FRESH_SOURCE.observation, nextCheck: '2026-11-27T02:00:00Z' },
};

const CONTACT = { contact: 'a@example.org' };
const GERMAN = localeFor(
  { language: 'de', isChosen: true },
  { baseUrl: 'https://links.example.org', operator: { contact: 'team@example.org' } },
);

const { sha256: _, ...NOTHING } = { ...FRESH_SOURCE.import, read: 0, accepted: 0, rejected: {} };
const UNREAD: Source = {
  ...FRESH_SOURCE,
  key: 'unread',
  origin: { publisher: 'Archive', format: 'beacon' },
  licence: { statement: 'not stated' },
  import: NOTHING,
  scope: { ...FRESH_SOURCE.scope, types: [], categories: [], collections: [], entities: 0, links: 0 },
  observation: { problem: { state: 'failing', code: 'http_404', reason: 'The server answers with status 404.' } },
};
/** A problem that has no words in German. */
const WORDLESS: Source = {
  ...UNREAD,
  key: 'wordless',
  observation: { problem: { state: 'failing', code: 'odd', reason: 'The disk is full.' } },
};
const UNDATED: Source = { ...FRESH_SOURCE, key: 'undated', observation: { observedSince: '2026-10-14' } };
const LICENSED: Source = { ...FRESH_SOURCE, key: 'licensed', licence: { spdx: 'MIT', statement: 'MIT' } };
const UNLISTED: Source = { ...LICENSED, key: 'unlisted', licence: { spdx: 'LicenseRef-archive', statement: 'own' } };
/** A source with a description that says nothing which its title does not say. */
const EMPTY: Source = { ...FRESH_SOURCE, key: 'empty', scope: UNREAD.scope };
const REDIRECTS: Source = { ...EMPTY, key: 'redirects', kind: 'redirects' };
const serving = serveForFile({
  sources: [...SOURCES, ODD, UNREAD, WORDLESS, UNDATED, LICENSED, UNLISTED, EMPTY, REDIRECTS],
});
const site = sampleForFile();

const read = (path: string) => show(serving, path);

/** Facts of all description lists by term. */
function factsOf(page: Read): Record<string, string> {
  const names = page.texts('dt');
  return Object.fromEntries(page.all('dd').map((value, index) => [names[index] ?? '', textOf(value)]));
}

describe('the decisions about links of a source', () => {
  const EN = localeFor({ language: 'en', isChosen: true }, { baseUrl: 'https://links.example.org' });
  const decision = { place: 'links.yaml:3:5', gnd: '118540238' as GndId, since: '2026-11-01', by: 'editors', links: 1 };
  const decisions = [
    { ...decision, url: 'https://example.org/<1>', verdict: 'refused', reason: 'another Goethe & no other' },
    { ...decision, url: 'https://example.org/2', verdict: 'refused', reason: 'gone' },
    { ...decision, url: 'https://example.org/3', verdict: 'moved', to: 'https://example.org/4', reason: 'misprint' },
    { ...decision, url: 'https://example.org/5', verdict: 'refused', reason: 'met nothing', links: 0 },
  ] as const satisfies readonly DecisionNote[];

  it('are counted, each with reason, person and beginning', () => {
    const list = decisionList(decisions, EN);
    const page = readPage(`<!doctype html><title>x</title>${list === false ? '' : list.markup}`);
    expect(page.texts('summary')).toEqual(['Decisions about individual links (3)']);
    const rows = rowsOf(page, 'decisions');
    expect(rows.map((cells) => cells[2])).toEqual(['refused', 'refused', 'corrected']);
    expect(JSON.stringify(rows)).toContain('another Goethe & no other');
    expect(JSON.stringify(rows)).toContain('editors, 1 Nov 2026');
    expect(page.hrefs()).toEqual(expect.arrayContaining(['/gnd/118540238?lang=en', 'https://example.org/4']));
  });

  it('are not mentioned if there are none', () => {
    expect(decisionList([], EN)).toBe(false);
    expect(decisionList(decisions.slice(3), EN)).toBe(false);
  });
});

/** The page of a list of the sample with other notes of the build. */
async function readNoted(note: Partial<SourceNote>, doors: readonly Door[] = [sourcePage()]): Promise<Read> {
  const answer = await askDoor(doors, '/sources/kalliope?lang=en', {
    baseUrl: site.url,
    call: async (path) => {
      const got = await site.get(path);
      return { status: got.status, body: got.json() };
    },
    store: {
      notes: async () => ({ sources: [{ key: 'kalliope', examples: [], firstEntities: [], ...note }] }),
      snapshot: { sources: [{ ...FRESH_SOURCE, key: 'kalliope' }], collections: [], counts: { entities: 1 } },
    } as unknown as Store,
  });
  return readPage(bodyOf(answer));
}

describe('the page of a source', () => {
  it('shows origin, licence, freshness and scope', async () => {
    const { status, page } = await read(`/sources/${FRESH_SOURCE.key}?lang=en`);
    expect([status, page.errors]).toEqual([200, []]);
    expect(page.texts('h1')).toEqual([FRESH_SOURCE.title.en]);
    const facts = factsOf(page);
    expect(facts['Publisher']).toBe(FRESH_SOURCE.origin.publisher);
    expect(facts['State']).toBe('up to date');
    expect([facts['Entities'], facts['Types']]).toEqual(Array(2).fill(expect.stringMatching(/ \(in this excerpt of the GND\)$/))); // prettier-ignore
    expect(facts['Key']).toBe(FRESH_SOURCE.key);
    expect(facts['Checksum (SHA-256)']).toBe(FRESH_SOURCE.import.sha256);
    const moments = page.all('time').map((time) => attribute(time, 'datetime'));
    expect(moments).toContain(FRESH_SOURCE.observation.retrievedAt);
    const { declaredDate = '' } = FRESH_SOURCE.observation;
    expect(facts['Version']).toContain(
      localeFor({ language: 'en', isChosen: true }, { baseUrl: 'https://links.example.org' }).day(declaredDate),
    );
  });

  it('links a licence that the register knows by its name only', async () => {
    const { page } = await read('/sources/licensed?lang=en');
    const licence = page.all('a').find((link) => textOf(link) === 'MIT');
    expect(attribute(licence, 'href')).toBe('https://spdx.org/licenses/MIT');
  });

  it('says in the language of the page that a licence is known from a repository', async () => {
    const licence = { spdx: 'MIT', statement: 'MIT, as the repository that holds the list states' };
    const service = await serveForTest({ sources: [{ ...LICENSED, licence }] });
    const { page } = await show(service, `/sources/${LICENSED.key}?lang=de`);
    expect(factsOf(page)['Lizenz']).toBe('MIT laut dem Repositorium, in dem die Liste liegt');
    // The bundled register states it in these words only.
    const register = readFileSync(join(import.meta.dirname, '../../../config/sources.yaml'), 'utf8');
    const statements = register.match(/statement: .*\brepository\b.*/g) ?? [];
    expect(statements.length).toBeGreaterThan(1);
    expect(statements.filter((one) => !one.includes(", as the repository that holds the list states'"))).toEqual([]);
  });

  it('links no page for a licence that SPDX does not list', async () => {
    const { page } = await read('/sources/unlisted?lang=en');
    expect(page.hrefs().filter((href) => href?.includes('spdx.org'))).toEqual([]);
  });

  it('gives no age to a version without a date', async () => {
    const { page } = await read('/sources/undated?lang=en');
    expect(factsOf(page)['Version']).toBe('here since 14 Oct 2026 (age unknown, because the source states no date)');
  });

  it.each([
    ['empty', true],
    ['redirects', false],
  ])('says that a source has nothing, unless only redirects are expected of it: %s', async (key, isSaid) => {
    const { page } = await read(`/sources/${key}?lang=de`);
    const sentence = 'Aus dieser Quelle stammen zurzeit weder Einträge noch Verweise.';
    expect(page.texts('p').includes(sentence)).toBe(isSaid);
  });

  it('leads to the operator, where the source states no contact', async () => {
    const service = await serveForTest({ sources: SOURCES, operator: { contact: 'team@example.org' } });
    const { page } = await show(service, `/sources/${FRESH_SOURCE.key}?lang=en`);
    const told = page.all('a').find((link) => textOf(link) === 'Tell the operator about a wrong link');
    expect(attribute(told, 'href')).toBe('mailto:team@example.org');
  });

  it('leads to the repository in which a list lies', async () => {
    const origin = { ...FRESH_SOURCE.origin, downloadUrl: 'https://raw.githubusercontent.com/example/lists/HEAD/a/beacon.txt' }; // prettier-ignore
    const service = await serveForTest({ sources: [{ ...FRESH_SOURCE, origin }] });
    const { page } = await show(service, `/sources/${FRESH_SOURCE.key}?lang=de`);
    expect(page.texts('p')).toContain(
      'Die Quelle nennt keinen Ansprechpartner; ihre Datei liegt im Repositorium github.com/example/lists.',
    );
    expect(page.hrefs()).toContain('https://github.com/example/lists');
    // A contact comes first.
    const { sources } = (await service.get('/api/v1/sources')).json() as SourcesAnswer;
    const shown = sources.map((listed) => mistakeOf(listed, CONTACT, GERMAN).markup);
    expect(readPage(`<!doctype html><title>x</title>${shown.join('')}`).texts('p')).toContain(
      'Falschen Verweis melden: a@example.org; die Datei liegt im Repositorium github.com/example/lists',
    );
  });

  it('leads to the operator with the new address of a file that is gone, and with a mistake', async () => {
    const failing = { ...FRESH_SOURCE, key: 'gone', observation: { ...FRESH_SOURCE.observation, problem: UNREAD.observation.problem } }; // prettier-ignore
    const service = await serveForTest({ sources: [failing as Source], operator: { contact: 'team@example.org' } });
    const { page } = await show(service, '/sources/gone?lang=en');
    expect(page.texts('a')).toContain('Tell the operator about a wrong link');
    expect(page.main()).toContain('A correction appears here only when the service can load the file again.');
    const [notice] = page.all('p').filter((one) => attribute(one, 'class')?.startsWith('notice'));
    expect([attribute(notice, 'class'), textOf(notice)]).toEqual(['notice bad', expect.stringMatching(/^The version of .*, is in use here\. .*HTTP 404.* Tell the operator the new address of the file$/)]); // prettier-ignore
  });

  it.each([
    ['the editors of a list', 'links', 'html', 'Der Redaktion der Liste melden: a@example.org'],
    ['the operator, where only this service can mend it', 'links', 'proxy', 'Dem Betreiber melden'],
    ['the operator, where a source has records', 'entities', 'html', 'Dem Betreiber melden'],
  ] as const)('is to be told to %s that a version cannot be used', (_, kind, code, words) => {
    const { markup } = html`${whomToTell(keeperOf({ kind }, CONTACT, { code }), code, GERMAN)}`;
    expect(textOf(readPage(`<!doctype html><title>x</title><p>${markup}</p>`).all('p')[0])).toBe(words);
  });

  it.each(['unknown', 'irregular'] as const)(
    'says how the publisher of a list can state its schedule: %s',
    async (cadence) => {
      const list: Source = { ...FRESH_SOURCE, cadence, origin: UNREAD.origin };
      const { page } = await show(await serveForTest({ sources: [list] }), `/sources/${list.key}?lang=de`);
      expect(factsOf(page)['Zustand']).toContain('Der Herausgeber kann den Zeitplan in der Liste mit #UPDATE angeben.');
    },
  );

  it('begins with the first sentence of a long description, and has the whole one folded', async () => {
    const sentenceWith = (address: string, [open, close] = '""') =>
      `Ein ${open}Verzeichnis${close} (${address}) der Briefe, ${'der Reden, '.repeat(20)}z.B. an Goethe.`;
    const text = `${sentenceWith('https://x.example')} Es umfasst 390.000 Einträge.`;
    const long = { ...FRESH_SOURCE, description: { de: text, en: text } };
    const { page } = await show(await serveForTest({ sources: [long] }), `/sources/${long.key}?lang=de`);
    // Its addresses are links, and its marks those of the language.
    const shown = sentenceWith('x.example', '„“');
    expect(page.texts('p')).toContain(shown);
    expect(page.texts('details')).toContain(`Ganze Beschreibung ${shown} Es umfasst 390.000 Einträge.`);
    expect(page.hrefs().filter((href) => href === 'https://x.example')).toHaveLength(2);
    expect((await read(`/sources/${FRESH_SOURCE.key}?lang=de`)).page.texts('summary')).not.toContain('Ganze Beschreibung'); // prettier-ignore
  });

  it('shows no number that the register states beside those of the version in use', async () => {
    const description = { de: 'Personen (7.505 GND-Nummern, Februar 2026)', en: 'Persons (7,505 GND identifiers)' };
    const counted = { ...FRESH_SOURCE, scope: { ...FRESH_SOURCE.scope, description } };
    const facts = async (source: Source, language: string) =>
      factsOf((await show(await serveForTest({ sources: [source] }), `/sources/${source.key}?lang=${language}`)).page);
    expect((await facts(counted, 'de'))['Umfang']).toBe('Personen');
    expect((await facts(counted, 'en'))['Scope']).toBe('Persons');
  });

  it('states a licence once, in the words of the register', async () => {
    const { page } = await show(site, '/sources/gnd-persons?lang=en');
    expect(factsOf(page)['Licence']).toBe('CC0 1.0 Universal; the Deutsche Nationalbibliothek asks to be named');
  });

  it('says that this service has not looked for a version, and does not call that out of date', async () => {
    const observation = { observedSince: '2026-10-01', checkedAt: '2026-10-02T03:00:00Z' };
    const source: Source = { ...FRESH_SOURCE, cadence: 'daily', observation };
    const { page } = await show(await serveForTest({ sources: [source] }), `/sources/${source.key}?lang=de`);
    expect(factsOf(page)['Zustand']).toBe(
      'nicht geprüft seit 02.10.2026 Dieser Dienst hat seither nicht nach einer neuen Fassung gesucht; die Quelle wird täglich aktualisiert.',
    );
    expect(factsOf(page)).not.toHaveProperty('Zuletzt geprüft');
  });

  it('says nothing about a source with nothing read but that', async () => {
    const { page } = await read('/sources/unread?lang=de');
    expect(page.texts('p')).toContain(
      'Von dieser Quelle zeigt der Dienst zurzeit nichts. Eine neue Fassung lässt sich nicht laden: Unter der Adresse der Datei ist nichts zu finden (HTTP 404).',
    );
    expect(page.main().split('HTTP 404')).toHaveLength(2);
    expect(page.texts('h2').slice(0, 3)).toEqual([
      'Über diese Quelle',
      'Aktualität',
      'Für die Redaktion dieser Quelle',
    ]);
    expect(factsOf(page)['Nächste Prüfung']).toBe('mit der nächsten Aktualisierung');
    expect(page.main()).not.toMatch(/verwendet|in Ordnung|n = 0|Führen die Verweise/);
    const sections = page.all('section').map((one) => one.childNodes.filter(({ nodeName }) => nodeName !== '#text').length); // prettier-ignore
    expect(Math.min(...sections)).toBeGreaterThan(1);
  });

  it('marks a reason that is known in English only', async () => {
    for (const path of ['/sources/wordless', '/sources', '/status']) {
      const { page } = await read(`${path}?lang=de`);
      const reasons = page.all('span').filter((one) => textOf(one) === 'The disk is full.');
      expect(
        reasons.map((one) => attribute(one, 'lang')),
        path,
      ).toContain('en');
      expect(reasons.map((one) => attribute(one, 'lang'))).not.toContain(undefined);
    }
  });

  it('explains rejected lines, and names the day of the next check', async () => {
    const { page } = await read(`/sources/${encodeURIComponent(ODD.key)}?lang=en`);
    expect(factsOf(page)['Next check']).toBe('27 Nov 2026, 02:00 UTC at the earliest');
    const rows = page.texts('tr');
    expect(rows).toContain('constructor 1');
    expect(page.texts('p')).toContain(
      '10 entries read, 4 used, 5 not in this excerpt of the GND, 1 not used for other reasons.',
    );
    expect(page.texts('p')).toContain('At present, this service shows nothing from this source.');
    expect(page.texts('li')).toContain('#NAME is “<b>Chronik</b>”, the register says “Lexikon”.');
  });

  it('shows rejected lines, the first entities, and a contact', async () => {
    const { page } = await show(site, '/sources/correspsearch?lang=en');
    const rows = rowsOf(page, 'findings').map((cells) => cells.join(' '));
    expect(rows).toEqual([expect.stringMatching(/^.+\. 1 Line [\d,]+: \S+/)]);
    expect(page.texts('li')).toContainEqual(expect.stringMatching(/^\D+: correspsearch\.bbaw\.de\/\S+/));
    expect(page.hrefs().filter((href) => href?.startsWith('/gnd/')).length).toBeGreaterThan(10);
    expect(page.texts('p')).toContain('The source names no contact; perhaps its website helps: correspsearch.net.');
    const { page: records } = await show(site, '/sources/gnd-corporate-bodies?lang=en');
    const shown = records.all('section').find((one) => attribute(one, 'aria-labelledby') === 'examples');
    // The entities with most links come first.
    expect(textOf(shown).match(/: /g)).toHaveLength(5);
    expect(textOf(shown)).not.toContain('Akademie');
    expect(records.texts('p')).toContainEqual(expect.stringMatching(/^Report wrong information/));
  });

  it('shows gains and losses of the list, and links existing files of the newest dump', async () => {
    const dumps = temporaryDirectory();
    mkdirSync(join(dumps, '20261121-00000001'));
    symlinkSync('20261121-00000001', join(dumps, 'latest'));
    const files = [{ name: 'links/kalliope.tsv.gz' }];
    writeFileSync(join(dumps, 'latest', 'index.json'), JSON.stringify({ files }));
    const ids = { ids: 1_234, first: ['118540238', '100000177'] as GndId[] };
    const doors = [sourcePage(dumps), ...dumpDoors({ release: '1.2.3', dumps })];
    const change = { added: ids, removed: { ids: 0, first: [] } };
    const request = () => readNoted({ change }, doors);
    const page = await request();
    expect(page.errors).toEqual([]);
    const gained = page.texts('details').filter((text) => text.includes('previous version of the list')); // prettier-ignore
    expect(gained).toEqual([
      'Added since the previous version of the list (2 of 1,234) 100000177Goethe, Johann Wolfgang von',
    ]);
    const offered = page.hrefs().filter((href) => href?.startsWith('/dumps/')); // prettier-ignore
    expect(offered).toEqual(['/dumps/latest/links/kalliope.tsv.gz']);
    // A dump may be written again, for example without a list that was withdrawn.
    writeFileSync(join(dumps, 'latest', 'index.json'), JSON.stringify({ files: [] }));
    const again = (await request()).hrefs();
    expect(again.filter((href) => href?.startsWith('/dumps/'))).toEqual([]);
  });

  it('says that a named licence is not free, and offers no files without the links of the source', async () => {
    const dumps = temporaryDirectory();
    mkdirSync(join(dumps, '20261121-00000001'));
    symlinkSync('20261121-00000001', join(dumps, 'latest'));
    const files = FRESH_SOURCE.scope.collections.map((key) => ({ name: `links/${key}.tsv.gz` }));
    writeFileSync(join(dumps, 'latest', 'index.json'), JSON.stringify({ files }));
    const licensed = (key: string, licence: Source['licence']): Source => ({ ...FRESH_SOURCE, key, licence });
    const sources = [licensed('gpl', { statement: 'GPL-2.0' }), licensed('unknown', { statement: 'not stated' }), LICENSED]; // prettier-ignore
    const service = await serveForTest({ sources, doors: await openDoors({ release: '1.2.3', dumps }) });
    const pages = sources.map(async ({ key }) => {
      const { page } = await show(service, `/sources/${key}?lang=de`);
      return [factsOf(page)['Lizenz'], page.hrefs().some((href) => href?.startsWith('/dumps/latest/links/'))];
    });
    expect(await Promise.all(pages)).toEqual([
      [
        'GPL-2.0 keine freie Datenlizenz: Die Dateien, die dieser Dienst anbietet, enthalten keine Verweise dieser Quelle, höchstens Nummern, die zu berichtigen sind',
        false,
      ],
      ['nicht angegeben', false],
      ['MIT', true],
    ]);
  });

  it('says of a dump of the GND up to when later changes are here, of an old list since when it is out of date', async () => {
    const harvest: Source = {
      ...FRESH_SOURCE,
      key: 'gnd-changes',
      title: { de: 'GND – Änderungen', en: 'GND – changes' },
      observation: { harvestedThrough: '2026-11-19T03:00:00Z' },
    };
    const dump: Source = {
      ...FRESH_SOURCE,
      key: 'dump',
      kind: 'entities',
      origin: { publisher: 'DNB', format: 'gnd-jsonld', downloadUrl: 'https://data.example.org/x.gz' },
      observation: { ...FRESH_SOURCE.observation, nextCheck: '2027-01-13T03:00:00Z' },
    };
    const old: Source = {
      ...FRESH_SOURCE,
      key: 'old',
      cadence: 'monthly',
      observation: { declaredDate: '2026-01-01', checkedAt: '2026-11-20T04:00:00Z' },
    };
    // A version without a date is old only since it was looked for last.
    const unchecked: Source = { ...old, key: 'unchecked', observation: { observedSince: '2026-01-01' } };
    const service = await serveForTest({ sources: [harvest, dump, old, unchecked] });
    const facts = async (key: string) => factsOf((await show(service, `/sources/${key}?lang=de`)).page);
    expect((await facts('dump'))['Spätere Änderungen']).toBe('bis 19.11.2026, aus der Quelle GND – Änderungen');
    expect((await facts('dump'))['Nächste Suche nach einem Gesamtabzug']).toBe('frühestens 13.01.2027, 03:00 UTC');
    expect(await facts('old')).not.toHaveProperty('Spätere Änderungen');
    expect((await facts('old'))['Erscheint']).toBe('monatlich');
    expect((await facts('old'))['Zustand']).toMatch(
      /^veraltet seit \S+ Der Herausgeber hat seit der Fassung vom 01\.01\.2026 bis zur letzten Prüfung am 20\.11\.2026 keine neuere veröffentlicht; Einträge können fehlen\.$/,
    );
    expect((await facts('old'))['Zuletzt geprüft']).toBe('20.11.2026');
    // Nobody asks the publishers of the sample.
    const demonstration = await serveForTest({ sources: [harvest, old], operator: { isDemonstration: true } });
    const { page } = await show(demonstration, '/sources/old?lang=de');
    expect(factsOf(page)['Zustand']).toMatch(
      /^veraltet seit \S+ Die Fassung vom 01\.01\.2026 wurde für diese Demoversion zusammengestellt; der Herausgeber kann eine neuere veröffentlicht haben\.$/,
    );
  });

  it.each([
    ['a@example.org', 'Report a wrong link: a@example.org', 'mailto:a@example.org'],
    ['Erika Beispiel <a@example.org>', 'Report a wrong link: Erika Beispiel, a@example.org', 'mailto:a@example.org'],
    ['https://example.org/kontakt', 'Report a wrong link: example.org/kontakt', 'https://example.org/kontakt'],
  ])('has the contact that a list states: %s', async (contact, words, href) => {
    const page = await readNoted({ contact });
    expect(page.texts('p')).toContain(words);
    expect(page.hrefs()).toContain(href);
  });

  it('names entities by their names, those of one name with their identifiers, and the file that has all', () => {
    const entity = (gnd: string, preferredName: string) => ({ input: gnd, gnd, type: 'subject', preferredName });
    const first = [entity('4', 'Zeit'), entity('3', 'Ästhetik'), entity('2', 'Zeit'), entity('1', 'Brief')];
    const source: Source = {
      ...LICENSED,
      scope: { ...LICENSED.scope, entities: 1_234, collections: ['letters'] },
    };
    const files = { dump: '20261121-00000001', names: new Set(['links/letters.tsv.gz']) };
    const doors = dumpDoors({ release: '1.2.3', dumps: temporaryDirectory() });
    const textsOf = (more: object) => {
      const facts = { source, files, note: undefined, named: [first], examples: [], ...more };
      const locale = localeFor({ language: 'de', isChosen: true }, { baseUrl: 'https://gnd.example.org', doors });
      const page = readPage(html`<!doctype html><title>x</title>${entriesOf(facts as never, locale)}`.markup);
      expect(page.errors).toEqual([]);
      return { names: page.texts('li'), summaries: page.texts('summary'), all: page.texts('p') };
    };
    expect(textsOf({})).toEqual({
      names: ['Ästhetik', 'Brief', 'Zeit 2', 'Zeit 4'],
      summaries: ['Weitere Einträge (4 von 1.234)'],
      all: ['Alle Einträge stehen in der Datei links/letters.tsv.gz.'],
    });
    const link = { url: 'https://x.example/9', assertedBy: [source.key] };
    const answer = { entity: { ...entity('5', 'Ort'), formerIds: ['9'] }, links: { categories: [{ items: [link] }] } };
    expect(textsOf({ named: [[]], examples: [answer] }).names).toEqual([
      'Ort: x.example/9 unter einer früheren Nummer',
    ]);
    const unlicensed = textsOf({ source: { ...source, licence: { statement: 'not stated' } } });
    expect([unlicensed.summaries, unlicensed.all]).toEqual([['Weitere Beispiele (4)'], []]);
  });

  it('says of a completed source that it no longer changes, and names nobody else who could change it', async () => {
    const completed: Source = { ...LICENSED, key: 'completed', cadence: 'never' };
    const site = await serveForTest({ sources: [completed], operator: { contact: 'operator@example.org' } });
    const { page } = await show(site, '/sources/completed?lang=de');
    expect(page.texts('p')).toContainEqual(
      'Die Quelle ist abgeschlossen und wird nicht mehr geändert. Einen falschen Verweis kann der Betreiber dieses Dienstes weglassen. Falschen Verweis dem Betreiber melden',
    );
    for (const text of ['Eine Berichtigung erscheint hier', 'Falschen Verweis melden:', 'Neue Fassung prüfen'])
      expect(page.main()).not.toContain(text);
  });

  it('is 404 with a link back for an unknown source', async () => {
    for (const path of ['/sources/nothing', '/sources/__proto__', '/sources/%3Cscript%3E']) {
      const { status, headers, page } = await read(`${path}?lang=de`);
      expect([status, headers['content-type'], page.errors]).toEqual([404, 'text/html; charset=utf-8', []]);
      expect(page.texts('p')).toContain('Eine Quelle mit diesem Schlüssel gibt es nicht.');
    }
  });
});

const OF_ADDRESSES: Readonly<Record<NonNullable<ReturnType<typeof findAddressFlaw>>, true>> = {
  malformed_url: true,
  unsupported_scheme: true,
  private_host: true,
  url_too_long: true,
};

it('every reason for a rejected line, and every defect of a record, has texts', () => {
  const ofLines = [...BEACON_DEFECTS].filter(([, { severity }]) => severity === 'record');
  expect(ofLines.map(([reason]) => reason).filter((reason) => !(reason in reasons.rejections))).toEqual([]);
  const folder = join(import.meta.dirname, '../../../src/build/sources/readers');
  const readers = globSync('*.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  const ofRecords = readers.flatMap((text) =>
    Array.from(text.matchAll(/\bdefect\('(\w+)'/g), ([, reason = '']) => reason),
  );
  expect(ofRecords).toEqual(expect.arrayContaining(['no_preferred_name', 'unknown_class']));
  const chosen = readers.flatMap((text) =>
    Array.from(text.matchAll(/\bdefect\((\w+)(?: \?|,)/g), ([, name = '']) => name),
  );
  // Where a reader chooses the reason, it is one of these; the reasons of BEACON are all above.
  expect(chosen.toSorted()).toEqual(['flaw', 'flaw', 'meant', 'reason', 'reason']);
  ofRecords.push(...Object.keys(OF_ADDRESSES), 'line_too_long', 'foreign_node', 'invalid_utf8', 'control_characters');
  expect(ofRecords.filter((reason) => !(reason in { ...reasons.rejections, ...reasons.flaws }))).toEqual([]);
});

it('every reason for which a file is not used has a text', () => {
  const folder = join(import.meta.dirname, '../../../src/build');
  const files = globSync('**/*.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  const named = files.flatMap((text) =>
    Array.from(
      text.matchAll(/(?:new (?:DownloadFailed|UnusableSource)|\bheld)\(\s*'(\w+)'|^  E\w+: \['(\w+)'/gm),
      ([, reason, ofCode = '']) => reason ?? ofCode,
    ),
  );
  expect(named).toEqual(expect.arrayContaining(['truncated', 'wrong_format', 'zero_links', 'host_not_found']));
  expect([...new Set(named)].filter((reason) => !(reason in reasons.problems))).toEqual([]);
});

it.each([
  ['never', false],
  ['annual', true],
] as const)(
  'promises that a correction will appear here unless the source is completed: %s',
  async (cadence, appears) => {
    const service = await serveForTest({ sources: [{ ...FRESH_SOURCE, cadence }] });
    const { page } = await show(service, `/sources/${FRESH_SOURCE.key}?lang=de`);
    expect(page.main()).toContain('Fehler gefunden?');
    expect(page.main().includes('Eine Berichtigung erscheint hier')).toBe(appears);
  },
);
