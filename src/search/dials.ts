/** Every number that decides what a search finds and in which order; `docs/search.md` shows this table and explains it. */

/**
 * Match classes. Entities are ordered by tier, and within a tier by prominence times weight. The score does not order: it
 * says how well the words fit.
 */
export const MATCH_CLASSES = {
  fullName: { meaning: 'the words of the preferred or display name, and no other', tier: 0, weight: 1, score: 1 },
  fullVariant: { meaning: 'the words of a variant name, and no other', tier: 0.25, weight: 0.4, score: 0.9 },
  surname: { meaning: 'the surname of a person or family, and no other word', tier: 0.25, weight: 0.25, score: 0.88 },
  withinName: { meaning: 'all words in the preferred or display name', tier: 1, weight: 1, score: 0.7 },
  withinVariant: { meaning: 'all words in one variant name', tier: 1, weight: 0.7, score: 0.6 },
  acrossNames: { meaning: 'all words, spread over several names', tier: 2, weight: 1, score: 0.3 },
} as const;
export type MatchClass = keyof typeof MATCH_CLASSES;

/** What makes a match less than perfect: so many tiers back, a factor of the weight within the tier, and one of the score. */
export const SIGNALS = {
  prefix: { meaning: 'a word is only the prefix of a longer one; the tier is the first', tier: 0.5, weight: 0.15, score: 0.9 },
  unaskedQualifier: { meaning: 'a qualifier was not asked for: “Köln (Motiv)”', tier: 0, weight: 0.8, score: 0.95 },
  otherParticles: { meaning: 'other particles or articles: “von”, “Die”', tier: 0, weight: 0.9, score: 0.95 },
  share: { meaning: 'times the share of the name that was not asked for, is taken off', tier: 0, weight: 0.4, score: 0.4 },
  otherYear: { meaning: 'not of the year asked for', tier: 0.5, weight: 1, score: 0.85 },
  described: { meaning: 'words that only the description has', tier: 1, weight: 0.5, score: 0.85 },
  wrongLetter: { meaning: 'each letter in which a word differs', tier: 1, weight: 1, score: 0.7 },
  ignored: { meaning: 'each word that nothing of the entity meets', tier: 2, weight: 1, score: 0.7 },
} as const; // prettier-ignore

/** Limits of what is looked at. */
export const LIMITS = {
  famous: { value: 60, meaning: 'points from which a surname or variant name is tier 0: Goethe, Luther, Bach' },
  rankedCandidates: { value: 48, meaning: 'the most prominent entities with all words that are ranked' },
  moreCandidates: { value: 400, meaning: 'so many instead when hardly any of them has all words in one name' },
  few: { value: 20, meaning: 'hardly any: fewer than this' },
  countLimit: { value: 1_000, meaning: 'entities that are counted' },
  countedEntries: { value: 10_000, meaning: 'entries of the index that are read to count entities with several words' },
  nameWords: { value: 60, meaning: 'words of one name that are indexed' },
  words: { value: 12, meaning: 'different words of a query that are looked at' },
  initials: { value: 3, meaning: 'single letters that stand for the words that begin with them' },
  shortened: { value: 3, meaning: 'words before a point that stand for the words that begin with them: “Rud.”' },
  shortenedLetters: { value: 6, meaning: 'letters of such a word at most' },
  begunWords: {
    value: 64,
    meaning: 'words that a beginning of more than 8 letters stands for, the most frequent ones',
  },
  splitLetters: { value: 4, meaning: 'letters of each half of a word that may be two: “Photoarchiv”' },
  splits: { value: 3, meaning: 'places where such a word is parted, those of the most frequent halves' },
  nearWords: { value: 16, meaning: 'near spellings that are tried for a word, the nearest and most frequent ones' },
  nearInAll: { value: 48, meaning: 'near spellings that are tried for all words of a query together' },
  spelledWords: { value: 8, meaning: 'misspelt words that are looked for letter by letter' },
  spelledLetters: { value: 16, meaning: 'letters up to which all of a word is looked for letter by letter' },
  soundAlike: {
    value: 200,
    meaning: 'words that sound alike of which the spelling is compared, the most frequent ones',
  },
  nearVocabulary: {
    value: 1_000_000,
    meaning: 'words from which on those of a single entity are not near in two letters',
  },
  nearLetters: { value: 4, meaning: 'letters from which a word may be misspelt' },
  twoWrong: { value: 6, meaning: 'letters from which two may be wrong' },
  threeWrong: { value: 8, meaning: 'letters from which three may be wrong in words that sound alike' },
  common: { value: 50, meaning: 'entities from which a word is not misspelt' },
  tellingLetters: { value: 3, meaning: 'letters from which an unfinished word may be all that is left' },
  tellingWords: { value: 6, meaning: 'the rarest words of a query of which all but one are asked for' },
  parts: { value: 3, meaning: 'of these, the most telling that are looked at' },
} as const satisfies Readonly<Record<string, { readonly value: number; readonly meaning: string }>>;

/** What a link of a category says about prominence: an article in an encyclopedia more than a number in a register. */
export const CATEGORY_POINTS: Readonly<Record<string, number>> = {
  encyclopedia: 8, knowledge_base: 4, biography: 3, edition: 3, image: 2, collection: 2, media: 2, archive: 2,
  catalogue: 1, place: 1, portal: 1, authority: 1, other: 0.5,
}; // prettier-ignore

/** The other points; see `prominence.ts`. */
export const PROMINENCE_POINTS = { source: 1.5, inbound: 3, variantNames: 1, level: 0.25, undifferentiated: 0.1 }; // prettier-ignore
