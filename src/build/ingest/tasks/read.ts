/** Reads one source of the register: checks the statements of its reader, spills them sorted to disk, and counts them. */
import { join } from 'node:path';
import { type Attributes, referenceOf } from '../../../core/model/entity.ts';
import { type GndId, packGndId } from '../../../core/model/gnd-id.ts';
import { maximumUnpacked } from '../../sources/fetch/inspect.ts';
import { openInput } from '../../sources/readers/input.ts';
import { TARGET_DEFECTS } from '../../sources/readers/beacon-defects.ts';
import { READERS } from '../../sources/readers/readers.ts';
import {
  type EntityStatement,
  type LinkStatement,
  type Statement,
  UnusableSource,
} from '../../sources/readers/reader.ts';
import { type Curation, OTHER_COLLECTION } from '../../sources/register/curation.ts';
import { createListCheck } from '../../sources/register/list-check.ts';
import { MAX_SOURCES, type RegisteredSource } from '../../sources/register/register.ts';
import { createFingerprint } from '../../sources/fingerprint.ts';
import { applyDecision, type DecidedLink } from '../../sources/register/decisions.ts';
import { identifierKeys, type Target } from '../../sources/addresses/target.ts';
import type { Relation } from '../../../core/model/link.ts';
import { increment, sum } from '../../../shared/counts.ts';
import { countDefect, countUnknownHost, createCounters, type SourceCounters } from '../counters.ts';
import { createClaims } from './claims.ts';
import type { StatedLink } from './fold-links.ts';
import { NAME_RANK, precedenceOf, type StatedEntity } from './merge-records.ts';
import type { Advance } from '../progress.ts';
import { createVersionLog, isRecordOfGnd } from './compare-records.ts';
import { createSpill } from '../../../shared/files/spill.ts';
import type { Task, TaskContext } from './task.ts';

/**
 * Spills in the task's directory: of statements, and of claims about identifiers. Key of a statement: the entity. Related: the
 * identifier under which the source states it, a former one after a move.
 */
export const STATEMENTS_FILE = 'statements';
export const CLAIMS_FILE = 'claims';

/** The tag of a statement is the number of its source; for links, `LINK` is added. */
const LINK = MAX_SOURCES;
export const isLink = (tag: number): boolean => tag >= LINK;
export const sourceOf = (tag: number): number => tag % LINK;

interface ReadTask extends Task {
  readonly source: RegisteredSource & { readonly file: string };
  /** Index of the key of the source among all sorted keys. */
  readonly number: number;
  /** `YYYY-MM-DD`, the day for the validity of decisions about links. */
  readonly day: string;
}

export type ReadOutcome = Awaited<ReturnType<typeof readSource>>;

/** Reads a source. Where `counters.failure` is set, the file is unusable and no statement may be used. */
export async function readSource(task: ReadTask, { curation }: TaskContext, advance: Advance) {
  const { source, directory } = task;
  const started = performance.now();
  const counters = createCounters(source);
  const input = openInput(source.file, {
    maximumBytes: maximumUnpacked(source),
    onBytes: (bytes) => {
      counters.bytes += bytes;
      advance(bytes);
    },
  });
  using intake = openIntake(task, counters, curation);
  using versions = createVersionLog(source, task.number, directory);
  try {
    let [stated, records] = [0, 0];
    for await (const batch of READERS[source.origin.format].read(input, source)) {
      for (const statement of batch) {
        if (isUsable(statement)) stated += 1;
        if (statement.kind === 'entity') records += 1;
        versions.add(statement);
        intake.accept(statement);
      }
    }
    requireStatements(source, counters, source.kind === 'entities' && source.updates !== true ? records : stated);
    counters.sha256 = input.sha256();
    intake.finish();
    versions.finish();
  } catch (error) {
    if (!(error instanceof UnusableSource)) throw error;
    counters.failure = { reason: error.reason, sentence: error.message };
  }
  counters.seconds = (performance.now() - started) / 1000;
  return { counters, fingerprint: intake.fingerprint() };
}

/** Whether a statement makes a source usable; a mere label does not. */
function isUsable({ kind }: Statement): boolean {
  return kind === 'entity' || kind === 'link' || kind === 'redirect' || kind === 'deletion';
}

/**
 * Refuses a source without usable statements; a reader refuses only files without any record of its format. A list may be
 * empty, a dump may not. A list also counts as read when curation or the reader has refused the targets of all lines.
 */
function requireStatements({ kind, origin }: RegisteredSource, { rejected }: SourceCounters, usable: number): void {
  if (usable > 0) return;
  const lines = sum(rejected);
  if (kind !== 'entities' && (lines === 0 || TARGET_DEFECTS.some((reason) => rejected[reason] !== undefined))) return;
  if (origin.format === 'beacon')
    throw new UnusableSource('no_records', `No line has a GND identifier (lines: ${lines}).`);
  throw new UnusableSource('no_records', `Nothing in the file can be read as ${origin.format}.`);
}

/** Counts statements, adds them to the fingerprint, and spills records, links and claims. */
function openIntake(task: ReadTask, counters: SourceCounters, curation: Curation) {
  const { source, number, directory } = task;
  const statements = createSpill(join(directory, STATEMENTS_FILE));
  const claimSpill = createSpill(join(directory, CLAIMS_FILE));
  const claims = createClaims(claimSpill, number);
  const fingerprint = createFingerprint();
  const check = source.origin.format === 'beacon' ? createListCheck(source, curation) : undefined;

  const linkOf = createLinkReader(task, counters, curation, (target) => check?.addLink(target));

  function spill(gnd: GndId, tag: number, body: string): void {
    const id = packGndId(gnd);
    statements.add(id, id, tag, body);
    fingerprint.add(`${gnd} ${source.key} ${body}`);
  }

  const accept: { readonly [K in Statement['kind']]: (statement: Extract<Statement, { kind: K }>) => void } = {
    entity(statement) {
      counters.entities += 1;
      const rank = isRecordOfGnd(source) ? NAME_RANK.record : NAME_RANK.supplement;
      spill(statement.gnd, number, JSON.stringify(storedEntity(statement, rank)));
      claimEntity(claims, statement, rank);
    },
    link(statement) {
      const link = linkOf(statement);
      if (link === undefined) return;
      counters.links += 1;
      spill(statement.gnd, LINK + number, JSON.stringify(link));
    },
    redirect({ from, to, evidence, modified = '' }) {
      counters.redirects += 1;
      fingerprint.add(`redirect ${from} ${to} ${evidence} ${modified}`);
      claims.redirect(from, to, evidence);
    },
    deletion({ gnd, modified = '' }) {
      counters.deletions += 1;
      fingerprint.add(`deletion ${gnd} ${modified}`);
      claims.deletion(gnd);
    },
    label({ gnd, label }) {
      fingerprint.add(`label ${gnd} ${label}`);
      claims.mention(gnd, NAME_RANK.mention, label);
    },
    defect: (statement) => countDefect(counters, statement),
    header(statement) {
      counters.header = statement;
      check?.add(statement);
    },
  };

  return {
    accept: (statement: Statement): void => accept[statement.kind](statement as never),
    fingerprint: () => fingerprint.accumulators(),
    finish(): void {
      counters.contradictions = check?.contradictions() ?? [];
      statements.finish();
      claimSpill.finish();
    },
    /** Discards unfinished files. */
    [Symbol.dispose](): void {
      statements[Symbol.dispose]();
      claimSpill[Symbol.dispose]();
    },
  };
}

/** Claims the name of an entity, and its relations to others. */
function claimEntity(claims: ReturnType<typeof createClaims>, statement: EntityStatement, rank: number): void {
  const { gnd, preferredName, displayName, attributes } = statement;
  const label = preferredName ?? displayName;
  if (label !== undefined) claims.name(gnd, rank, precedenceOf(statement), label);
  for (const related of relatedEntities(attributes)) if (related !== gnd) claims.relation(gnd, related);
}

function storedEntity(statement: EntityStatement, rank: StatedEntity['rank']): Omit<StatedEntity, 'source' | 'own'> {
  const { kind: _, gnd: __, modified, ...rest } = statement;
  return { ...rest, ...(modified !== undefined && { modified: modified.slice(0, 10) }), rank };
}

type StoredLink = Omit<StatedLink, 'source'>;

/** Reads a link by the curation and the decisions; counts what it refuses. @param onTarget called with each usable target */
function createLinkReader(
  { source, day }: ReadTask,
  counters: SourceCounters,
  curation: Curation,
  onTarget: (target: Target) => void,
) {
  function read(statement: LinkStatement): StoredLink | undefined {
    const { gnd, url, relation } = statement;
    const target = curation.target(url);
    if (target === undefined || target.own !== undefined) {
      const unusable = curation.refusesHost(url) ? 'refused_host' : 'malformed_url';
      const reason = target === undefined ? unusable : 'own_uri';
      const severity = source.kind === 'links' ? 'record' : 'detail';
      countDefect(counters, { severity, reason, excerpt: url.slice(0, 120) }, gnd);
      return undefined;
    }
    onTarget(target);
    const decided = decide(gnd, target, relation);
    return decided && stored(statement, decided);
  }

  /** @returns target and relation after the decision about the link; undefined where it is refused */
  function decide(gnd: GndId, target: Target, relation: Relation): DecidedLink | undefined {
    const decision = curation.decisions.about({ gnd, target, source: source.key }, day);
    // A decision has no effect where the source itself has corrected the link.
    if (decision === undefined || decision.relation === relation) return { target, relation };
    increment(counters.decisions, decision.place);
    if (decision.verdict === 'refused') increment(counters.notices, 'refused_by_decision');
    return applyDecision({ target, relation }, decision);
  }

  function stored(statement: LinkStatement, { target, relation }: DecidedLink): StoredLink {
    const { match, collectionCode, hits, annotation, message } = statement;
    const supposed = (collectionCode === undefined ? undefined : curation.byCode(collectionCode)) ?? source.collection;
    if (target.collection === undefined && (supposed === undefined || supposed === OTHER_COLLECTION)) {
      countUnknownHost(counters, target.host);
      if (collectionCode !== undefined) increment(counters.notices, 'unknown_collection_code');
    }
    const [identifier] = target.identifier === undefined ? [] : identifierKeys(target);
    const { foldKey: key, url, collection, gnd } = target;
    return { key, url, relation, match, collection, supposed, identifier, gnd, hits, annotation, message };
  }

  return read;
}

function* relatedEntities(attributes: Attributes): Iterable<GndId> {
  for (const values of Object.values(attributes)) {
    for (const value of values) {
      const reference = referenceOf(value);
      if (reference !== undefined) yield reference.gnd;
    }
  }
}
