/** `GET /api/v1/sources`: the public register of all active data sources. */
import type { Category, Collection, Source } from '../model/source.ts';
import type { Snapshot } from '../store/store.ts';
import { type Endpoint, jsonResponse, type Prepared, type Response } from './endpoint.ts';
import examples from './examples.json' with { type: 'json' };
import { freshnessOf } from './freshness.ts';
import { refuseParameters } from './parameters.ts';
import { type SourcesAnswer, SourcesAnswerSchema } from './register-schemas.ts';
import { API_VERSION } from './schemas.ts';

export const sourcesEndpoint: Endpoint = {
  operationId: 'getSources',
  path: '/api/v1/sources',
  summary: 'The register of data sources',
  description:
    'Every active data source with origin, licence, freshness and scope; the categories in the order of the answers; ' +
    'the collections that links lead to.',
  parameters: [],
  answers: {
    'application/json': {
      schema: SourcesAnswerSchema,
      examples: { register: { summary: 'A register of one source', value: examples.sources } },
    },
  },
  problems: ['invalid_request'],
  cacheControl: 'public, max-age=3600, stale-while-revalidate=86400',
  changesWith: 'day',

  prepare({ query }) {
    const run: Prepared['run'] = async ({ snapshot }, { clock }) => sourcesResponse(snapshot, clock());
    return refuseParameters(query) ?? { kind: 'prepared', normalised: '', certain: true, run };
  },
};

/** The last response per snapshot: it changes once a day, and asking for it is not limited. */
const responses = new WeakMap<Snapshot, { readonly day: string; readonly response: Response }>();

function sourcesResponse(snapshot: Snapshot, now: Date): Response {
  const day = now.toISOString().slice(0, 10);
  const known = responses.get(snapshot);
  if (known?.day === day) return known.response;
  const response = jsonResponse(sourcesAnswer(snapshot, now), { shared: true });
  responses.set(snapshot, { day, response });
  return response;
}

function sourcesAnswer(snapshot: Snapshot, now: Date): SourcesAnswer {
  return {
    apiVersion: API_VERSION,
    snapshot: { id: snapshot.id, date: snapshot.date },
    sources: snapshot.sources.map((source) => sourceValue(source, now)),
    categories: snapshot.categories.map(categoryValue),
    collections: snapshot.collections.map(collectionValue),
  };
}

function sourceValue(source: Source, now: Date): SourcesAnswer['sources'][number] {
  const { key, title, description, kind, origin, licence, scope, cadence } = source;
  const { retrievedAt, checkedAt, observedSince } = source.observation;
  const { ageDays, state, since, reason, declaredDate } = freshnessOf(source, now);
  const freshness = {
    ...(retrievedAt !== undefined && { retrievedAt }),
    ...(checkedAt !== undefined && { checkedAt }),
    ...(declaredDate !== undefined && { declaredDate }),
    ...(observedSince !== undefined && { observedSince }),
    cadence,
    ...(ageDays !== undefined && { ageDays }),
    state,
    ...(since !== undefined && { since }),
    ...(reason !== undefined && { reason }),
  };
  const { contradictions } = source;
  return {
    key,
    title,
    description,
    kind,
    origin,
    licence,
    freshness,
    scope,
    import: source.import,
    ...(contradictions !== undefined && { contradictions }),
  };
}

function categoryValue({ key, label, description }: Category): SourcesAnswer['categories'][number] {
  return { key, label, description };
}

function collectionValue(collection: Collection): SourcesAnswer['collections'][number] {
  const { key, label, category, publisher, homepage } = collection;
  return {
    key,
    label,
    category,
    ...(publisher !== undefined && { publisher }),
    ...(homepage !== undefined && { homepage }),
  };
}
