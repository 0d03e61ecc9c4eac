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

/** Number of lines that are named for each reason. */
const MAX_LINES = 1_000;

/** The result; its size does not depend on the file. */
const report = {
  statements: 0,
  unreadable: 0,
  reasons: {} as Record<string, number>,
  findings: {} as Record<string, CheckFinding>,
  header: { kind: 'header', fields: {} } as HeaderStatement,
};
let unpackedBytes = 0;
/** Identifiers of all links, some ten bytes each: a set of millions would need many times the memory. */
const ids: number[] = [];

addEventListener('message', async ({ data }) => {
  const { file, reading, scope } = data as InUse & { file: File };
  let result: ValidationResult | undefined;
  try {
    for await (const statements of beaconReader.read(unpackedChunksOf(file), reading)) statements.forEach(add);
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

/** The content of the file. Gzip is known by its content, as in the build: people check lists as they downloaded them. RFC 1952 §2.3.1 */
async function* unpackedChunksOf(file: File) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = first === 0x1f && second === 0x8b;
  let read = 0;
  const progress = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.length;
      postMessage({ share: read / file.size });
      controller.enqueue(chunk);
    },
  });
  const packed = file.stream().pipeThrough(progress);
  const reader = (isGzip ? packed.pipeThrough(new DecompressionStream('gzip')) : packed).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      // A file that cannot be read fails with a DOMException.
      if (!isGzip || !(cause instanceof TypeError)) throw cause;
      throw new UnusableSource('truncated', 'The compressed file is cut off or damaged.', { cause });
    });
    if (done) return;
    unpackedBytes += value.length;
    yield value;
  }
}

function add(statement: Statement) {
  if (statement.kind === 'header') report.header = statement;
  if (statement.kind === 'link') {
    ids.push(packGndId(statement.gnd));
    report.statements += 1;
  }
  if (statement.kind !== 'defect') return;
  const { reason, severity } = statement;
  const finding = (report.findings[reason] ??= { severity, count: 0, examples: [] });
  finding.count += 1;
  if (finding.examples.length < MAX_LINES) finding.examples.push(statement);
  if (severity !== 'record') return;
  report.unreadable += 1;
  report.reasons[reason] = finding.count;
}

function distinct() {
  const sorted = Float64Array.from(ids).sort();
  return sorted.reduce((n, id, index) => n + Number(id !== sorted[index - 1]), 0);
}
