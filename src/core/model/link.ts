/** The relation of a link to its entity, and the degree to which its target matches. */

/** `sameAs`: the target describes the same entity. `about`: the target says something about it. */
export const RELATIONS = ['sameAs', 'about'] as const;
export type Relation = (typeof RELATIONS)[number];

/** Property of RDF for `sameAs`. */
export const OWL_SAME_AS = 'http://www.w3.org/2002/07/owl#sameAs';

/** How closely the target matches the entity (SKOS mapping properties), the closest first. */
export const MATCHES = ['exact', 'close', 'broad', 'narrow', 'related'] as const;
export type Match = (typeof MATCHES)[number];

/** Property of RDF for a degree of match. */
export const skosMatch = (match: Match): string => `http://www.w3.org/2004/02/skos/core#${match}Match`;

/** The relation that a degree of match implies. */
export const relationOf = (match: Match | undefined): Relation => (match === 'exact' ? 'sameAs' : 'about');

export function closestMatch(matches: readonly (Match | undefined)[]): Match | undefined {
  return MATCHES.find((match) => matches.includes(match));
}
