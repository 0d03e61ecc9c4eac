/** Applies files of changes to the tables of a dump, like a program that keeps the tables in a database. */
import { join } from 'node:path';
import { linkRow } from '../../../src/build/runs/dump/beacon-list.ts';
import type { Change } from '../../../src/build/runs/dump/change-file.ts';
import { allLinksRow, labelRow } from '../../../src/build/runs/dump/dump-tables.ts';
import { linkTriple } from '../../../src/build/runs/dump/n-triples.ts';
import { type GndId, packGndId } from '../../../src/core/model/gnd-id.ts';
import type { ChangesHeader } from '../../../src/shared/dumps/dump-folder.ts';
import { readGzipLines, readIndex } from './reading.ts';

/** Rows by their first cell, in order; answers by their identifier. */
type Tables = Readonly<Record<string, ReadonlyMap<string, readonly string[]>>>;

export function tablesOf(dump: string): Tables {
  // The table of numbers depends on lists that are not in a dump, so files of changes do not cover them; mappings have the links again.
  const names = readIndex(dump).files.filter(({ name }) => !/beacon|sssom|^numbers/.test(name));
  return Object.fromEntries(
    names.map(({ name, columns = [] }) => {
      const rows = new Map<string, string[]>();
      for (const line of readGzipLines(join(dump, name)).slice(columns.length > 0 ? 1 : 0)) {
        const gnd = line.startsWith('{')
          ? (/"gnd":"([^"]+)","preferred/.exec(line)?.[1] ?? '')
          : (/^<[^>]*\/([\dX-]+)>/.exec(line)?.[1] ?? line.split('\t')[0] ?? '');
        rows.set(gnd, [...(rows.get(gnd) ?? []), line]);
      }
      return [name, rows];
    }),
  );
}

export function applied(tables: Tables, lines: readonly string[]): Tables {
  const [header, ...changes] = lines.map((line) => JSON.parse(line) as unknown) as [ChangesHeader, ...Change[]];
  const next = new Map(Object.entries(tables).map(([name, rows]) => [name, new Map(rows)]));
  const put = (name: string, gnd: string, row: string) => {
    const rows = next.get(name) ?? new Map<string, readonly string[]>();
    next.set(name, rows.set(gnd, [...(rows.get(gnd) ?? []), row.replace(/\n$/, '')]));
  };
  for (const [gnd, [line = '']] of next.get('answers.jsonl.gz') ?? []) {
    const renewed = { ...(JSON.parse(line) as object), apiVersion: header.apiVersion, snapshot: header.to };
    next.get('answers.jsonl.gz')?.set(gnd, [JSON.stringify(renewed)]);
  }
  for (const change of changes) {
    for (const rows of next.values()) rows.delete(change.gnd);
    if (change.change === 'redirected') put('redirects.tsv.gz', change.gnd, `${change.gnd}\t${change.to}`);
    else if (change.change === 'deleted') {
      if (!change.vanished) put('deletions.tsv.gz', change.gnd, `${change.gnd}\t${change.successors?.join(' ')}`);
    } else if (change.answer !== undefined) {
      put('answers.jsonl.gz', change.gnd, JSON.stringify(change.answer));
      put('labels.tsv.gz', change.gnd, labelRow(change.answer));
      for (const link of change.answer.links.categories.flatMap(({ items }) => items)) {
        put(`links/${link.collection}.tsv.gz`, change.gnd, linkRow(change.gnd, link));
        put('links.nt.gz', change.gnd, linkTriple(change.gnd, link));
        put('links.tsv.gz', change.gnd, allLinksRow(change.gnd, link));
      }
    }
  }
  return Object.fromEntries([...next].filter(([, rows]) => rows.size > 0));
}

export const sorted = (tables: Tables) =>
  Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      [...rows].sort(([a], [b]) => packGndId(a as GndId) - packGndId(b as GndId)).flatMap(([, lines]) => lines),
    ]),
  );
