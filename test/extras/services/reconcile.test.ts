/** The Reconciliation Service API, as specified and as OpenRefine, Cocoda and TEI Publisher use it. */
import { describe, expect, it } from 'vitest';
import { LIMITS, posted } from '../serving.ts';
import { sampleForFile, sampleForTest } from '../../docs/sample-service.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}
interface Candidate extends Named {
  readonly score: number;
  readonly match: boolean;
  readonly type: readonly Named[];
  readonly features: readonly { readonly id: string; readonly value: unknown }[];
}
type Results = Readonly<Record<string, { readonly result: readonly Candidate[] }>>;

const GOETHE = '118540238';
const PLANCK = '118594818';
const PROCESS = '4099250-0';
const service = sampleForFile();

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers, redirect: 'manual' });
const json = async <T>(path: string) => (await (await get(path)).json()) as T;
const post = (path: string, body: string | URLSearchParams, type?: string) =>
  fetch(service.url + path, { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) });
const form = (field: string, value: unknown) =>
  post('/reconcile', new URLSearchParams({ [field]: JSON.stringify(value) }));
const results = async (answer: Promise<Response>) => (await (await answer).json()) as Results;
const first = async (query: unknown) => (await results(form('queries', { q0: query })))['q0']?.result[0];

it.each([
  ['a burst', { quota: 3000, windowSeconds: 60, burst: 30 }, 30],
  ['a quota', { quota: 20, windowSeconds: 60, burst: 300 }, 20],
  ['settings beyond a batch', { quota: 3000, windowSeconds: 60, burst: 300 }, 50],
])('the manifest advertises batches that %s admits', async (_, reconcile, size) => {
  const small = await sampleForTest({ limits: { ...LIMITS, reconcile } });
  const { batchSize } = (await small.get('/reconcile')).json() as { batchSize: number };
  expect(batchSize).toBe(size);
  const alone = await sampleForTest({ limits: { ...LIMITS, reconcile } });
  const batch = Object.fromEntries(Array.from({ length: batchSize }, (__, n) => [`q${n}`, { query: 'x' }]));
  const form = `queries=${encodeURIComponent(JSON.stringify(batch))}`;
  expect((await alone.get('/reconcile', posted(form, 'application/x-www-form-urlencoded'))).status).toBe(200);
});

describe('the manifest of 0.2', () => {
  it.each(['/reconcile', '/reconcile/'])('is at %s, for every origin, without a redirect', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(await answer.json()).toMatchObject({
      versions: expect.arrayContaining(['0.2']) as unknown,
      name: 'GND Links',
      identifierSpace: 'https://d-nb.info/gnd/',
      schemaSpace: 'https://d-nb.info/standards/elementset/gnd#',
      view: { url: `${service.url}/gnd/{{id}}` },
      preview: { url: `${service.url}/reconcile/preview/{{id}}` },
      batchSize: 50,
    });
  });

  it('is sent as JSONP to a valid function name, and refused for another one', async () => {
    const answer = await get('/reconcile?callback=jQuery_1');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await answer.text()).toMatch(/^\/\*\*\/jQuery_1\(\{"versions"/);
    expect((await get('/reconcile?callback=alert(1)')).status).toBe(400);
  });

  it('speaks the language of the client', async () => {
    const names = async (language: string) => {
      const answer = await get('/reconcile', { 'accept-language': language });
      return ((await answer.json()) as { defaultTypes: Named[] }).defaultTypes[2]?.name;
    };
    expect([await names('de'), await names('en')]).toEqual(['Körperschaft', 'Corporate body']);
  });
});

describe('a batch of queries', () => {
  const batch = {
    q0: { query: 'Goethe, Johann Wolfgang von', type: 'Person' },
    q1: { query: 'nobody at all of this name' },
  };
  const raw = JSON.stringify(batch);
  const FORM = 'application/x-www-form-urlencoded';
  it.each([
    ['a form', () => form('queries', batch)],
    ['the query of an address', () => get(`/reconcile?queries=${encodeURIComponent(raw)}`)],
    ['a body that is not percent-encoded, as TEI Publisher sends it', () => post('/reconcile', `queries=${raw}`, FORM)],
    ['the same as text', () => post('/reconcile', `queries=${raw}`, 'text/plain;charset=UTF-8')],
    ['a form with another field', () => post('/reconcile', `x=1&queries=${encodeURIComponent(raw)}`, FORM)],
  ])('in %s is answered key by key', async (_, ask) => {
    const found = await results(ask());
    expect(Object.keys(found)).toEqual(['q0', 'q1']);
    expect(found['q1']).toEqual({ result: [] });
    const goethe = { id: GOETHE, name: 'Goethe, Johann Wolfgang von', score: 80, match: true };
    expect(found['q0']?.result[0]).toMatchObject(goethe);
  });

  it('keeps every key, also with +, % and & that are not percent-encoded', async () => {
    const odd = '{"q0":{"query":"Kant"},"A & B + 100 %":{"query":"C++ & 100%"},"__proto__":{"query":"Kant"}}';
    const keys = Object.keys(await results(post('/reconcile', `queries=${odd}`, FORM)));
    expect(keys).toEqual(['q0', 'A & B + 100 %', '__proto__']);
  });

  const planck = (...properties: object[]) => ({ query: 'Planck, Max', properties });
  const author = (v: object) => ({ query: 'Der Prozess', properties: [{ pid: 'firstAuthor', v }] });
  it.each<[string, unknown, string]>([
    ['a type as other projects write it', { query: 'Planck, Max', type: 'DifferentiatedPerson' }, PLANCK],
    ['a list of types', { query: 'Planck, Max', type: ['Work', 'Person'], type_strict: 'any' }, PLANCK],
    ['a type that nobody knows', { query: 'Planck, Max', type: '/people/person' }, PLANCK],
    ['years', planck({ pid: 'dateOfBirth', v: '1858-04-23' }, { pid: 'dateOfDeath', v: 1947 }), PLANCK],
    ['both years in one', planck({ pid: 'dateOfBirthAndDeath', v: '1858-1947' }), PLANCK],
    [
      'years before our era',
      { query: 'Caesar, Gaius Iulius', properties: [{ pid: 'dateOfDeath', v: '-0044-03-15' }] },
      '118518275',
    ],
    ['the name of what was matched elsewhere', author({ id: 'Q905', name: 'Franz Kafka' }), PROCESS],
    ['a property that was matched before', author({ id: '118559230', name: 'Kafka' }), PROCESS],
    ['values of all kinds', planck({ pid: 'x', v: [true, 1, 'a', { id: 'b' }] }), PLANCK],
    ['no name but an identifier of others', { properties: [{ pid: 'wikidata', v: 'Q5879' }] }, GOETHE],
    ['an identifier of others as the name', { query: 'https://www.wikidata.org/wiki/Q5879' }, GOETHE],
    ['a GND identifier as the name', { query: GOETHE }, GOETHE],
    ['a name as a property', { properties: [{ pid: 'preferredName', v: 'Planck, Max' }] }, PLANCK],
  ])('understands %s', async (_, query, id) => {
    expect(await first(query)).toMatchObject({ id, match: true });
  });

  it('does not match an entity with contradicting years', async () => {
    expect(await first(planck({ pid: 'dateOfBirth', v: '1910' }))).toMatchObject({ id: PLANCK, match: false });
  });

  it('respects the limit, and a strict type', async () => {
    const found = await results(
      form('queries', {
        q0: { query: 'Müller', limit: 2 },
        q1: { query: 'Planck, Max', type: 'Work', type_strict: 'all' },
        q2: { query: 'Müller', limit: -3.5 },
      }),
    );
    expect([found['q0']?.result.length, found['q1']?.result.length, found['q2']?.result.length]).toEqual([2, 0, 1]);
  });

  it('has the parts of the score for each candidate', async () => {
    const candidate = await first({ query: 'Planck, Max', properties: [{ pid: 'dateOfBirth', v: '1858' }] });
    expect(candidate?.type.map(({ id }) => id)).toEqual(['Person', 'DifferentiatedPerson']);
    expect(Object.fromEntries(candidate?.features.map(({ id, value }) => [id, value]) ?? [])).toMatchObject({
      name: 80,
      years: 8,
      type: true,
      properties: 0,
      differentiated: true,
    });
  });
});

/** Expects the status; a refusal must be a sentence. */
async function expectStatus(answer: Response, status: number): Promise<void> {
  expect(answer.status).toBe(status);
  const { detail } = (await answer.json()) as { readonly detail?: string };
  if (status !== 200) expect(detail).toMatch(/^[“A-Z].{10,}\.$/);
}

/** Examples of the specification, valid and invalid, and other invalid requests. */
describe('a request', () => {
  const MANY = {
    pid: 'professionOrOccupation',
    v: ['Politik*', { id: 'wissenschaftler', name: 'Wissenschaftler(in)' }],
  };
  const valued = (...properties: unknown[]) => ({ query: 'x', properties });
  it.each<[string, unknown, number?]>([
    [
      'all members',
      { query: 'Urbaniak', type: 'DifferentiatedPerson', limit: 5, properties: [MANY], type_strict: 'should' },
    ],
    ['a name alone', { query: 'Hans-Eberhard Urbaniak' }],
    ['neither name nor property', { limit: 1 }, 400],
    ['a misnamed member', { query: 'x', props: [{ pid: 'a', v: 'b' }] }, 400],
    ['a query that is a text', 'x', 400],
    ['a limit that is a text', { query: 'x', limit: '5' }, 400],
    ['a value that is null', valued({ pid: 'a', v: null }), 400],
  ])('as a query is accepted or refused: %s', async (_, query, status = 200) =>
    expectStatus(await form('queries', { q0: query }), status),
  );

  it.each<[string, unknown, number]>([
    ['no query at all', {}, 200],
    ['a list', [{ query: 'x' }], 400],
    ['more than a batch', Object.fromEntries(Array.from({ length: 51 }, (__, n) => [`q${n}`, { query: 'x' }])), 413],
  ])('as a batch is accepted or refused: %s', async (_, batch, status) =>
    expectStatus(await form('queries', batch), status),
  );

  it.each([
    ['queries', '{'],
    ['queries', ''],
    ['extend', 'nonsense'],
    ['other', '{}'],
  ])('as a form with the field %s and %j: 400', async (field, value) =>
    expectStatus(await post('/reconcile', new URLSearchParams({ [field]: value })), 400),
  );

  it.each(['queries', 'extend'])('as a form with %s and too many other fields: says so', async (field) => {
    const body = `${field}=%7B%7D${'&a=1'.repeat(2_000)}`;
    const answer = await post('/reconcile', body, 'application/x-www-form-urlencoded');
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ detail: 'The body has more than 2,000 fields.' }),
    ]);
  });

  const PROPERTIES = [{ id: 'variantName', settings: { limit: '5' } }, { id: 'wikidata' }];
  it.each<[string, unknown, number]>([
    ['identifiers and properties with settings', { ids: ['10662041X'], properties: PROPERTIES }, 200],
    ['nothing', { ids: [], properties: [] }, 200],
    ['no identifiers', { properties: [] }, 400],
    ['no properties', { ids: [] }, 400],
    ['a property that is a text', { ids: [], properties: ['wikidata'] }, 400],
    ['more than a batch', { ids: Array.from({ length: 51 }, (__, n) => String(n)), properties: [] }, 413],
  ])('to extend data is accepted or refused: %s', async (_, sent, status) => {
    await expectStatus(await form('extend', sent), status);
  });
});

describe('data extension', () => {
  const extended = async (ids: readonly string[], properties: readonly object[]) =>
    (await (await form('extend', { ids, properties })).json()) as {
      readonly meta: readonly (Named & { readonly type?: Named })[];
      readonly rows: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
    };

  it('fetches attributes, names, counts, former identifiers, links by collection and by category', async () => {
    const plain = ['placeOfBirth', 'preferredName', 'linkCount', 'formerIds', 'wikidata'].map((id) => ({ id }));
    const { meta, rows } = await extended(
      [GOETHE],
      [...plain, { id: 'links:knowledge_base', settings: { limit: '1' } }],
    );
    expect(meta[0]).toMatchObject({ id: 'placeOfBirth', type: { id: 'PlaceOrGeographicName' } });
    expect(rows[GOETHE]).toEqual({
      placeOfBirth: [{ id: '4018118-2', name: 'Frankfurt am Main' }],
      preferredName: [{ str: 'Goethe, Johann Wolfgang von' }],
      linkCount: [{ int: expect.any(Number) as unknown }],
      formerIds: expect.arrayContaining([{ str: '1012979490' }]) as unknown,
      wikidata: [{ str: 'https://www.wikidata.org/wiki/Q5879' }],
      'links:knowledge_base': [{ str: expect.stringMatching(/^https:/) as unknown }],
    });
  });

  it('has the first link in reading order for limit 1', async () => {
    const { rows } = await extended([GOETHE], [{ id: 'links:encyclopedia', settings: { limit: '1' } }]);
    expect(rows[GOETHE]?.['links:encyclopedia']).toEqual([
      { str: expect.stringContaining('de.wikipedia.org') as unknown },
    ]);
  });

  it('has identifiers if they are requested', async () => {
    const settings = { content: 'id' };
    const ids = await extended(
      [GOETHE],
      ['placeOfBirth', 'wikidata'].map((id) => ({ id, settings })),
    );
    expect(ids.rows[GOETHE]).toEqual({ placeOfBirth: [{ str: '4018118-2' }], wikidata: [{ str: 'Q5879' }] });
    expect(ids.meta[0]).not.toHaveProperty('type');
  });

  it('has a property for the identifiers of each scheme', async () => {
    const { meta, rows } = await extended([GOETHE], [{ id: 'id:viaf' }, { id: 'id:lccn' }, { id: 'id:orcid' }]);
    expect(rows[GOETHE]).toEqual({
      'id:viaf': [{ str: '24602065' }],
      'id:lccn': [{ str: 'n79003362' }],
      'id:orcid': [],
    });
    expect(meta.map(({ id }) => id)).toEqual(['id:viaf', 'id:lccn', 'id:orcid']);
  });

  it('has a list for each identifier and property, also for merged, unknown and malformed identifiers', async () => {
    const { rows } = await extended(
      ['1012979490', '118999990', '', '__proto__'],
      [{ id: 'preferredName' }, { id: 'wikidata' }],
    );
    const lists = (id: string) => [Object.keys(rows[id] ?? {}), rows[id]?.['preferredName']];
    const columns = ['preferredName', 'wikidata'];
    expect(lists('1012979490')).toEqual([columns, [{ str: 'Goethe, Johann Wolfgang von' }]]);
    expect(['118999990', ''].map(lists)).toEqual([
      [columns, []],
      [columns, []],
    ]);
    expect(Object.keys(rows)).toContain('__proto__');
  });

  it('proposes properties for a type, within the limit', async () => {
    type Proposed = { type: string; limit?: number; properties: { id: string; name: string }[] };
    const all = await json<Proposed>('/reconcile/properties?type=Person');
    const ids = all.properties.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['dateOfBirth', 'wikidata', 'links:biography', 'linkCount', 'formerIds']),
    );
    expect(ids).not.toContain('coordinates');
    expect(new Set(ids).size).toBe(ids.length);
    expect(await json<Proposed>('/reconcile/properties?type=Work&limit=3')).toMatchObject({
      type: 'Work',
      limit: 3,
      properties: { length: 3 },
    });
  });
});

describe('suggestions', () => {
  type Suggested = { result: { id: string; name: string; description?: string; notable?: { id: string }[] }[] };
  it.each([
    ['entity', 'goeth', GOETHE],
    ['entity', GOETHE, GOETHE],
    ['property', 'geburts', 'dateOfBirth'],
    ['property', 'wikid', 'wikidata'],
    ['type', 'pers', 'Person'],
  ])('of %s for %s begin with %s', async (kind, prefix, id) => {
    const { result } = await json<Suggested>(`/reconcile/suggest/${kind}?prefix=${prefix}`);
    expect(result.map((one) => one.id)).toContain(id);
  });

  it('continue after the previous ones, and respect a type', async () => {
    const page = async (query: string) =>
      (await json<Suggested>(`/reconcile/suggest/entity?prefix=m&${query}`)).result.map(({ id }) => id);
    expect(await page('cursor=2&limit=2')).toEqual((await page('limit=4')).slice(2));
    const { result } = await json<Suggested>('/reconcile/suggest/entity?prefix=m&type=Work');
    expect(new Set(result.map(({ notable }) => notable?.[0]?.id))).toEqual(new Set(['Work']));
  });

  it('are empty without a prefix, and 404 for an unknown kind', async () => {
    expect(await json('/reconcile/suggest/entity?prefix=')).toEqual({ result: [] });
    for (const kind of ['flyout', 'constructor', '__proto__'])
      expect((await get(`/reconcile/suggest/${kind}?prefix=a`)).status).toBe(404);
  });
});

describe('the preview', () => {
  it.each([`/reconcile/preview/${GOETHE}`, `/reconcile/preview?id=${GOETHE}`])(
    'at %s may be framed by any site',
    async (path) => {
      const answer = await get(path);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain('frame-ancestors *');
      expect(policy).not.toContain('unsafe');
      expect(answer.headers.get('x-frame-options')).toBeNull();
      const page = await answer.text();
      expect(page).toContain('Johann Wolfgang von Goethe');
      expect(page).not.toMatch(/<script|\ssrc=|<link|@import|url\(/);
    },
  );

  it('is a problem for an unknown entity, and frames are allowed nowhere else', async () => {
    expect((await get('/reconcile/preview/118999990')).status).toBe(404);
    expect((await get('/reconcile')).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('OpenRefine', () => {
  it('adds the service, guesses types, reconciles, previews and extends', async () => {
    // The steps of OpenRefine with a column, in order.
    const column = ['Goethe, Johann Wolfgang von', 'Planck, Max', 'Kafka, Franz', 'Kant, Immanuel', 'Mann, Thomas'];
    const manifest = await json<{
      batchSize: number;
      preview: { url: string };
      view: { url: string };
      extend: { propose_properties: { service_url: string; service_path: string } };
    }>('/reconcile');
    const guessed = await results(
      form('queries', Object.fromEntries(column.map((query, n) => [`q${n}`, { query, limit: 3 }]))),
    );
    const votes = Object.values(guessed).flatMap(({ result }) =>
      result.flatMap(({ type }, place) => type.slice(0, 1).map(({ id }) => ({ id, weight: 1 / (1 + place) }))),
    );
    const total = Map.groupBy(votes, ({ id }) => id);
    const [type = ''] = [...total].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    expect(type).toBe('Person');
    const rows = Array.from({ length: manifest.batchSize }, (_, n) => column[n % column.length]);
    const batch = Object.fromEntries(rows.map((query, n) => [`q${n}`, { query, type, type_strict: 'should' }]));
    const found = await results(form('queries', batch));
    expect(Object.values(found).filter(({ result }) => result[0]?.match === true)).toHaveLength(rows.length);
    const ids = column.map((_, n) => found[`q${n}`]?.result[0]?.id ?? '');
    expect((await fetch(manifest.preview.url.replace('{{id}}', ids[0] ?? ''))).status).toBe(200);
    const { service_url: url, service_path: path } = manifest.extend.propose_properties;
    const proposed = (await (await fetch(`${url}${path}?type=${type}`)).json()) as { properties: { id: string }[] };
    expect(proposed.properties.map(({ id }) => id)).toContain('deutsche-biographie');
    const extended = (await (
      await form('extend', { ids, properties: [{ id: 'deutsche-biographie', settings: { limit: '0' } }] })
    ).json()) as { rows: Record<string, Record<string, unknown[]>> };
    expect(Object.keys(extended.rows).toSorted()).toEqual(ids.toSorted());
    expect(extended.rows[GOETHE]?.['deutsche-biographie']).not.toEqual([]);
  });
});

describe('the quota', () => {
  it('counts every query of a batch', async () => {
    const reconcile = { quota: 60, windowSeconds: 60, burst: 60 };
    const limited = await sampleForTest({ limits: { ...LIMITS, reconcile } });
    const queries = JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [n, { query: 'Kant' }])));
    const body = new URLSearchParams({ queries });
    const ask = () => fetch(`${limited.url}/reconcile`, { method: 'POST', body });
    const [one, other] = [await ask(), await ask()];
    expect([one.status, other.status]).toEqual([200, 429]);
    expect(Number(other.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
