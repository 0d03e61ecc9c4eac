/** The access log: one line per request with enough and no private data, and no lost line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAccessLog, createLog } from '../../../src/core/http/log.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { observed } from './observed.ts';

function logged(request: Parameters<typeof observed>[0]): string[] {
  const lines: string[] = [];
  createAccessLog(createLog({ level: 'info', stream: { write: (line) => lines.push(line) } })).finished(
    observed(request),
  );
  return lines;
}

it('a request is one line of JSON, with its trace identifier if it has one', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const [line = '', ...others] = logged({ seconds: 0.012345, traceId });
  expect(others).toEqual([]);
  expect(line.endsWith('}\n')).toBe(true);
  expect(JSON.parse(line)).toEqual({
    level: 30,
    time: expect.any(Number) as number,
    reqId: '0d9f6c1e-7f6b-4c3e-9a55-0c6f5e2f9d11',
    method: 'GET',
    route: '/api/v1/gnd/{gnd}/links',
    status: 200,
    bytes: 1234,
    ms: 12.3,
    client: '192.0.2.0/24',
    traceId,
    msg: 'request',
  });
  expect(JSON.parse(logged({})[0] ?? '')).not.toHaveProperty('traceId');
});

/** Runs a program that can use `log`, with standard output in a file. */
async function run(body: string, output: string): Promise<number | NodeJS.Signals | null> {
  const source = join(import.meta.dirname, '../../../src/core/http/log.ts');
  const program = `
    import { createLog } from ${JSON.stringify(source)};
    const log = createLog({ level: 'info' });
    const write = (count) => { for (let i = 0; i < count; i += 1) log.info({ i }, 'request'); };
    ${body}
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', openSync(output, 'w'), 'ignore'],
    timeout: 240_000,
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return code ?? signal;
}

const COUNT = 1000;

describe('no line of the log is lost', () => {
  it.each([
    ['when the process ends normally', `write(${COUNT});`, 0],
    ['when it is ended at once', `write(${COUNT}); process.exit(3);`, 3],
    ['when it fails', `write(${COUNT}); throw new Error('unexpected');`, 1],
    [
      'when a signal ends it',
      `process.on('SIGTERM', () => { write(${COUNT}); process.exit(0); });
       setInterval(() => undefined, 1000); process.kill(process.pid, 'SIGTERM');`,
      0,
    ],
  ])('%s', async (_, body, code) => {
    const file = join(temporaryDirectory(), 'log');
    expect(await run(body, file)).toBe(code);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const numbers = lines.map((line) => (JSON.parse(line) as { i: number }).i);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: COUNT }, (_empty, i) => i));
  });
});

it('a full disk neither ends the process nor delays its end', async () => {
  const body = `write(${COUNT}); log.flush(() => { write(${COUNT}); process.exit(4); });`;
  expect(await run(body, '/dev/full')).toBe(4);
});
