/** The worker that reads a new version of a list as the build does, and reports how a build would use it. */
import { checkPlausibility, resultOfUnusable } from '../../../build/sources/fetch/plausibility.ts';
import { packGndId } from '../../../core/model/gnd-id.ts';
import { beaconReader } from '../../../build/sources/readers/beacon.ts';
import type { ValidationResult } from '../../../build/sources/fetch/plausibility.ts';
import type { PlausibilityLimits } from '../../../build/sources/register/register.ts';
import {
  type Defect,
  type HeaderStatement,
  type ReaderOptions,
  type Statement,
  UnusableSource,
} from '../../../build/sources/readers/reader.ts';
export type InUse = {
  reading: ReaderOptions & { guard: PlausibilityLimits };
  /** Counts of the version in use. */
  scope: { entities: number; links: number };
};
export type CheckFinding = { severity: Defect['severity']; count: number; examples: Defect[] };
export type CheckAnswer = typeof report & { ids: number; result: ValidationResult | undefined };

const CHUNK_BYTES = 2 ** 20;
/** Number of examples for each reason. */
const EXAMPLES = 5;

/** The result; its size does not depend on the file. */
const report = {
  statements: 0,
  unreadable: 0,
  reasons: {} as Record<string, number>,
  findings: {} as Record<string, CheckFinding>,
  header: { kind: 'header', fields: {} } as HeaderStatement,
};
let unpackedBytes = 0;
/** Identifiers of all links, eight bytes each: a set of millions would need many times the memory. */
let ids = new Float64Array(CHUNK_BYTES / 16);

addEventListener('message', async ({ data }) => {
  const { file, reading, scope } = data as InUse & { file: File };
  let result: ValidationResult | undefined;
  try {
    const chunks = (await isGzip(file)) ? unpackedChunksOf(file) : chunksOf(file);
    for await (const statements of beaconReader.read(counted(chunks), reading)) statements.forEach(add);
    const hashes = { sha256: '', pairsHash: '', contentHash: 'new' };
    const inspection = { ...report, ...hashes, ids: distinct(), bytes: file.size, unpackedBytes };
    const inUse = { ids: scope.entities, unpackedBytes: 0, contentHash: 'in use' };
    result = checkPlausibility(inspection, { kind: 'links', guard: reading.guard }, inUse);
  } catch (error) {
    try {
      result = resultOfUnusable(error);
    } catch {
      // The file is gone or unreadable, so there is nothing to say about the list.
    }
  }
  postMessage({ ...report, ids: distinct(), result });
});

/**
 * Tells gzip by its content, as the build does: people check lists as they downloaded them. RFC 1952 §2.3.1
 */
async function isGzip(file: File): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

async function* unpackedChunksOf(file: File) {
  const unpacked = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    const { done, value } = await unpacked.read().catch((cause: unknown) => {
      // A file that cannot be read fails with a DOMException.
      if (!(cause instanceof TypeError)) throw cause;
      throw new UnusableSource('truncated', 'The compressed file is cut off or damaged.', { cause });
    });
    if (done) return;
    yield value;
  }
}

async function* counted(chunks: AsyncIterable<Uint8Array>) {
  for await (const chunk of chunks) {
    unpackedBytes += chunk.length;
    yield chunk;
  }
}

async function* chunksOf(file: File) {
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    yield new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer());
    postMessage({ share: at / file.size });
  }
}

function add(statement: Statement) {
  if (statement.kind === 'header') report.header = statement;
  if (statement.kind === 'link') {
    if (report.statements === ids.length) {
      const longer = new Float64Array(2 * ids.length);
      longer.set(ids);
      ids = longer;
    }
    ids[report.statements] = packGndId(statement.gnd);
    report.statements += 1;
  }
  if (statement.kind !== 'defect') return;
  const { reason, severity } = statement;
  const finding = (report.findings[reason] ??= { severity, count: 0, examples: [] });
  finding.count += 1;
  if (finding.examples.length < EXAMPLES) finding.examples.push(statement);
  if (severity !== 'record') return;
  report.unreadable += 1;
  report.reasons[reason] = finding.count;
}

function distinct() {
  const sorted = ids.subarray(0, report.statements).sort();
  return sorted.reduce((n, id, index) => n + Number(id !== sorted[index - 1]), 0);
}
