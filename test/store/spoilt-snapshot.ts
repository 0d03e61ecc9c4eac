/** Copies of the sample's snapshot that are spoilt behind the header's back. */
import { hash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inject } from 'vitest';
import { temporaryDirectory } from '../temporary.ts';

/** A copy of the snapshot that may be spoilt. */
export function copySample(): string {
  const current = join(inject('sample'), 'current');
  const directory = temporaryDirectory();
  cpSync(current, directory, { recursive: true, dereference: true });
  return directory;
}

interface Header {
  id: string;
  format: number;
  contentHash: string;
  counts: { links: number; byType: Record<string, number> };
  files: Record<string, { bytes: number; sha256: string }>;
}

export function edit(directory: string, change: (header: Header) => unknown): void {
  const file = join(directory, 'header.json');
  const header = JSON.parse(readFileSync(file, 'utf8')) as Header;
  change(header);
  writeFileSync(file, JSON.stringify(header));
}

/** Changes the data behind the header's back: its hashes are made to fit. */
export function spoil(directory: string, name: 'entities' | 'search', sql: string): void {
  const file = join(directory, `${name}.sqlite`);
  // Defensive mode would keep the schema from being written to.
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(sql);
  database.close();
  fitHash(directory, `${name}.sqlite`);
}

/** A page of a database becomes noise. */
export function overwrite(directory: string): void {
  const file = join(directory, 'search.sqlite');
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096, 8192);
  writeFileSync(file, bytes);
  fitHash(directory, 'search.sqlite');
}

function fitHash(directory: string, name: string): void {
  const bytes = readFileSync(join(directory, name));
  const sha256 = hash('sha256', bytes, 'hex');
  edit(directory, (header) => (header.files[name] = { bytes: bytes.length, sha256 }));
}

/** Ways in which a disk, a copy or a person damages a page of a file: noise, zeros, one byte, the page of another place. */
export const DAMAGES: readonly ((bytes: Buffer, pageBytes: number, random: () => number) => void)[] = [
  (bytes, size, random) => pageOf(bytes, size, random()).forEach((_, at, page) => (page[at] = random() * 256)),
  (bytes, size, random) => void pageOf(bytes, size, random()).fill(0),
  (bytes, size, random) => {
    const page = pageOf(bytes, size, random());
    const at = Math.floor(random() * page.length);
    page[at] = (page[at] ?? 0) ^ (1 + Math.floor(random() * 255));
  },
  (bytes, size, random) => pageOf(bytes, size, random()).set(pageOf(bytes, size, random())),
];

/** @param random in [0, 1) */
function pageOf(bytes: Buffer, size: number, random: number): Buffer {
  const page = Math.floor(random * (bytes.length / size));
  return bytes.subarray(page * size, (page + 1) * size);
}
