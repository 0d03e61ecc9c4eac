/** Reads a new version of a list as the build reads it, beside the page, and tells what would become of it. */
import { checkPlausibility, resultOfUnusable } from '../../fetch/plausibility.ts';
import { packGndId } from '../../model/gnd-id.ts';
import { beaconReader } from '../../readers/beacon.ts';

/** @import { PlausibilityLimits } from '../../register/register.ts' */
/** @import { Defect, ReaderOptions, Statement } from '../../readers/reader.ts' */
/** @typedef {{ severity: Defect['severity'], count: number, examples: Defect[] }} Finding */
/** @typedef {ReturnType<typeof createCount>} Count */
/** What the register says of the list, and the version in use has. @typedef {ReaderOptions & { guard: PlausibilityLimits }} Reading */
/** @typedef {{ file: File, reading: Reading, scope: { entities: number, links: number } }} Question */

const CHUNK_BYTES = 2 ** 20;
/** Of each reason. */
const EXAMPLES = 5;

addEventListener('message', async ({ data }) => {
  const { file, reading, scope } = /** @type {Question} */ (data);
  const count = createCount();
  /** @type {ReturnType<typeof checkPlausibility> | undefined} */
  let result;
  try {
    for await (const statements of beaconReader.read(chunksOf(file), reading)) {
      for (const statement of statements) count.add(statement);
    }
    const hashes = { sha256: '', pairsHash: '', contentHash: 'new' };
    const found = { ...count.finish(), bytes: file.size, unpackedBytes: file.size, ...hashes };
    const inUse = { ids: scope.entities, unpackedBytes: 0, contentHash: 'in use' };
    result = checkPlausibility(found, { kind: 'links', guard: reading.guard }, inUse);
  } catch (error) {
    try {
      result = resultOfUnusable(error);
    } catch {
      // The file is gone, or may not be read: no word on the list.
    }
  }
  postMessage({ result, ...count.finish() });
});

/** @param {File} file */
async function* chunksOf(file) {
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    yield new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer());
    postMessage({ share: at / file.size });
  }
}

/** What is kept does not grow with the file, but for eight bytes an identifier. */
function createCount() {
  const distinct = createDistinct();
  let statements = 0;
  /** @type {Record<string, string>} */
  let fields = {};
  /** @type {string | undefined} */
  let declaredDate;
  /** @type {Record<string, Finding>} */
  const findings = {};

  return {
    /** @param {Statement} statement */
    add(statement) {
      if (statement.kind === 'header') ({ fields, declaredDate } = statement);
      if (statement.kind === 'link') {
        statements += 1;
        distinct.add(packGndId(statement.gnd));
      }
      if (statement.kind !== 'defect') return;
      const { reason, severity } = statement;
      const finding = (findings[reason] ??= { severity, count: 0, examples: [] });
      finding.count += 1;
      if (finding.examples.length < EXAMPLES) finding.examples.push(statement);
    },
    finish() {
      const records = Object.entries(findings).filter(([, { severity }]) => severity === 'record');
      const reasons = Object.fromEntries(records.map(([reason, finding]) => [reason, finding.count]));
      const unreadable = Object.values(reasons).reduce((sum, n) => sum + n, 0);
      const date = declaredDate === undefined ? {} : { declaredDate };
      return { ids: distinct.count(), statements, unreadable, reasons, fields, findings, ...date };
    },
  };
}

/** Counts different numbers: sorted in an array, as a set of millions takes many times the room. */
function createDistinct() {
  let kept = new Float64Array();
  let fresh = new Float64Array(CHUNK_BYTES / 16);
  let length = 0;

  function merge() {
    const all = new Float64Array(kept.length + length);
    all.set(kept);
    all.set(fresh.subarray(0, length), kept.length);
    kept = all.sort().filter((value, index) => value !== all[index - 1]);
    fresh = new Float64Array(Math.max(fresh.length, kept.length));
    length = 0;
  }

  return {
    /** @param {number} value */
    add(value) {
      if (length === fresh.length) merge();
      fresh[length] = value;
      length += 1;
    },
    count() {
      merge();
      return kept.length;
    },
  };
}
