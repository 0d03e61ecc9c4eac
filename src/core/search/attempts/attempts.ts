/** The attempts of search, in the order in which they are tried. */
import { fullNameKey, fullNameKeys, searchWords } from '../names/search-text.ts';
import { firstForms, type QueryWords } from '../query/query-words.ts';
import { type Attempt, type AttemptContext, isPoor, lacksFullName, NOTHING, type Ranked, type RankedEntity, type Wanted } from './attempt.ts'; // prettier-ignore
import { LIMITS } from '../tuning.ts';
import { byIdentifier } from './by-identifier.ts';
import { partialCover } from './partial-cover.ts';
import { variants } from './variants.ts';
import { findByWords } from './word-search.ts';

const allWords: Attempt = {
  name: 'allWords',
  meaning:
    'entities with just these words as a full name, or with all words in names; in names and description where no name is made of them',
  applies: () => true,
  async find(query, context) {
    const { words, text } = query;
    // A year may be part of the name or beside it.
    const nameKeys = fullNameKeys([searchWords(text), firstForms(words.words)].filter(({ length }) => length > 0));
    const found = await findByWords(words, query, context, { nameKeys });
    return typedFirst(found, text, context);
  },
};

const repaired: Attempt = {
  name: 'repaired',
  meaning:
    'the text decoded (`M&ouml;rike`, `M%C3%B6rike`, `MÃ¶rike`), dates and centuries as preferences (`geb. 1856`, `8. Jh. v. Chr.`)',
  applies: ({ words, readings }, soFar) => lacksFullName(soFar) && readings().repaired !== words,
  find(query, context) {
    const { repaired: words } = query.readings();
    return findByWords(words, query, context, { nameKeys: nameKeysOf(words) });
  },
};

const nearSpelling: Attempt = {
  name: 'nearSpelling',
  meaning: 'each word of weight stands for the [near spellings](#near-spellings) of it as well: `Göhte`',
  applies: ({ readings }, soFar) =>
    isPoor(soFar) && readings().essential.words.length === readings().plain.words.length,
  async find(query, context) {
    const near = await context.near();
    if (!near.words.some(({ distances }) => distances?.size)) return NOTHING;
    return { ...(await findByWords(near, query, context)), approximate: true };
  },
};

export const ATTEMPTS: readonly Attempt[] = [byIdentifier, allWords, repaired, variants, nearSpelling, partialCover];

/** Last attempt for a single word of which the reading with a filter by type is the same as without. */
export const LAST_OF_WORD = allWords;

/** @returns an empty list for a query without words */
function nameKeysOf(query: QueryWords): readonly number[] {
  return query.words.length === 0 ? [] : [fullNameKey(firstForms(query.words))];
}

/** The typed spelling breaks ties: of several entities with the same full name, the one spelled as typed comes first. */
async function typedFirst(found: Ranked, text: string, { engine }: Pick<AttemptContext, 'engine'>): Promise<Ranked> {
  const { best, entries, narrow } = found;
  const ranked = narrow
    ? { ...found, narrow: async (wanted: Wanted) => typedFirst(await narrow(wanted), text, { engine }) }
    : found;
  if (best?.fit.match !== 'fullName') return ranked;
  const equals = entries
    .slice(0, LIMITS.few.value)
    .filter((entry): entry is RankedEntity => entry.fit?.match === 'fullName' && entry.fit.tier === best.fit.tier);
  if (equals.length < 2) return ranked;
  const hits = await engine.hits(equals.map(({ candidate }) => candidate.rank));
  const isSpelled = ({ candidate: { rank } }: RankedEntity, spelling: (text: string) => string) => {
    const { preferredName = '', displayName = '' } = hits.get(rank)?.card ?? {};
    return [preferredName, displayName].some((name) => spelling(name) === spelling(text));
  };
  const first = equals.find((one) => isSpelled(one, marked)) ?? equals.find((one) => isSpelled(one, wordsAlone));
  if (first === undefined || first === best) return ranked;
  return { ...ranked, best: first, entries: [first, ...entries.filter((entry) => entry !== first)] };
}

/** The text with its diacritics, in lower case: case does not distinguish names. */
function marked(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

function wordsAlone(text: string): string {
  return (marked(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ');
}
