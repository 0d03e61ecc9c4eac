/** A snapshot of hostile data: markup in names, other scripts, extreme amounts, and missing values. */
import type { LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import type { EntityType } from '../../../src/core/model/entity.ts';
import type { Source } from '../../../src/core/model/source.ts';
import type { SnapshotEntity, Store } from '../../../src/core/snapshot/store.ts';
import { FRESH_SOURCE, openWritten, snapshotEntity } from '../../core/api/fixture.ts';
import { serve, type Serving } from '../serving.ts';

/** Text that must never become markup: tests look for each attribute and element of it. */
export const MARKUP = `<script>document.title='X'</script>"><img src=x onerror="document.title='X'">' onfocus='x & &lt; {{7*7}} --> ]]>`;
export const LONG = 'Donaudampfschifffahrt'.repeat(60);
const RTL = '\u202Eمحمد بن موسى الخوارزمي \u2067אברהם אבן עזרא';

/** Identifiers by the kind of hostility. */
export const HOSTILE = {
  markup: '9000003-1',
  rtl: '5000001-9',
  long: '7000001-3',
  many: '4047989-4',
  none: '130000000',
  place: '4018118-2',
} as const;

type Item = LinksAnswer['links']['categories'][number]['items'][number];
type Entity = LinksAnswer['entity'];

const item = (url: string, label: string, more: Partial<Item> = {}): Item => ({
  url,
  collection: 'other',
  label,
  relation: 'about',
  assertedBy: ['entityfacts'],
  ...more,
});

interface Draft {
  readonly gnd: string;
  readonly type: EntityType;
  readonly name: string;
  readonly entity?: Partial<Entity>;
  readonly items?: readonly Item[];
  readonly conflicts?: LinksAnswer['conflicts'];
}

const DRAFTS: readonly Draft[] = [
  {
    gnd: HOSTILE.markup,
    type: 'Person',
    name: MARKUP,
    entity: {
      displayName: MARKUP,
      description: MARKUP,
      variantNames: [MARKUP, `${MARKUP}2`],
      subtypes: [MARKUP],
      attributes: {
        dateOfBirth: [MARKUP],
        dateOfDeath: ['9999-99-99'],
        placeOfBirth: [{ gnd: MARKUP, label: MARKUP }],
        biographicalOrHistoricalInformation: [MARKUP],
        homepage: [{ uri: 'javascript:alert(1)', label: MARKUP }, 'javascript:alert(1)'],
        [MARKUP]: [MARKUP],
      },
      formerIds: [MARKUP],
      depiction: {
        url: 'javascript:alert(1)',
        thumbnail: 'data:text/html,<script>alert(1)</script>',
        licence: MARKUP,
        credit: MARKUP,
        source: MARKUP,
      },
    },
    items: [
      item(`https://example.org/?${MARKUP}`, MARKUP, { annotation: MARKUP, assertedBy: [MARKUP], collection: MARKUP }),
      item('javascript:alert(1)', 'javascript'),
      item('data:text/html,<script>alert(1)</script>', 'data'),
      item('//example.org/', 'no scheme'),
    ],
    conflicts: [{ collection: MARKUP, urls: ['javascript:alert(1)', `https://example.org/?${MARKUP}`] }],
  },
  {
    gnd: HOSTILE.rtl,
    type: 'Person',
    name: RTL,
    entity: { description: RTL, variantNames: [RTL, `${RTL} (1)`], attributes: { pseudonym: [{ label: RTL }] } },
    items: [item('https://example.org/rtl', RTL, { annotation: RTL })],
  },
  {
    gnd: HOSTILE.long,
    type: 'Work',
    name: LONG,
    entity: {
      displayName: LONG,
      description: LONG,
      variantNames: [LONG],
      attributes: { formOfWorkAndExpression: [LONG] },
    },
    items: [item(`https://example.org/${LONG}`, LONG, { annotation: LONG })],
  },
  {
    gnd: HOSTILE.many,
    type: 'SubjectHeading',
    name: 'Zu viel von allem',
    entity: {
      variantNames: Array.from({ length: 300 }, (_, i) => `Andere Bezeichnung Nummer ${i}`),
      attributes: { relatedTerm: Array.from({ length: 300 }, (_, i) => ({ label: `Verwandter Begriff ${i}` })) },
      formerIds: Array.from({ length: 100 }, (_, i) => `4${String(i).padStart(6, '0')}-1`),
    },
    items: Array.from({ length: 2_000 }, (_, i) =>
      item(`https://example.org/link/${i}`, `Sammlung ${i % 7}`, { hits: i }),
    ),
  },
  { gnd: HOSTILE.none, type: 'ConferenceOrEvent', name: '–' },
  {
    gnd: HOSTILE.place,
    type: 'PlaceOrGeographicName',
    name: 'Ort außerhalb der Karte',
    entity: {
      attributes: {
        coordinates: [
          { longitude: 180, latitude: -90 },
          { longitude: -180, latitude: 90 },
        ],
      },
    },
  },
];

const HOSTILE_SOURCES: readonly Source[] = [
  FRESH_SOURCE,
  {
    ...FRESH_SOURCE,
    key: 'markup',
    title: { de: MARKUP, en: MARKUP },
    description: { de: MARKUP, en: MARKUP },
    origin: { publisher: MARKUP, homepage: 'javascript:alert(1)', downloadUrl: 'javascript:alert(1)', format: MARKUP },
    licence: { statement: MARKUP, url: 'javascript:alert(1)' },
    scope: { ...FRESH_SOURCE.scope, description: { de: MARKUP, en: MARKUP }, collections: [MARKUP] },
    import: { ...FRESH_SOURCE.import, rejected: { [MARKUP]: 3 } },
  },
  {
    ...FRESH_SOURCE,
    key: 'long',
    title: { de: LONG, en: LONG },
    origin: { publisher: LONG, format: LONG },
    licence: { statement: LONG },
    observation: { ...FRESH_SOURCE.observation, problem: { state: 'failing', reason: LONG } },
  },
];

export async function openHostileStore(): Promise<Store> {
  return openWritten(DRAFTS.map(hostileEntity), {
    sources: HOSTILE_SOURCES,
    collections: [
      { key: MARKUP, label: MARKUP, category: 'other', homepage: 'javascript:alert(1)' },
      { key: 'other', label: LONG, category: 'other' },
    ],
  });
}

export const serveHostile = async (): Promise<Serving> => serve({ fixture: await openHostileStore() });

/** An entity of the fixture with hostile members in its answer. */
function hostileEntity({ gnd, type, name, entity, items = [], conflicts = [] }: Draft): SnapshotEntity {
  const plain = snapshotEntity({ gnd, type, name, ...entity, attributes: { placeOfBirth: [{ gnd: HOSTILE.place }] } });
  const answer = JSON.parse(plain.answer) as LinksAnswer;
  const category = { category: 'other', label: { de: MARKUP, en: MARKUP }, total: items.length, items };
  const links = { total: items.length, categories: items.length === 0 ? [] : [category] };
  return {
    ...plain,
    card: { ...plain.card, linkCount: items.length },
    answer: JSON.stringify({ ...answer, entity: { ...answer.entity, ...entity }, links, conflicts }),
    variantNames: entity?.variantNames ?? [],
  };
}

const asked = encodeURIComponent(MARKUP);
const segment = encodeURIComponent(MARKUP.replaceAll('/', '-'));
/** Pages that show these data or a hostile request. */
export const HOSTILE_PAGES: readonly (readonly [name: string, path: string])[] = [
  ['home', '/'],
  ...Object.entries(HOSTILE).map(([name, gnd]) => [`entity: ${name}`, `/gnd/${gnd}`] as const),
  ['no entity', `/gnd/${segment}`],
  ['results', '/search?q=script'],
  ['results of right to left', `/search?q=${encodeURIComponent('الخوارزمي')}`],
  ['results of long words', '/search?q=donaudampfschifffahrtdonaudampfschifffahrt'],
  ['no results', `/search?q=${asked}`],
  ['search of no type', `/search?q=xx&type=${asked}`],
  ['list', `/coverage?ids=${Object.values(HOSTILE).join(',')},${asked}`],
  ['sources', '/sources'],
  ['source with markup', '/sources/markup'],
  ['source with long words', '/sources/long'],
  ['no source', `/sources/${segment}`],
  ['status', '/status'],
  ['docs', '/docs'],
  ['no problem', `/problems/${segment}`],
];
