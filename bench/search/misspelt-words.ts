/** Misspelt words and the words that were meant: seeded errors in the words of a snapshot, and those of the judged queries. */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { packGndId, toGndId, unpackGndId } from '../../src/model/gnd-id.ts';
import { spellingDistance } from '../../src/search/near-spelling.ts';
import { searchWords } from '../../src/search/search-text.ts';
import { decodeCard } from '../../src/store/sqlite/card.ts';
import { readJudgedQueries } from './judged.ts';
import { misspell } from './misspell.ts';
import type { Random } from './random.ts';

export type MisspeltKind = 'one error' | 'two errors' | 'judged';

export interface MisspeltWord {
  readonly kind: MisspeltKind;
  /** Folded; not in the vocabulary, since then a search would look for nothing else. */
  readonly typed: string;
  readonly meant: string;
}

const JUDGED_FILES = ['judged-queries.tsv', 'unseen-queries.tsv'] as const;
/** Of words to be misspelt: shorter ones are not worth it, longer ones may leave the limits of near spellings. */
const LENGTH = { minimum: 5, maximum: 22 } as const;
/** Shorter words the product takes as they are. */
const MIN_TYPED = 4;
const TRIES = 20;
/** What is farther from a word of the right name was not meant by it. */
const MAX_DISTANCE = 4;

/** @param search the file of a snapshot's index @param wanted words to draw; each is misspelt with one error and with two */
export function makeMisspeltWords(search: DatabaseSync, wanted: number, random: Random): MisspeltWord[] {
  const isKnown = lookUp(search);
  return drawWords(search, wanted, random).flatMap((meant) =>
    ([1, 2] as const).flatMap((errors): MisspeltWord[] => {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const typed = withErrors(meant, errors, random);
        if (typed.length >= MIN_TYPED && typed !== meant && !isKnown(typed)) {
          return [{ kind: errors === 1 ? 'one error' : 'two errors', typed, meant }];
        }
      }
      return [];
    }),
  );
}

/** Those whose right entity the snapshot has: of each unknown word of a query the nearest word of the entity's names. */
export function judgedMisspeltWords(search: DatabaseSync): MisspeltWord[] {
  const isKnown = lookUp(search);
  const select = search.prepare('SELECT id, card, variants FROM hit WHERE id = ?');
  const found = new Map<string, MisspeltWord>();
  for (const { kind, q, right } of JUDGED_FILES.flatMap((file) => readJudgedQueries(join(import.meta.dirname, file)))) {
    if (kind !== 'misspelling') continue;
    const words = right.flatMap((text) => {
      const id = toGndId(text);
      const row = id === undefined ? undefined : select.get(packGndId(id));
      if (row === undefined) return [];
      const { preferredName, displayName = '' } = decodeCard(unpackGndId(row['id'] as number), row['card'] as string);
      return [preferredName, displayName, ...(row['variants'] as string).split('\n')].flatMap(searchWords);
    });
    for (const typed of searchWords(q)) {
      const meant = typed.length < MIN_TYPED || isKnown(typed) ? undefined : nearest(typed, words);
      if (meant !== undefined) found.set(`${typed} ${meant}`, { kind: 'judged', typed, meant });
    }
  }
  return [...found.values()];
}

function lookUp(search: DatabaseSync): (word: string) => boolean {
  const select = search.prepare('SELECT 1 FROM vocabulary WHERE word = ?');
  return (word) => select.get(word) !== undefined;
}

/** The likelier the more entities bear them, some more than once; one walk through the vocabulary. */
function drawWords(search: DatabaseSync, wanted: number, random: Random): string[] {
  const where = `WHERE word NOT GLOB '*[^a-z]*' AND length(word) BETWEEN ${LENGTH.minimum} AND ${LENGTH.maximum}`;
  const total = search.prepare(`SELECT coalesce(sum(entities), 0) AS n FROM vocabulary ${where}`).get()?.[
    'n'
  ] as number;
  const marks = Array.from({ length: wanted }, () => random.below(total)).toSorted((a, b) => a - b);
  const drawn: string[] = [];
  let passed = 0;
  for (const row of search.prepare(`SELECT word, entities FROM vocabulary ${where} ORDER BY word`).iterate()) {
    passed += row['entities'] as number;
    while (drawn.length < wanted && (marks[drawn.length] as number) < passed) drawn.push(row['word'] as string);
    if (drawn.length === wanted) break;
  }
  return drawn;
}

function withErrors(word: string, errors: number, random: Random): string {
  let wrong = word;
  for (let made = 0, tries = 0; made < errors && tries < TRIES; tries += 1) {
    // Four kinds of error are those of `misspell`, the fifth is any letter for any other.
    const next = random.below(5) === 0 ? exchange(wrong, random) : misspell(wrong, 1, random);
    const [folded = wrong] = searchWords(next);
    if (folded === wrong || folded === word) continue;
    wrong = folded;
    made += 1;
  }
  return wrong;
}

function exchange(word: string, random: Random): string {
  const at = random.below(word.length);
  return word.slice(0, at) + random.pick(Array.from('abcdefghijklmnopqrstuvwxyz')) + word.slice(at + 1);
}

function nearest(typed: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = MAX_DISTANCE + 1;
  for (const word of words) {
    const distance = spellingDistance(typed, word, MAX_DISTANCE);
    if (distance < least) [best, least] = [word, distance];
  }
  return best;
}
