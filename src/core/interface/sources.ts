/** `GET /api/v1/sources`: the public register of all active data sources. */
import { memo } from '../model/memo.ts';
import { dayOf } from '../model/days.ts';
import type { Collection, CollectionHealth, Source } from '../model/source.ts';
import type { Snapshot } from '../snapshot/store.ts';
import { pageLink } from './page-link.ts';
import { json } from '../http/answer.ts';
import { type Answer, door } from '../http/door.ts';
import { strict } from '../http/parameters.ts';
import examples from './examples.json' with { type: 'json' };
import { freshnessOf } from '../model/freshness.ts';
import { type SourcesAnswer, SourcesAnswerSchema } from './register-schemas.ts';
import { headOf } from '../model/schema.ts';

export const sourcesDoor = door({
  name: 'sources',
  path: '/api/v1/sources',
  summary: 'The register of data sources',
  parameters: strict({}),
  dependsOn: 'day',
  isCertain: true,
  cacheControl: 'public, max-age=3600, stale-while-revalidate=86400',
  examples: ['/api/v1/sources'],
  operation: {
    id: 'getSources',
    description:
      'The answer contains all active sources with their origin, licence, age and scope, all retired sources with the reason, the categories in the order in which answers list them, and the collections that links lead to.',
    answers: {
      'application/json': {
        schema: SourcesAnswerSchema,
        examples: { register: { summary: 'A register with one source', value: examples.sources } },
      },
    },
    problems: ['invalid_request'],
  },
  answer: (_, context) => ({
    ...sourcesAnswer(context.store.snapshot, context.clock()),
    links: pageLink(context, 'sourcesPage'),
  }),
});

/** The answer changes once a day, and is kept because requests have no quota. */
function sourcesAnswer(snapshot: Snapshot, now: Date): Answer {
  return memo(snapshot, 'sources', () => json(registerOf(snapshot, now), { shared: true }), [dayOf(now)]);
}

function registerOf(snapshot: Snapshot, now: Date): SourcesAnswer {
  return {
    ...headOf(snapshot),
    sources: snapshot.sources.map((source) => sourceValue(source, now)),
    retired: snapshot.retired ?? [],
    categories: snapshot.categories,
    collections: snapshot.collections.map(collectionValue),
    curationLicence: CURATION_LICENCE,
    entityDecisions: snapshot.entityDecisions,
  };
}

/** Licence of the work of curation; sources have their own licences. */
const CURATION_LICENCE: SourcesAnswer['curationLicence'] = {
  spdx: 'CC0-1.0',
  url: 'https://creativecommons.org/publicdomain/zero/1.0/',
  statement: 'CC0 1.0 Universal for collections, categories and decisions about links; each source has its own licence',
};

function sourceValue(source: Source, now: Date): SourcesAnswer['sources'][number] {
  const { key, title, description, kind, origin, licence, scope, cadence, contradictions } = source;
  const { retrievedAt, checkedAt, nextCheck, observedSince } = source.observation;
  const { ageDays, state, since, reason, declaredDate } = freshnessOf(source, now);
  const dates = { retrievedAt, checkedAt, nextCheck, declaredDate, observedSince };
  const freshness = { ...dates, cadence, ageDays, state, since, reason };
  return { key, title, description, kind, origin, licence, freshness, scope, import: source.import, contradictions };
}

function collectionValue(collection: Collection): SourcesAnswer['collections'][number] {
  const { key, label, category, publisher, homepage, health } = collection;
  return { key, label, category, publisher, homepage, health: health && withoutTurns(health) };
}

/** Only feeds and pages show `turns`, the days on which the health changed. */
function withoutTurns({ turns: _turns, ...health }: CollectionHealth): Omit<CollectionHealth, 'turns'> {
  return health;
}
