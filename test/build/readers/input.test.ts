/** Input files as bytes: gzip or plain text, complete or refused with a reason. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { openInput } from '../../../src/build/sources/readers/input.ts';
import { openFiles } from '../../open-files.ts';
import { temporaryForFile } from '../../temporary.ts';

const folder = temporaryForFile();

function file(content: string | Uint8Array, name = 'file'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function read(path: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of openInput(path)) parts.push(part);
  return Buffer.concat(parts).toString();
}

const LONG = 'Füllhorn '.repeat(200_000);

describe('openInput', () => {
  it.each([
    ['plain text', 'abc', 'abc'],
    ['gzip', gzipSync('abc'), 'abc'],
    ['several gzip members', Buffer.concat([gzipSync('ab'), gzipSync(''), gzipSync('c')]), 'abc'],
    ['long plain text', LONG, LONG],
    ['long gzip members', Buffer.concat([gzipSync(LONG), gzipSync(LONG)]), LONG + LONG],
    ['noughts behind the last gzip member', Buffer.concat([gzipSync('abc'), Buffer.alloc(600_000)]), 'abc'],
    ['white space before the content', `${' \n'.repeat(300_000)}abc`, `${' \n'.repeat(300_000)}abc`],
    ['a tag that is no page', '<record/>', '<record/>'],
    ['an XML document', '<?xml version="1.0"?><collection/>', '<?xml version="1.0"?><collection/>'],
  ])('reads %s', async (_, content, text) => {
    expect(await read(file(content))).toBe(text);
  });

  it('does not take comments for a web page, however many there are', async () => {
    const comments = '<!-- --> '.repeat(2000);
    expect(await read(file(comments))).toBe(comments);
  });

  it('recognises gzip by content, not by name', async () => {
    expect(await read(file('abc', 'plain.jsonld.gz'))).toBe('abc');
    expect(await read(file(gzipSync('abc'), 'packed.txt'))).toBe('abc');
  });

  it.each([
    ['empty', '', 'empty'],
    ['empty', ' \r\n\t'.repeat(1000), 'empty'],
    ['empty', gzipSync(''), 'empty'],
    ['html', '<!DOCTYPE html><p>404', 'html'],
    ['html', '\uFEFF\n <HTML lang="de">', 'html'],
    ['html', `${'\n'.repeat(5000)}<html>`, 'html'],
    [
      'html',
      '<?xml version="1.0"?>\n<!-- a comment -->\n<!doctype HTML PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">',
      'html',
    ],
    ['html', gzipSync('<html>'), 'html'],
    ['truncated', gzipSync(LONG).subarray(0, -9), 'middle of the compressed data'],
    ['truncated', Buffer.concat([gzipSync('ab'), gzipSync(LONG).subarray(0, 500)]), 'middle of the compressed data'],
    ['truncated', gzipSync('ab').subarray(0, 5), 'middle of the compressed data'],
    ['unreadable', damaged(), 'damaged'],
    ['wrong_format', Buffer.from('504b0304140000', 'hex'), 'ZIP'],
    ['wrong_format', Buffer.from('425a6839314159', 'hex'), 'bzip2'],
  ] as const)('refuses as %s: case %#', async (reason, content, word) => {
    await expect(read(file(content))).rejects.toMatchObject({ name: 'UnusableSource', reason });
    await expect(read(file(content))).rejects.toThrow(new RegExp(word, 'i'));
  });

  it('reports a missing file, and a directory', async () => {
    await expect(read(join(folder, 'nowhere'))).rejects.toMatchObject({ reason: 'not_found' });
    await expect(read(folder)).rejects.toMatchObject({ reason: 'unreadable' });
  });

  it.each([
    ['plain', Buffer.from(LONG)],
    ['gzip', gzipSync(LONG)],
    ['gzip with something behind it', Buffer.concat([gzipSync(LONG), Buffer.alloc(900_000)])],
  ])('counts and digests the file as stored on disk: %s', async (_, content) => {
    const counted: number[] = [];
    const input = openInput(file(content), { onBytes: (bytes) => counted.push(bytes) });
    expect(() => input.sha256()).toThrow('whole file');
    let length = 0;
    for await (const part of input) length += part.length;
    expect(length).toBe(Buffer.byteLength(LONG));
    expect(counted.reduce((sum, bytes) => sum + bytes, 0)).toBe(content.length);
    expect(input.sha256()).toBe(createHash('sha256').update(content).digest('hex'));
  });

  it('digests the whole file, even if the compressed data end within a block', async () => {
    const content = Buffer.concat([gzipSync(LONG), Buffer.alloc(900_000)]);
    const path = file(content);
    const handle = await open(path);
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    let reads = 0;
    const original = Reflect.get(prototype, 'read') as (...asked: unknown[]) => Promise<never>;
    const slow = vi.spyOn(prototype, 'read').mockImplementation(async function (this: FileHandle, ...asked: unknown[]) {
      const isSecond = ++reads === 2;
      const answer = await original.apply(this, asked);
      for (let turn = 0; isSecond && turn < 20_000; turn += 1) await setImmediate();
      return answer;
    });
    try {
      const input = openInput(path);
      for await (const part of input) expect(part.length).toBeGreaterThan(0);
      expect(input.sha256()).toBe(createHash('sha256').update(content).digest('hex'));
    } finally {
      slow.mockRestore();
    }
  });

  it.each([
    ['', Buffer.alloc(20_000_000, 'x'), 1_000_000],
    [' inflated', Buffer.concat(Array.from({ length: 100 }, () => gzipSync(noise(100_000)))), 3_000_000],
  ])('reads no further than its consumer, and closes the file:%s', async (_, content, most) => {
    let consumed = 0;
    const path = file(content);
    for await (const part of openInput(path, { onBytes: (bytes) => (consumed += bytes) })) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
    expect(consumed).toBeLessThan(most);
    expect(openFiles()).not.toContain(path);
  });
});

/** Incompressible bytes, the same in every run. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0, state = 1; i < length; i += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    bytes[i] = state >> 16;
  }
  return bytes;
}

function damaged(): Uint8Array {
  const bytes = gzipSync(noise(5000));
  bytes.fill(0xff, 200, 300);
  return bytes;
}
