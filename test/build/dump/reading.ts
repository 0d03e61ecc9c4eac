/** Reads dumps like a program that has downloaded them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DumpIndex } from '../../../src/shared/dumps/dump-folder.ts';
import { beaconReader } from '../../../src/build/sources/readers/beacon.ts';
import type { LinkStatement } from '../../../src/build/sources/readers/reader.ts';
import { statementsOf } from '../readers/statements.ts';

export const readIndex = (dump: string) => JSON.parse(readFileSync(join(dump, 'index.json'), 'utf8')) as DumpIndex;

export function readGzipLines(file: string): readonly string[] {
  const text = gunzipSync(readFileSync(file)).toString();
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** The output of `sha256sum` for all files of a directory. */
export function sumsOf(dump: string): readonly string[] {
  const names = readdirSync(dump, { recursive: true, encoding: 'utf8', withFileTypes: true });
  return (
    names
      // Names that begin with a point are not for others.
      .filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS' && !entry.name.startsWith('.'))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${path.slice(dump.length + 1)}`;
      })
      .sort()
  );
}

/** Links of a BEACON list, read with the project's reader; defects as texts. */
export async function readList(file: string): Promise<readonly (LinkStatement | string)[]> {
  const statements = await statementsOf(beaconReader, gunzipSync(readFileSync(file)));
  return statements.flatMap<LinkStatement | string>((statement) => {
    if (statement.kind === 'link') return [statement];
    return statement.kind === 'defect' && statement.severity !== 'notice' ? [statement.reason] : [];
  });
}
