/**
 * Random requests from the service's own description: the status is documented and never 5xx, the body fits its schema,
 * and HEAD agrees with GET. A failure prints the seed and path with which fast-check repeats it.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { IDS } from '../api/fixture.ts';
import { encoded, HOSTILE_TEXTS } from './hostile-values.ts';
import { DOCUMENT, validator, violations } from './contract.ts';
import { type Answer, type Ask, serveForFile } from './serving.ts';
import { anyCharacter } from '../../any-character.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly schema: {
    readonly type: string;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
    readonly enum?: readonly string[];
  };
}
interface Description {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters?: readonly Parameter[] } }>>;
}
const { paths } = DOCUMENT as unknown as Description;
const OPERATIONS = Object.entries(paths).map(([path, { get }]) => [path, get.parameters ?? []] as const);

const runs = <T>() => ({
  numRuns: 40,
  // Long addresses are cut, so seed and path come first.
  reporter(run: fc.RunDetails<T>) {
    const lines = (fc.defaultReportMessage(run) ?? '').split('\n').map(short);
    if (run.failed) throw new Error(lines.join('\n'), { cause: run.errorInstance });
  },
});
const short = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

const service = serveForFile();
let tags: readonly string[];
beforeAll(async () => {
  const good = [`/api/v1/gnd/${IDS.covered}/links`, '/api/v1/search?q=goethe', '/api/v1/sources'];
  tags = await Promise.all(good.map(async (path) => String((await service.get(path)).headers['etag'])));
});

const spite = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS, ...Object.values(IDS)) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 50 }) },
);

/** Texts that often fit the parameter's schema, or just miss it. */
function valueOf({ schema }: Parameter): fc.Arbitrary<string> {
  const { type, minimum = 0, maximum = 1000, minLength = 1, maxLength = 40, pattern, enum: values } = schema;
  if (type === 'integer') return fc.integer({ min: minimum - 2, max: maximum + 2 }).map(String);
  if (values !== undefined) return fc.constantFrom(...values);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  const words = fc.constantFrom('goethe', 'johann', 'Person', 'Work', ...Object.values(IDS));
  return fc.oneof(
    fc.array(words, { minLength: 1, maxLength: 101 }).map((list) => list.join(',')),
    fc.string({ unit: 'grapheme', minLength: Math.max(0, minLength - 1), maxLength: maxLength + 1 }),
  );
}

/** Known, repeated and unknown parameters. */
function query(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const pairs = parameters.map((parameter) =>
    encoded(fc.oneof({ weight: 3, arbitrary: valueOf(parameter) }, { weight: 1, arbitrary: spite })).map(
      (value) => `${parameter.name}=${value}`,
    ),
  );
  const unknown = fc.tuple(encoded(spite), encoded(spite)).map(([name, value]) => `${name}=${value}`);
  const likely = fc.tuple(...pairs.map((pair) => fc.option(pair, { nil: undefined, freq: 3 })));
  const unlikely = fc.array(fc.oneof(unknown, ...pairs), { maxLength: 2 });
  const more = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: unlikely });
  return fc
    .tuple(likely, more)
    .map(([known, rest]) => [...known.filter((pair) => pair !== undefined), ...rest])
    .map((all) => (all.length === 0 ? '' : `?${all.join('&')}`));
}

function target(path: string, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const segment = encoded(fc.oneof(spite, ...inPath.map(valueOf))).map((text) => text.replace(/[?# ]/g, '_'));
  return fc
    .tuple(segment, query(parameters.filter((parameter) => parameter.in === 'query')))
    .map(([text, tail]) => path.replace(/\{\w+\}/, () => text) + tail.replace(/[ #]/g, '_'));
}

/** Values of header fields that Node's own client can send. */
const fieldText = fc.string({ unit: fc.constantFrom(...Array.from('aW/"*,;=-0 .:é\t')) });
const headers = (): fc.Arbitrary<Record<string, string>> =>
  fc
    .record(
      {
        'if-none-match': fc.oneof(
          fc.constantFrom('*', '"x"', 'W/"x"', ...tags, tags.join(', '), `"a",${tags.join(',')}`),
          fieldText,
        ),
        'if-modified-since': fc.oneof(fc.constantFrom('Fri, 20 Nov 2026 00:00:00 GMT', 'yesterday', '0'), fieldText),
        'accept-encoding': fc.oneof(fc.constantFrom('gzip', 'br', 'zstd', '*;q=0', 'identity;q=0, br'), fieldText),
        accept: fc.oneof(fc.constantFrom('text/csv', 'image/png'), fieldText),
        range: fc.constantFrom('bytes=0-10', 'bytes=-1', 'lines=1'),
        'if-match': fc.constantFrom('*', '"x"'),
        origin: fc.constantFrom('null', 'https://example.org'),
        'x-forwarded-for': fieldText,
        traceparent: fieldText,
      },
      { requiredKeys: [] },
    )
    .map((fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim()])));

/** Fields that differ between two equal requests. */
const OWN = new Set(['date', 'x-request-id', 'ratelimit', 'server-timing', 'connection', 'keep-alive']);

function comparable({ headers: fields }: Answer, except: readonly string[] = []): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN.has(name) && !except.includes(name)));
}

/** The decoded answer, which has the schema of the uncompressed one. */
async function plain(path: string, answer: Answer, ask: Ask): Promise<Answer> {
  if (answer.headers['content-encoding'] === undefined) return answer;
  const { 'accept-encoding': _, ...rest } = ask.headers as Record<string, string>;
  const same = await service.get(path, { ...ask, headers: rest });
  return { ...same, headers: answer.headers };
}

it.each(OPERATIONS)('%s keeps the contract', async (path, parameters) => {
  await fc.assert(
    fc.asyncProperty(target(path, parameters), headers(), async (address, fields) => {
      const ask = { headers: fields };
      const answer = await service.get(address, ask);
      expect(answer.status, short(address)).toBeLessThan(500);
      expect(violations(path, await plain(address, answer, ask)), short(address)).toEqual([]);
      const head = await service.get(address, { method: 'HEAD', ...ask });
      expect([head.status, head.body.length], short(address)).toEqual([answer.status, 0]);
      // The age in a status can change between two requests.
      const except = path === '/api/v1/status' ? ['content-length'] : [];
      expect(comparable(head, except), short(address)).toEqual(comparable(answer, except));
    }),
    runs(),
  );
});

function expectProblem(answer: Pick<Answer, 'json'>, status: number): void {
  const validate = validator('/components/schemas/Problem');
  validate(answer.json());
  expect(validate.errors ?? []).toEqual([]);
  expect(answer.json()).toMatchObject({ status });
}

it('bytes that are almost HTTP are answered or refused', async () => {
  const junk = fc.string({ unit: fc.constantFrom(...Array.from('GET/ \t%?#&=.:\u0000\u007F\u00FFaä\r\n')) });
  const line = fc.tuple(
    fc.constantFrom('GET', 'get', 'HEAD', 'BREW', 'CONNECT'),
    junk,
    fc.constantFrom('1.1', '1.0', '9'),
  );
  await fc.assert(
    fc.asyncProperty(line, junk, async ([method, address, version], field) => {
      const bytes = `${method} /${address} HTTP/${version}\r\nHost: x\r\nX-Junk: ${field}\r\nConnection: close\r\n\r\n`;
      const raw = await service.raw(bytes);
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(raw)?.[1]);
      expect([200, 400, 404, 405, 431], JSON.stringify(bytes)).toContain(status);
      const [head = '', ...rest] = raw.split('\r\n\r\n');
      // An empty line in the random bytes ends the request, and the rest is another request with its own answer.
      const length = method === 'HEAD' ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      const body = Buffer.from(rest.join('\r\n\r\n')).subarray(0, length).toString();
      if (/application\/problem\+json/.test(head) && body !== '') {
        expectProblem({ json: () => JSON.parse(body) as unknown }, status);
      }
    }),
    {
      ...runs(),
      examples: [
        [['GET', 'G', '1.1'], '\r\n'],
        [['HEAD', 'G', '1.1'], '\r\n'],
      ],
    },
  );
});
