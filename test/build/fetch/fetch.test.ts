/** Fetches from servers that fail in every way: the verdict is right, and the last good copy stays. */
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { fetchSources } from '../../../src/build/sources/fetch/fetch-sources.ts';
import { fetchSource } from '../../../src/build/sources/fetch/fetch-source.ts';
import { PLAUSIBILITY_DEFAULTS, type RegisteredSource } from '../../../src/build/sources/register/register.ts';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';
import { copyInUse, folderOf, IMPATIENT, look, options, PATIENT, placeForTest, source, stateOf } from './fetching.ts';
import {
  type Behaviour,
  body,
  cut,
  cutChunks,
  dripping,
  endless,
  gzipBomb,
  HEADER,
  identifiers,
  list,
  PAGE,
  redirect,
  serverForTest,
  silent,
  stalled,
  startServer,
  status,
  validated,
} from './misbehaving-server.ts';
import { forFile } from '../../for-file.ts';

const GOOD = list(1_000);

/** Answers that only the end of the connection ends, one after the other. */
function unmarked(...answers: readonly string[]): Behaviour {
  let sent = 0;
  return ({ socket }) => {
    socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${answers[sent % answers.length]}`);
    sent += 1;
  };
}

it.each([
  ['as long as the one before', [list(1_000)], 'accepted'],
  ['as long as the one before, after one that was cut', [list(900), list(1_000), list(1_000)], 'accepted'],
  [
    'as long but for a counter',
    [list(1_000).replace('\n', '\n# visit 9\n'), list(1_000).replace('\n', '\n# visit 10\n')],
    'accepted',
  ],
  ['longer each time', [list(900), list(950), list(1_000)], 'failed'],
])('an answer whose end nothing marks may have been cut: %s', async (_, answers, result) => {
  const { sources, answered } = await placeForTest();
  const outcome = await answered(unmarked(...answers), undefined, { retries: 2 });
  expect([outcome.result, outcome.reason]).toEqual([result, result === 'failed' ? 'truncated' : undefined]);
  expect((await copyInUse(sources))?.replace(/# visit \d+\n/, '')).toBe(result === 'failed' ? undefined : list(1_000));
});

/** Answers that follow a good list of 1,000 lines, and their verdicts. */
const MISBEHAVIOURS: readonly (readonly [what: string, result: string, behaviour: Behaviour])[] = [
  ['an HTML page with status 200', 'held html', body(PAGE)],
  ['an HTML page that is called text/plain and gzipped', 'held html', body(gzipSync(PAGE))],
  ['zero bytes', 'failed empty', body('')],
  ['a header and no links', 'held zero_links', body(HEADER)],
  ['a header and lines without identifiers', 'held no_ids', body(`${HEADER}${'NULL\n'.repeat(1_000)}`)],
  [
    'a list whose target is none',
    'held zero_links',
    body(list(1_000).replace('https://example.org/person/', 'person')),
  ],
  ['text without header and identifiers', 'held wrong_format', body('Site under construction\nplease come back\n')],
  [
    'a list for another register',
    'held wrong_format',
    body(list(1_000, '#FORMAT: BEACON\n#PREFIX: http://viaf.org/viaf/\n')),
  ],
  ['a loss of 11 %', 'held below_share', body(list(889))],
  ['a list that was shortened', 'held list_shortened', body(`${list(1_001)}...\n`)],
  ['the same with a new TIMESTAMP', 'unchanged', body(list(1_000, `${HEADER}#TIMESTAMP: 2026-11-20\n`))],
  ['the same with another tag', 'unchanged', body(GOOD, { etag: '"other"' })],
  ['the same lines in another order', 'unchanged', body(`${HEADER}${identifiers(1_000).toReversed().join('\r\n')}`)],
  ['the same with lines that cannot be read', 'unchanged', body(`${GOOD}${'none\n'.repeat(64)}`)],
  ['the same with its last line again', 'unchanged', body(`${GOOD}${identifiers(1_000).at(-1)}\n`)],
  [
    'the same with URIs as identifiers',
    'unchanged',
    body(
      HEADER +
        identifiers(1_000)
          .map((id) => `https://d-nb.info/gnd/${id}\n`)
          .join(''),
    ),
  ],
  ['the same, packed', 'unchanged', body(gzipSync(GOOD))],
  ['the same in Content-Encoding gzip, unasked', 'unchanged', body(gzipSync(GOOD), { 'content-encoding': 'gzip' })],
  ['an encoding nobody asked for', 'failed wrong_format', body(GOOD, { 'content-encoding': 'br' })],
  ['304', 'failed http_304', status(304)],
  ['204', 'failed http_204', status(204)],
  ['404', 'failed http_404', status(404)],
  ['500', 'failed http_500', status(500)],
  ['no answer at all', 'failed timeout', silent],
  ['a stall in the middle', 'failed timeout', stalled],
  ['an end in the middle', 'failed truncated', cut(list(1_100), 5_000)],
  ['an end in the middle of a chunked answer', 'failed truncated', cutChunks(list(950))],
  ['gzip that is cut off', 'failed truncated', body(gzipSync(list(1_100)).subarray(0, -500))],
  ['gzip that is damaged', 'failed unreadable', body(damaged(gzipSync(list(1_100))))],
  ['a gzip bomb', 'failed too_large', gzipBomb(5)],
  ['an endless body', 'failed too_large', endless],
  ['an announced size beyond all bounds', 'failed too_large', body(GOOD, { 'content-length': '9999999999' })],
  ['a ZIP archive', 'held wrong_format', body(Buffer.from('504b0304140000000800', 'hex'))],
  ['Latin-1 that claims to be UTF-8', 'accepted', body(latin1(list(1_100, `${HEADER}#NAME: Künstler\n`)))],
  ['a redirect loop', 'failed redirect_loop', redirect('/list')],
  ['redirects without end', 'failed redirect_loop', onward],
  ['a header beyond all bounds', 'failed bad_answer', body(GOOD, { 'x-much': 'x'.repeat(40_000) })],
  ['a redirect to a file', 'failed unsupported_scheme', redirect('file:///etc/passwd')],
  ['a redirect to another scheme', 'failed unsupported_scheme', redirect('ftp://example.org/list')],
  ['a redirect to nowhere', 'failed bad_redirect', redirect('http://')],
  ['a redirect to two addresses', 'failed http_302', (_, answer) => void answer.writeHead(302, ['location', '/a', 'location', '/b']).end()], // prettier-ignore
  ['no HTTP', 'failed bad_answer', (request) => void request.socket.end('hello, this is no HTTP\r\n\r\n')],
  ['a dropped connection', 'failed connection_reset', (request) => void request.socket.destroy()],
];

/** Every address redirects to a longer one. */
function onward(request: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(302, { location: `${request.url ?? ''}${request.url?.includes('?') === true ? '1' : '?1'}` })
    .end();
}

function damaged(bytes: Buffer): Buffer {
  bytes.fill(0xff, 60, 160);
  return bytes;
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

describe('after a good list', () => {
  const server = forFile(startServer);
  let entry: RegisteredSource;
  const before = temporaryForFile();
  beforeAll(async () => {
    entry = source(`${server.url}/list`, { guard: { ...PLAUSIBILITY_DEFAULTS, maximumBytes: 2_000_000 } });
    server.on('/list', body(GOOD));
    expect(await look(before, entry, '2026-11-14')).toMatchObject({ result: 'accepted', ids: 1_000 });
  });

  it.each(MISBEHAVIOURS)('%s is %s', async (_, result, behaviour) => {
    const [verdict, reason] = result.split(' ');
    const sources = temporaryDirectory();
    cpSync(before, sources, { recursive: true });
    server.on('/list', behaviour);
    const timeOuts = reason === 'timeout' ? IMPATIENT : PATIENT;
    const outcome = await look(sources, entry, undefined, { timeOuts });

    expect([outcome.result, outcome.reason]).toEqual([verdict, reason]);
    expect(outcome.hasCopy).toBe(true);
    if (verdict !== 'accepted') expect(await copyInUse(sources)).toBe(GOOD);
    const { accepted, lastCheck, problemSince } = await stateOf(sources);
    expect(lastCheck).toMatchObject({ at: '2026-11-21T03:00:00.000Z', verdict });
    expect(problemSince === undefined).toBe(verdict === 'accepted' || verdict === 'unchanged');
    expect(accepted?.retrievedAt.slice(0, 10)).toBe(verdict === 'accepted' ? '2026-11-21' : '2026-11-14');
    // The reason is a sentence for people, without address or path.
    if (reason !== undefined) expect(outcome.sentence).toMatch(/^[A-Z].*\.$/);
    expect(outcome.sentence ?? '').not.toMatch(/127\.0\.0\.1|\/tmp|undefined/);

    server.on('/list', body(GOOD));
    const back = await look(sources, entry, '2026-11-22');
    if (verdict !== 'accepted') expect(back.result).toBe('unchanged');
    const files = readdirSync(folderOf(sources)).filter((name) => /^(?:accepted|incoming)/.test(name));
    expect(files).toHaveLength(1);
  });
});

describe('conditional requests', () => {
  it('that are answered with 304 count as unchanged', async () => {
    const { server, sources, entry, answered } = await placeForTest();
    await answered(validated(GOOD, '"v1"'), '2026-11-14');
    expect(await look(sources, entry)).toMatchObject({ result: 'unchanged', bytes: 0 });
    expect(server.requests[1]?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'accept-encoding': 'identity',
      'user-agent': 'gnd-links/test',
    });
    expect((await stateOf(sources)).accepted).toMatchObject({ observedSince: '2026-11-14', etag: '"v1"' });
  });

  it('send no empty validator', async () => {
    const { server, sources, entry, answered } = await placeForTest();
    const date = 'Sat, 14 Nov 2026 00:00:00 GMT';
    await answered(body(GOOD, { etag: '', 'last-modified': date }), '2026-11-14');
    await look(sources, entry);
    expect(server.requests[1]?.headers).toMatchObject({ 'if-modified-since': date });
    expect(server.requests[1]?.headers).not.toHaveProperty('if-none-match');
  });

  it('send the validator of a held file, so that it is not fetched again, and stays held', async () => {
    const { sources, entry, answered } = await placeForTest();
    await answered(validated(GOOD, '"v1"'), '2026-11-14');
    expect(await answered(validated(list(600), '"v2"'), '2026-11-15')).toMatchObject({ result: 'held' });
    expect(await look(sources, entry, '2026-11-16')).toMatchObject({ result: 'held', reason: 'below_share', bytes: 0 });
    expect((await stateOf(sources)).problemSince).toMatch(/^2026-11-15/);
    // The register now allows the loss, and no further download is needed.
    const lenient = { ...entry, guard: { ...PLAUSIBILITY_DEFAULTS, minimumShare: 0.5 } };
    expect(await look(sources, lenient, '2026-11-17')).toMatchObject({ result: 'accepted', ids: 600, bytes: 0 });
    expect(await copyInUse(sources)).toBe(list(600));
  });

  it('are not sent to another address', async () => {
    const server = await serverForTest();
    const sources = temporaryDirectory();
    server.on('/old', validated(GOOD, '"v1"'));
    server.on('/new', validated(list(1_001), '"v1"'));
    await look(sources, source(`${server.url}/old`));
    expect(await look(sources, source(`${server.url}/new`))).toMatchObject({ result: 'accepted', ids: 1_001 });
  });
});

describe('the content', () => {
  it('keeps its first day while only bytes change, and gets a new day when a pair changes', async () => {
    const { sources, answered } = await placeForTest();
    const since = async (day: string, text: string): Promise<readonly (string | undefined)[]> => {
      const { result } = await answered(body(text), day);
      const { accepted } = await stateOf(sources);
      return [result, accepted?.observedSince, accepted?.retrievedAt.slice(0, 10)];
    };
    const lines = identifiers(10);
    expect(await since('2026-01-01', list(10))).toEqual(['accepted', '2026-01-01', '2026-01-01']);
    expect(await since('2026-02-01', `#NAME: A list\n${list(10)}`)).toEqual(['unchanged', '2026-01-01', '2026-01-01']);
    const counted = `${HEADER}${lines.map((id, index) => `${id}|${index + 1}`).join('\n')}\n`;
    expect(await since('2026-03-01', counted)).toEqual(['accepted', '2026-01-01', '2026-03-01']);
    const longer = `${counted}${identifiers(1, 10)[0]}|7\n`;
    expect(await since('2026-04-01', longer)).toEqual(['accepted', '2026-04-01', '2026-04-01']);
    const moved = list(11).replace('example.org', 'example.com');
    expect(await since('2026-05-01', moved)).toEqual(['accepted', '2026-05-01', '2026-05-01']);
  });

  it.each([
    ['2026-11-01', '2026-11-01'],
    ['2026-11-21', undefined],
    ['2026-12-11', undefined],
    ['2022-13-04', undefined],
    ['', undefined],
  ])('with time stamp %s has the declared date %s', async (stamp, day) => {
    const { sources, answered } = await placeForTest();
    await answered(body(list(10, `${HEADER}#TIMESTAMP: ${stamp}\n`)));
    expect((await stateOf(sources)).accepted?.declaredDate).toBe(day);
  });

  it('has the same first day when the register changes the meaning of the same file', async () => {
    const { sources, entry, answered } = await placeForTest();
    await answered(body(list(60)), '2026-11-01');
    const other = { ...entry, beacon: { targetOverride: 'https://example.org/new/{ID}' } };
    expect(await look(sources, other)).toMatchObject({ ids: 60 });
    expect((await stateOf(sources)).accepted?.observedSince).toBe('2026-11-01');
  });
});

describe('settings that were corrected', () => {
  const targetless = list(200).replace('https://example.org/person/', '');
  const target = { targetOverride: 'https://example.org/new/{ID}' };

  it.each([
    ['the first copy', undefined],
    ['a later copy', list(200)],
  ])('release a held list without another download: %s', async (_, former) => {
    const { sources, entry, answered } = await placeForTest();
    if (former !== undefined) await answered(body(former), '2026-11-14');
    expect(await answered(validated(targetless, '"v2"'), '2026-11-15')).toMatchObject({
      result: 'held',
      reason: 'zero_links',
    });
    const corrected = { ...entry, beacon: target };
    expect(await look(sources, corrected, '2026-11-16')).toMatchObject({ result: 'accepted', ids: 200, bytes: 0 });
    expect(await copyInUse(sources)).toBe(targetless);
    expect((await stateOf(sources)).held).toBeUndefined();
  });

  it('state anew why a list is held, and keep it if they cannot read it', async () => {
    const { sources, entry, answered } = await placeForTest();
    await answered(validated(targetless.concat('none\n'.repeat(50)), '"v1"'), '2026-11-14');
    const corrected = { ...entry, beacon: target };
    const reason = 'too_many_unreadable';
    expect(await look(sources, corrected, '2026-11-15')).toMatchObject({ result: 'held', reason, bytes: 0 });
    expect((await stateOf(sources)).held).toMatchObject({ statements: 200, unreadable: 50, reason });
    const strange = { ...corrected, origin: { ...corrected.origin, format: 'skos-jsonld' as const } };
    expect(await look(sources, strange, '2026-11-16')).toMatchObject({ bytes: 0, hasCopy: false });
    expect(await look(sources, corrected, '2026-11-17')).toMatchObject({ result: 'held', reason, bytes: 0 });
  });

  it('never take away the copy in use while the list is unmodified', async () => {
    const { sources, entry, answered } = await placeForTest();
    await answered(body(list(100)), '2026-11-14');
    expect(await answered(validated(list(120), '"v2"'), '2026-11-15')).toMatchObject({ result: 'accepted', ids: 120 });
    const before = await stateOf(sources);
    const wrong = { ...entry, beacon: { targetToken: 'third' as const } };
    expect(await look(sources, wrong, '2026-11-16')).toMatchObject({ result: 'unchanged', bytes: 0 });
    expect(await copyInUse(sources)).toBe(list(120));
    expect((await stateOf(sources)).accepted).toEqual(before.accepted);
  });

  it('drop a held list with the content of the copy in use', async () => {
    const { server, sources, entry, answered } = await placeForTest();
    await answered(body(list(200)), '2026-11-14');
    server.on('/list', validated(`# A remark\n${list(200)}`, '"v2"'));
    const wrong = { ...entry, beacon: { targetToken: 'third' as const } };
    expect(await look(sources, wrong, '2026-11-15')).toMatchObject({ result: 'held', reason: 'zero_links' });
    expect(await look(sources, entry, '2026-11-16')).toMatchObject({ result: 'unchanged', bytes: 0 });
    const { held, accepted } = await stateOf(sources);
    expect([held, accepted?.etag, accepted?.observedSince]).toEqual([undefined, '"v2"', '2026-11-14']);
  });

  it('count for the copy in use, too, when a new one is compared with it', async () => {
    const { server, sources, entry, answered } = await placeForTest();
    const half = (more: number) => `${list(500)}${identifiers(500 + more, 500).join('||p\n')}||p\n`;
    expect(await answered(body(half(0)), '2026-11-14')).toMatchObject({ result: 'accepted', ids: 1_000 });
    const guard = { ...PLAUSIBILITY_DEFAULTS, maximumUnreadable: 0.6 };
    const stricter = { ...entry, guard, beacon: { targetToken: 'third' as const } };
    server.on('/list', body(half(1)));
    expect(await look(sources, stricter, '2026-11-15')).toMatchObject({ result: 'accepted', ids: 501 });
    server.on('/list', body(half(-100)));
    const lost = {
      result: 'held',
      sentence: expect.stringMatching(/^The copy in use has 501 identifiers, the new file only 400;/) as string,
    };
    expect(await look(sources, stricter, '2026-11-16')).toMatchObject(lost);
  });
});

describe('an interrupted download', () => {
  it('is continued where it stopped when the server still has the same file', async () => {
    const { server, sources, answered } = await placeForTest();
    expect(await answered(cut(GOOD, 4_000, { etag: '"v1"' }))).toMatchObject({ result: 'failed', reason: 'truncated' });
    expect(await answered(validated(GOOD, '"v1"'))).toMatchObject({ result: 'accepted', ids: 1_000 });
    expect(server.requests.at(-1)?.headers).toMatchObject({ range: 'bytes=4000-', 'if-range': '"v1"' });
    expect(await copyInUse(sources)).toBe(GOOD);
  });

  it('stays incomplete when a range ends early, and is continued later', async () => {
    const { server, sources, answered } = await placeForTest();
    await answered(body(GOOD), '2026-11-14');
    const next = list(1_020);
    await answered(cut(next, 4_000, { etag: '"v2"' }), '2026-11-15');
    expect(await answered(validated(next, '"v2"', 9_800), '2026-11-16')).toMatchObject({
      result: 'failed',
      reason: 'truncated',
    });
    expect(await copyInUse(sources)).toBe(GOOD);
    expect(await answered(validated(next, '"v2"'), '2026-11-17')).toMatchObject({ result: 'accepted', ids: 1_020 });
    expect(server.requests.at(-1)?.headers.range).toBe('bytes=9800-');
  });

  it.each<[string, Behaviour]>([
    ['the server has another file', validated(GOOD, '"v2"')],
    ['the range does not fit', unlessRanged((_, response) => void response.writeHead(416).end())],
    ['the range is of another size', unlessRanged(ranged('bytes 4000-4009/5000'))],
    ['the range is of an unknown size', unlessRanged(ranged('bytes 4000-4009/*'))],
    ['the range has another offset', unlessRanged(ranged(`bytes 3999-${GOOD.length - 1}/${GOOD.length}`))],
  ])('starts over when %s', async (_, behaviour) => {
    const { sources, answered } = await placeForTest();
    await answered(cut(GOOD, 4_000, { etag: '"v1"' }));
    expect(await answered(behaviour)).toMatchObject({ result: 'accepted', ids: 1_000 });
    expect(await copyInUse(sources)).toBe(GOOD);
  });

  function ranged(range: string): Behaviour {
    return (_, response) => void response.writeHead(206, { etag: '"v1"', 'content-range': range }).end('118500000\n');
  }

  function unlessRanged(behaviour: Behaviour): Behaviour {
    return (request, response) => (request.headers.range === undefined ? body(GOOD) : behaviour)(request, response);
  }

  it('is not continued with a weak validator', async () => {
    const { server, answered } = await placeForTest();
    await answered(cut(GOOD, 4_000, { etag: 'W/"v1"' }));
    await answered(body(GOOD));
    expect(server.requests.at(-1)?.headers.range).toBeUndefined();
  });

  it('is repeated after a pause, and continued, within one fetch', async () => {
    const { server, sources, answered } = await placeForTest();
    const ways = [status(503, { 'retry-after': '0' }), cut(GOOD, 4_000, { etag: '"v1"' }), stalled];
    const inTurn: Behaviour = (request, response) => (ways.shift() ?? validated(GOOD, '"v1"'))(request, response);
    const outcome = await answered(inTurn, undefined, { retries: 9, timeOuts: IMPATIENT });
    expect(outcome).toMatchObject({ result: 'accepted', ids: 1_000 });
    expect(server.requests.length).toBeGreaterThan(3);
    expect(await copyInUse(sources)).toBe(GOOD);
  });

  it('is not repeated after a permanent failure', async () => {
    const { server, answered } = await placeForTest();
    await answered(status(404), undefined, { retries: 5 });
    expect(server.requests).toHaveLength(1);
  });

  it('ends at the total time-out, even while bytes arrive', async () => {
    const { server, answered } = await placeForTest();
    const timeOuts = { ...PATIENT, total: 200 };
    const outcome = await answered(dripping, undefined, { retries: 3, timeOuts });
    expect(outcome).toMatchObject({ reason: 'timeout', sentence: 'The server did not finish within 0.2 s.' });
    expect(server.requests).toHaveLength(1);
  });

  it('ends when it is aborted, and keeps the former copy', async () => {
    const { server, sources, entry, answered } = await placeForTest();
    await answered(body(GOOD));
    const stop = new AbortController();
    server.on('/list', (request, response) => {
      stalled(request, response);
      stop.abort(new Error('enough'));
    });
    await expect(fetchSource(entry, options(sources, { signal: stop.signal }))).rejects.toThrow('enough');
    expect(await copyInUse(sources)).toBe(GOOD);
    expect((await stateOf(sources)).lastCheck?.verdict).toBe('accepted');
  });
});

describe('the origin of a file', () => {
  it('may be the target of redirects', async () => {
    const { server, sources, entry } = await placeForTest();
    const other = await serverForTest();
    server.on('/list', redirect(`${other.url}/moved?a=b`, 301));
    other.on('/moved?a=b', redirect('/finally', 308));
    other.on('/finally', body(GOOD));
    expect(await look(sources, entry)).toMatchObject({ result: 'accepted' });
  });

  it('is the newest name that an index page lists', async () => {
    const server = await serverForTest();
    const sources = temporaryDirectory();
    const index = { url: `${server.url}/opendata/`, pattern: 'list_(\\d{8})\\.txt' };
    const entry = source('', { origin: { publisher: 'Test', format: 'beacon', index } });
    server.on('/opendata/', body('<a href="list_20250101.txt">old</a><a href="./list_20260217.txt">new</a>'));
    server.on('/opendata/list_20260217.txt', validated(GOOD, '"a"'));
    expect(await look(sources, entry)).toMatchObject({ result: 'accepted' });
    expect((await stateOf(sources)).accepted?.url).toBe(`${server.url}/opendata/list_20260217.txt`);
    expect(await look(sources, entry)).toMatchObject({ result: 'unchanged', bytes: 0 });
    server.on('/opendata/', body('<a href="other.txt">gone</a>'));
    expect(await look(sources, entry)).toMatchObject({ result: 'failed', reason: 'not_listed' });
    expect(existsSync(join(folderOf(sources), 'incoming-index'))).toBe(false);
  });
});

describe('many sources', () => {
  it('report their sizes and their bytes', async () => {
    const server = await serverForTest();
    const entries = ['a', 'b'].map((key) => source(`${server.url}/${key}`, { key }));
    for (const { key } of entries) server.on(`/${key}`, body(GOOD));
    const events: (readonly unknown[])[] = [];
    await fetchSources(entries, options(temporaryDirectory()), {
      onStart: (...event) => events.push(event),
      onBytes: (...event) => events.push(event),
    });
    for (const key of ['a', 'b']) {
      const [total, ...received] = events.filter(([of]) => of === key).map(([, count]) => Number(count));
      expect([total, received.reduce((sum, count) => sum + count, 0)]).toEqual([GOOD.length, GOOD.length]);
    }
  });

  it('are fetched from several hosts simultaneously, and from each host one at a time', async () => {
    const servers = await Promise.all(Array.from({ length: 5 }, serverForTest));
    const sources = temporaryDirectory();
    const open = new Map<number, number>();
    let most = 0;
    let hosts = 0;
    const waiting: (() => void)[] = [];
    const later = async () => {
      for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
    };
    for (const server of servers) {
      for (const path of ['/a', '/b', '/c']) {
        server.on(path, (request, response) => {
          open.set(server.port, (open.get(server.port) ?? 0) + 1);
          most = Math.max(most, open.get(server.port) ?? 0);
          hosts = Math.max(hosts, [...open.values()].filter((count) => count > 0).length);
          const answer = (): void => {
            open.set(server.port, (open.get(server.port) ?? 0) - 1);
            body(GOOD)(request, response);
          };
          // The first answers wait until four hosts have been asked, and then for a fifth, which must not be.
          waiting.push(answer);
          if (waiting.length > 3 || hosts > 3) void later().then(() => waiting.splice(0).forEach((go) => go()));
        });
      }
    }
    const entries = servers.flatMap(({ url, port }) =>
      ['a', 'b', 'c'].map((path) => source(`${url}/${path}`, { key: `${path}-${port}` })),
    );
    const outcomes = await fetchSources(entries, options(sources));
    expect(outcomes.map(({ key, result }) => [key, result])).toEqual(entries.map(({ key }) => [key, 'accepted']));
    expect([most, hosts]).toEqual([1, 4]);
  });

  it('are not fetched when they are retired, local, not due, or in a dry run', async () => {
    const { server, sources, entry, answered } = await placeForTest();
    await answered(body(GOOD), '2026-11-20');
    const reason = { de: 'abgeschaltet', en: 'switched off' };
    const entries = [
      entry,
      { ...entry, key: 'gone', state: 'retired' as const, retired: { since: '2024-01-06', reason } },
      { ...entry, key: 'own', file: '/nowhere' },
    ];
    const outcomes = await fetchSources(entries, options(sources, { force: false }));
    expect(outcomes.map(({ result }) => result)).toEqual(['not_due', 'retired', 'local']);
    const rehearsed = await fetchSources(entries, options(sources, { dryRun: true }));
    expect(rehearsed.map(({ result }) => result)).toEqual(['due', 'retired', 'local']);
    await fetchSources([{ ...entry, key: 'new' }], options(sources, { dryRun: true }));
    expect(existsSync(folderOf(sources, 'new'))).toBe(false);
    expect(server.requests).toHaveLength(1);
  });
});
