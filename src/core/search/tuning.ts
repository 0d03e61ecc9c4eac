/** All numbers that determine the results of search and matching and their order, with the texts of their tables in `docs/search.md`. */

/**
 * Match classes. Entities are ordered by tier, and within a tier by prominence times weight; `begun` is the weight where a
 * word of the query is only the beginning of one. The score states how well the words fit; of the names of an entity in one tier, that
 * with the highest score counts, with its weight.
 */
export const MATCH_CLASSES = {
  fullName: { meaning: 'the words of the preferred or display name, and no other', tier: 0, weight: 1, begun: 1, score: 1 },
  fullVariant: { meaning: 'the words of a variant name, or of a name without its legal form (“GmbH”), and no other', tier: 0.25, weight: 0.4, begun: 0.6, score: 0.9 },
  surname: { meaning: 'the surname of a person or family, and no other word', tier: 0.25, weight: 0.25, begun: 0.5, score: 0.88 },
  withinName: { meaning: 'all words in the preferred or display name', tier: 1, weight: 1, begun: 1, score: 0.7 },
  withinVariant: { meaning: 'all words in one variant name', tier: 1, weight: 0.15, begun: 0.35, score: 0.6 },
  acrossNames: { meaning: 'all words, spread over several names', tier: 2, weight: 1, begun: 1, score: 0.3 },
} as const; // prettier-ignore
export type MatchClass = keyof typeof MATCH_CLASSES;

/** Signals of an imperfect match: how many tiers each costs, and the factors by which it changes the weight within the tier and the score. */
export const SIGNALS = {
  prefix: { meaning: 'a word is only the prefix of a longer one; the tier is at least 1', tier: 1, weight: 1, score: 0.9 },
  unaskedQualifier: { meaning: 'a qualifier is not in the query: “Köln (Motiv)”', tier: 0, weight: 0.8, score: 0.95 },
  otherParticles: { meaning: 'other particles or articles: “von”, “Die”', tier: 0, weight: 0.9, score: 0.95 },
  share: { meaning: 'subtracted: this value times the share of the words in the name that the query lacks', tier: 0, weight: 0.4, score: 0.4 },
  otherYear: { meaning: 'an entity with years that differ from those of the query', tier: 0.5, weight: 1, score: 0.85 },
  described: { meaning: 'words that only the description has', tier: 1, weight: 0.5, score: 0.85 },
  describedNumber: { meaning: 'one of the words that only the description has is a number: “Faust I”', tier: 0.5, weight: 1, score: 1 },
  wrongLetter: { meaning: 'each letter in which a word differs', tier: 1, weight: 1, score: 0.7 },
  incomplete: { meaning: 'words of the query that are neither in names nor in the description; the more they weigh, the further the entity falls back', tier: 1, weight: 1, score: 1 },
} as const; // prettier-ignore

type Tuning = Readonly<Record<string, { readonly value: number; readonly meaning: string }>>;

/** Limits of the work of search and matching. */
export const LIMITS = {
  famous: { value: 60, meaning: 'number of points of [prominence](#prominence) from which the surname or variant name of an entity is in tier 0: Goethe, Luther, Bach' },
  candidates: { value: 32, meaning: 'number of the most prominent entities that are ranked or compared for each lookup; also the number of near spellings of all words in a query' },
  moreCandidates: { value: 400, meaning: 'number of candidates if no entity has all words; also the number of entities with the rarest words that are read one by one if a step would cost too much' },
  few: { value: 20, meaning: 'number of candidates for each lookup if no entity has all words; also the number of entities with equal names that are compared more closely' },
  countLimit: { value: 1_000, meaning: 'number of entities up to which a total is exact' },
  scanned: { value: 10_000, meaning: 'number of entries of the index that are read to count the entities with all of several words; also the number of words with a similar beginning that are compared with a misspelt word' },
  words: { value: 12, meaning: 'number of different words of a query that are searched for; also the number of identifiers that are read from one name' },
  begun: { value: 3, meaning: 'number of single letters, and of abbreviations with a full stop, that are read as the beginning of a word: “J. S.”, “Rud.”; also the number of initials written as one word, and the number of words with the most weight for which entities are looked up, singly and in pairs' },
  begunWords: { value: 64, meaning: 'number of the most frequent words that a long prefix stands for; also the number of words that sound alike and are compared by their spelling' },
  parts: { value: 4, meaning: 'number of parts of a split word, of queries with such parts, of words that form one name or compound, and of words for which other forms and all spellings with one different letter are looked up' },
  shortWord: { value: 3, meaning: 'minimum number of letters for a word to count as a part of a longer one, as misspelt, or as unfinished if it is the only one' },
  stem: { value: 5, meaning: 'minimum number of letters for a word to be tried with another ending' },
  twoWrong: { value: 6, meaning: 'minimum number of letters in a word in which two may be wrong; also the maximum number of letters in an abbreviation with a full stop' },
  forms: { value: 16, meaning: 'number of the nearest and most frequent near spellings, or other forms, that are tried for a word' },
  common: { value: 50, meaning: 'minimum number of entities with a word for it to count as spelt correctly' },
  budget: { value: 2_200_000, meaning: 'what all steps of a query may cost together, in entries of the index' },
  sharePart: { value: 3, meaning: 'number by which the remaining budget is divided to get what a step may cost' },
  ahead: { value: 5, meaning: 'points by which a match must be ahead of every other entity with the same full name' },
  bestKnown: { value: 4, meaning: 'density of the list of a word at its beginning, as a multiple of the average: the most prominent entities have more words' },
} as const satisfies Tuning; // prettier-ignore

/**
 * Weights of the words of a query of which no entity has all. A word weighs as much as it is rare: the binary logarithm of
 * the number of entities for each that has it in a name.
 */
export const COVER = {
  lead: { value: 2, meaning: 'factor for words before the first comma, and for the author of a citation' },
  partly: { value: 0.5, meaning: 'factor for words that occur only in descriptions or near spellings, not in names; also the smallest weight with which another entity is listed, as a share of the weight of the best one' },
  tiers: { value: 5, meaning: 'an entity falls back by this number of tiers times the share of the weight that its name does not cover' },
} as const satisfies Tuning; // prettier-ignore

/** Costs of the steps of a query, in entries of the index that could be read in the same time; about 15 ns each. */
export const COSTS = {
  leap: { value: 120, meaning: 'to skip to an entity in the list of a word' },
  list: { value: 200, meaning: 'to open the list of a word' },
  row: { value: 1_000, meaning: 'to read an entity and to compare its names, or to see whether it has all words' },
  nearWord: { value: 60_000, meaning: 'to find the near spellings of a word' },
} as const satisfies Tuning;

/** Points of prominence for a link of a category: more for an article in an encyclopedia than for a number in a register. */
export const CATEGORY_POINTS: Readonly<Record<string, number>> = {
  encyclopedia: 8, knowledge_base: 4, biography: 3, edition: 3, image: 2, collection: 2, media: 2, archive: 2,
  catalogue: 1, place: 1, portal: 1, authority: 1, other: 0.5,
}; // prettier-ignore

/** The other points; see `prominence.ts`. */
export const PROMINENCE_POINTS = { source: 1.5, inbound: 3, variantNames: 1, level: 0.25, undifferentiated: 0.1 }; // prettier-ignore

/** Points for the name that fits best, to which `WEIGHTS` are added; a part of a name gets a share of its points. */
export const NAME_POINTS = {
  preferred: { value: 80, meaning: 'the whole preferred or display name' },
  variant: { value: 78, meaning: 'a whole variant name' },
  partial: {
    value: 70,
    meaning: 'part of a name: these points times the share of words that query and name have in common',
  },
  identifier: { value: 100, meaning: 'an identifier or address instead of a name' },
} as const satisfies Tuning;

interface WeightOfMatch {
  /** Points that are added or subtracted. */
  readonly points: number;
  /** Whether it rules out `match`. */
  readonly rulesOut: boolean;
  /** Part of the record that is compared. */
  readonly kind: 'name' | 'beside' | 'years' | 'property' | 'type' | 'record';
  readonly meaning: string;
}

/** Weights for and against a match. */
export const WEIGHTS = {
  otherParticles: { points: -1, rulesOut: false, kind: 'name', meaning: 'particles, articles or titles differ: “von”, “Dr.”' },
  inverted: { points: -3, rulesOut: false, kind: 'name', meaning: 'the surname comes first, but without a comma' },
  otherSurname: { points: -25, rulesOut: true, kind: 'name', meaning: 'the same words, but another of them is the surname' },
  unaskedQualifier: { points: -6, rulesOut: true, kind: 'name', meaning: 'the name has a qualifier that is not in the query: “Köln (Motiv)”' },
  briefVariant: { points: -8, rulesOut: true, kind: 'name', meaning: 'a person’s variant name that is a single word, with or without initials' },
  besideConfirmed: { points: 4, rulesOut: false, kind: 'beside', meaning: 'the qualifier in brackets, or the author before the title, is in the record' },
  besideUnknown: { points: -10, rulesOut: true, kind: 'beside', meaning: 'the qualifier or the author is not in the record' },
  yearsNear: { points: 2, rulesOut: false, kind: 'years', meaning: 'the first or the last year differs by one from that of the record' },
  yearsConfirmed: { points: 8, rulesOut: false, kind: 'years', meaning: 'the first or the last year is that of the record' },
  bothYearsConfirmed: { points: 12, rulesOut: false, kind: 'years', meaning: 'both years are those of the record' },
  yearsUnknown: { points: -2, rulesOut: true, kind: 'years', meaning: 'the record does not have the year' },
  yearsDiffer: { points: -40, rulesOut: true, kind: 'years', meaning: 'a year of the record differs' },
  propertyConfirmed: { points: 6, rulesOut: false, kind: 'property', meaning: 'a property has the requested value' },
  propertyDiffers: { points: -10, rulesOut: true, kind: 'property', meaning: 'a property has other values (`place` never counts as different)' },
  otherType: { points: -25, rulesOut: true, kind: 'type', meaning: 'an entity of a type that was not requested' },
  undifferentiated: { points: -10, rulesOut: true, kind: 'record', meaning: 'a record that stands for several people' },
} as const satisfies Readonly<Record<string, WeightOfMatch>>; // prettier-ignore
export type Weight = keyof typeof WEIGHTS;

/** Share that counts of a word matched by an initial, and share that each wrong letter subtracts. */
export const WORD_SHARES = { initial: 0.7, wrongLetter: 0.15 } as const;
