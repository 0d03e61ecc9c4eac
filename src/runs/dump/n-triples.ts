/** Links as N-Triples, which every tool for RDF reads: https://www.w3.org/TR/n-triples/ */
import { GND_URI_PREFIX } from '../../model/gnd-id.ts';
import type { Relation } from '../../model/link.ts';
import { OWL_SAME_AS } from '../../sources/readers/beacon.ts';
import type { DumpedLink } from './redistribution.ts';

/** The same as the relations of BEACON lists. */
const PREDICATES: Readonly<Record<Relation, string>> = {
  sameAs: OWL_SAME_AS,
  about: 'http://www.w3.org/2000/01/rdf-schema#seeAlso',
};

/** A line: entity, relation, address. */
export function linkTriple(gnd: string, { url, relation }: Pick<DumpedLink, 'url' | 'relation'>): string {
  return `<${GND_URI_PREFIX}${gnd}> <${PREDICATES[relation]}> <${iriOf(url)}> .\n`;
}

/** Browsers forgive characters that no IRI has (RFC 3987 §2.2). */
function iriOf(url: string): string {
  // oxlint-disable-next-line no-control-regex -- N-Triples forbids them
  return url.toWellFormed().replace(/[\u0000-\u0020<>"{}|^`\\]/g, encodeURIComponent);
}
