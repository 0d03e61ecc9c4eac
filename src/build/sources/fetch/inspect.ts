/** Inspects a downloaded file for the plausibility check: counts and hashes its content. */
import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { increment } from '../../../shared/counts.ts';
import { defined } from '../../../shared/omit.ts';
import { type Input, openInput } from '../readers/input.ts';
import { createJsonFramer } from '../readers/json-framer.ts';
import { type ReaderOptions, type Statement, UnusableSource } from '../readers/reader.ts';
import { READERS } from '../readers/readers.ts';
import type { Format, RegisteredSource } from '../register/register.ts';
import { createFingerprint } from '../fingerprint.ts';
import { createIdCounter } from './id-counter.ts';

const text = Type.String({ maxLength: 10_000 });
const count = Type.Number({ minimum: 0 });

/** Measurements of the content of a file. */
export const inspectionSchema = Type.Object({
  /** Hash of the file on disk, packed or not. */
  sha256: text,
  bytes: count,
  unpackedBytes: count,
  /** Number of distinct identifiers; 0 for dumps. */
  ids: count,
  /** Number of usable statements; for JSON dumps, only of the first records. */
  statements: count,
  /** Number of statements that a record was deleted or merged. */
  gone: Type.Optional(count),
  /** Number of lines or records that yield no statement. */
  unreadable: count,
  /** Number of these lines or records by reason. */
  reasons: Type.Record(Type.String(), count),
  /** The first of these lines of a list; records may name a person. */
  example: Type.Optional(Type.Object({ line: Type.Optional(count), excerpt: Type.Optional(text) })),
  /** Fingerprint of the pairs of identifier and target in any order, each as often as it stands (repetitions are counted in the report); for dumps, hash of the unpacked bytes. */
  pairsHash: text,
  /** Fingerprint of all used values, counts and notes included; for dumps, hash of the unpacked bytes. */
  contentHash: text,
  /** Date in the header. */
  declaredDate: Type.Optional(text),
});
export type Inspection = Readonly<Static<typeof inspectionSchema>>;

type Content = Omit<Inspection, 'sha256' | 'bytes' | 'unpackedBytes'>;

/** Number of records of a JSON dump that are read; the rest is only unpacked, framed and hashed. */
const SAMPLE_RECORDS = 50;
/** Formats of dumps that are read only in part: the framer notices a truncated file by its unclosed brackets. */
const JSON_FORMATS: ReadonlySet<string> = new Set(['gnd-jsonld', 'entity-facts']);
/** Largest ratio of unpacked to packed bytes: JSON records have a ratio of about 10, decompression bombs of 1,000. */
const DUMP_EXPANSION = 40;

/** Largest size of an unpacked file of a source, in bytes. */
export function maximumUnpacked({ kind, guard }: Pick<RegisteredSource, 'kind' | 'guard'>): number {
  return guard.maximumBytes * (kind === 'entities' ? DUMP_EXPANSION : 1);
}

/**
 * @param file path of the file; temporary files may be written next to it
 * @param onStatement receives the statements of a list
 * @throws UnusableSource
 */
export async function inspect(
  file: string,
  source: Pick<RegisteredSource, 'kind' | 'origin' | 'beacon' | 'relation' | 'guard'>,
  onStatement: (statement: Statement) => void = () => undefined,
): Promise<Inspection> {
  let bytes = 0;
  const input = openInput(file, {
    onBytes: (read) => {
      bytes += read;
    },
    maximumBytes: maximumUnpacked(source),
  });
  const { format } = source.origin;
  const content =
    source.kind === 'entities'
      ? await sampleDump(format, input, source)
      : await countList(format, input, source, `${file}-ids`, onStatement);
  return { ...content, sha256: input.sha256(), bytes, unpackedBytes: input.unpackedBytes() };
}

async function countList(
  format: Format,
  input: Input,
  options: ReaderOptions,
  scratch: string,
  onStatement: (statement: Statement) => void,
): Promise<Content> {
  using ids = createIdCounter(scratch);
  const [pairs, contents] = [createFingerprint(), createFingerprint()];
  const counted = createCounts('link');
  let declaredDate: string | undefined;
  for await (const batch of READERS[format].read(input, options)) {
    for (const statement of batch) {
      onStatement(statement);
      counted.add(statement);
      if (statement.kind === 'header') ({ declaredDate } = statement);
      const stated = contentOf(statement);
      if (stated === undefined) continue;
      ids.add(stated.id);
      pairs.add(`${stated.id} ${stated.target}`);
      contents.add(`${stated.id} ${stated.target} ${stated.more}`);
    }
  }
  return {
    ids: ids.finish(),
    ...counted.counts,
    pairsHash: pairs.digest(),
    contentHash: contents.digest(),
    ...(declaredDate !== undefined && { declaredDate }),
  };
}

/** Counts usable statements, and lines or records that yield none. @param kind of the statements that a source is for */
function createCounts(kind: 'link' | 'entity') {
  const reasons: Record<string, number> = {};
  const counts: Pick<Static<typeof inspectionSchema>, 'statements' | 'unreadable' | 'reasons' | 'example'> & {
    gone: number;
  } = {
    statements: 0,
    gone: 0,
    unreadable: 0,
    reasons,
  };
  return {
    counts,
    add(statement: Statement): void {
      if (isGone(statement)) counts.gone += 1;
      // A harvest may have nothing but deletions and redirects.
      if (statement.kind === kind || isGone(statement)) counts.statements += 1;
      if (statement.kind !== 'defect' || statement.severity !== 'record') return;
      counts.unreadable += 1;
      increment(reasons, statement.reason);
      const { line, excerpt } = statement;
      if (kind === 'link') counts.example ??= defined({ line, excerpt });
    },
  };
}

function isGone(statement: Statement): boolean {
  return statement.kind === 'deletion' || (statement.kind === 'redirect' && statement.evidence === 'list');
}

/** The identifier of a statement, and the values that are hashed; undefined for other kinds of statements. */
export function contentOf(statement: Statement) {
  if (statement.kind === 'link') {
    const { gnd: id, url: target, hits, annotation, message } = statement;
    const note = annotation ?? message;
    const plain = hits === undefined && note === undefined;
    return { id, target, more: plain ? '' : JSON.stringify([hits, note]) };
  }
  if (statement.kind === 'redirect')
    return { id: statement.from, target: statement.to, more: statement.modified ?? '' };
  if (statement.kind === 'deletion') return { id: statement.gnd, target: '', more: statement.modified ?? '' };
  return undefined;
}

/** Reads the first records of a JSON dump, and checks that the rest is complete. Other dumps are read to their end. */
async function sampleDump(format: Format, input: Input, options: ReaderOptions): Promise<Content> {
  const unpacked = createHash('sha256');
  const framer = JSON_FORMATS.has(format) ? createJsonFramer() : undefined;
  const chunks = (async function* () {
    for await (const chunk of input) {
      unpacked.update(chunk);
      framer?.push(chunk);
      yield chunk;
    }
  })();
  // An iterator without `return`: the chunks stay readable after the reader has stopped.
  const forReader = { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) };
  try {
    const counted = createCounts('entity');
    for await (const batch of READERS[format].read(forReader, options)) {
      for (const statement of batch) counted.add(statement);
      if (framer !== undefined && counted.counts.statements >= SAMPLE_RECORDS) break;
    }
    for (let rest = await chunks.next(); rest.done !== true; rest = await chunks.next());
    if (counted.counts.statements === 0)
      throw new UnusableSource('no_records', `Nothing in the file can be read as ${format}.`);
    framer?.finish();
    const digest = unpacked.digest('hex');
    return { ids: 0, ...counted.counts, pairsHash: digest, contentHash: digest };
  } finally {
    await chunks.return(undefined);
  }
}
