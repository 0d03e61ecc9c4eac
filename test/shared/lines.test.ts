/** Lines of a file: errors reach the reader, and the file is always closed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { gunzippedLines, jsonLines } from '../../src/shared/files/lines.ts';
import { openFiles } from '../open-files.ts';
import { temporaryDirectory, temporaryFile } from '../temporary.ts';

const LINES = Array.from({ length: 100_000 }, (_, index) => `line ${index}`);

async function read(file: string): Promise<readonly string[]> {
  const lines = await Array.fromAsync(gunzippedLines(file));
  return lines.map(String);
}

it('the lines of a gzip file are read in order', async () => {
  const file = temporaryFile(gzipSync(LINES.join('\n')), 'lines.gz');
  expect(await read(file)).toEqual(LINES);
});

it('a missing or damaged gzip file is an error', async () => {
  const folder = temporaryDirectory();
  await expect(read(join(folder, 'missing.gz'))).rejects.toThrow('ENOENT');
  await expect(read(folder)).rejects.toThrow('EISDIR');
  const file = join(folder, 'cut.gz');
  writeFileSync(file, gzipSync(LINES.join('\n')).subarray(0, -100));
  await expect(read(file)).rejects.toThrow('unexpected end of file');
});

it('a gzip file is closed even if only its beginning was read', async () => {
  const file = temporaryFile(gzipSync(LINES.join('\n')), 'lines.gz');
  for await (const line of gunzippedLines(file)) {
    expect(String(line)).toBe(LINES[0]);
    break;
  }
  await vi.waitFor(() => expect(openFiles()).not.toContain(file));
});

it('a file of JSON lines may hold any text, may be cut off, and may be missing', async () => {
  const values = [{ text: 'one\u2028line' }, ['\r\n']];
  const file = temporaryFile(`${values.map((value) => JSON.stringify(value)).join('\n')}\n\n{"cut`, 'lines.jsonl');
  expect(await Array.fromAsync(jsonLines(file))).toEqual(values);
  for await (const value of jsonLines(file)) {
    expect(value).toEqual(values[0]);
    break;
  }
  await vi.waitFor(() => expect(openFiles()).not.toContain(file));
  expect(await Array.fromAsync(jsonLines(`${file}.missing`))).toEqual([]);
  await expect(Array.fromAsync(jsonLines(temporaryDirectory()))).rejects.toThrow('EISDIR');
});
