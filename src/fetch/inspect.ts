/** Reads a downloaded file for what the guard judges: how much is in it, how much of that can be used, what identifies it. */
import { createHash, hash } from 'node:crypto';
import { packGndId } from '../model/gnd-id.ts';
import { openInput } from '../readers/input.ts';
import { createJsonFramer } from '../readers/json-framer.ts';
import { READERS } from '../readers/readers.ts';
import { type Reader, type ReaderOptions, type Statement, UnusableSource } from '../readers/reader.ts';
import type { RegisteredSource } from '../register/register.ts';
import { createGrowingNumbers } from './growing-numbers.ts';

/** What a file holds. */
export interface Inspection {
  /** Of the file as it lies on disk. */
  readonly sha256: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
  /** Different identifiers; 0 for dumps, which are not read to their end. */
  readonly ids: number;
  /** Lines that yield something, as often as they do; of dumps only the records that were looked at. */
  readonly statements: number;
  /** Lines that yield nothing. */
  readonly unreadable: number;
  /** Those, by the reader's reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Of the sorted pairs of identifier and target; of dumps: of the unpacked bytes. */
  readonly pairsHash: string;
  /** Of all that is used, counts and notes included. */
  readonly contentHash: string;
  /** As the header states it, unjudged. */
  readonly declaredDate?: string;
}

/** It unpacks to more than is allowed. */
export class UnpacksTooLarge extends Error {
  override readonly name = 'UnpacksTooLarge';
}

/** Records of a dump in JSON that have to be right; the rest is unpacked and hashed only. */
const SAMPLE_RECORDS = 50;
/** Formats of which it is enough to look at the beginning and to see that the brackets close. */
const JSON_FORMATS: ReadonlySet<string> = new Set(['gnd-jsonld', 'entity-facts']);
/** JSON of records packs to a tenth; a bomb packs to a thousandth. */
const DUMP_EXPANSION = 40;

/** What decides how a file is read: with another recipe the counts of an earlier inspection mean nothing. */
export function recipeOf({
  origin,
  beacon,
  relation,
}: Pick<RegisteredSource, 'origin' | 'beacon' | 'relation'>): string {
  return hash('sha256', JSON.stringify([origin.format, beacon ?? {}, relation ?? ''])).slice(0, 16);
}

/**
 * @param onBytes bytes of the file on disk since the last call
 * @throws UnusableSource, UnpacksTooLarge
 */
export async function inspect(
  file: string,
  source: Pick<RegisteredSource, 'kind' | 'origin' | 'beacon' | 'relation' | 'guard'>,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Inspection> {
  let bytes = 0;
  const input = openInput(file, {
    onBytes: (read) => {
      bytes += read;
      onBytes(read);
    },
  });
  const dump = source.kind === 'entities';
  const meter = createMeter(input, source.guard.maximumBytes * (dump ? DUMP_EXPANSION : 1));
  const options: ReaderOptions = {
    ...(source.beacon !== undefined && { beacon: source.beacon }),
    ...(source.relation !== undefined && { relation: source.relation }),
  };
  const reader = READERS[source.origin.format];
  const found = dump ? await sampleDump(reader, meter, options) : await countList(reader, meter.bytes(), options);
  return { ...found, sha256: input.sha256(), bytes, unpackedBytes: meter.size() };
}

type Found = Omit<Inspection, 'sha256' | 'bytes' | 'unpackedBytes'>;

function createMeter(input: AsyncIterable<Uint8Array>, limit: number) {
  let size = 0;
  return {
    size: () => size,
    async *bytes(): AsyncGenerator<Uint8Array, void> {
      for await (const chunk of input) {
        size += chunk.length;
        if (size > limit) throw new UnpacksTooLarge(`It unpacks to more than ${limit.toLocaleString('en-GB')} bytes.`);
        yield chunk;
      }
    },
  };
}

/** Eight bytes per identifier and statement: a list of three million lines takes some 70 MB, for as long as it is read. */
async function countList(reader: Reader, input: AsyncIterable<Uint8Array>, options: ReaderOptions): Promise<Found> {
  const ids = createGrowingNumbers();
  const pairs = createGrowingNumbers();
  const contents = createGrowingNumbers();
  const reasons: Record<string, number> = {};
  let statements = 0;
  let unreadable = 0;
  let declaredDate: string | undefined;
  for await (const batch of reader.read(input, options)) {
    for (const statement of batch) {
      if (statement.kind === 'header') ({ declaredDate } = statement);
      if (statement.kind === 'defect' && statement.severity === 'record') {
        unreadable += 1;
        reasons[statement.reason] = (reasons[statement.reason] ?? 0) + 1;
      }
      const stated = statedBy(statement);
      if (stated === undefined) continue;
      statements += 1;
      ids.add(packGndId(stated.id));
      const pair = shortHash(`${stated.id} ${stated.target}`);
      pairs.add(pair);
      contents.add(stated.more === '' ? pair : shortHash(`${pair} ${stated.more}`));
    }
  }
  return {
    ids: ids.distinct().length,
    statements,
    unreadable,
    reasons,
    pairsHash: hashNumbers(pairs.distinct()),
    contentHash: hashNumbers(contents.distinct()),
    ...(declaredDate !== undefined && { declaredDate }),
  };
}

function statedBy(statement: Statement) {
  if (statement.kind === 'link') {
    const { gnd: id, url: target, hits, annotation } = statement;
    const plain = hits === undefined && annotation === undefined;
    return { id, target, more: plain ? '' : JSON.stringify([hits, annotation]) };
  }
  if (statement.kind === 'redirect') return { id: statement.from, target: statement.to, more: '' };
  if (statement.kind === 'deletion') return { id: statement.gnd, target: '', more: '' };
  return undefined;
}

/** 48 bits: enough to notice a change among millions, and exact as a number. */
function shortHash(text: string): number {
  return hash('sha256', text, 'buffer').readUIntBE(0, 6);
}

function hashNumbers(numbers: Float64Array): string {
  return hash('sha256', new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
}

/** The first records are read; all the rest must unpack, and its brackets must close. What is not JSON is read to its end. */
async function sampleDump(
  reader: Reader,
  meter: ReturnType<typeof createMeter>,
  options: ReaderOptions,
): Promise<Found> {
  const unpacked = createHash('sha256');
  const chunks = meter.bytes();
  const framer = JSON_FORMATS.has(reader.format) ? createJsonFramer() : undefined;
  async function next(): Promise<Uint8Array | undefined> {
    const { value } = await chunks.next();
    if (value === undefined) return undefined;
    unpacked.update(value);
    framer?.push(value);
    return value;
  }
  // The reader stops in the middle; what it has not taken must stay readable.
  async function* forReader(): AsyncGenerator<Uint8Array, void> {
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) yield chunk;
  }
  const enough = framer === undefined ? Infinity : SAMPLE_RECORDS;
  const sample = await readSample(reader, forReader(), options, enough).catch(async (error: unknown) => {
    await chunks.return();
    throw error;
  });
  for (let chunk = await next(); chunk !== undefined; chunk = await next());
  const { statements, unreadable, reasons } = sample;
  if (statements === 0) throw new UnusableSource('no_records', `It holds nothing that reads as ${reader.format}.`);
  framer?.finish();
  const digest = unpacked.digest('hex');
  return { ids: 0, statements, unreadable, reasons, pairsHash: digest, contentHash: digest };
}

async function readSample(reader: Reader, input: AsyncIterable<Uint8Array>, options: ReaderOptions, enough: number) {
  let statements = 0;
  let unreadable = 0;
  const reasons: Record<string, number> = {};
  for await (const batch of reader.read(input, options)) {
    for (const statement of batch) {
      if (isRecord(statement)) statements += 1;
      if (statement.kind !== 'defect' || statement.severity !== 'record') continue;
      unreadable += 1;
      reasons[statement.reason] = (reasons[statement.reason] ?? 0) + 1;
    }
    if (statements >= enough) break;
  }
  return { statements, unreadable, reasons };
}

/** What a dump says of the life of a record counts as well: a harvest may bring nothing but the end of some. */
function isRecord(statement: Statement): boolean {
  if (statement.kind === 'redirect') return statement.evidence === 'list';
  return statement.kind === 'entity' || statement.kind === 'deletion';
}
