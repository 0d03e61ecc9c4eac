/** The words of descriptions: read from the cards of entities, folded once for each card. */
import type { EntityCard, IndexedCandidate, SearchEngine } from '../engine.ts';
import type { Description } from '../names/ranking.ts';
import { searchWords } from '../names/search-text.ts';

const NO_DESCRIPTIONS: ReadonlyMap<number, Description> = new Map();

/** By rank. */
export async function descriptionsOf(
  candidates: readonly IndexedCandidate[],
  engine: SearchEngine,
): Promise<ReadonlyMap<number, Description>> {
  if (candidates.length === 0) return NO_DESCRIPTIONS;
  const hits = await engine.hits(candidates.map(({ rank }) => rank));
  return new Map(
    candidates.flatMap(({ rank }) => {
      const card = hits.get(rank)?.card;
      return card ? [[rank, descriptionWords(card)] as const] : [];
    }),
  );
}

/** Folded words of the description of a card, kept as long as the card. */
export function descriptionWords(card: EntityCard): Description {
  const known = foldedDescriptions.get(card);
  if (known !== undefined) return known;
  const words = new Set(searchWords(card.description ?? ''));
  foldedDescriptions.set(card, words);
  return words;
}

const foldedDescriptions = new WeakMap<EntityCard, Description>();
