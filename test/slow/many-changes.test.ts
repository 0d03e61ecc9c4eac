/** Twelve files of changes, applied to an old dump in order, give the newest dump byte for byte. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { changesSince } from '../../src/extras/changes/changes-since.ts';
import { readChanges } from '../../src/shared/dumps/dump-folder.ts';
import { ARCHIVE, published, type State, VIAF, WIKIDATA } from '../build/dump/states.ts';
import { readGzipLines, readIndex } from '../build/dump/reading.ts';
import { applied, sorted, tablesOf } from '../build/dump/replaying.ts';
import { temporaryDirectory } from '../temporary.ts';

const TURNS = 12;
const IDS = Array.from({ length: 12 }, (_, index) => `1185000${String(index + 10)}`);

/** The state of a day. Each identifier changes every few days, at its own interval. */
function stateOn(day: number): State {
  const entries = IDS.map((gnd, index): [string, State[string]] => {
    const turn = Math.floor((day * (index + 3)) / 7);
    // The first identifier is always a person, so that others can be merged into it.
    if (index > 0 && turn % 11 === 9) return [gnd, { deleted: true }];
    if (index > 0 && turn % 13 === 5) return [gnd, { mergedInto: IDS[0] ?? '' }];
    const links = [...(turn % 3 > 0 ? [WIKIDATA(turn)] : []), ...(turn % 4 > 1 ? [VIAF(index)] : []), ARCHIVE(gnd)];
    return [gnd, { name: `Name ${turn}, Ada`, links, ...(turn % 2 > 0 && { hits: turn }) }];
  });
  return Object.fromEntries(entries);
}

it('twelve files of changes lead from the first dump to the last', async () => {
  const folder = temporaryDirectory();
  const out = join(folder, 'dumps');
  const states = Array.from({ length: TURNS + 1 }, (_, day): [string, State] => {
    return [new Date(Date.UTC(2026, 8, 1 + day)).toISOString().slice(0, 10), stateOn(day)];
  });
  const first = await published(folder, Object.fromEntries(states.slice(0, 1)));
  let tables = tablesOf(join(out, basename(first)));
  await published(folder, Object.fromEntries(states.slice(1)));
  const recent = await readChanges(out);
  const chain = changesSince(recent, '2026-09-01');
  if ('kind' in chain) throw new Error(chain.detail);
  expect(chain.changes).toHaveLength(TURNS);
  for (const { file } of chain.changes) tables = applied(tables, readGzipLines(join(out, 'changes', file.name)));
  const newest = join(out, chain.changes.at(-1)?.to.id ?? '');
  const replayed = sorted(tables);
  // Files of changes carry neither BEACON nor mappings nor numbers of lists.
  const files = readIndex(newest).files.filter(({ name }) => !/beacon|sssom|^numbers/.test(name));
  for (const { name, columns } of files) {
    const lines = [...(columns ? [columns.join('\t')] : []), ...(replayed[name] ?? [])];
    const bytes = gunzipSync(readFileSync(join(newest, name))).toString();
    expect([name, lines.map((line) => `${line}\n`).join('')]).toEqual([name, bytes]);
  }
});
