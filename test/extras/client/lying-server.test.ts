/** The client against a lying server on loopback: every status × fields × body, aborts at any moment. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../../../src/extras/client/client-attempt.js';
import { createRequests, type RequestOptions } from '../../../src/extras/client/client-requests.js';
import { listenAnywhere } from '../../core/http/serving.ts';

const GOOD = { status: 'pass', text: 'x'.repeat(5000) };
const JSON_TYPE = { 'content-type': 'application/json' };
const ATTEMPTS = 3;
/** For servers that never end an answer; all others answer immediately. */
const TIMEOUT_SECONDS = 0.3;

let respond: RequestListener = good();
let requested = 0;
const server = createServer((request, response) => {
  requested += 1;
  response.on('error', () => undefined);
  respond(request, response);
});
const baseUrl = `http://127.0.0.1:${await listenAnywhere(server)}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  requested = 0;
  waits = [];
  respond = good();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => void vi.useRealTimers());

/** Waits that the client has begun, in seconds. The test lets them pass immediately. */
let waits: number[] = [];
const requests = (more: Partial<RequestOptions> = {}) =>
  createRequests({
    baseUrl,
    attempts: ATTEMPTS,
    timeoutSeconds: 60,
    onWait: ({ seconds }) => waits.push(seconds),
    ...more,
  });

function good(fields: Readonly<Record<string, string>> = {}): RequestListener {
  return (_, response) => void response.writeHead(200, { ...JSON_TYPE, ...fields }).end(JSON.stringify(GOOD));
}

type Outcome = { readonly answer: unknown } | { readonly error: unknown };

/** Advances fake timers for waits of the client, while the network takes real time. */
async function outcomeOf(answer: Promise<unknown>): Promise<Outcome> {
  let outcome: Outcome | undefined;
  void answer.then(
    (value) => (outcome = { answer: value }),
    (error: unknown) => (outcome = { error }),
  );
  while (outcome === undefined) {
    await setImmediate();
    const seconds = waits.shift();
    if (seconds !== undefined) await vi.advanceTimersByTimeAsync(seconds * 1000 + 100);
  }
  return outcome;
}

const STATUSES = [200, 204, 206, 300, 304, 400, 404, 408, 429, 500, 503];

const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nothing: {},
  'to come back at once': { 'retry-after': '0' },
  'to come back long ago': { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  'to come back never': { 'retry-after': '99999999999999999999' },
  'to come back at the end of time': { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' },
  'to come back soon': { 'retry-after': '-1.5e3, soon' },
  'that the quota is used up for years': { ratelimit: '"links";r=0;t=99999999' },
  'that the quota is used up for ever': { ratelimit: `"links";r=0;t=${'9'.repeat(400)}` },
  'a quota that is none': { ratelimit: '"";r=;t=-1,,"""', 'ratelimit-policy': 'q=0;w=0' },
  'a validator': { etag: '"a"' },
};

const BODIES: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  'what it should': (response) => response.end(JSON.stringify(GOOD)),
  nothing: (response) => response.end(),
  'a page': (response) => response.end('<!doctype html><title>Welcome</title>'),
  null: (response) => response.end('null'),
  'a list': (response) => response.end('[]'),
  'half of it': (response) => response.end(JSON.stringify(GOOD).slice(0, 2000)),
  'half of it, and is gone': (response) =>
    response.write(JSON.stringify(GOOD).slice(0, 2000), () => void response.destroy()),
};

const hasBody = (status: number) => status !== 204 && status !== 304;

const LIES = STATUSES.flatMap((status) => {
  const bodies = hasBody(status) ? Object.keys(BODIES) : ['nothing'];
  return Object.keys(FIELDS).flatMap((fields) => bodies.map((sent) => [status, fields, sent] as const));
});

/** Either the right answer or an error, nothing else. */
function expectSettled(outcome: Outcome, what: string): void {
  if ('answer' in outcome) expect(outcome.answer, what).toEqual(GOOD);
  else expect(outcome.error, what).toBeInstanceOf(Error);
}

describe('a lying server', () => {
  it.each(STATUSES)(
    'with status %i and any fields and body gets few requests, and does not affect later answers',
    async (status) => {
      for (const [, fields, sent] of LIES.filter(([own]) => own === status)) {
        const what = `${status}, tells ${fields}, sends ${sent}`;
        requested = 0;
        respond = (_, response) => {
          response.writeHead(status, { ...(hasBody(status) && JSON_TYPE), ...FIELDS[fields] });
          BODIES[sent]?.(response);
        };
        const ask = requests();
        const outcome = await outcomeOf(ask('/status'));
        expectSettled(outcome, what);
        expect('answer' in outcome, what).toBe(status < 300 && sent === 'what it should');
        if ('error' in outcome && outcome.error instanceof ProblemError)
          expect(outcome.error.status, what).toBe(status);
        const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
        const isAtOnce = 'answer' in outcome || isRefusal || (status >= 300 && fields.includes('never'));
        if (isAtOnce) expect(requested, what).toBe(1);
        expect(requested, what).toBeLessThanOrEqual(ATTEMPTS);
        // From now on the server is honest.
        respond = good();
        expect(await outcomeOf(ask('/status')), what).toEqual({ answer: GOOD });
      }
    },
  );

  it.each([
    ['an immediate Retry-After', { 'retry-after': '0' }],
    ['no Retry-After', {}],
  ])('with 429 and %s is asked as often as a failing one, with growing waits', async (_, fields) => {
    const times: number[] = [];
    respond = (_request, response) => {
      times.push(Date.now());
      response.writeHead(429, { ...JSON_TYPE, ...fields }).end('{}');
    };
    expect(await outcomeOf(requests({ attempts: 5 })('/status'))).toMatchObject({ error: { status: 429 } });
    const waits = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000));
    expect(waits).toEqual([1, 2, 4, 8]);
  });

  it.each([
    ['never sends a head', () => undefined],
    ['never ends its body', (response: ServerResponse) => void response.writeHead(200, JSON_TYPE).write('{')],
    ['never ends the body of a refusal', (response: ServerResponse) => void response.writeHead(404).write('{')],
  ])('that %s is given up', async (_, answer) => {
    respond = (_request, response) => answer(response);
    expectSettled(await outcomeOf(requests({ timeoutSeconds: TIMEOUT_SECONDS })('/status')), 'unending');
    expect(requested).toBeLessThanOrEqual(ATTEMPTS);
  });

  it('that redirects in a circle ends the request', async () => {
    respond = (_, response) => void response.writeHead(302, { location: '/again' }).end();
    expectSettled(await outcomeOf(requests()('/status')), 'redirects');
  });

  it('with a quota used up for years does not delay the next request', async () => {
    const ask = requests();
    respond = good({ ratelimit: '"links";r=0;t=99999999' });
    const begun = Date.now();
    expect(await outcomeOf(ask('/status'))).toEqual({ answer: GOOD });
    expect(await outcomeOf(ask('/sources'))).toEqual({ answer: GOOD });
    expect(Date.now()).toBe(begun);
  });

  it('is waited for within the patience of the caller, also longer than a timer can hold', async () => {
    const ask = requests({ patienceSeconds: Infinity });
    respond = good({ ratelimit: '"links";r=0;t=99999999' });
    const begun = Date.now();
    await outcomeOf(ask('/status'));
    respond = good();
    await outcomeOf(ask('/sources'));
    expect(Math.round((Date.now() - begun) / 1000)).toBe(99_999_999);
    expect(requested).toBe(2);
  });
});

describe('an abort', () => {
  const REASON = new Error('enough');
  const silent: RequestListener = () => undefined;

  /** The request is under way when the server gets it. */
  const MOMENTS: Readonly<Record<string, { respond?: RequestListener; more?: Partial<RequestOptions> }>> = {
    'before the head': { respond: silent },
    'in the body': { respond: (_, response) => void response.writeHead(200, JSON_TYPE).write('{') },
    'in the body of a refusal': { respond: (_, response) => void response.writeHead(404, JSON_TYPE).write('{') },
    'in a wait': { respond: (_, response) => void response.writeHead(429, { 'retry-after': '600' }).end() },
    'in a fetch that does not listen': { more: { fetch: () => new Promise(() => undefined) } },
  };

  it.each(Object.entries(MOMENTS))('%s ends the request immediately, and frees its turn', async (_, moment) => {
    const begun = Promise.withResolvers();
    const { fetch: asks = fetch } = moment.more ?? {};
    let isLying = true;
    const ask = requests({
      concurrency: 1,
      async fetch(...call) {
        if (!isLying) return fetch(...call);
        const answer = asks(...call);
        if (moment.respond !== undefined && moment.respond !== silent) await answer;
        begun.resolve(undefined);
        return answer;
      },
    });
    respond = moment.respond ?? good();
    const controller = new AbortController();
    const answer = ask('/status', { signal: controller.signal });
    answer.catch(() => undefined);
    await begun.promise;
    await setImmediate();
    controller.abort(REASON);
    // The rejection needs no timer.
    await expect(answer).rejects.toBe(REASON);
    isLying = false;
    respond = good();
    waits.push(600);
    expect(await outcomeOf(ask('/status'))).toEqual({ answer: GOOD });
  });

  it('before the request sends nothing', async () => {
    await expect(requests()('/status', { signal: AbortSignal.abort(REASON) })).rejects.toBe(REASON);
    expect(requested).toBe(0);
  });

  it('in the queue ends the request immediately, and frees its turn', async () => {
    respond = silent;
    const ask = requests({ concurrency: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [first, second].map(({ signal }, index) => ask(`/${index}`, { signal }));
    const third = ask('/2');
    await vi.waitFor(() => expect(requested).toBe(1));
    second.abort(REASON);
    await expect(answers[1]).rejects.toBe(REASON);
    expect(requested).toBe(1);
    respond = good();
    first.abort(REASON);
    await expect(answers[0]).rejects.toBe(REASON);
    expect(await outcomeOf(third)).toEqual({ answer: GOOD });
  });

  it('at the moment of its turn frees the turn', async () => {
    const ask = requests({ concurrency: 1 });
    const controller = new AbortController();
    const first = ask('/0');
    const second = ask('/1', { signal: controller.signal });
    second.catch(() => undefined);
    void first.then(() => controller.abort(REASON));
    await outcomeOf(first);
    await expect(second).rejects.toBe(REASON);
    expect(await outcomeOf(ask('/2'))).toEqual({ answer: GOOD });
  });
});

it('the client reports each wait once', async () => {
  respond = (_, response) =>
    requested === 1
      ? void response.writeHead(503, { 'retry-after': '7' }).end()
      : good()({} as never, response as never);
  const fields: unknown[] = [];
  const ask = requests({
    onWait(wait) {
      fields.push(wait);
      waits.push(wait.seconds);
    },
  });
  expect(await outcomeOf(ask('/status'))).toEqual({ answer: GOOD });
  expect(fields).toEqual([{ reason: 'busy', seconds: 7 }]);
});
