import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProgress } from '../../src/cli/progress.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function createSilentTerminal() {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (part: Buffer) => (text += part.toString()));
  return { progress: createProgress(stream as unknown as NodeJS.WriteStream), read: () => text };
}

it('progress is a line per minute with rate and remaining time, and one per stage', () => {
  const { progress, read } = createSilentTerminal();
  progress.stage('read sources', 100 * 1024 * 1024, 'bytes');
  vi.advanceTimersByTime(61_000);
  progress.advance(61 * 1024 * 1024);
  progress.stage('merge', 1_000_000);
  progress.advance(1_000_000);
  vi.advanceTimersByTime(500);
  progress.stage('activate');
  progress.end();
  expect(read().split('\n')).toEqual([
    'read sources: 61 % (61.0 MiB of 100.0 MiB), 1.0 MiB/s, 39 s left',
    'read sources: 61.0 MiB in 61.0 s, 1.0 MiB/s',
    'merge: 1,000,000 in 0.5 s',
    'activate: in 0.0 s',
    '',
  ]);
});

it('progress counts earlier work as done, but not for the rate', () => {
  const { progress, read } = createSilentTerminal();
  progress.stage('read sources', 1024, 'bytes');
  progress.resumed(1024);
  progress.stage('merge', 10_000_000);
  progress.resumed(6_000_000);
  vi.advanceTimersByTime(100_000);
  progress.advance(1_000_000);
  progress.end();
  expect(read().split('\n')).toEqual([
    'read sources: 1.0 KiB, 1.0 KiB of them done before, in 0.0 s',
    'merge: 70 % (7,000,000 of 10,000,000), 10,000/s, 5 min left',
    'merge: 7,000,000, 6,000,000 of them done before, in 100.0 s, 10,000/s',
    '',
  ]);
});

it('progress on a terminal is a line every five seconds', () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true });
  const progress = createProgress(stream as unknown as NodeJS.WriteStream);
  progress.stage('merge', 10);
  vi.advanceTimersByTime(6_000);
  progress.advance(5);
  expect(String(stream.read())).toBe('merge: 50 % (5 of 10), 1/s, 6 s left\n');
});
