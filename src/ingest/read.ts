/** Reads one source of the register: statements of its reader in; checked records, sorted and spilled to disk, and counts out. */
import { join } from 'node:path';
import type { Attributes } from '../model/entity.ts';
import { type GndId, packGndId } from '../model/gnd-id.ts';
import { maximumUnpacked } from '../fetch/inspect.ts';
import { openInput } from '../readers/input.ts';
import { READERS } from '../readers/readers.ts';
import { type EntityStatement, type LinkStatement, type Statement, UnusableSource } from '../readers/reader.ts';
import { type Curation, OTHER_COLLECTION } from '../register/curation.ts';
import { createListCheck, type ListCheck } from '../register/list-check.ts';
import type { RegisteredSource } from '../register/register.ts';
import { identifierKeys } from '../links/target.ts';
import {
  countDefect,
  countUnknownHost,
  createCounters,
  createFingerprint,
  type Fingerprint,
  increment,
  keepSampleUrl,
  type SourceCounters,
  sum,
} from './counters.ts';
import { type Claims, createClaims } from './identities.ts';
import type { StatedLink } from './links.ts';
import { NAME_RANK, precedenceOf, type StatedEntity } from './merge.ts';
import type { Advance } from './progress.ts';
import { readReplaced, type Replaced, REPLACED_FILE, writeReplaced } from './replaced.ts';
import { createSpill, type Spill } from '../files/spill.ts';
import type { TaskContext } from './pool.ts';

/** What a source leaves in its directory: spills of statements by entity, and of claims about identities. */
export const STATEMENTS_FILE = 'statements';
export const CLAIMS_FILE = 'claims';

/** Tags of statements: by kind, then by number of the source. */
const LINK = 0x8000;
export const isLink = (tag: number): boolean => tag >= LINK;
export const sourceOf = (tag: number): number => tag % LINK;

export interface ReadOrder {
  readonly source: RegisteredSource & { readonly file: string };
  /** Place of its key among all keys, sorted. */
  readonly number: number;
  /** Files of identifiers whose records in dumps are out of date. */
  readonly replaced: readonly string[];
  readonly directory: string;
}

export interface ReadOutcome {
  readonly counters: SourceCounters;
  /** What it adds to the fingerprint. */
  readonly fingerprint: readonly string[];
}

/** Where a statement goes, and what decides how. */
interface Target {
  readonly source: RegisteredSource;
  readonly number: number;
  readonly counters: SourceCounters;
  readonly statements: Spill;
  readonly claims: Claims;
  readonly fingerprint: Fingerprint;
  readonly curation: Curation;
  /** Of a list. */
  readonly check: ListCheck | undefined;
}

/** A file that cannot be used is noted in the counters; what was read of it before must not be used. */
export async function readSource(
  { source, number, directory, replaced }: ReadOrder,
  { curation }: TaskContext,
  advance: Advance,
): Promise<ReadOutcome> {
  const started = performance.now();
  const counters = createCounters(source);
  using statements = createSpill(join(directory, STATEMENTS_FILE));
  using claimSpill = createSpill(join(directory, CLAIMS_FILE));
  const claims = createClaims(claimSpill);
  const fingerprint = createFingerprint();
  const check = source.origin.format === 'beacon' ? createListCheck(source, curation) : undefined;
  const target: Target = { source, number, counters, statements, claims, fingerprint, curation, check };
  const input = openInput(source.file, {
    maximumBytes: maximumUnpacked(source),
    onBytes: (bytes) => {
      counters.bytes += bytes;
      advance(bytes);
    },
  });
  const updated = source.updates === true ? new Map<number, boolean>() : undefined;
  const outdated = isRecordOfGnd(source) && source.updates !== true ? readReplaced(replaced) : undefined;
  try {
    let stated = 0;
    for await (const batch of READERS[source.origin.format].read(input, source)) {
      for (const statement of batch) {
        const subject = subjectOf(statement);
        if (subject !== undefined) {
          stated += 1;
          const isRecord = statement.kind === 'entity';
          if (outdated !== undefined && isReplaced(packGndId(subject), source, outdated)) {
            if (isRecord) increment(counters.notices, 'replaced_by_update');
            continue;
          }
          if (updated !== undefined) {
            const id = packGndId(subject);
            updated.set(id, isRecord || updated.get(id) === true);
          }
        }
        accept(statement, target);
      }
    }
    requireSomething(source, counters, stated);
    counters.sha256 = input.sha256();
    counters.contradictions = check?.contradictions() ?? [];
    statements.finish();
    claimSpill.finish();
    if (updated !== undefined) writeReplaced(join(directory, REPLACED_FILE), updated);
  } catch (error) {
    if (!(error instanceof UnusableSource)) throw error;
    counters.failure = { reason: error.reason, sentence: error.message };
  }
  counters.seconds = (performance.now() - started) / 1000;
  return { counters, fingerprint: fingerprint.accumulators() };
}

/** Dumps of the GND's records, in whatever format; Entity Facts are made of them, and not as often. */
function isRecordOfGnd({ kind, origin }: RegisteredSource): boolean {
  return kind !== 'links' && origin.format !== 'entity-facts';
}

/** Whose record a statement of a record comes from; undefined for what no record says. */
function subjectOf(statement: Statement): GndId | undefined {
  // A list speaks of the record that is no more, a record of those that it absorbed.
  if (statement.kind === 'redirect') return statement.evidence === 'list' ? statement.from : statement.to;
  const isOfRecord = statement.kind === 'entity' || statement.kind === 'link' || statement.kind === 'deletion';
  return isOfRecord ? statement.gnd : undefined;
}

/** A list knows what a record was merged into, where an update may know only that it is gone; a new record refutes both. */
function isReplaced(id: number, { kind }: RegisteredSource, replaced: Replaced): boolean {
  return kind === 'redirects' ? replaced.lives(id) : replaced.has(id);
}

/**
 * A readable list may be empty one day, a dump never is; and what is mostly unreadable is of another kind. What was read
 * and then refused by curation, such as links to a host that is gone, was readable.
 */
function requireSomething(source: RegisteredSource, counters: SourceCounters, stated: number): void {
  const usable = source.kind === 'entities' ? counters.entities : stated;
  if (usable > 0 || (source.kind !== 'entities' && sum(counters.rejected) === 0)) return;
  throw new UnusableSource('no_records', `It holds nothing that reads as ${source.origin.format}.`);
}

function accept(statement: Statement, target: Target): void {
  const { counters, claims, fingerprint } = target;
  switch (statement.kind) {
    case 'entity':
      return acceptEntity(statement, target);
    case 'link':
      return acceptLink(statement, target);
    case 'redirect':
      counters.redirects += 1;
      fingerprint.add(`redirect ${statement.from} ${statement.to} ${statement.evidence}`);
      return claims.redirect(statement.from, statement.to, statement.evidence);
    case 'deletion':
      counters.deletions += 1;
      fingerprint.add(`deletion ${statement.gnd}`);
      return claims.deletion(statement.gnd);
    case 'label':
      fingerprint.add(`label ${statement.gnd} ${statement.label}`);
      return claims.name(statement.gnd, NAME_RANK.mention, '', statement.label);
    case 'header':
      counters.header = statement;
      target.check?.add(statement);
      return;
    case 'defect':
      return countDefect(counters, statement);
  }
}

function acceptEntity(statement: EntityStatement, target: Target): void {
  const { source, claims } = target;
  target.counters.entities += 1;
  const { kind: _, gnd, ...record } = statement;
  const rank = isRecordOfGnd(source) ? NAME_RANK.record : NAME_RANK.supplement;
  const body = JSON.stringify({ ...record, rank } satisfies Omit<StatedEntity, 'source' | 'own'>);
  const id = packGndId(gnd);
  target.statements.add(id, id, target.number, body);
  target.fingerprint.add(`${gnd} ${source.key} ${body}`);
  const label = record.preferredName ?? record.displayName;
  if (label !== undefined) claims.name(gnd, rank, precedenceOf(statement), label);
  for (const related of relatedEntities(record.attributes)) if (related !== gnd) claims.relation(related);
}

function* relatedEntities(attributes: Attributes): Iterable<GndId> {
  for (const values of Object.values(attributes)) {
    for (const value of values) if (typeof value === 'object' && 'gnd' in value && value.gnd) yield value.gnd;
  }
}

function acceptLink({ gnd, url, relation, collectionCode, hits, annotation }: LinkStatement, target: Target): void {
  const { source, counters, curation } = target;
  const severity = source.kind === 'links' ? 'record' : 'detail';
  const found = curation.target(url);
  if (found === undefined || found.own !== undefined) {
    const unusable = curation.refusesHost(url) ? 'refused_host' : 'malformed_url';
    const reason = found === undefined ? unusable : 'own_uri';
    return countDefect(counters, { severity, reason, excerpt: url.slice(0, 120) });
  }
  counters.links += 1;
  target.check?.addLink(found);
  keepSampleUrl(counters, found.url);
  const supposed = (collectionCode === undefined ? undefined : curation.byCode(collectionCode)) ?? source.collection;
  if (found.collection === undefined && (supposed === undefined || supposed === OTHER_COLLECTION)) {
    countUnknownHost(counters, found.host);
    if (collectionCode !== undefined) increment(counters.notices, 'unknown_collection_code');
  }
  const [identifier] = found.identifier === undefined ? [] : identifierKeys(found);
  const body = JSON.stringify({
    key: found.foldKey,
    url: found.url,
    relation,
    collection: found.collection,
    supposed,
    identifier,
    gnd: found.gnd,
    hits,
    annotation,
  } satisfies Omit<StatedLink, 'source'>);
  const id = packGndId(gnd);
  target.statements.add(id, id, LINK + target.number, body);
  target.fingerprint.add(`${gnd} ${source.key} ${body}`);
}
