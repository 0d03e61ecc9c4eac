/** Generates hostile requests for a door from its own description and examples. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { hostileTexts } from '../../../bench/search/hostile-queries.ts';
import { methodsOf } from '../../../src/core/http/door-route.ts';
import type { Door } from '../../../src/core/http/door.ts';
import type { Answer } from '../../core/http/serving.ts';
import { encoded, HOSTILE_TEXTS } from '../../core/http/hostile-values.ts';

export interface HostileRequest {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly mediaType?: string;
  readonly body?: string;
}

const FREQUENT = {
  common: ['johann', 'goethe', 'maria', 'universität', 'köln'],
  short: ['von', 'der', 'st', 'j', 'm'],
};

/** Hostile texts before they are encoded. */
export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: hostileTexts(FREQUENT) },
  { weight: 1, arbitrary: fc.string({ minLength: 500, maxLength: 1_500 }) },
  { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
);

const inPath = encoded(hostileText).map((text) => text.replaceAll('?', '_'));
const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.5,
  [],
  {},
  [[[[]]]],
  { id: 1 },
  { __proto__: 'x' },
  { toString: 1, valueOf: 1 },
];

/** Any request to the address of a door, with any of its methods. */
export function hostileRequests(door: Door): fc.Arbitrary<HostileRequest> {
  const targets = door.examples.map((example) => (typeof example === 'string' ? example : example.target));
  const given = targets.flatMap((target) => [...new URLSearchParams(target.split('?')[1])]);
  const names = [...new Set([...Object.keys(door.parameters.shape), ...given.map(([name]) => name), 'no-such-name'])];
  const usual = fc.constantFrom(...given.map(([, value]) => value), '118540238', '1');
  const pair = fc.tuple(fc.constantFrom(...names), encoded(fc.oneof(hostileText, usual))).map((one) => one.join('='));
  const query = fc.array(pair, { maxLength: 3 }).map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
  const ofExample = fc.constantFrom(...targets.map((target) => target.split('?')[0] ?? ''));
  const ofPattern = inPath.map((segment) => door.path.replace(/\{[^}]+\}/, () => segment));
  const path = door.path.includes('{') ? fc.oneof(ofExample, ofPattern) : ofExample;
  const target = fc.oneof(
    fc.constantFrom(...targets),
    fc.tuple(path, query).map((parts) => parts.join('')),
  );
  const get = fc.record({ method: fc.constant('GET' as const), target });
  if (!methodsOf(door).includes('POST')) return get;
  const seeds = door.examples.flatMap((example) => (typeof example === 'string' ? [] : [example.body]));
  const mediaTypes = [...door.parameters.bodies, 'text/plain; charset=utf-16', 'a/b;c=', ''];
  const mediaType = fc.constantFrom(...mediaTypes);
  const post = fc.record({ method: fc.constant('POST' as const), target, mediaType, body: bodies(seeds) });
  return fc.oneof({ weight: 1, arbitrary: get }, { weight: 3, arbitrary: post });
}

/** Bodies of the examples with parts replaced, repeated, nested or cut off, and other texts. */
function bodies(seeds: readonly string[]): fc.Arbitrary<string> {
  if (seeds.length === 0) return hostileText;
  const seed = fc.constantFrom(...seeds);
  const replacement = fc.oneof(hostileText.map((text) => JSON.stringify(text)), fc.constantFrom(...VALUES).map((value) => JSON.stringify(value))); // prettier-ignore
  return fc.oneof(
    fc.tuple(seed, replacement, fc.nat()).map(([body, value, at]) => exchangePart(body, value, at)),
    fc.tuple(seed, fc.nat()).map(([body, at]) => body.slice(0, at % (body.length + 1))),
    fc.tuple(seed, fc.integer({ min: 2, max: 60 })).map(([body, times]) => `[${Array(times).fill(body).join(',')}]`),
    fc.tuple(seed, fc.integer({ min: 1, max: 20_000 })).map(([body, depth]) => '['.repeat(depth) + body),
    fc.tuple(seed, replacement, fc.nat()).map(([body, value, at]) => encodeURI(exchangePart(body, value, at))),
    hostileText,
    seed,
  );
}

/** Replaces one of the strings and numbers of a text. */
function exchangePart(body: string, value: string, at: number): string {
  const parts = [...body.matchAll(/"(?:[^"\\]|\\.)*"|\b\d+\b|(?<==)[^&]*/g)];
  const part = parts[at % Math.max(parts.length, 1)];
  return part === undefined ? value : body.slice(0, part.index) + value + body.slice(part.index + part[0].length);
}

/** The answer contains no script or field that was sent, and no internals. */
export function expectHarmless(answer: Answer, target: string): void {
  const { headers, status, text } = answer;
  const type = headers['content-type'] ?? '';
  expect(headers['set-cookie'], target).toBeUndefined();
  expect(headers['x-content-type-options'], target).toBe('nosniff');
  if (/html|xml/.test(type)) expect(text, target).not.toMatch(/<script>alert|<img src=x|href="javascript:/i);
  if (/problem/.test(type) && text !== '') expect(answer.json(), target).toMatchObject({ status });
  if (/callback=/.test(target) && /javascript/.test(type))
    expect(text, target).toMatch(/^\/\*\*\/[\w$.]+\([[{].*\);$/su);
  expect(text, target).not.toMatch(/node_modules|\/src\/|\.ts:\d/);
}
