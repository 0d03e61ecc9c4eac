/** Examples for the description of the interface: real entities, cut short; a test holds them against the schemas. */
import { DEFAULT_LIMITS, perLimited } from '../limit/limited.ts';
import { coverageCsv } from './coverage-csv.ts';
import type { CoverageAnswer } from './coverage-schema.ts';
import type { SourcesAnswer, StatusAnswer } from './register-schemas.ts';
import { SNAPSHOT_FORMAT } from '../store/header.ts';
import { API_VERSION, CATEGORY_KEYS, type LinksAnswer } from './schemas.ts';
import type { SearchAnswer } from './search-schema.ts';
import { TYPE_LABELS } from './type-labels.ts';

const HEAD = { apiVersion: API_VERSION, snapshot: { id: '20261013-3f9c2a7d', date: '2026-10-13' } } as const;

const GOETHE = {
  gnd: '118540238',
  uri: 'https://d-nb.info/gnd/118540238',
  type: 'Person',
  preferredName: 'Goethe, Johann Wolfgang von',
} as const;

export const LINKS_EXAMPLE: LinksAnswer = {
  ...HEAD,
  conflicts: [],
  entity: {
    type: GOETHE.type,
    typeLabel: TYPE_LABELS.Person,
    subtypes: ['DifferentiatedPerson'],
    differentiated: true,
    uri: GOETHE.uri,
    gnd: GOETHE.gnd,
    preferredName: GOETHE.preferredName,
    displayName: 'Johann Wolfgang von Goethe',
    description: '1749–1832, Schriftsteller, Jurist',
    variantNames: ['Göthe, Johann Wolfgang von'],
    years: { start: 1749, end: 1832 },
    attributes: {
      dateOfBirth: ['1749-08-28'],
      placeOfBirth: [{ gnd: '4018118-2', label: 'Frankfurt am Main' }],
      professionOrOccupation: [{ gnd: '4053309-8', label: 'Schriftsteller' }],
      gender: [{ uri: 'https://d-nb.info/standards/vocab/gnd/gender#male', label: 'männlich' }],
    },
    formerIds: ['1012979499'],
    modified: '2026-09-02',
  },
  requested: '118540238',
  links: {
    total: 2,
    categories: [
      {
        category: 'knowledge_base',
        label: { de: 'Wissensbasis', en: 'Knowledge base' },
        total: 1,
        items: [
          {
            url: 'https://www.wikidata.org/wiki/Q5879',
            collection: 'wikidata',
            label: 'Wikidata',
            relation: 'sameAs',
            assertedBy: ['entityfacts'],
          },
        ],
      },
      {
        category: 'encyclopedia',
        label: { de: 'Enzyklopädie', en: 'Encyclopedia' },
        total: 1,
        items: [
          {
            url: 'https://de.wikipedia.org/wiki/Johann_Wolfgang_von_Goethe',
            collection: 'dewiki',
            label: 'Wikipedia (Deutsch)',
            relation: 'sameAs',
            assertedBy: ['entityfacts', 'wikipedia-de-beacon'],
          },
        ],
      },
    ],
  },
};

const { apiVersion, snapshot, conflicts, entity, links } = LINKS_EXAMPLE;

export const REDIRECTED_EXAMPLE: LinksAnswer = {
  apiVersion,
  snapshot,
  conflicts,
  entity,
  requested: '1012979499',
  redirectedFrom: ['1012979499'],
  links,
};

export const SEARCH_EXAMPLE: SearchAnswer = {
  ...HEAD,
  query: { q: 'goethe johann', limit: 20, offset: 0 },
  total: { value: 1, relation: 'exact' },
  items: [
    {
      ...GOETHE,
      typeLabel: TYPE_LABELS.Person,
      displayName: 'Johann Wolfgang von Goethe',
      description: '1749–1832, Schriftsteller, Jurist',
      years: { start: 1749, end: 1832 },
      differentiated: true,
      linkCount: 2,
      matched: { field: 'preferredName', value: 'Goethe, Johann Wolfgang von' },
      score: 0.97,
    },
  ],
};

const COVERED = {
  ...GOETHE,
  links: 2,
  byCategory: { knowledge_base: 1, encyclopedia: 1 },
  missingCategories: CATEGORY_KEYS.filter((key) => key !== 'knowledge_base' && key !== 'encyclopedia'),
  sources: ['entityfacts', 'wikipedia-de-beacon'],
} as const;

export const COVERAGE_EXAMPLE: CoverageAnswer = {
  ...HEAD,
  summary: { requested: 3, distinct: 3, covered: 1, noLinks: 0, redirected: 1, deleted: 0, unknown: 0, invalid: 1 },
  items: [
    { input: '118540238', verdict: 'covered', ...COVERED },
    { input: '1012979499', verdict: 'redirected', ...COVERED },
    { input: '11854023Y', verdict: 'invalid', reason: 'bad_characters' },
  ],
};

export const COVERAGE_CSV_EXAMPLE: string = coverageCsv(
  COVERAGE_EXAMPLE.items,
  CATEGORY_KEYS.map((key) => ({ key })),
);

export const SOURCES_EXAMPLE: SourcesAnswer = {
  ...HEAD,
  sources: [
    {
      key: 'entityfacts',
      title: { de: 'Entity Facts', en: 'Entity Facts' },
      description: {
        de: 'Datenblätter der Deutschen Nationalbibliothek zu Entitäten der GND mit Verweisen in andere Bestände.',
        en: 'Fact sheets of the German National Library on GND entities, with links into other collections.',
      },
      kind: 'links',
      origin: {
        publisher: 'Deutsche Nationalbibliothek',
        homepage: 'https://www.dnb.de/entityfacts',
        downloadUrl: 'https://data.dnb.de/opendata/authorities-gnd_entityfacts.jsonld.gz',
        format: 'entity-facts',
      },
      licence: {
        spdx: 'CC0-1.0',
        url: 'https://creativecommons.org/publicdomain/zero/1.0/',
        statement: 'CC0 1.0',
      },
      freshness: {
        retrievedAt: '2026-10-14T03:00:00Z',
        checkedAt: '2026-11-20T03:00:00Z',
        declaredDate: '2026-10-13',
        observedSince: '2026-10-14',
        cadence: 'quarterly',
        ageDays: 39,
        state: 'fresh',
      },
      scope: {
        types: ['Person'],
        categories: ['knowledge_base', 'encyclopedia'],
        collections: ['dewiki', 'wikidata'],
        entities: 1,
        links: 2,
        description: { de: 'Entitäten mit Verweisen', en: 'Entities with links' },
      },
      import: {
        read: 1,
        accepted: 1,
        rejected: {},
        sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      },
    },
  ],
  categories: [
    {
      key: 'encyclopedia',
      label: { de: 'Enzyklopädie', en: 'Encyclopedia' },
      description: { de: 'Artikel in Nachschlagewerken', en: 'Articles in works of reference' },
    },
  ],
  collections: [
    { key: 'dewiki', label: 'Wikipedia (Deutsch)', category: 'encyclopedia', homepage: 'https://de.wikipedia.org/' },
  ],
};

export const STATUS_EXAMPLE: StatusAnswer = {
  apiVersion: API_VERSION,
  snapshot: {
    ...HEAD.snapshot,
    builtAt: '2026-10-14T05:12:09Z',
    ageDays: 39,
    format: SNAPSHOT_FORMAT,
    counts: {
      entities: 1,
      byType: { Person: 1 },
      links: 2,
      byCategory: { knowledge_base: 1, encyclopedia: 1 },
      redirects: 1,
    },
  },
  status: 'warn',
  release: '1.0.0',
  sources: { fresh: 1, stale: 1, held: 0, failing: 0 },
  limits: perLimited((name) => ({ ...DEFAULT_LIMITS[name], site: 16 * DEFAULT_LIMITS[name].quota })),
  uptimeSeconds: 86_400,
  checks: [
    { name: 'store', status: 'pass', observedValue: 0.041, observedUnit: 'ms' },
    { name: 'limiter', status: 'pass' },
    {
      name: 'freshness',
      observedValue: 1,
      observedUnit: 'sources',
      status: 'warn',
      output: 'Sources not fresh: 1 stale, 0 held, 0 failing.',
    },
    { name: 'updates', status: 'pass' },
  ],
  updates: {
    update: {
      last: { at: '2026-11-22T04:20:09Z', seconds: 402.5, outcome: 'observed' },
      lastSuccess: { at: '2026-11-22T04:20:09Z', seconds: 402.5, outcome: 'observed', ageSeconds: 30_000 },
      nextDue: '2026-11-23T04:13:27Z',
      overdue: false,
    },
  },
};
