/** `gnd-links verify`, `lookup` and `search`: show the contents of a snapshot on the terminal. */
import { type Diagnosis, diagnoseInvalid, diagnoseUnknown } from '../core/interface/gnd-input.ts';
import type { EntityType } from '../core/model/entity.ts';
import { type InvalidReason, readGndId } from '../core/model/read-identifiers.ts';
import { shareSnapshot } from '../core/snapshot/directory.ts';
import { inflateAnswer } from '../core/snapshot/stored-answer.ts';
import type { SearchHit } from '../core/search/search.ts';
import { verifySnapshot } from '../build/ingest/snapshot/verify.ts';
import { CommandFailed } from './exit.ts';
import { openSnapshot } from './installation.ts';
import { alignColumns, counted } from './table.ts';

export async function runVerify(
  dir: string,
  { quiet = false, json = false }: { readonly quiet?: boolean; readonly json?: boolean },
): Promise<void> {
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
  if (failures.length > 0)
    throw new CommandFailed(
      `${failures.length} of ${checked} claims ${failures.length === 1 ? 'is' : 'are'} false: ${snapshot}`,
    );
  if (!quiet && !json) process.stdout.write(`All ${checked} claims hold: ${snapshot}\n`);
}

const WRONG: Readonly<Record<InvalidReason, string>> = {
  missing_hyphen: 'perhaps only the hyphen before its check digit is missing',
  foreign_identifier: 'it looks like an identifier from another register',
  bad_characters: 'it has characters that no GND identifier has',
  bad_length: 'it is too short or too long',
};

/** Prints the answer of the API unchanged. @param input the identifier, in any form */
export async function runLookup(dir: string, input: string, { config }: Pick<SearchOptions, 'config'>): Promise<void> {
  const parsed = readGndId(input);
  await using store = await openSnapshot(dir, config);
  if (!parsed.ok) {
    const likely = likelyOne(await diagnoseInvalid(store, input, parsed));
    throw new CommandFailed(`${input} is not a GND identifier: ${WRONG[parsed.reason]}${likely}`);
  }
  const record = await store.entity(parsed.id);
  if (record === undefined) {
    const likely = likelyOne(await diagnoseUnknown(store, parsed.id));
    throw new CommandFailed(`${parsed.id} is not in snapshot ${store.snapshot.id}${likely}`);
  }
  if (record.kind === 'deleted') {
    const successors = record.successors.length > 0 ? `; successors: ${record.successors.join(', ')}` : '';
    throw new CommandFailed(`${parsed.id} was deleted${successors}`);
  }
  if (record.kind === 'withheld') throw new CommandFailed(`${parsed.id} is withheld by a decision in entities.yaml`);
  if (record.kind === 'redirected') process.stderr.write(`${record.from} was merged into ${record.to}\n`);
  process.stdout.write(`${inflateAnswer(record.answer).toString()}\n`);
}

function likelyOne({ suggestion }: Diagnosis): string {
  return suggestion === undefined ? '' : `; perhaps ${suggestion} was meant`;
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
  await using store = await openSnapshot(dir, config);
  const page = await store.search({
    q: words.join(' ').normalize('NFC').trim(),
    ...(type !== undefined && { types: [type] }),
    limit,
    offset: 0,
    explain,
  });
  if (json || explain) return void process.stdout.write(`${JSON.stringify(page, null, 2)}\n`);
  const { value, relation } = page.total;
  const near =
    page.ignored === undefined
      ? ' by similar spelling; nothing matches exactly'
      : `; no entity has all words; missing in the best match: “${page.ignored.join(' ')}”`;
  const total = `${relation === 'atLeast' ? 'at least ' : ''}${value} found${page.approximate === true ? near : ''}`;
  process.stdout.write(`${[...alignColumns(page.items.map(hitRow)), total].join('\n')}\n`);
}

function hitRow({ gnd, type, preferredName, description = '', linkCount, matched }: SearchHit): string[] {
  const by = matched.field === 'preferredName' ? '' : `${matched.field}: ${matched.value}`;
  return [gnd, type, preferredName, description, counted(linkCount, 'link'), by];
}
