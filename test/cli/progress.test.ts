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

it('progress is a line per minute with the share, and one per stage', () => {
  const { progress, read } = createSilentTerminal();
  progress.stage('read sources', 100 * 1024 * 1024);
  vi.advanceTimersByTime(61_000);
  progress.advance(61 * 1024 * 1024);
  progress.stage('merge', 1_000_000);
  progress.advance(1_000_000);
  vi.advanceTimersByTime(500);
  progress.stage('activate');
  progress.end();
  const lines = ['read sources: 61% after 61 s', 'read sources: 61.0 s', 'merge: 0.5 s', 'activate: 0.0 s', ''];
  expect(read().split('\n')).toEqual(lines);
});

it('progress on a terminal is a line every five seconds', () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true });
  const progress = createProgress(stream as unknown as NodeJS.WriteStream);
  progress.stage('merge', 10);
  vi.advanceTimersByTime(6_000);
  progress.advance(5);
  expect(String(stream.read())).toBe('merge: 50% after 6 s\n');
});
