/** `gnd-links verify`, `inspect`, `lookup` and `search`: show the contents of a snapshot on the terminal. */
import { join } from 'node:path';
import type { DecisionNote } from '../core/snapshot/build-notes.ts';
import { type Diagnosis, diagnoseInvalid, diagnoseUnknown } from '../core/interface/lookup/gnd-input.ts';
import type { LinksAnswer } from '../core/snapshot/links-answer.ts';
import type { EntityType } from '../core/model/entity.ts';
import { type InvalidReason, readGndId } from '../core/model/read-identifiers.ts';
import { licenceName } from '../core/model/source.ts';
import { locateSnapshot, shareSnapshot } from '../core/snapshot/directory.ts';
import { readHeader, type SnapshotHeader } from '../core/snapshot/header.ts';
import { inflateAnswer, parseAnswer } from '../core/snapshot/stored-answer.ts';
import type { SearchHit } from '../core/search/search.ts';
import type { Store } from '../core/snapshot/store.ts';
import { verifySnapshot } from '../core/sqlite/verify.ts';
import { CommandFailed } from './exit.ts';
import { explanationLines } from './explain.ts';
import { openSnapshot, ownPath } from './installation.ts';
import { loadCuration } from '../build/sources/register/curation.ts';
import { alignColumns, counted, grouped, listCounts } from './table.ts';

interface VerifyOptions {
  readonly quiet?: boolean;
  readonly json?: boolean;
}

export async function runVerify(dir: string, { quiet = false, json = false }: VerifyOptions): Promise<void> {
  using shared = await shareSnapshot(dir);
  const snapshot = shared.directory;
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
    ['withheld ids', grouped(counts.withheld)],
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
    licenceName(licence),
  ]);
  const head = ['source', 'retrieved', 'cadence', 'entities', 'links', 'licence'];
  return [...alignColumns(rows), '', ...alignColumns([head, ...sources], new Set([3, 4])), ''].join('\n');
}

const WRONG: Readonly<Record<InvalidReason, string>> = {
  missing_hyphen: 'perhaps only the hyphen before its last digit is missing',
  foreign_identifier: 'it looks like an identifier of another register',
  bad_characters: 'it has characters that no GND identifier has',
  bad_length: 'it is too short or too long',
};

interface LookupOptions {
  readonly json?: boolean;
  readonly why?: boolean;
  readonly config?: string;
}

/** @param input any spelling of the identifier */
export async function runLookup(
  dir: string,
  input: string,
  { json, why = false, config = ownPath('config') }: LookupOptions,
): Promise<void> {
  const parsed = readGndId(input);
  const store = await openSnapshot(dir, config);
  try {
    if (!parsed.ok) {
      const likely = likelyOne(await diagnoseInvalid(store, input, parsed));
      throw new CommandFailed(`${input} is not a GND identifier: ${WRONG[parsed.reason]}${likely}`);
    }
    const found = await store.entity(parsed.id);
    if (found === undefined) {
      const likely = likelyOne(await diagnoseUnknown(store, parsed.id));
      throw new CommandFailed(`${parsed.id} is not in snapshot ${store.snapshot.id}${likely}`);
    }
    if (found.kind === 'deleted') {
      const successors = found.successors.length > 0 ? `; its parts: ${found.successors.join(', ')}` : '';
      throw new CommandFailed(`${parsed.id} was deleted${successors}`);
    }
    if (found.kind === 'withheld') throw new CommandFailed(`${parsed.id} is withheld by a decision in entities.yaml`);
    const body = inflateAnswer(found.answer);
    const note = found.kind === 'redirected' ? `${found.from} was merged into ${found.to}\n\n` : '';
    if (json === true) return void process.stdout.write(`${body.toString()}\n`);
    const answer = parseAnswer(body);
    const decisions = why ? await describeDecisions(answer.entity, store, config) : '';
    process.stdout.write(note + formatEntity(answer) + decisions);
  } finally {
    await store.close();
  }
}

function likelyOne({ suggestion }: Diagnosis): string {
  return suggestion === undefined ? '' : `; perhaps ${suggestion} is meant`;
}

/** The decisions of `links.yaml` about links of an entity, and the number of links of each source that they changed. */
async function describeDecisions(
  { gnd, formerIds }: LinksAnswer['entity'],
  store: Store,
  config: string,
): Promise<string> {
  const ids = new Set<string>([gnd, ...formerIds]);
  const { decisions } = await loadCuration(config);
  const applied = ((await store.notes())?.sources ?? []).flatMap(({ key, decisions: notes = [] }) =>
    notes.map((decision) => ({ key, decision })),
  );
  const own = decisions.all.filter((decision) => ids.has(decision.gnd));
  const lines = own.map((decision) => {
    const { place, url, collection, source } = decision;
    const met = applied.filter((one) => one.decision.place === place).map(outcomeOf);
    const links = url ?? (collection === undefined ? `links of ${source}` : `links into ${collection}`);
    return decisionLine(links, decision, `${place}; ${met.length === 0 ? 'no link met it' : met.join(', ')}`);
  });
  // The build may have read another links.yaml.
  const others = applied.filter(
    ({ decision }) => ids.has(decision.gnd) && !own.some(({ place }) => place === decision.place),
  );
  for (const { key, decision } of others) {
    const { place, url = `links of ${key}` } = decision;
    lines.push(decisionLine(url, decision, `${place} at the time of the build; ${outcomeOf({ key, decision })}`));
  }
  return `\n${lines.length === 0 ? 'No decision about its links.' : ['Decisions about its links:', ...lines].join('\n')}\n`;
}

function decisionLine(
  links: string,
  {
    verdict,
    to,
    relation,
    since,
    until,
    by,
    reason,
  }: Omit<DecisionNote, 'gnd' | 'links'> & { readonly until?: string },
  outcome: string,
): string {
  const change = [verdict, to ?? relation].filter((part) => part !== undefined).join(' ');
  const period = until === undefined ? `since ${since}` : `since ${since} until ${until}`;
  return `  ${links}: ${change}, ${period} by ${by}: ${reason} (${outcome})`;
}

function outcomeOf({ key, decision }: { readonly key: string; readonly decision: DecisionNote }): string {
  return `${key}: ${counted(decision.links, 'link')}`;
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
  readonly explain?: boolean;
}

export async function runSearch(
  dir: string,
  words: readonly string[],
  { type, limit, config, json = false, explain = false }: SearchOptions,
): Promise<void> {
  const store = await openSnapshot(dir, config);
  try {
    const page = await store.search({
      q: words.join(' ').normalize('NFC').trim(),
      ...(type !== undefined && { types: [type] }),
      limit,
      offset: 0,
      explain,
    });
    if (json) return void process.stdout.write(`${JSON.stringify(page, null, 2)}\n`);
    const { value, relation } = page.total;
    const near = page.approximate === true ? ', nothing exactly so: near spellings' : '';
    const total = `${relation === 'atLeast' ? 'at least ' : ''}${value} found${near}`;
    const explanation = page.explanation === undefined ? [] : ['', ...explanationLines(page.explanation)];
    process.stdout.write(`${[...alignColumns(page.items.map(hitRow)), total, ...explanation].join('\n')}\n`);
  } finally {
    await store.close();
  }
}

function hitRow({ gnd, type, preferredName, description = '', linkCount, matched }: SearchHit): string[] {
  const by = matched.field === 'preferredName' ? '' : `${matched.field}: ${matched.value}`;
  return [gnd, type, preferredName, description, counted(linkCount, 'link'), by];
}
