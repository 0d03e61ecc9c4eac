/** Namesakes: other entities that have the same name as their preferred name or a variant. */
import type { EntityCard, SearchEngine } from './engine.ts';
import { foldName, type FoldedName, readFoldedName } from './names/folded-name.ts';
import { distinctNames, isDispensable } from './names/search-text.ts';
import { LIMITS } from './tuning.ts';

/**
 * Entities of the same type, the most prominent first; particles, titles and qualifiers apart, their names have just the words
 * of the preferred name.
 */
export async function namesakesOf(
  engine: SearchEngine,
  { gnd, type, preferredName }: Pick<EntityCard, 'gnd' | 'type' | 'preferredName'>,
  limit: number,
): Promise<readonly EntityCard[]> {
  const name = foldName(preferredName);
  const own = essential(name);
  const names = distinctNames([name.words.slice(0, name.bare), own]);
  const results = await engine.find(
    names.map((words) => ({ by: 'fullName', name: words, types: [type], limit: LIMITS.few.value })),
  );
  const wanted = own.join(' ');
  const isSame = (line: string) => line !== '' && essential(readFoldedName(line)).join(' ') === wanted;
  const named = results.flatMap(({ candidates }) => candidates).filter(({ names }) => names.split('\n').some(isSame));
  const ranks = [...new Set(named.map(({ rank }) => rank))].toSorted((a, b) => a - b);
  const hits = await engine.hits(ranks);
  const cards = ranks.flatMap((rank) => hits.get(rank)?.card ?? []);
  return cards.filter((card) => card.gnd !== gnd).slice(0, limit);
}

/** The words of a name without its qualifier, particles and titles, sorted; all words where nothing else is left. */
function essential({ words, bare }: FoldedName): readonly string[] {
  const own = words.slice(0, bare);
  const kept = own.filter((word) => !isDispensable(word));
  return (kept.length > 0 ? kept : own).toSorted();
}
