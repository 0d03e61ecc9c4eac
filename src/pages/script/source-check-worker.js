/** Reads a new version of a list as the build reads it, beside the page, and tells what would become of it: one file. */
import { checkPlausibility, resultOfUnusable } from '../../fetch/plausibility.ts';
import { packGndId } from '../../model/gnd-id.ts';
import { beaconReader } from '../../readers/beacon.ts';

/** @import { ValidationResult } from '../../fetch/plausibility.ts' */
/** @import { PlausibilityLimits } from '../../register/register.ts' */
/** @import { Defect, HeaderStatement, ReaderOptions, Statement } from '../../readers/reader.ts' */
/** @typedef {{ reading: ReaderOptions & { guard: PlausibilityLimits }, scope: { entities: number, links: number } }} InUse */
/** @typedef {{ severity: Defect['severity'], count: number, examples: Defect[] }} Finding */
/** @typedef {typeof found & { ids: number, result: ValidationResult | undefined }} Answer */

const CHUNK_BYTES = 2 ** 20;
/** Of each reason. */
const EXAMPLES = 5;

/** Does not grow with the file. */
const found = {
  statements: 0,
  unreadable: 0,
  reasons: /** @type {Record<string, number>} */ ({}),
  findings: /** @type {Record<string, Finding>} */ ({}),
  header: /** @type {HeaderStatement} */ ({ kind: 'header', fields: {} }),
};
/** Of every link, in eight bytes: a set of millions takes many times the room. */
let ids = new Float64Array(CHUNK_BYTES / 16);

addEventListener('message', async ({ data }) => {
  const { file, reading, scope } = /** @type {InUse & { file: File }} */ (data);
  /** @type {ValidationResult | undefined} */
  let result;
  try {
    for await (const statements of beaconReader.read(chunksOf(file), reading)) statements.forEach(add);
    const hashes = { sha256: '', pairsHash: '', contentHash: 'new' };
    const inspection = { ...found, ...hashes, ids: distinct(), bytes: file.size, unpackedBytes: file.size };
    const inUse = { ids: scope.entities, unpackedBytes: 0, contentHash: 'in use' };
    result = checkPlausibility(inspection, { kind: 'links', guard: reading.guard }, inUse);
  } catch (error) {
    try {
      result = resultOfUnusable(error);
    } catch {
      // The file is gone, or may not be read: no word on the list.
    }
  }
  postMessage({ ...found, ids: distinct(), result });
});

/** @param {File} file */
async function* chunksOf(file) {
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    yield new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer());
    postMessage({ share: at / file.size });
  }
}

/** @param {Statement} statement */
function add(statement) {
  if (statement.kind === 'header') found.header = statement;
  if (statement.kind === 'link') {
    if (found.statements === ids.length) {
      const longer = new Float64Array(2 * ids.length);
      longer.set(ids);
      ids = longer;
    }
    ids[found.statements] = packGndId(statement.gnd);
    found.statements += 1;
  }
  if (statement.kind !== 'defect') return;
  const { reason, severity } = statement;
  const finding = (found.findings[reason] ??= { severity, count: 0, examples: [] });
  finding.count += 1;
  if (finding.examples.length < EXAMPLES) finding.examples.push(statement);
  if (severity !== 'record') return;
  found.unreadable += 1;
  found.reasons[reason] = finding.count;
}

function distinct() {
  const sorted = ids.subarray(0, found.statements).sort();
  return sorted.reduce((n, id, index) => n + Number(id !== sorted[index - 1]), 0);
}
