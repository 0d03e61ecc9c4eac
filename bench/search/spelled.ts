/**
 * Does search find a record in every spelling of its name? success@1 of random records in each of twenty spellings; and
 * for 300 names, how often a suggestion disappears again while the name is being typed. DIR is a snapshot:
 * `node bench/search/spelled.ts DIR [--misses] [--record] [--seed N]`.
 */
import { foldName } from '../../src/core/search/names/folded-name.ts';
import { fullNameKey } from '../../src/core/search/names/search-text.ts';
import type { EntityCard } from '../../src/core/search/engine.ts';
import type { SearchPage } from '../../src/core/search/search.ts';
import { createRandom } from '../random.ts';
import { markdownTable } from '../results.ts';
import { openSearchBench } from './open.ts';
import { SPELLINGS } from './spellings.ts';

/** Records per spelling. */
const RECORDS = 100;
const TYPED = 300;
/** The number of suggestions that are shown. */
const SUGGESTED = 10;
const FIRST_LETTERS = 3;

const bench = await openSearchBench('search/spelled', 'Search: names however they are spelled', ['misses']);
const { store, tables, report, seed, flags, corpus } = bench;
const random = createRandom(seed);
const bearers = countBearers();

/** Number of entities by key of a full name. Only a name of a single entity has one right result. */
function countBearers(): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (let rank = 1; rank <= tables.entities; rank += 1) {
    const { card, variants = [] } = tables.entity(rank) ?? {};
    if (card === undefined) continue;
    const keys = new Set([card.preferredName, card.displayName ?? '', ...variants].flatMap(keysOf));
    for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}

function keysOf(name: string): number[] {
  const { words, bare } = foldName(name);
  return words.length === 0 ? [] : [fullNameKey(words), fullNameKey(words.slice(0, bare))];
}

function draw(): EntityCard {
  for (;;) {
    const { card } = tables.entity(1 + random.below(tables.entities)) ?? {};
    if (card !== undefined && keysOf(card.preferredName).every((key) => bearers.get(key) === 1)) return card;
  }
}

const ask = (q: string): Promise<SearchPage> =>
  store.search({ q: Array.from(q.normalize('NFC').trim()).slice(0, 200).join(''), limit: SUGGESTED, offset: 0 });

const rows: string[][] = [];
let [found, all] = [0, 0];
for (const [name, spell] of Object.entries(SPELLINGS)) {
  let first = 0;
  let firstFive = 0;
  for (let asked = 0; asked < RECORDS;) {
    const card = draw();
    const q = spell(card, random);
    if (q === undefined) continue;
    asked += 1;
    const place = (await ask(q)).items.findIndex(({ gnd }) => gnd === card.gnd);
    first += Number(place === 0);
    firstFive += Number(place >= 0 && place < 5);
    if (place !== 0 && flags.has('misses')) console.log(`${name}: ${q} → ${card.gnd} ${card.preferredName}`);
  }
  found += first;
  all += RECORDS;
  rows.push([name, String(RECORDS), (first / RECORDS).toFixed(2), (firstFive / RECORDS).toFixed(2)]);
}
rows.push(['all', String(all), (found / all).toFixed(3), '']);

/** Types a name letter by letter. */
async function type(card: EntityCard) {
  const name = Array.from(card.displayName ?? card.preferredName);
  let [wasShown, lost, letters] = [false, 0, 0];
  for (let length = FIRST_LETTERS; length <= name.length; length += 1) {
    const typed = name.slice(0, length).join('').trimEnd();
    const isShown = (await ask(typed)).items.some(({ gnd }) => gnd === card.gnd);
    if (wasShown && !isShown) {
      lost += 1;
      if (flags.has('misses')) console.log(`suggestions: ${typed} loses ${card.preferredName}`);
    }
    if (isShown && letters === 0) letters = length;
    wasShown = isShown;
  }
  return { lost, letters: letters === 0 ? name.length : letters };
}
const typed: Awaited<ReturnType<typeof type>>[] = [];
// Prominent entities are suggested early, so more letters follow in which a suggestion can disappear.
for (let n = 0; n < TYPED; n += 1) {
  const { card } = tables.entity(Math.ceil(tables.entities ** random.next())) ?? {};
  if (card !== undefined) typed.push(await type(card));
}
const losing = typed.filter(({ lost }) => lost > 0).length;
const median = typed.map(({ letters }) => letters).toSorted((a, b) => a - b)[Math.floor(typed.length / 2)] ?? 0;
report.publish(
  corpus,
  [
    markdownTable(['spelling', 'records', 'success@1', 'success@5'], rows),
    `Of ${typed.length} names typed letter by letter, ${losing} were lost at least once after they had been among the first ${SUGGESTED}; half are shown after ${median} letters.`,
  ].join('\n\n'),
);
await bench.close();
