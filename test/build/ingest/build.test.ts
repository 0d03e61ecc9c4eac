import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Built } from '../../../src/build/ingest/build.ts';
import { BuildFailed } from '../../../src/build/ingest/build-failed.ts';
import { formatReport } from '../../../src/cli/build.ts';
import { PLAUSIBILITY_DEFAULTS } from '../../../src/build/sources/register/register.ts';
import { readBuildNotes } from '../../../src/core/snapshot/build-notes.ts';
import { locateSnapshot } from '../../../src/core/snapshot/directory.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';
import {
  answerOf,
  build,
  deprecated,
  dump,
  facts,
  falsehoods,
  GNDO,
  linksOf,
  literal,
  publicSource,
  record,
  reference,
  registered,
  sameAs,
  type Written,
} from './site.ts';

const PERSONS: Written = {
  key: 'persons',
  content: dump(
    [
      record('118540238', 'Goethe, Johann Wolfgang von', {
        ...sameAs(
          'http://viaf.org/viaf/24602065',
          'https://d-nb.info/gnd/1012979490',
          'https://d-nb.info/gnd/118540238',
        ),
        ...deprecated('1012979490'),
        ...reference('placeOfBirth', '4018118-2'),
        // The second identifier is his own former one.
        ...reference('acquaintanceshipOrFriendship', '118607626', '1012979490'),
        ...literal('dateOfBirth', '1749-08-28'),
      }),
    ],
    [record('118607626', 'Schiller, Friedrich', sameAs('http://example.org/schiller'))],
  ),
};
const PLACES: Written = {
  key: 'places',
  content: dump([
    {
      '@id': 'https://d-nb.info/gnd/4018118-2',
      '@type': [`${GNDO}TerritorialCorporateBodyOrAdministrativeUnit`],
      ...literal('gndIdentifier', '4018118-2'),
      ...literal('preferredNameForThePlaceOrGeographicName', 'Frankfurt am Main'),
    },
  ]),
};
const FACTS: Written = {
  key: 'facts',
  format: 'entity-facts',
  content: JSON.stringify(
    facts('118540238', 'Johann Wolfgang von Goethe', {
      surname: 'Goethe',
      forename: 'Johann Wolfgang',
      prefix: 'von',
      sameAs: [
        { '@id': 'https://viaf.org/viaf/24602065/', collection: { abbr: 'VIAF' } },
        { '@id': 'http://www.wikidata.org/entity/Q5879', collection: { abbr: 'WIKIDATA' } },
        { '@id': 'https://d-nb.info/gnd/118540238/about', collection: { abbr: 'DNB' } },
      ],
    }),
  ),
};
const LIST: Written = {
  key: 'list',
  format: 'beacon',
  content: [
    '#FORMAT: BEACON',
    '#PREFIX: http://d-nb.info/gnd/',
    '#TARGET: https://kalliope-verbund.info/gnd/{ID}',
    '#TIMESTAMP: 2026-10-01',
    '',
    '118540238|12',
    '1012979490',
    '118607626',
    '118505696',
    'NULL',
    '',
  ].join('\n'),
};
/** Refers to a merged record, to another record, to itself, and to a place whose name is unknown. */
const FRIEND: Written = {
  key: 'friend',
  content: dump([
    record('11850553X', 'Bach, Johann Sebastian', {
      ...reference('acquaintanceshipOrFriendship', '1012979490', '118540238', '11850553X'),
      ...reference('placeOfBirth', '4013255-9'),
    }),
  ]),
};
const ALL = [PERSONS, PLACES, FACTS, LIST];

const write = (folder: string, sources: readonly Written[]) =>
  sources.map((source) => registered(join(folder, 'sources'), source));

describe('a build', () => {
  it('merges the statements of the sources, resolves references to merged records, and passes verification', async () => {
    const folder = temporaryDirectory();
    const { directory, snapshot, report } = await build(folder, write(folder, [...ALL, FRIEND]));
    expect(await falsehoods(directory)).toBe('');
    expect(await locateSnapshot(join(folder, 'snapshots'))).toBe(directory);
    expect(snapshot.counts).toMatchObject({ entities: 4, redirects: 1, links: 5 });
    const answer = await answerOf(directory, '118540238');
    expect(answer).toMatchObject({
      apiVersion: '1.0.0',
      snapshot: { id: snapshot.id, date: '2026-11-20' },
      entity: {
        displayName: 'Johann Wolfgang von Goethe',
        formerIds: ['1012979490'],
        attributes: {
          placeOfBirth: [{ gnd: '4018118-2', label: 'Frankfurt am Main' }],
          acquaintanceshipOrFriendship: [{ gnd: '118607626', label: 'Schiller, Friedrich' }],
        },
      },
    });
    expect(await answerOf(directory, '11850553X')).toMatchObject({
      entity: {
        attributes: { acquaintanceshipOrFriendship: [{ gnd: '118540238', label: 'Goethe, Johann Wolfgang von' }] },
      },
    });
    expect(await answerOf(directory, '11850553X')).toHaveProperty('entity.attributes.placeOfBirth', [
      { gnd: '4013255-9' },
    ]);
    // His own and former URIs are no links.
    expect(await linksOf(directory, '118540238')).toMatchObject([
      {
        url: 'https://viaf.org/viaf/24602065',
        collection: 'viaf',
        relation: 'sameAs',
        assertedBy: ['facts', 'persons'],
      },
      { url: 'https://www.wikidata.org/wiki/Q5879', assertedBy: ['facts'] },
      { url: 'https://kalliope-verbund.info/gnd/118540238', relation: 'about', hits: 12, assertedBy: ['list'] },
    ]);
    expect(report.sources.find(({ key }) => key === 'list')).toMatchObject({
      import: { read: 5, accepted: 3, rejected: { unknown_gnd_id: 1, empty_id: 1 } },
      notices: { merged_gnd_id: 1 },
    });
    expect(formatReport(report)).toMatch(/4 entities: Person 3, PlaceOrGeographicName 1/);
    expect(formatReport(report)).not.toMatch(/: $/m);
  });

  it('takes the name of an entity without a record from a record that mentions it', async () => {
    const folder = temporaryDirectory();
    const mention = { '@id': 'https://d-nb.info/gnd/4013255-9', preferredName: 'Eisenach' };
    const content = JSON.stringify(facts('11850553X', 'Bach', { placeOfBirth: [mention] }));
    const { directory } = await build(
      folder,
      write(folder, [FRIEND, { key: 'facts', format: 'entity-facts', content }]),
    );
    expect(await answerOf(directory, '11850553X')).toHaveProperty('entity.attributes.placeOfBirth', [
      { gnd: '4013255-9', label: 'Eisenach' },
    ]);
  });

  it('records rejected lines, and the previous snapshot', async () => {
    const folder = temporaryDirectory();
    const content =
      '[{"@id":"https://d-nb.info/gnd/118540238","preferredName":"Goethe"},{"@id":"https://d-nb.info/gnd/118607626"},{"preferredName":"Roe",}]';
    const derived = { key: 'facts', format: 'entity-facts', content } as const;
    const list = (lines: string) =>
      ({ key: 'list', format: 'beacon', content: `#FORMAT: BEACON\n#CONTACT: a@example.org\n\n${lines}` }) as const;
    await build(folder, write(folder, [PERSONS, list('118540238||https://example.org/1\n')]));
    const { directory } = await build(
      folder,
      write(folder, [
        PERSONS,
        derived,
        list('118540238||https://example.org/2\n130000000||https://example.org/3\n|x\n'),
      ]),
    );
    const notes = await readBuildNotes(directory);
    expect(notes?.history).toHaveLength(2);
    expect(notes?.sitemap).toHaveLength(1);
    expect(notes?.sources.find(({ key }) => key === 'list')).toMatchObject({
      contact: 'a@example.org',
      firstEntities: ['118540238'],
      examples: expect.arrayContaining([
        { reason: 'empty_id', line: 6, excerpt: '|x' },
        { reason: 'unknown_gnd_id', excerpt: '130000000' },
      ]) as unknown,
    });
    const ofFacts = notes?.sources.find(({ key }) => key === 'facts');
    expect(ofFacts?.examples).toEqual([
      expect.objectContaining({ reason: 'no_preferred_name' }),
      expect.objectContaining({ reason: 'malformed_json', excerpt: expect.stringContaining('Roe') as string }),
    ]);
    expect(await readBuildNotes(folder)).toBeUndefined();
  });

  it('gives the same bytes again, the same snapshot for any order of sources and records, and another with one more line', async () => {
    const folder = temporaryDirectory();
    const sources = write(folder, ALL);
    const { snapshot, directory } = await build(folder, sources);
    const files = [
      'entities.sqlite',
      'findings',
      'header.json',
      'in-use.lock',
      'link-sample.json',
      'report.json',
      'search.sqlite',
    ];
    expect(readdirSync(directory).sort()).toEqual(files);
    expect((await build(temporaryDirectory(), sources)).snapshot).toEqual(snapshot);
    const turned = ALL.map((source) => ({ ...source, content: turn(source) })).reverse();
    const { fingerprint, contentHash, id } = (await build(folder, write(temporaryDirectory(), turned))).snapshot;
    expect(snapshot).toMatchObject({ fingerprint, contentHash, id });
    const longer = { ...LIST, content: `${String(LIST.content)}4018118-2\n` };
    const other = (await build(folder, write(temporaryDirectory(), [PERSONS, PLACES, FACTS, longer]))).snapshot;
    expect(other.fingerprint).not.toBe(fingerprint);
  });

  const folder = temporaryForFile();
  let good: Built | undefined;
  beforeAll(async () => {
    mkdirSync(join(folder, 'snapshots', '.building-999999999-abc'), { recursive: true });
    good = await build(folder, write(folder, ALL));
  });
  const kept = () =>
    readdirSync(join(folder, 'snapshots'))
      .filter((name) => !name.startsWith('.lock'))
      .sort();

  it('removes the leftovers of a crashed build', () => {
    expect(kept()).toEqual([good?.snapshot.id, 'current']);
  });

  it.each([
    ['a truncated gzip', gzipSync(PERSONS.content).subarray(0, 100), /ends in the middle/],
    ['cut JSON', (PERSONS.content as string).slice(0, -40), /ends in the middle|cut/i],
    ['an HTML page', '<!DOCTYPE html><html><body>404</body></html>', /HTML page/],
    ['nothing', '', /empty/i],
    ['a BEACON list', LIST.content, /persons: /],
    ['another JSON', '{"hello": "world"}', /persons: /],
  ])('ends with a sentence on %s, and changes nothing', async (_, content, sentence) => {
    const before = kept();
    const failed = build(folder, write(temporaryDirectory(), [{ ...PERSONS, content }, PLACES, FACTS, LIST]));
    await expect(failed).rejects.toThrow(BuildFailed);
    await expect(failed).rejects.toThrow(sentence);
    expect(await locateSnapshot(join(folder, 'snapshots'))).toBe(good?.directory);
    expect(kept()).toEqual(before);
    expect(await falsehoods(good?.directory ?? '')).toBe('');
  });

  it('leaves out a failed source if this is allowed, and reports only known facts about it', async () => {
    const folder = temporaryDirectory();
    const later = { retrievedAt: '2026-11-21' };
    const sources = write(folder, [
      PERSONS,
      { key: 'broken', content: '{"hello": "world"}', more: later },
      { key: 'cut', content: (PERSONS.content as string).replace('Schiller', 'Spiller').slice(0, -40) },
      { key: 'missing', content: '', more: later },
    ]);
    rmSync(sources.at(-1)?.file ?? '');
    const { directory, snapshot } = await build(folder, sources, { allowFailedSources: true });
    expect(await answerOf(directory, '118607626')).toMatchObject({ entity: { preferredName: 'Schiller, Friedrich' } });
    expect(snapshot).toMatchObject({ date: '2026-11-20', id: expect.stringMatching(/^20261120-/) as string });
    const of = (key: string) => snapshot.sources.find((source) => source.key === key);
    expect(of('cut')).toMatchObject({
      observation: { problem: { state: 'failing' } },
      scope: { entities: 0, links: 0 },
    });
    expect(of('broken')?.import).toEqual({ read: 0, accepted: 0, rejected: {} });
    expect(of('broken')?.observation).toMatchObject({ retrievedAt: '2026-11-21T00:00:00.000Z' });
    const problem = { state: 'failing', reason: 'There is no such file.', since: expect.any(String) as string };
    const { since } = of('missing')?.observation.problem ?? {};
    expect(since).toBe(snapshot.builtAt);
    const again = await build(folder, sources, { allowFailedSources: true, now: new Date('2026-12-24T00:00:00Z') });
    expect(again.snapshot.sources.find(({ key }) => key === 'missing')?.observation.problem?.since).toBe(since);
    expect(of('missing')).toMatchObject({ observation: { problem }, import: { read: 0, accepted: 0, rejected: {} } });
    expect(Object.keys(of('missing')?.observation ?? {})).toEqual(['problem']);
    expect(await publicSource(directory, 'missing')).toMatchObject({
      freshness: { cadence: 'unknown', state: 'failing', reason: problem.reason },
      import: { read: 0, accepted: 0, rejected: {} },
    });
    expect(await falsehoods(directory)).toBe('');
  });

  it('reports that a list contradicts its register entry', async () => {
    const folder = temporaryDirectory();
    const content = '#FORMAT: BEACON\n#NAME: VIAF\n\n118540238||https://viaf.org/viaf/24602065\n';
    const list = { key: 'list', format: 'beacon', content, more: { collection: 'lltirol' } } as const;
    const { report, snapshot } = await build(folder, write(folder, [PERSONS, list]));
    const sentence = 'Most links (1 of 1) lead to addresses of collection viaf, but the register names lltirol.';
    expect(report.sources.find(({ key }) => key === 'list')?.contradictions).toEqual([sentence]);
    expect(snapshot.sources.find(({ key }) => key === 'list')?.contradictions).toEqual([sentence]);
    expect(formatReport(report)).toContain(`list: ${sentence}`);
  });

  it('counts a huge record, unusable lines and refused hosts, reads no more than the allowed size, and continues', async () => {
    const folder = temporaryDirectory();
    const huge = record('118505696', 'x'.repeat(9 * 1024 * 1024));
    const guard = { ...PLAUSIBILITY_DEFAULTS, maximumBytes: 1e6 };
    const sources = write(folder, [
      { key: 'huge', content: dump([huge], [record('118540238', 'Goethe')]) },
      { key: 'useless', format: 'beacon', content: '#FORMAT: BEACON\n\n1749\n1832\n' },
      { key: 'refused', format: 'beacon', content: '#FORMAT: BEACON\n118540238|x|http://beacon.findbuch.de/1\n' },
      { key: 'newlines', format: 'beacon', content: gzipSync(Buffer.alloc(20_000_000, '\n')), more: { guard } },
    ]);
    const { report } = await build(folder, sources, { allowFailedSources: true });
    expect(Object.fromEntries(report.sources.map((source) => [source.key, source]))).toMatchObject({
      huge: { import: { accepted: 1, rejected: { record_too_large: 1 } } },
      useless: {
        import: { read: 2, accepted: 0, rejected: { no_gnd_id: 2 } },
        failure: { reason: 'no_records', sentence: 'No line has a GND identifier (lines: 2).' },
      },
      refused: { import: { read: 1, accepted: 0, rejected: { refused_host: 1 } } },
      newlines: { failure: { reason: 'too_large' } },
    });
  });

  it('accepts lists whose lines are all refused', async () => {
    const refused = [
      ['private_host', '118540238||http://localhost/1\n118607626||http://10.0.0.1/2\n'],
      ['unsupported_scheme', '118540238||ftp://example.org/1\n118607626||ftp://example.org/2\n'],
      ['no_target', '118540238\n118607626\n'],
      [
        'url_too_long',
        `118540238||https://e.org/${'x'.repeat(3_000)}\n118607626||https://e.org/${'y'.repeat(3_000)}\n`,
      ],
    ] as const;
    const lists = refused.map(
      ([reason, lines]) => ({ key: reason, format: 'beacon', content: `#FORMAT: BEACON\n\n${lines}` }) as const,
    );
    const folder = temporaryDirectory();
    const { directory, report } = await build(folder, write(folder, [PERSONS, ...lists]));
    for (const [reason] of refused) {
      const told = { read: 2, accepted: 0, rejected: { [reason]: 2 } };
      expect(report.sources.find(({ key }) => key === reason)).toMatchObject({ import: told });
      expect(await publicSource(directory, reason)).toMatchObject({
        import: told,
        freshness: { state: 'unscheduled' },
      });
    }
  });
});

/** The same source with its records or lines in reverse order. */
function turn({ key, content }: Written): string {
  const text = String(content);
  if (key === 'list') {
    const lines = text.trimEnd().split('\n');
    const start = lines.indexOf('') + 1;
    return `${[...lines.slice(0, start), ...lines.slice(start).reverse()].join('\n')}\n`;
  }
  if (key === 'facts') return text;
  return JSON.stringify((JSON.parse(text) as object[][]).reverse());
}
