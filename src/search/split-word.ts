/** One word for several: "Photoarchiv" is parted where both halves are known words, for names that have its parts side by side. */
import { LIMITS } from './dials.ts';
import type { IndexedCandidate, SearchEngine } from './engine.ts';
import { wordsOfFolded } from './folded-name.ts';
import type { QueryWords } from './query-words.ts';
import { rankCandidate } from './ranking.ts';
import { byFit, type Findings, NOTHING, type Part, type RankedCandidate } from './word-search.ts';

/** The best known entities whose names have the parts of the only word of a query side by side; a half may itself be two that a hyphen joins. */
export async function findSplit({ words, years }: QueryWords, part: Part, engine: SearchEngine): Promise<Findings> {
  const [word] = words;
  if (word === undefined) return NOTHING;
  const halves = await frequentHalves(halvesOf({ words, years }), engine);
  if (halves.length === 0) return NOTHING;
  const { types, budget } = part;
  const limit = LIMITS.rankedCandidates.value;
  const queries = halves.map((pair): QueryWords => ({ words: pair.map((half) => ({ typed: word.typed, spelled: half, forms: [half] })), years })); // prettier-ignore
  const found = await engine.find(
    queries.map(({ words: pair }) => ({ by: 'words', words: pair, types, limit, budget })),
  );
  const entries = new Map<number, RankedCandidate>();
  const parted = new RegExp(`(?:^| )${Array.from(halves[0]?.join('') ?? '').join(' ?')}(?: |$)`, 'u');
  queries.forEach((query, place) => {
    for (const candidate of found[place]?.candidates ?? []) {
      if (!hasInParts(candidate, parted) || entries.has(candidate.rank)) continue;
      entries.set(candidate.rank, { ...rankCandidate(candidate, query), candidate });
    }
  });
  const sorted = [...entries.values()].sort(byFit);
  const isExact = found.every(({ candidates }) => candidates.length < limit);
  return { entries: sorted.slice(0, part.to), best: sorted[0], total: async () => ({ value: sorted.length, isExact }) };
}

type Pair = readonly [first: string, second: string];

/** Where the only word of a query may be parted. */
export function halvesOf({ words, years }: QueryWords): readonly Pair[] {
  const [{ forms: [word = ''] } = { forms: [] }] = words;
  const least = LIMITS.splitLetters.value;
  if (words.length > 1 || years.length > 0 || !/^\p{L}+$/u.test(word)) return [];
  return Array.from({ length: Math.max(0, word.length - 2 * least + 1) }, (_, at): Pair => [word.slice(0, at + least), word.slice(at + least)]); // prettier-ignore
}

async function frequentHalves(pairs: readonly Pair[], engine: SearchEngine): Promise<readonly Pair[]> {
  const counted = pairs.length === 0 ? [] : await engine.documentFrequencies(pairs.flat());
  return pairs
    .map((pair, place) => ({ pair, entities: Math.min(counted[2 * place] ?? 0, counted[2 * place + 1] ?? 0) }))
    .filter(({ entities }) => entities > 0)
    .sort((a, b) => b.entities - a.entities)
    .slice(0, LIMITS.splits.value)
    .map(({ pair }) => pair);
}

function hasInParts(candidate: IndexedCandidate, parted: RegExp): boolean {
  return `${candidate.names}\n${candidate.variants()}`.split('\n').some((line) => parted.test(wordsOfFolded(line)));
}
