/** A snapshot of fifteen entities with one of each case, written through the real writer. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { API_VERSION } from '../../../src/core/model/schema.ts';
import { CATEGORY_KEYS, type LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import { TYPE_LABELS } from '../../../src/core/model/type-labels.ts';
import type { Attributes, EntityType } from '../../../src/core/model/entity.ts';
import { type GndId, gndUri, packGndId } from '../../../src/core/model/gnd-id.ts';
import type { Category, Source } from '../../../src/core/model/source.ts';
import { inboundKeys } from '../../../src/core/search/inbound.ts';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import { createSnapshotWriter, entityWith, type SnapshotFacts, type SnapshotWriter } from '../../snapshot-writer.ts';
import type { SnapshotEntity, Store } from '../../../src/core/snapshot/store.ts';

export const SNAPSHOT = { id: '20261013-3f9c2a7d', date: '2026-10-13' } as const;
export const BUILT_AT = '2026-10-14T05:12:09.000Z';
/** The current day of the tests. */
export const NOW = new Date('2026-11-20T12:00:00.000Z');

/** Identifiers by the case that they stand for. */
export const IDS = {
  covered: '118540238',
  merged: '1012979490',
  noLinks: '5000001-9',
  deleted: '9000001-8',
  split: '9000002-X',
  undifferentiated: '1010346326',
  markup: '9000003-1',
  formula: '7000001-3',
  place: '4018118-2',
  otherPlace: '4031483-2',
  unknown: '118999990',
  mistyped: '118540239',
} as const satisfies Record<string, string>;

export const MARKUP_NAME = '<script>alert("1")</script> & Söhne';
const FORMULA_NAME = '=HYPERLINK("https://example.org","Müller, ""Hans""")';

interface Draft {
  readonly gnd: string;
  readonly type: EntityType;
  readonly name: string;
  readonly displayName?: string | undefined;
  readonly description?: string | undefined;
  readonly years?: LinksAnswer['entity']['years'];
  readonly differentiated?: boolean | undefined;
  readonly variants?: readonly string[];
  readonly links?: Readonly<Record<string, readonly string[]>>;
  readonly attributes?: LinksAnswer['entity']['attributes'];
  readonly formerIds?: readonly string[];
  readonly identifiers?: readonly string[];
  readonly conflicts?: LinksAnswer['conflicts'];
}

const wikipedia = (title: string) => `https://de.wikipedia.org/wiki/${encodeURIComponent(title)}`;

const DRAFTS: readonly Draft[] = [
  {
    gnd: IDS.covered,
    type: 'Person',
    name: 'Goethe, Johann Wolfgang von',
    displayName: 'Johann Wolfgang von Goethe',
    description: '1749–1832, Schriftsteller, Jurist',
    years: { start: 1749, end: 1832 },
    differentiated: true,
    variants: ['Göthe, Johann Wolfgang von', 'Gete, Iogann Volʹfgang'],
    attributes: {
      dateOfBirth: ['1749-08-28'],
      placeOfBirth: [{ gnd: IDS.place, label: 'Frankfurt am Main' }],
      // The body is long enough to be worth compressing.
      biographicalOrHistoricalInformation: [`Dt. Dichter, Jurist, Staatsmann; ${'Reisen, Ämter, Werke; '.repeat(80)}`],
    },
    formerIds: [IDS.merged],
    links: {
      knowledge_base: ['https://www.wikidata.org/wiki/Q5879', 'https://www.wikidata.org/wiki/Q1'],
      encyclopedia: [wikipedia('Johann_Wolfgang_von_Goethe')],
    },
    identifiers: ['wikidata:Q5879'],
    conflicts: [
      { collection: 'wikidata', urls: ['https://www.wikidata.org/wiki/Q5879', 'https://www.wikidata.org/wiki/Q1'] },
    ],
  },
  {
    gnd: '118607626',
    type: 'Person',
    name: 'Schiller, Friedrich',
    displayName: 'Friedrich Schiller',
    years: { start: 1759, end: 1805 },
    differentiated: true,
    links: { encyclopedia: [wikipedia('Friedrich_Schiller')] },
  },
  {
    gnd: '118575449',
    type: 'Person',
    name: 'Luther, Martin',
    displayName: 'Martin Luther',
    years: { start: 1483, end: 1546 },
    differentiated: true,
    links: { encyclopedia: [wikipedia('Martin_Luther')], place: ['https://example.org/orte/eisleben'] },
  },
  { gnd: '118529579', type: 'Person', name: 'Einstein, Albert', displayName: 'Albert Einstein', differentiated: true },
  { gnd: '11850553X', type: 'Person', name: 'Bach, Johann Sebastian', years: { start: 1685, end: 1750 } },
  { gnd: IDS.undifferentiated, type: 'Person', name: 'Müller, Johann', differentiated: false },
  { gnd: IDS.place, type: 'PlaceOrGeographicName', name: 'Frankfurt am Main' },
  {
    gnd: IDS.otherPlace,
    type: 'PlaceOrGeographicName',
    name: 'Köln',
    attributes: { coordinates: [{ longitude: 6.95, latitude: 50.9385 }] },
    links: { place: ['https://www.geonames.org/2886242'] },
  },
  { gnd: '4047989-4', type: 'SubjectHeading', name: 'Quantenmechanik' },
  { gnd: IDS.noLinks, type: 'CorporateBody', name: 'Verein ohne Verweise' },
  { gnd: IDS.markup, type: 'CorporateBody', name: MARKUP_NAME, links: { portal: ['https://example.org/?a=1&b=<2>'] } },
  { gnd: IDS.formula, type: 'Work', name: FORMULA_NAME, links: { edition: ['https://example.org/edition'] } },
  { gnd: '100000010', type: 'Family', name: 'Bach (Familie)' },
  { gnd: '130000000', type: 'ConferenceOrEvent', name: 'Wiener Kongress', variants: ['Congress of Vienna'] },
  { gnd: '300000014', type: 'AuthorityResource', name: 'Faust' },
];

export const CATEGORIES: readonly Category[] = CATEGORY_KEYS.map((key) => ({
  key,
  label: { de: `${key} auf Deutsch`, en: key.replaceAll('_', ' ') },
  description: { de: `Was ${key} heißt`, en: `What ${key} means` },
}));

export const FRESH_SOURCE: Source = {
  key: 'entityfacts',
  title: { de: 'Datenblätter', en: 'Fact sheets' },
  description: { de: 'Datenblätter zu Entitäten', en: 'Fact sheets on entities' },
  kind: 'links',
  origin: {
    publisher: 'Beispielbibliothek',
    homepage: 'https://example.org/facts',
    downloadUrl: 'https://example.org/facts.jsonld.gz',
    format: 'entity-facts',
  },
  licence: { spdx: 'CC0-1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/', statement: 'CC0 1.0' },
  cadence: 'quarterly',
  observation: {
    retrievedAt: '2026-10-14T03:00:00Z',
    checkedAt: '2026-11-19T03:00:00Z',
    declaredDate: '2026-10-13',
    observedSince: '2026-10-14',
  },
  scope: {
    types: ['Person', 'Work'],
    categories: ['knowledge_base', 'encyclopedia'],
    collections: ['dewiki', 'wikidata'],
    entities: 6,
    links: 8,
    description: { de: 'Entitäten mit Verweisen', en: 'Entities with links' },
  },
  import: { read: 20, accepted: 15, rejected: { bad_id: 5 }, sha256: '0'.repeat(64) },
};

const STALE_SOURCE: Source = {
  ...FRESH_SOURCE,
  key: 'weekly-list',
  origin: { publisher: 'Beispielarchiv', format: 'beacon' },
  licence: { statement: 'not stated' },
  cadence: 'weekly',
  observation: { ...FRESH_SOURCE.observation, declaredDate: '2031-01-01' },
};

const UNSCHEDULED_SOURCE: Source = {
  ...STALE_SOURCE,
  key: 'old-list',
  cadence: 'irregular',
  observation: { ...STALE_SOURCE.observation, declaredDate: '2017-09-10' },
};

const problemSource = (key: string, state: 'held' | 'failing', reason: string): Source => ({
  ...FRESH_SOURCE,
  key,
  observation: { ...FRESH_SOURCE.observation, problem: { state, reason } },
});

export const SOURCES: readonly Source[] = [
  FRESH_SOURCE,
  STALE_SOURCE,
  UNSCHEDULED_SOURCE,
  problemSource('held-list', 'held', 'shrunk_by_half'),
  problemSource('gone-list', 'failing', 'http_404'),
];

const COLLECTIONS: Readonly<Record<string, string>> = {
  knowledge_base: 'wikidata',
  encyclopedia: 'dewiki',
  place: 'geonames',
  portal: 'other',
  edition: 'other',
};

/** The answer that the fixture stores for an entity, as a value. */
export function readyAnswer(draft: Draft): LinksAnswer {
  const links = Object.entries(draft.links ?? {}).toSorted(
    ([a], [b]) => CATEGORY_KEYS.findIndex((key) => key === a) - CATEGORY_KEYS.findIndex((key) => key === b),
  );
  return {
    apiVersion: API_VERSION,
    snapshot: SNAPSHOT,
    requested: draft.gnd,
    entity: {
      gnd: draft.gnd,
      uri: gndUri(draft.gnd as GndId),
      type: draft.type,
      subtypes: [],
      typeLabel: TYPE_LABELS[draft.type],
      preferredName: draft.name,
      ...(draft.displayName && { displayName: draft.displayName }),
      ...(draft.description && { description: draft.description }),
      variantNames: draft.variants ?? [],
      ...(draft.years && { years: draft.years }),
      ...(draft.differentiated !== undefined && { differentiated: draft.differentiated }),
      attributes: draft.attributes ?? {},
      formerIds: draft.formerIds ?? [],
    },
    links: {
      total: links.flatMap(([, urls]) => urls).length,
      categories: links.map(([category, urls]) => ({
        category,
        label: CATEGORIES.find(({ key }) => key === category)?.label ?? { de: '', en: '' },
        total: urls.length,
        items: urls.map((url) => ({
          url: encodeURI(decodeURI(url)),
          collection: COLLECTIONS[category] ?? 'other',
          label: category,
          relation: 'sameAs',
          assertedBy: ['entityfacts'],
        })),
      })),
    },
    conflicts: draft.conflicts ?? [],
  };
}

export function draftOf(gnd: string): Draft {
  const draft = DRAFTS.find((candidate) => candidate.gnd === gnd);
  if (draft === undefined) throw new Error(`no entity ${gnd} in the fixture`);
  return draft;
}

export function snapshotEntity(draft: Draft): SnapshotEntity {
  const answer = readyAnswer(draft);
  const { gnd, type, name: preferredName, displayName, description, years, differentiated } = draft;
  const linkCount = answer.links.total;
  const card = { gnd: gnd as GndId, type, preferredName, displayName, description, years, differentiated, linkCount };
  return entityWith(card, {
    coverage: {
      byCategory: Object.fromEntries(answer.links.categories.map(({ category, total }) => [category, total])),
      sources: linkCount > 0 ? ['entityfacts'] : [],
    },
    answer: JSON.stringify(answer),
    variantNames: draft.variants ?? [],
    prominence: linkCount,
    identifiers: draft.identifiers ?? [],
    relations: inboundKeys((draft.attributes ?? {}) as Attributes),
  });
}

const fixtures = new Map<readonly Source[], Promise<string>>();

/** Opens the fixture, which is written once per process for the same sources. The caller closes it. */
export async function openFixture(sources: readonly Source[] = SOURCES): Promise<Store> {
  const directory = fixtures.get(sources) ?? writeFixture(sources);
  fixtures.set(sources, directory);
  return open(await directory);
}

function writeFixture(sources: readonly Source[]): Promise<string> {
  return writeSnapshot(DRAFTS.map(snapshotEntity), {
    sources,
    collections: [
      { key: 'dewiki', label: 'Wikipedia', category: 'encyclopedia', homepage: 'https://de.wikipedia.org/' },
    ],
    write(writer) {
      writer.redirect(IDS.merged as GndId, IDS.covered as GndId);
      writer.deletion(IDS.deleted as GndId, []);
      writer.deletion(IDS.split as GndId, [IDS.place as GndId, IDS.otherPlace as GndId]);
    },
  });
}

interface Written extends Partial<SnapshotFacts> {
  /** Writes further rows. */
  readonly write?: (writer: SnapshotWriter) => void;
}

/** Opens a new snapshot of these entities; all other facts are as in the fixture. The caller closes it. */
export async function openWritten(entities: readonly SnapshotEntity[], written?: Written): Promise<Store> {
  return open(await writeSnapshot(entities, written));
}

/** Writes a new snapshot as {@link openWritten} does. @returns the directory */
export async function writeSnapshot(
  entities: readonly SnapshotEntity[],
  { write, ...facts }: Written = {},
): Promise<string> {
  const directory = mkdtempSync(join(inject('shared'), 'fixture-'));
  const writer = createSnapshotWriter(directory);
  for (const entity of entities.toSorted((a, b) => packGndId(a.card.gnd) - packGndId(b.card.gnd))) writer.add(entity);
  write?.(writer);
  await writer.finish({
    ...SNAPSHOT,
    builtAt: BUILT_AT,
    apiVersion: API_VERSION,
    fingerprint: 'f'.repeat(64),
    sources: SOURCES,
    categories: CATEGORIES,
    collections: [],
    entityDecisions: { withheld: 0, without: 0 },
    ...facts,
  });
  return directory;
}

/** Reads Wikidata's identifiers only; the rules for all others are configuration. */
export const identify = (text: string): readonly string[] =>
  /^Q\d+$/.test(text.trim()) ? [`wikidata:${text.trim()}`] : [];

function open(directory: string): Promise<Store> {
  return openSqliteStore(directory, { identify });
}
