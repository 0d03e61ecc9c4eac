/** `gnd-links inspect`: shows what a snapshot says it is. */
import { join } from 'node:path';
import { alignColumns, grouped, listCounts } from './table.ts';
import { locateSnapshot } from '../store/directory.ts';
import { readHeader, type SnapshotHeader } from '../store/header.ts';

export async function runInspect(dir: string, { json }: { readonly json?: boolean }): Promise<void> {
  const snapshot = await locateSnapshot(dir);
  const header = await readHeader(snapshot);
  process.stdout.write(json === true ? `${JSON.stringify(header, null, 2)}\n` : formatHeader(header, snapshot));
}

function formatHeader(header: SnapshotHeader, directory: string): string {
  const { counts } = header;
  const rows: [string, string][] = [
    ['snapshot', header.id],
    ['data of', header.date],
    ['built', header.builtAt],
    ['format', `${header.format}, interface ${header.apiVersion}`],
    ['content', header.contentHash],
    ['entities', `${grouped(counts.entities)} (${listCounts(counts.byType)})`],
    ['links', `${grouped(counts.links)} (${listCounts(counts.byCategory)})`],
    ['former ids', grouped(counts.redirects)],
    ['deleted ids', grouped(counts.deletions)],
    ['identifiers', grouped(counts.identifiers)],
    ...Object.entries(header.files).map(([name, { bytes }]): [string, string] => [
      'file',
      `${join(directory, name)}, ${grouped(bytes)} bytes`,
    ]),
  ];
  const sources = header.sources.map(({ key, cadence, observation, scope, licence }) => [
    key,
    observation.retrievedAt?.slice(0, 10) ?? '',
    cadence,
    grouped(scope.entities),
    grouped(scope.links),
    licence.spdx ?? licence.statement,
  ]);
  const head = ['source', 'retrieved', 'cadence', 'entities', 'links', 'licence'];
  return [...alignColumns(rows), '', ...alignColumns([head, ...sources], new Set([3, 4])), ''].join('\n');
}
