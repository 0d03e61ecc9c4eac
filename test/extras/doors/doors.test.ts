/** Every door of the service × every kind of request: the obligations of all doors. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openSnapshot, openCuration } from '../../../src/cli/installation.ts';
import { openDoors } from '../../../src/cli/doors.ts';
import { API_VERSION } from '../../../src/core/model/schema.ts';
import { methodsOf } from '../../../src/core/http/door-route.ts';
import type { Door, Example } from '../../../src/core/http/door.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../src/core/quotas/quota-table.ts';
import { createCurrentSnapshot } from '../../../src/core/snapshot/current.ts';
import { locateSnapshot } from '../../../src/core/snapshot/directory.ts';
import { type Store, StoreReadError } from '../../../src/core/snapshot/store.ts';
import { type Answer, posted, serve, type Serving, type ServingOptions } from '../serving.ts';
import { dumpSnapshot } from '../../build/runs/running.ts';
import { temporaryForFile } from '../../temporary.ts';
import { forFile } from '../../for-file.ts';
import { expectHarmless } from './hostile-requests.ts';
import { HOSTILE_JSON, HOSTILE_VALUES, LONG_BODIES } from '../../core/http/hostile-values.ts';

const RELEASE = '1.2.3';
const PREFIX = '/gnd-base';
const BASE = `https://links.example.org${PREFIX}`;

const dumps = temporaryForFile();
/** Loaded before tests are collected; schemes are no state of a service. */
const schemes = (await openCuration()).schemes.filter(({ scheme }) => scheme === 'wikidata');
const doors = await openDoors({ release: RELEASE, dumps, schemes });
/** Files of one folder, and released versions differ in content only. */
const familyOf = ({ path }: Door) =>
  path
    .replace(/^\/assets\/.*/, '/assets')
    .replace(/\d+\.\d+\.\d+/, 'version')
    .replace(/(.)\/$/, '$1');
const families = Map.groupBy(doors, familyOf).values();
const representatives = [...families].flatMap(([first]) => first ?? []);
const withExample = representatives.filter(({ examples }) => examples.length > 0);

let sample: Store;
let service: Serving;

beforeAll(async () => {
  const snapshot = await locateSnapshot(inject('sample'));
  await dumpSnapshot(snapshot, { out: dumps });
  sample = await openSnapshot(inject('sample'));
  service = await serveDoors({});
});
afterAll(async () => {
  await service.close();
  await sample.close();
});

/** Servers that fail for all doors alike. */
const overloaded = forFile(() => serveDoors({ load: { isOverloaded: () => true, close: () => undefined } }));
const unread = { error: vi.fn() };
const unreadable = forFile(() => serveDoors({ store: withoutReads(sample), log: unread }));

/** Serves all doors over the sample. The store of the options stays open. */
function serveDoors(options: ServingOptions): Promise<Serving> {
  const fixture = { ...sample, close: async () => undefined };
  return serve({ fixture, doors, baseUrl: BASE, exemptNetworks: ['127.0.0.0/8'], ...options });
}

async function during<T>(options: ServingOptions, ask: (serving: Serving) => Promise<T>): Promise<T> {
  const serving = await serveDoors(options);
  try {
    return await ask(serving);
  } finally {
    await serving.close();
  }
}

function send(serving: Serving, example: Example, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
  if (typeof example === 'string') return serving.get(example, { headers: more });
  const { target, mediaType, body } = example;
  return serving.get(target, posted(body, mediaType, more));
}

/** Limits of one request per minute, if requests to the door are counted. */
function tinyLimits({ quota }: Door): Limits {
  const tiny = { quota: 1, windowSeconds: 60, burst: 1 };
  return { ...DEFAULT_LIMITS, ...(quota && { [quota.name]: tiny }) };
}

const targetOf = (example: Example): string => (typeof example === 'string' ? example : example.target);
const withQuery = (target: string, query: string): string => `${target}${target.includes('?') ? '&' : '?'}${query}`;
const firstGet = ({ examples }: Door): string | undefined => examples.find((example) => typeof example === 'string');
const readable = representatives.filter((door) => firstGet(door) !== undefined);
const named = (list: readonly Door[]) => list.map((door) => [door.path, door] as const);

/** A refusal in a format for the door's audience, with the identifier of the request and without internals. */
function expectRefusal({ audience }: Door, answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.text).not.toMatch(/\.ts:\d|node_modules|\/src\//);
  if (audience === 'people') expect(answer.headers['content-type']).toMatch(/^text\/html/);
  else expect(answer.json()).toMatchObject({ status, code });
}

it('the service has doors, most of them with an example', () => {
  expect(doors.length).toBeGreaterThan(15);
  expect(withExample.length).toBeGreaterThan(representatives.length * 0.7);
});

describe.each(named(withExample))('%s', (_, door) => {
  it('answers its examples with the same bytes each time', async () => {
    for (const example of door.examples) {
      const answer = await send(service, example);
      expect({ target: targetOf(example), status: answer.status }).toMatchObject({
        status: expect.toBeOneOf([200, 302, 303, 308]),
      });
      const again = await send(service, example);
      if (door.dependsOn !== 'moment') expect(again.body.equals(answer.body)).toBe(true);
    }
  });

  it('names its methods, in a preflight and in refusals', async () => {
    const target = targetOf(door.examples[0] as Example);
    const methods = methodsOf(door);
    const headers = { origin: 'https://example.org', 'access-control-request-method': 'GET' };
    const preflight = await service.get(target, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.body.length]).toEqual([204, 0]);
    expect(preflight.headers).toMatchObject({
      allow: methods.join(', '),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': '*',
      'access-control-max-age': '86400',
    });
    const plain = await service.get(target, { method: 'OPTIONS' });
    expect([plain.status, plain.headers['allow']]).toEqual([204, methods.join(', ')]);
    expect(plain.headers['access-control-max-age']).toBeUndefined();
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((one) => !methods.includes(one))) {
      const answer = await service.get(target, { method });
      if (method === 'HEAD') expect([answer.status, answer.body.length]).toEqual([405, 0]);
      else expectRefusal(door, answer, 405, 'method_not_allowed');
      expect(answer.headers['allow']).toBe(methods.join(', '));
    }
  });

  it('names interface and snapshot in the header of every answer, readable by pages of any site', async () => {
    const example = door.examples[0] as Example;
    const target = targetOf(example);
    const first = await send(service, example);
    const { etag = '""' } = first.headers;
    const image = { accept: 'image/png' };
    const answers = [
      first,
      await service.get(target, { method: 'HEAD' }),
      await service.get(target, { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } }),
      await service.get(target, { method: 'DELETE' }),
      await send(service, example, { 'if-none-match': etag }),
      await send(service, example, image),
      await service.get(withQuery(target, 'no-such-parameter=1')),
      await service.get(`${target.split('?')[0]}/no-such-address`),
      await service.get(target, { method: 'POST', headers: { 'content-type': 'image/png' }, body: 'x' }),
      await send(unreadable, example),
      await send(overloaded, example),
      ...(await during({ limits: tinyLimits(door), exemptNetworks: [] }, async (serving) => [
        await send(serving, example),
        await send(serving, example),
      ])),
    ];
    for (const { status, headers } of answers) {
      expect({ status, ...headers }).toMatchObject({ 'api-version': API_VERSION, snapshot: sample.snapshot.id });
      const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ');
      expect(exposed).toEqual(expect.arrayContaining(['api-version', 'snapshot']));
      const own = Object.keys(headers).filter((name) => /^(?:accept-post|allow|etag|link|ratelimit|retry-|repr-)/.test(name)); // prettier-ignore
      expect(exposed).toEqual(expect.arrayContaining(own));
    }
    const withoutData = await during({ snapshots: createCurrentSnapshot() }, (serving) => send(serving, example));
    expect(withoutData.headers).toMatchObject({ 'api-version': API_VERSION });
    expect(withoutData.headers).not.toHaveProperty('snapshot');
  });

  it('refuses or ignores unknown and repeated parameters, as its parameters say', async () => {
    const { isStrict, shape } = door.parameters;
    for (const example of door.examples) {
      const plain = await send(service, example);
      const changed = (query: string): Promise<Answer> => {
        const target = withQuery(targetOf(example), query);
        return send(service, typeof example === 'string' ? target : { ...example, target });
      };
      const unknown = await changed('no-such-parameter=1');
      if (isStrict) expectRefusal(door, unknown, 400, (unknown.json() as { code: string }).code);
      else expect(unknown.status).toBe(plain.status);
      const [name, value] = [...new URLSearchParams(targetOf(example).split('?')[1])][0] ?? [];
      if (name === undefined || value === undefined) continue;
      const repeated = await changed(`${name}=${encodeURIComponent(value)}`);
      if (isStrict && shape[name]?.isList !== true) expect(repeated.status).toBe(400);
      else expect(repeated.status).toBeLessThan(500);
    }
  });

  it('refuses deeply nested JSON before parsing it', async () => {
    const { bodies, shape } = door.parameters;
    const parse = vi.spyOn(JSON, 'parse');
    try {
      for (const text of bodies.length === 0 ? [] : Object.values(HOSTILE_JSON)) {
        const [name] = Object.entries(shape).find(([, { bodies: own = [] }]) => own.length > 0) ?? [];
        const form = `${name}=${encodeURIComponent(text)}`;
        for (const mediaType of bodies.filter((type) => type !== 'text/plain')) {
          const body = mediaType === 'application/json' ? text : form.slice(0, 1_000_000);
          const answer = await send(service, { target: targetOf(door.examples[0] as Example), mediaType, body });
          expect(answer.status).toBeOneOf([400, ...(mediaType === 'application/json' ? [] : [200])]);
        }
        const long = parse.mock.calls.filter(([given]) => given.length > 100_000 && /^[[{]/.test(given));
        expect(long.length).toBe(0);
      }
    } finally {
      parse.mockRestore();
    }
  });

  it('answers 503 under overload, if its requests are counted', async () => {
    if (door.quota === undefined) return;
    const answer = await send(overloaded, door.examples[0] as Example);
    expectRefusal(door, answer, 503, 'overloaded');
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('answers 429 with Retry-After when its quota is used up', async () => {
    const { quota, examples } = door;
    if (quota === undefined) return;
    const answers = await during({ limits: tinyLimits(door), exemptNetworks: [] }, async (serving) => [
      await send(serving, examples[0] as Example),
      await send(serving, examples[0] as Example),
    ]);
    const last = answers.at(-1) as Answer;
    if (door.writeRefusal === undefined) expectRefusal(door, last, 429, 'rate_limited');
    else expect(last.status).toBe(429);
    expect(last.headers['retry-after']).toMatch(/^\d+$/);
    expect(last.headers['ratelimit-policy']).toContain(`"${quota.name}";q=1`);
  });

  it('answers 503 before the first snapshot only if it depends on one', async () => {
    // No door has made this answer before.
    const unused = { snapshots: createCurrentSnapshot(), baseUrl: 'https://new.example.org' };
    const answer = await during(unused, (serving) => send(serving, door.examples[0] as Example));
    if (door.dependsOn === 'release') expect(answer.status).toBeLessThan(500);
    else if (door.dependsOn !== 'file' || answer.status >= 400) {
      expectRefusal(door, answer, 503, 'not_ready');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
  });

  it('never reports unreadable data as missing data', async () => {
    for (const example of door.examples) {
      const answer = await send(unreadable, example);
      expect({ example, status: answer.status }).toMatchObject({
        status: expect.toBeOneOf([200, 302, 303, 308, 503]),
      });
      expect(answer.text).not.toContain('disk on fire');
      if (answer.status !== 503 || door.operation?.id === 'getStatus') continue;
      expectRefusal(door, answer, 503, 'data_unreadable');
      expect(answer.headers['retry-after']).toBe('5');
      if (door.audience !== 'people')
        expect(unread.error.mock.lastCall?.[0]).toMatchObject({ reqId: answer.headers['x-request-id'] });
    }
  });

  it('uses its own host name and prefix, whatever Host a client sends', async () => {
    for (const example of door.examples) {
      const answer = await send(service, example, { host: 'evil.example.net' });
      expect(answer.text).not.toContain('evil.example.net');
      expect(JSON.stringify(answer.headers)).not.toContain('evil.example.net');
      if (!/html/.test(answer.headers['content-type'] ?? '')) continue;
      const local = [...answer.text.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map((match) => match[1] ?? '');
      expect(
        local.filter((address) => address !== PREFIX && !address.startsWith(`${PREFIX}/`) && !address.startsWith('//')),
      ).toEqual([]);
    }
  });

  it('answers from one snapshot, even if another one replaces it meanwhile', async () => {
    if (door.dependsOn !== 'snapshot') return;
    const { store, entered, release, closed } = pausing(sample);
    const next = {
      ...sample,
      snapshot: { ...sample.snapshot, id: '20990101-ffffffff', date: '2099-01-01' },
      close: async () => undefined,
    };
    const snapshots = createCurrentSnapshot();
    snapshots.switchTo(store);
    await during({ snapshots }, async (serving) => {
      const answering = send(serving, door.examples[0] as Example);
      const isWorking = await Promise.race([entered.then(() => true), answering.then(() => false)]);
      snapshots.switchTo(next);
      if (isWorking) expect(closed()).toBe(false);
      release();
      const answer = await answering;
      expect(answer.status).toBeLessThan(400);
      expect(answer.headers['snapshot']).toBe(sample.snapshot.id);
      if (isWorking) expect(answer.text).not.toContain(next.snapshot.id);
      await expect.poll(closed).toBe(true);
    });
  });
});

describe.each(named(representatives))('any %s', (_, door) => {
  it('answers hostile values without failure and without echoing scripts', async () => {
    const log = { error: vi.fn() };
    await during({ log }, async (serving) => {
      for (const target of hostileTargets(door)) {
        const answer = await serving.get(target);
        expect({ target, status: answer.status }).toMatchObject({
          status: expect.toSatisfy((status: number) => status < 500),
        });
        expectHarmless(answer, target);
      }
    });
    expect(log.error).not.toHaveBeenCalled();
  });
});

const postExamples = representatives.flatMap(({ examples }) => examples.filter((one) => typeof one !== 'string'));

it.each(postExamples)(
  'POST $target answers clients that do not say what they accept like others, unless its protocol wants it said',
  async (example) => {
    const { target, mediaType, body, accept } = example;
    const bare = await service.get(target, { method: 'POST', headers: { 'content-type': mediaType }, body });
    const { status, headers } = await send(service, example);
    const expected = accept === undefined ? [status, headers['content-type']] : [406, 'application/json'];
    expect([bare.status, bare.headers['content-type']]).toEqual(expected);
  },
);

describe.each(named(representatives.filter(({ parameters }) => parameters.bodies.length > 0)))('POST %s', (_, door) => {
  // A parser in quadratic time takes minutes for one of these bodies.
  it('answers any body of a megabyte in time', async () => {
    const { bodies, shape } = door.parameters;
    const target = targetOf(door.examples[0] ?? door.path);
    const [field = ''] = Object.entries(shape).find(([, { bodies: own = [] }]) => own.length > 0) ?? [];
    for (const type of bodies) {
      for (const body of LONG_BODIES[type]?.(field) ?? [])
        expect((await send(service, { target, mediaType: type, body })).status).toBeLessThan(500);
    }
    const padded = `text/plain; charset=${' '.repeat(15_000)}=x y`;
    if (bodies.includes('text/plain')) await send(service, { target, mediaType: padded, body: '1' });
  });
});

describe.each(named(readable))('GET %s', (_, door) => {
  const target = firstGet(door) as string;

  it('answers HEAD like GET, without a body', async () => {
    const [get, head] = [await service.get(target), await service.get(target, { method: 'HEAD' })];
    const own = ({ headers }: Answer) => {
      const varying = new Set([
        'date',
        'x-request-id',
        'server-timing',
        'connection',
        'keep-alive',
        'transfer-encoding',
        // An answer that depends on the moment may have another target each time.
        ...(door.dependsOn === 'moment' ? ['location', 'content-length'] : []),
      ]);
      return Object.fromEntries(
        Object.entries(headers).filter(([name]) => !varying.has(name) && !name.startsWith('ratelimit')),
      );
    };
    expect([head.status, head.body.length]).toEqual([get.status, 0]);
    expect(own(head)).toEqual(own(get));
  });

  it('answers 304 to a client that has the answer, without reading data if the validator does not depend on them', async () => {
    const { status, headers } = await service.get(target);
    const { etag } = headers;
    // Redirects need no validator, because they are as small as a 304.
    if (etag === undefined)
      return expect(door.dependsOn === 'moment' || door.dependsOn === 'release' || status > 300).toBe(true);
    const onRead = vi.fn();
    const answer = await during({ store: observed(sample, onRead) }, (serving) =>
      serving.get(target, { headers: { 'if-none-match': etag } }),
    );
    expect([answer.status, answer.body.length, answer.headers['etag']]).toEqual([304, 0, etag]);
    if (door.dependsOn === 'snapshot' || door.dependsOn === 'day') expect(onRead).not.toHaveBeenCalled();
  });

  // Creating a formatter takes as long as formatting a hundred numbers.
  it('does not create formatters of numbers, days or words for each line', async () => {
    const made = (['NumberFormat', 'DateTimeFormat', 'Collator', 'DurationFormat'] as const).map((name) =>
      vi.spyOn(Intl, name),
    );
    try {
      await service.get(target);
      made.forEach((spy) => spy.mockClear());
      await service.get(target);
      expect(made.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(8);
    } finally {
      made.forEach((spy) => spy.mockRestore());
    }
  });

  it('refuses or ignores a body of GET, and refuses other media types of POST', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '2' };
    expect((await service.get(target, { headers, body: '{}' })).status).toBeLessThan(500);
    if (door.parameters.bodies.length === 0) return;
    const answer = await service.get(target, { method: 'POST', headers: { 'content-type': 'image/png' }, body: 'x' });
    expect(answer.status).toBe(415);
    expect(answer.headers['accept-post']).toBe(door.parameters.bodies.join(', '));
  });

  it('forbids caches to store the answer to POST', async () => {
    for (const example of door.examples.filter((one) => typeof one !== 'string')) {
      const { status, headers } = await send(service, example);
      expect([status, headers['cache-control'], headers.etag]).toEqual([200, 'no-store', undefined]);
    }
  });

  it('survives a client that disconnects during the work', async () => {
    const log = { error: vi.fn() };
    const { store, entered, release } = pausing(sample);
    await during({ store, log }, async (serving) => {
      const { port } = new URL(serving.url);
      const request = httpRequest({ host: '127.0.0.1', port, path: target, agent: false });
      const gone = new Promise<void>((done) => request.on('close', done));
      // A door that reads no data answers at once.
      const answered = new Promise<void>((done) =>
        request.on('response', (response) => response.on('end', done).resume()),
      );
      request.on('error', () => undefined);
      request.end();
      await Promise.race([entered, answered]);
      request.destroy();
      await gone;
      release();
      expect((await serving.get('/api/v1/status')).status).toBe(200);
    });
    expect(log.error).not.toHaveBeenCalled();
  });
});

/** Each hostile value as the variable part of the path, and as each parameter of the first example. */
function* hostileTargets(door: Door): Iterable<string> {
  const target = targetOf(door.examples[0] ?? door.path.replace(/\{[^}]+\}/, 'Q5879'));
  const [path = '', query = ''] = target.split('?');
  for (const value of HOSTILE_VALUES) {
    if (door.path.includes('{'))
      yield `${door.path.replace(/\{[^}]+\}/, value.replaceAll('#', '%23'))}${query && `?${query}`}`;
    for (const name of Object.keys(door.parameters.shape)) {
      const given = new URLSearchParams(query);
      given.delete(name);
      yield withQuery(given.size === 0 ? path : `${path}?${given.toString()}`, `${name}=${value}`);
    }
  }
}

const READS = ['entity', 'search', 'match', 'coverage', 'resolve', 'relations', 'cards', 'entityIds', 'notes'] as const;

/** The store with wrapped methods for reading. */
function reading(
  store: Store,
  wrap: (read: (...question: never[]) => Promise<unknown>) => (...question: never[]) => Promise<unknown>,
): Store {
  const reads = READS.map((name) => [
    name,
    wrap(store[name].bind(store) as (...question: never[]) => Promise<unknown>),
  ]);
  return {
    ...store,
    ...(Object.fromEntries(reads) as Pick<Store, (typeof READS)[number]>),
    close: async () => undefined,
  };
}

function withoutReads(store: Store): Store {
  const fail = async () => Promise.reject(new StoreReadError('disk on fire'));
  return { ...reading(store, () => fail), check: fail };
}

function observed(store: Store, onRead: () => void): Store {
  return reading(store, (read) => async (...question) => {
    onRead();
    return read(...question);
  });
}

/** A store whose reads wait until `release` is called. */
function pausing(store: Store) {
  const entered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isClosed = false;
  const paused = reading(store, (read) => async (...question) => {
    entered.resolve();
    await released.promise;
    return read(...question);
  });
  return {
    store: { ...paused, close: async () => void (isClosed = true) },
    entered: entered.promise,
    release: released.resolve,
    closed: () => isClosed,
  };
}
