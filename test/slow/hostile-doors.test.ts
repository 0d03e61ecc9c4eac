/** Two thousand hostile requests to all doors of a server: each is answered or refused, and memory does not grow. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openDoors } from '../../src/cli/doors.ts';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import { expectHarmless, hostileRequests, type HostileRequest } from '../extras/doors/hostile-requests.ts';
import { endProcesses, type Serving, startProcess } from '../e2e/process.ts';
import { type Answer, send } from '../core/http/serving.ts';
import { dumpSnapshot } from '../build/runs/running.ts';
import { temporaryForFile } from '../temporary.ts';

const REQUESTS = 2_000;
const AT_A_TIME = 4;
/** MiB by which memory may grow after the warm-up: garbage on a heap without a reason to shrink. */
const ROOM = 96;

const dumps = temporaryForFile();
const doors = (await openDoors({ release: '1.2.3', dumps })).filter(({ examples }) => examples.length > 0);
let server: Serving;
beforeAll(async () => {
  await dumpSnapshot(await locateSnapshot(inject('sample')), { out: dumps });
  const quotas = ['--exempt-networks', '127.0.0.0/8', '--access-log', 'off'];
  server = await startProcess(['serve', '--snapshot', inject('sample'), '--dumps', dumps, '--port', '0', ...quotas]);
});
afterAll(endProcesses);

async function ask({ method, target, mediaType, body }: HostileRequest): Promise<Answer> {
  const headers = {
    accept: 'application/json, text/event-stream, */*',
    ...(mediaType && { 'content-type': mediaType }),
  };
  const { port } = new URL(server.url);
  for (;;) {
    const answer = await send(Number(port), target, { method, headers, ...(body !== undefined && { body }) });
    // A busy machine answers 503 with Retry-After.
    if (answer.status !== 503 || answer.headers['retry-after'] === undefined) return answer;
  }
}

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

it('hostile requests are answered or refused by every door, and do not increase memory', async () => {
  const ofEach = Math.ceil(REQUESTS / 2 / doors.length);
  const used: number[] = [];
  const statuses = new Map<string, Set<number>>();
  for (const seed of [20_261_121, 20_261_122]) {
    const requests = doors.flatMap((door) =>
      fc.sample(hostileRequests(door), { numRuns: ofEach, seed }).map((request) => ({ door, request })),
    );
    const queue = requests.values();
    const client = async () => {
      for (const { door, request } of queue) {
        const answer = await ask(request);
        const shown = JSON.stringify(request).slice(0, 2_000);
        expect(answer.status, shown).toBeLessThan(500);
        expectHarmless(answer, shown);
        statuses.set(door.path, (statuses.get(door.path) ?? new Set()).add(answer.status));
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, client));
    used.push(memory());
  }
  // No door refused all of its requests, so the test reached more than an early refusal.
  for (const [path, seen] of statuses)
    expect([...seen], path).toSatisfy((all: number[]) => all.some((one) => one < 400));
  expect((used[1] ?? 0) - (used[0] ?? 0)).toBeLessThan(ROOM);
  expect(server.output()).not.toMatch(/"level":[56]0/);
});
