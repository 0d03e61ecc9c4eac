/** Copies of the sample's snapshot with damage that the header does not show. */
import { hash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inject } from 'vitest';
import { temporaryDirectory } from '../../temporary.ts';

/** A copy of the snapshot that may be damaged. */
export function copySample(): string {
  const current = join(inject('sample'), 'current');
  const directory = temporaryDirectory();
  cpSync(current, directory, { recursive: true, dereference: true });
  return directory;
}

export interface Header {
  id: string;
  builtAt: string;
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

/** Changes data, and adapts the hashes of the header. */
export function spoil(directory: string, name: 'entities' | 'search', sql: string): void {
  const file = join(directory, `${name}.sqlite`);
  // Defensive mode forbids writing to the schema.
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(sql);
  database.close();
  fitHash(directory, `${name}.sqlite`);
}

/** Overwrites a page of a database with random bytes. */
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

/** Damages of a page as by a disk, a copy or a person: random bytes, zeros, one changed byte, another page. */
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
