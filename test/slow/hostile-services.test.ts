/** Ten thousand hostile bodies for reconciliation and for the tools of language models: nothing fails, and memory stays. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createRandom, type Random } from '../../bench/random.ts';
import { endProcesses, type Serving, startProcess } from '../e2e/process.ts';

const ROUNDS = 4;
const BODIES_OF_A_ROUND = 2_500;
const AT_A_TIME = 4;
/** MiB by which memory may grow once it is warm: the garbage of a heap that has no reason to shrink. */
const ROOM = 96;

let server: Serving;
beforeAll(async () => {
  const quotas = ['--exempt-networks', '127.0.0.0/8', '--access-log', 'off'];
  server = await startProcess(['serve', '--snapshot', inject('sample'), '--port', '0', ...quotas]);
});
afterAll(endProcesses);

const TEXTS = [
  '',
  'Goethe',
  'a',
  '%',
  '\u0000',
  '\ud800',
  '__proto__',
  '‮',
  '𝔊',
  'x'.repeat(5_000),
  'ä '.repeat(2_000),
  '((((',
  'geb. geb. -1- ',
  '*',
  '118540238',
  'Müller, Hans 1900-',
  ',,,,',
  '"] }',
];
const VALUES = [null, true, -1, 1e308, 0.5, [], {}, [[[[]]]], { id: 1 }, { id: 'x' }];
const KEYS =
  'query queries q0 type limit properties pid v ids id settings conditions matchType propertyValue jsonrpc method params name arguments _meta __proto__'.split(
    ' ',
  );
const SEEDS: readonly unknown[] = [
  { q0: { query: 'Goethe', type: 'Person', limit: 3, properties: [{ pid: 'dateOfBirth', v: '1749' }] } },
  { ids: ['118540238'], properties: [{ id: 'wikidata', settings: { limit: '1' } }] },
  { queries: [{ conditions: [{ matchType: 'name', propertyValue: 'Goethe' }] }] },
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'match_names', arguments: { names: [{ name: 'Goethe' }] } },
  },
  { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } } },
];

/** The value with some of its parts exchanged, left out, repeated or nested. */
function mutated(value: unknown, random: Random, depth = 0): unknown {
  const pick = random.below(40);
  if (pick === 0) return random.pick(TEXTS);
  if (pick === 1) return random.pick(VALUES);
  if (pick === 2 && depth < 3) return Array.from({ length: 1 + random.below(60) }, () => value);
  if (Array.isArray(value)) return value.map((one) => mutated(one, random, depth + 1));
  if (typeof value !== 'object' || value === null) return random.below(6) === 0 ? random.pick(TEXTS) : value;
  const entries = Object.entries(value).map(([key, one]) => [
    random.below(40) === 0 ? random.pick(KEYS) : key,
    mutated(one, random, depth + 1),
  ]);
  return Object.fromEntries(entries.slice(random.below(30) === 0 ? 1 : 0)) as unknown;
}

/** JSON, or what once was JSON. */
function bodyOf(random: Random): string {
  const text = JSON.stringify(mutated(random.pick(SEEDS), random)) ?? '';
  const cut = random.below(10);
  if (cut === 0) return text.slice(0, random.below(text.length + 1));
  if (cut === 1) return '['.repeat(random.below(20_000)) + text;
  return text;
}

function requestOf(random: Random): readonly [path: string, type: string, body: string] {
  const body = bodyOf(random);
  const form = 'application/x-www-form-urlencoded';
  return random.pick([
    ['/reconcile', form, `queries=${encodeURIComponent(body.toWellFormed())}`],
    ['/reconcile', form, `queries=${body}`],
    ['/reconcile', form, `extend=${encodeURIComponent(body.toWellFormed())}`],
    ['/reconcile', 'text/plain', body],
    ['/mcp', 'application/json', body],
  ] as const) as readonly [string, string, string];
}

async function statusOf([path, type, body]: readonly [string, string, string]): Promise<number> {
  const headers = { 'content-type': type, accept: 'application/json, text/event-stream' };
  const answer = await fetch(server.url + path, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  // A busy machine: it says when to come again.
  if (answer.status === 503 && answer.headers.has('retry-after')) return statusOf([path, type, body]);
  return answer.status;
}

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

it('are refused or answered, and leave memory as it was', async () => {
  const random = createRandom(1);
  const used: number[] = [];
  const statuses = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const requests = Array.from({ length: BODIES_OF_A_ROUND }, () => requestOf(random)).values();
    const client = async () => {
      for (const request of requests) {
        const status = await statusOf(request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(status, JSON.stringify(request).slice(0, 2_000)).toBeLessThan(500);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, client));
    used.push(memory());
  }
  // Many are valid: this is no test of one early refusal.
  expect(statuses.get(200)).toBeGreaterThan(500);
  expect(statuses.get(400)).toBeGreaterThan(1_000);
  expect((used.at(-1) ?? 0) - (used[1] ?? 0)).toBeLessThan(ROOM);
  expect(server.output()).not.toMatch(/"level":[56]0/);
});
