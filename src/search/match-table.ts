/** The weights of matching, what a candidate's score is made of; `docs/reconciliation.md` is generated from these tables. */

/** Points of the name that fits best, with which a candidate begins; a part of a name gets its share of them. */
export const NAME_POINTS = {
  preferred: [80, 'the whole preferred or display name'],
  variant: [78, 'a whole variant name'],
  partial: [70, 'part of a name: times the share of words that query and name have in common'],
  identifier: [100, 'an identifier or address instead of a name'],
} as const;

/** Points that are added or taken off, whether they rule out `match`, and for what. */
export const WEIGHTS = {
  otherParticles: [-1, false, 'particles, articles or titles differ: “von”, “Dr.”'],
  inverted: [-3, false, 'the surname comes first, but no comma says so'],
  otherSurname: [-25, true, 'the same words, but another of them is the surname'],
  unaskedQualifier: [-6, true, 'the name has a qualifier that was not asked for: “Köln (Motiv)”'],
  briefVariant: [-8, true, 'a variant name of a person that is a single word, or one with initials'],
  besideConfirmed: [4, false, 'what stands beside the name, in brackets or as an author, is in the record'],
  besideUnknown: [-10, true, 'what stands beside the name is not in the record'],
  yearsNear: [2, false, 'the first or the last year is one beside that of the record'],
  yearsConfirmed: [8, false, 'one of them is that of the record'],
  bothYearsConfirmed: [12, false, 'both are'],
  yearsUnknown: [-2, true, 'the record has no such year'],
  yearsDiffer: [-40, true, 'a year of the record is another'],
  propertyConfirmed: [6, false, 'a property has the value'],
  propertyDiffers: [-10, true, 'a property has other values'],
  otherType: [-25, true, 'an entity of another type than was asked for'],
  undifferentiated: [-10, true, 'a record that stands for several people'],
} as const;
export type Weight = keyof typeof WEIGHTS;

/** Another whole name that comes so near to the first, in points, rules out `match`: a second of equal fit. */
export const AHEAD = 5;
/** What a word counts for that is only an initial, and what each wrong letter takes off. */
export const WORD_SHARES = { initial: 0.7, wrongLetter: 0.15 } as const;
