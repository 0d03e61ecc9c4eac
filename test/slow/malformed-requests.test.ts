/** Thousands of malformed requests on raw sockets: each gets a problem document, or its connection is closed. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createRandom } from '../../bench/random.ts';
import { endProcesses, type Serving, startProcess } from '../e2e/process.ts';
import { CASES, type MalformedCase } from './malformed-cases.ts';
import { type Answer, readAnswers } from './wire.ts';

const REQUESTS_OF_A_KIND = 300;
const AT_A_TIME = 20;
const SEED = 1;

let server: Serving;
beforeAll(async () => {
  const quotas = ['--exempt-networks', '127.0.0.0/8', '--access-log', 'off'];
  server = await startProcess(['serve', '--snapshot', inject('sample'), '--port', '0', ...quotas]);
});
afterAll(endProcesses);

it.each(Object.entries(CASES))('is refused: %s', async (_, draw) => {
  const random = createRandom(SEED);
  const cases = Array.from({ length: REQUESTS_OF_A_KIND }, () => draw(random)).values();
  const client = async (): Promise<void> => {
    for (const one of cases) expect(flawsOf(one, await send(one.bytes)), one.bytes.toString('latin1')).toEqual([]);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, client));
});

it('the service is healthy after malformed requests', async () => {
  expect((await fetch(`${server.url}/api/v1/status`)).status).toBe(200);
  expect(server.output()).not.toMatch(/"level":[56]0/);
  expect(await server.stop()).toBe(0);
});

/** @returns all bytes until the server closes the connection */
async function send(bytes: Buffer): Promise<Buffer> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port), allowHalfOpen: true });
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  // Closing a connection with unread bytes resets it.
  socket.on('error', () => socket.destroy());
  socket.on('end', () => socket.destroy());
  socket.end(bytes);
  await once(socket, 'close');
  return Buffer.concat(received);
}

function flawsOf({ mustRefuse, answeredFirst = 0 }: MalformedCase, received: Buffer): readonly string[] {
  const answers = readAnswers(received);
  const refusals = answers.slice(answeredFirst);
  return [
    ...answers.filter(({ status }) => status >= 500 && status !== 501).map(({ status }) => `status ${status}`),
    ...answers.filter((answer) => answer.status >= 400 && !isProblem(answer)).map(({ status }) => `${status} without a problem document`),
    ...answers.slice(0, answeredFirst).filter(({ status }) => status >= 400).map(() => 'a request before it has no answer of its own'),
    ...(mustRefuse && refusals.length > 1 ? [`${refusals.length} answers`] : []),
    ...(mustRefuse ? refusals.filter(({ status }) => status < 400).map(({ status }) => `answered ${status}`) : []),
  ];
} // prettier-ignore

function isProblem({ headers, body }: Answer): boolean {
  return (
    headers.get('content-type') === 'application/problem+json' && 'code' in (JSON.parse(body.toString()) as object)
  );
}
