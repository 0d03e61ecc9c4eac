/** `gnd-links verify`, `inspect`, `lookup` and `search`: what a snapshot is and holds, for the terminal. */
import { join } from 'node:path';
import type { LinksAnswer } from '../api/schemas.ts';
import type { EntityType } from '../model/entity.ts';
import { type InvalidReason, parseGndId } from '../model/gnd-id.ts';
import { locateSnapshot } from '../store/directory.ts';
import { readHeader, type SnapshotHeader } from '../store/header.ts';
import { inflateAnswer } from '../store/inflate-answer.ts';
import { verifySnapshot } from '../store/sqlite/verify.ts';
import { CommandFailed } from './exit.ts';
import { openSnapshot } from './installation.ts';
import { alignColumns, counted, grouped, listCounts } from './table.ts';

interface VerifyOptions {
  readonly quiet?: boolean;
  readonly json?: boolean;
}

export async function runVerify(dir: string, { quiet = false, json = false }: VerifyOptions): Promise<void> {
  const snapshot = await locateSnapshot(dir);
  const failures: string[] = [];
  let checked = 0;
  for await (const { claim, falsehood } of verifySnapshot(snapshot)) {
    checked += 1;
    if (falsehood !== undefined) failures.push(claim);
    if (falsehood === undefined && quiet) continue;
    const line = falsehood === undefined ? `true   ${claim}` : `false  ${claim}: ${falsehood}`;
    process.stdout.write(`${json ? JSON.stringify({ claim, holds: falsehood === undefined, falsehood }) : line}\n`);
  }
  if (failures.length > 0) throw new CommandFailed(`${failures.length} of ${checked} claims are false: ${snapshot}`);
  if (!quiet && !json) process.stdout.write(`All ${checked} claims hold: ${snapshot}\n`);
}

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

const WRONG: Readonly<Record<InvalidReason, string>> = {
  missing_hyphen: 'perhaps only the hyphen before its last digit is missing',
  foreign_identifier: 'it looks like one of another register',
  bad_characters: 'it has characters that none has',
  bad_length: 'it is too short or too long',
};

/** @param input any spelling of the identifier */
export async function runLookup(dir: string, input: string, { json }: { readonly json?: boolean }): Promise<void> {
  const parsed = parseGndId(input);
  if (!parsed.ok) throw new CommandFailed(`${input} is not a GND identifier: ${WRONG[parsed.reason]}`);
  const store = await openSnapshot(dir);
  try {
    const found = await store.entity(parsed.id);
    if (found === undefined) throw new CommandFailed(`${parsed.id} is not in snapshot ${store.snapshot.id}`);
    if (found.kind === 'deleted') {
      const successors = found.successors.length > 0 ? `; its parts: ${found.successors.join(', ')}` : '';
      throw new CommandFailed(`${parsed.id} was deleted${successors}`);
    }
    const body = inflateAnswer(found.answer).toString();
    const note = found.kind === 'redirected' ? `${found.from} was merged into ${found.to}\n\n` : '';
    process.stdout.write(json === true ? `${body}\n` : note + formatEntity(JSON.parse(body) as LinksAnswer));
  } finally {
    await store.close();
  }
}

function formatEntity({ entity, links, conflicts }: LinksAnswer): string {
  const lines = [
    entity.displayName ?? entity.preferredName,
    `${entity.uri}  ${[entity.type, ...entity.subtypes].join(', ')}`,
    ...(entity.description === undefined ? [] : [entity.description]),
    '',
    `preferredName: ${entity.preferredName}`,
    ...list('variantNames', entity.variantNames),
    ...list('formerIds', entity.formerIds),
    ...Object.entries(entity.attributes).flatMap(([key, values]) => list(key, values.map(valueText))),
    '',
    counted(links.total, 'link'),
  ];
  for (const { label, items } of links.categories) {
    lines.push(`  ${label.en}`);
    for (const item of items) {
      const hits = item.hits === undefined ? '' : `, ${item.hits} hits`;
      lines.push(`    ${item.url}  ${item.label} (${item.assertedBy.join(', ')}${hits})`);
    }
  }
  for (const { collection, urls } of conflicts) lines.push('', `conflict in ${collection}: ${urls.join(' ')}`);
  return `${lines.join('\n')}\n`;
}

function list(name: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`${name}: ${values.join('; ')}`];
}

function valueText(value: LinksAnswer['entity']['attributes'][string][number]): string {
  if (typeof value === 'string') return value;
  if ('longitude' in value) return `${value.latitude}, ${value.longitude}`;
  const { gnd, uri, label } = value;
  if (label === undefined) return gnd ?? uri ?? '';
  return gnd === undefined ? label : `${label} (${gnd})`;
}

interface SearchOptions {
  readonly type?: EntityType;
  readonly limit: number;
  readonly config?: string;
  readonly json?: boolean;
}

export async function runSearch(
  dir: string,
  words: readonly string[],
  { type, limit, config, json = false }: SearchOptions,
): Promise<void> {
  const store = await openSnapshot(dir, config);
  try {
    const page = await store.search({
      q: words.join(' ').normalize('NFC').trim(),
      ...(type !== undefined && { types: [type] }),
      limit,
      offset: 0,
    });
    if (json) return void process.stdout.write(`${JSON.stringify(page, null, 2)}\n`);
    const rows = page.items.map((hit) => [
      hit.gnd,
      hit.type,
      hit.preferredName,
      hit.description ?? '',
      counted(hit.linkCount, 'link'),
      hit.matched.field === 'preferredName' ? '' : `${hit.matched.field}: ${hit.matched.value}`,
    ]);
    const { value, relation } = page.total;
    const near = page.approximate === true ? ', nothing exactly so: near spellings' : '';
    const total = `${relation === 'atLeast' ? 'at least ' : ''}${value} found${near}`;
    process.stdout.write(`${[...alignColumns(rows), total].join('\n')}\n`);
  } finally {
    await store.close();
  }
}
