/** The typed spelling breaks ties: of several entities with the same full name, the one spelled as typed comes first. */
import type { EntityCard } from '../engine.ts';
import { LIMITS } from '../tuning.ts';
import type { AttemptContext, Ranked, RankedEntity, Wanted } from './attempt.ts';

export async function typedFirst(found: Ranked, text: string, context: AttemptContext): Promise<Ranked> {
  const { best, entries, narrow } = found;
  const { engine } = context;
  const ranked = {
    ...found,
    ...(narrow && { narrow: async (wanted: Wanted) => typedFirst(await narrow(wanted), text, context) }),
  };
  if (best?.fit.match !== 'fullName') return ranked;
  const equals = entries.slice(0, LIMITS.few.value).filter((entry): entry is RankedEntity => isEqual(entry, best));
  if (equals.length < 2) return ranked;
  const hits = await engine.hits(equals.map(({ candidate }) => candidate.rank));
  const namesOf = ({ candidate }: RankedEntity) => namesOn(hits.get(candidate.rank)?.card);
  const first = [marked, wordsAlone]
    .map((spelling) => equals.find((entry) => namesOf(entry).some((name) => spelling(name) === spelling(text))))
    .find((entry) => entry !== undefined);
  if (first === undefined || first === best) return ranked;
  return { ...ranked, best: first, entries: [first, ...entries.filter((entry) => entry !== first)] };
}

function isEqual({ fit }: Ranked['entries'][number], best: RankedEntity): boolean {
  return fit?.match === 'fullName' && fit.tier === best.fit.tier;
}

/** The text with its diacritics, in lower case: case does not distinguish names. */
function marked(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

function wordsAlone(text: string): string {
  return (marked(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ');
}

function namesOn(card: EntityCard | undefined): readonly string[] {
  return [card?.preferredName ?? '', card?.displayName ?? ''];
}
