/** Reader of mappings between the GND and other vocabularies in JSON-LD: SKOS mapping properties in both directions. */
import { isGndIri, toGndId } from '../../../core/model/gnd-id.ts';
import { MATCHES, type Match, relationOf, skosMatch } from '../../../core/model/link.ts';
import { readAddress } from './addresses.ts';
import { defect, type Report } from './defects.ts';
import { readStatements } from './json-records.ts';
import { type JsonObject, readValues } from './json-values.ts';
import type { Reader, Statement } from './reader.ts';

/** Match of a mapping in the other direction. */
const INVERSE: Readonly<Record<Match, Match>> = { exact: 'exact', close: 'close', broad: 'narrow', narrow: 'broad', related: 'related' }; // prettier-ignore

/**
 * Reads expanded JSON-LD, such as the DNB's `mapping-authorities-gnd-lcsh-ram_lds`, with the framings of
 * `readJsonRecords`. A mapping between two GND entities, or between none, is not a link. Defects: those of
 * `readJsonRecords`; `invalid_gnd_id`, flaws of addresses (detail), `no_mapping` (notice).
 */
export const skosMappingsReader: Reader = {
  read: (input) => readStatements(input, readNode, 'link', 'The file contains no mapping to the GND.'),
};

/** Statements of one node, defects first. */
function readNode(node: JsonObject): readonly Statement[] {
  const subject = typeof node['@id'] === 'string' ? node['@id'] : '';
  const defects: Statement[] = [];
  const report: Report = (fault) => defects.push(fault);
  const links = MATCHES.flatMap((match) =>
    readValues(node[skosMatch(match)]).flatMap(({ iri = '' }) => readMapping(subject, match, iri, report)),
  );
  if (links.length === 0 && defects.length === 0) report(defect('no_mapping', 'notice', subject));
  return [...defects, ...links];
}

function readMapping(subject: string, match: Match, object: string, report: Report): readonly Statement[] {
  if (isGndIri(subject) === isGndIri(object)) return [];
  const [entity, target, ofEntity] = isGndIri(subject) ? [subject, object, match] : [object, subject, INVERSE[match]];
  const gnd = toGndId(entity);
  if (gnd === undefined) report(defect('invalid_gnd_id', 'detail', entity));
  const url = readAddress(target, report);
  if (gnd === undefined || url === undefined) return [];
  return [{ kind: 'link', gnd, url, relation: relationOf(ofEntity), match: ofEntity }];
}
