/** Links as N-Triples, which every tool for RDF reads: https://www.w3.org/TR/n-triples/ */
import { GND_URI_PREFIX } from '../../../core/model/gnd-id.ts';
import { relationIri } from './beacon-list.ts';
import type { DumpedLink } from './redistribution.ts';

/** Property for links with relation `about`; other links have the property of their BEACON list. */
const SEE_ALSO = 'http://www.w3.org/2000/01/rdf-schema#seeAlso';

/** A line: entity, relation, address. */
export function linkTriple(
  gnd: string,
  { url, relation, match }: Pick<DumpedLink, 'url' | 'relation' | 'match'>,
): string {
  return `<${GND_URI_PREFIX}${gnd}> <${relationIri(match ?? relation) ?? SEE_ALSO}> <${iriOf(url)}> .\n`;
}

/** The address as an IRI: browsers accept characters that no IRI may have (RFC 3987 §2.2). */
function iriOf(url: string): string {
  // oxlint-disable-next-line no-control-regex -- N-Triples forbids them
  return url.toWellFormed().replace(/[\u0000-\u0020<>"{}|^`\\]/g, encodeURIComponent);
}
