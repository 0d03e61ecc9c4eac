/** Reads one source of the register onto the building site: readers' statements in, records and counts out. */
import type { Attributes } from '../model/entity.ts';
import { type GndId, packGndId } from '../model/gnd-id.ts';
import { openInput } from '../readers/input.ts';
import { READERS } from '../readers/readers.ts';
import { type EntityStatement, type LinkStatement, type Statement, UnusableSource } from '../readers/reader.ts';
import { type Curation, OTHER_COLLECTION } from '../register/curation.ts';
import type { RegisteredSource } from '../register/register.ts';
import { identifierKeys } from '../links/target.ts';
import { createFingerprint, type Fingerprint } from './fingerprint.ts';
import type { StatedLink } from './links.ts';
import { precedenceOf, type StatedEntity } from './merge.ts';
import { readReplaced, type Replaced, writeReplaced } from './replaced.ts';
import type { Workshop } from './tasks.ts';
import { createStatements, NAME_RANK, type Statements } from './statements.ts';
import {
  createTally,
  increment,
  type SourceTally,
  sum,
  tallyDefect,
  tallySampleUrl,
  tallyUnknownHost,
} from './tally.ts';

export interface ReadOrder {
  readonly source: RegisteredSource & { readonly file: string };
  /** Place of its key among all keys, sorted. */
  readonly number: number;
  readonly partitions: number;
  /** Files of identifiers whose records in dumps are out of date. */
  readonly replaced: readonly string[];
  readonly directory: string;
}

export interface ReadOutcome {
  readonly tally: SourceTally;
  /** What it adds to the fingerprint. */
  readonly lanes: readonly string[];
}

interface Site {
  readonly statements: Statements;
  readonly fingerprint: Fingerprint;
  readonly curation: Curation;
}

/** A file that cannot be used is noted in the tally; what was read of it before must not be used. */
export async function readTask(
  order: ReadOrder,
  { curation }: Workshop,
  onBytes: (bytes: number) => void,
): Promise<ReadOutcome> {
  const { source, directory } = order;
  const started = performance.now();
  const tally = createTally(source);
  const statements = createStatements(directory, order.partitions, order.number);
  const site: Site = { statements, fingerprint: createFingerprint(), curation };
  const input = openInput(source.file, {
    onBytes: (bytes) => {
      tally.bytes += bytes;
      onBytes(bytes);
    },
  });
  const options = {
    ...(source.beacon !== undefined && { beacon: source.beacon }),
    ...(source.relation !== undefined && { relation: source.relation }),
  };
  const replaced = isRecordOfGnd(source) && source.updates !== true ? readReplaced(order.replaced) : undefined;
  const updated = source.updates === true ? new Map<number, boolean>() : undefined;
  try {
    let stated = 0;
    for await (const batch of READERS[source.origin.format].read(input, options)) {
      for (const statement of batch) {
        if (replaced !== undefined && isReplaced(statement, source, replaced)) {
          if (statement.kind === 'entity') increment(tally.notices, 'replaced_by_update');
          stated += 1;
          continue;
        }
        const subject = subjectOf(statement);
        if (subject !== undefined) {
          stated += 1;
          if (updated !== undefined) noteUpdate(updated, packGndId(subject), statement.kind === 'entity');
        }
        stage(statement, source, tally, site);
      }
    }
    requireSomething(source, tally, stated);
    tally.sha256 = input.sha256();
    statements.finish();
    if (updated !== undefined) writeReplaced(directory, updated);
  } catch (error) {
    statements.abort();
    if (!(error instanceof UnusableSource)) throw error;
    tally.failure = { reason: error.reason, sentence: error.message };
  }
  tally.seconds = (performance.now() - started) / 1000;
  return { tally, lanes: site.fingerprint.lanes() };
}

/** Dumps of the GND's records, in whatever format; Entity Facts are made of them, and not as often. */
function isRecordOfGnd({ kind, origin }: RegisteredSource): boolean {
  return kind !== 'links' && origin.format !== 'entity-facts';
}

/** Whose record a statement of a record comes from; undefined for what no record says. */
function subjectOf(statement: Statement): GndId | undefined {
  switch (statement.kind) {
    case 'entity':
    case 'link':
    case 'deletion':
      return statement.gnd;
    case 'redirect':
      // A list speaks of the record that is no more, a record of those that it absorbed.
      return statement.evidence === 'list' ? statement.from : statement.to;
    default:
      return undefined;
  }
}

/** A list knows what a record was merged into, where an update may know only that it is gone; a new record refutes both. */
function isReplaced(statement: Statement, { kind }: RegisteredSource, replaced: Replaced): boolean {
  const subject = subjectOf(statement);
  if (subject === undefined) return false;
  return kind === 'redirects' ? replaced.lives(packGndId(subject)) : replaced.has(packGndId(subject));
}

function noteUpdate(updates: Map<number, boolean>, id: number, lives: boolean): void {
  updates.set(id, lives || (updates.get(id) ?? false));
}

/**
 * A readable list may be empty one day, a dump never is; and what is mostly unreadable is of another kind. What was read
 * and then refused by curation, such as links to a host that is gone, was readable.
 */
function requireSomething(source: RegisteredSource, tally: SourceTally, stated: number): void {
  const usable = source.kind === 'entities' ? tally.entities : stated;
  if (usable > 0 || (source.kind !== 'entities' && sum(tally.rejected) === 0)) return;
  throw new UnusableSource('no_records', `It holds nothing that reads as ${source.origin.format}.`);
}

function stage(statement: Statement, source: RegisteredSource, tally: SourceTally, site: Site): void {
  switch (statement.kind) {
    case 'entity':
      return stageEntity(statement, source, tally, site);
    case 'link':
      return stageLink(statement, source, tally, site);
    case 'redirect':
      tally.redirects += 1;
      site.fingerprint.add(`redirect ${statement.from} ${statement.to} ${statement.evidence}`);
      return site.statements.addRedirect(statement.from, statement.to, statement.evidence);
    case 'deletion':
      tally.deletions += 1;
      site.fingerprint.add(`deletion ${statement.gnd}`);
      return site.statements.addDeletion(statement.gnd);
    case 'label':
      site.fingerprint.add(`label ${statement.gnd} ${statement.label}`);
      return site.statements.addName(statement.gnd, NAME_RANK.mention, '', statement.label);
    case 'header':
      tally.header = statement;
      return;
    case 'defect':
      return tallyDefect(tally, statement);
  }
}

function stageEntity(statement: EntityStatement, source: RegisteredSource, tally: SourceTally, site: Site): void {
  tally.entities += 1;
  const { kind: _, gnd, ...record } = statement;
  const rank = isRecordOfGnd(source) ? NAME_RANK.record : NAME_RANK.supplement;
  const body = JSON.stringify({ ...record, rank } satisfies Omit<StatedEntity, 'source' | 'own'>);
  site.statements.addStatement(gnd, 'entity', body);
  site.fingerprint.add(`${gnd} ${source.key} ${body}`);
  const label = record.preferredName ?? record.displayName;
  if (label !== undefined) site.statements.addName(gnd, rank, precedenceOf(statement), label);
  for (const target of relatedEntities(record.attributes)) if (target !== gnd) site.statements.addRelation(target);
}

function* relatedEntities(attributes: Attributes): Iterable<GndId> {
  for (const values of Object.values(attributes)) {
    for (const value of values) if (typeof value === 'object' && 'gnd' in value && value.gnd) yield value.gnd;
  }
}

function stageLink(statement: LinkStatement, source: RegisteredSource, tally: SourceTally, site: Site): void {
  const severity = source.kind === 'links' ? 'record' : 'detail';
  const target = site.curation.target(statement.url);
  if (target === undefined)
    return tallyDefect(tally, { severity, reason: 'malformed_url', excerpt: statement.url.slice(0, 120) });
  if (target.own !== undefined)
    return tallyDefect(tally, { severity, reason: 'own_uri', excerpt: statement.url.slice(0, 120) });
  tally.links += 1;
  tallySampleUrl(tally, target.url);
  const supposed =
    (statement.collectionCode === undefined ? undefined : site.curation.byCode(statement.collectionCode)) ??
    source.collection;
  if (target.collection === undefined && (supposed === undefined || supposed === OTHER_COLLECTION)) {
    tallyUnknownHost(tally, target.host);
    if (statement.collectionCode !== undefined) increment(tally.notices, 'unknown_collection_code');
  }
  const [identifier] = target.identifier === undefined ? [] : identifierKeys(target);
  const body = JSON.stringify({
    key: target.foldKey,
    url: target.url,
    relation: statement.relation,
    ...(target.collection !== undefined && { collection: target.collection }),
    ...(supposed !== undefined && { supposed }),
    ...(identifier !== undefined && { identifier }),
    ...(target.gnd !== undefined && { gnd: target.gnd }),
    ...(statement.hits !== undefined && { hits: statement.hits }),
    ...(statement.annotation !== undefined && { annotation: statement.annotation }),
  } satisfies Omit<StatedLink, 'source'>);
  site.statements.addStatement(statement.gnd, 'link', body);
  site.fingerprint.add(`${statement.gnd} ${source.key} ${body}`);
}
