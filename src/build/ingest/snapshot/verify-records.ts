/** Checks the claims of a snapshot about its answers, coverage rows, redirects, deletions and withheld identifiers. */
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { unpackGndId } from '../../../core/model/gnd-id.ts';
import { inboundKeys } from '../../../core/search/inbound.ts';
import type { SnapshotHeader } from '../../../core/snapshot/header.ts';
import type { Attributes } from '../../../core/model/entity.ts';
import type { LinksAnswer } from '../../../core/snapshot/links-answer.ts';
import type { CoverageEntry } from '../../../core/snapshot/store.ts';
import { inflateAnswer, parseAnswer } from '../../../core/snapshot/stored-answer.ts';
import { type Counts, increment } from '../../../shared/counts.ts';
import { type CheckedClaim, claimed, createFaults, unequal, unequalCounts } from './checked-claim.ts';
import { countRows } from '../../../core/sqlite/row-statement.ts';
import { checksumOf, createContentHasher } from '../../../core/snapshot/codec/checksum.ts';
import { coverageWords, createCoverageDecoder } from '../../../core/snapshot/codec/entity-row.ts';
import { checkRecord, type RecordRow } from '../../../core/sqlite/records.ts';
import { AFTER_ALL, BEFORE_ALL } from '../../../core/sqlite/schema.ts';

/** Checks all these claims in one pass over the rows. */
export function* verifyRecords(
  header: SnapshotHeader,
  entities: DatabaseSync,
  search: DatabaseSync,
): Iterable<CheckedClaim> {
  const content = createContentHasher();
  const faults = { rows: createFaults(), answers: createFaults(), redirects: createFaults() };
  const tally = { entities: 0, links: 0, redirects: 0, deletions: 0, withheld: 0, relations: 0 };
  const [byType, byCategory]: [Counts, Counts] = [{}, {}];
  const answerFault = createAnswerCheck(header, entities);
  const isEntity = entities.prepare('SELECT 1 FROM record WHERE id = ? AND answer IS NOT NULL');

  function checkAnswer(gnd: string, id: number, stored: Uint8Array): void {
    try {
      const body = inflateAnswer(stored);
      content.entity(hash('sha256', body, 'buffer'));
      const answer = parseAnswer(body);
      const fault = answerFault(gnd, id, answer);
      if (fault !== undefined) faults.answers.add(`${gnd}: ${fault}`);
      tally.links += answer.links.total;
      tally.relations += inboundKeys(answer.entity.attributes as Attributes).length;
      increment(byType, answer.entity.type);
      for (const { category, total } of answer.links.categories) increment(byCategory, category, total);
    } catch (error) {
      faults.answers.add(`${gnd}: the answer cannot be read (${(error as Error).message})`);
    }
  }

  function checkContent({ id, answer, target, successors }: RecordRow): void {
    if (answer !== null) {
      tally.entities += 1;
      checkAnswer(unpackGndId(id), id, answer);
    } else if (target !== null) {
      tally.redirects += 1;
      content.redirect(id, target);
      if (isEntity.get(target) === undefined) faults.redirects.add(unpackGndId(id));
    } else if (successors !== null) {
      tally.deletions += 1;
      content.deletion(id, successors);
    } else {
      tally.withheld += 1;
      content.withheld(id);
    }
  }

  let expected = BEFORE_ALL;
  for (const row of entities.prepare('SELECT * FROM record ORDER BY id').iterate()) {
    const record = row as unknown as RecordRow;
    if (record.id !== expected) faults.rows.add(`${record.id} is where ${expected} should be`);
    expected = record.next;
    const damage = damageOf(row);
    if (damage !== undefined) faults.rows.add(damage);
    if (record.id !== BEFORE_ALL) checkContent(record);
  }
  if (expected !== AFTER_ALL) faults.rows.add(`${expected} is missing at the end`);
  yield claimed('every row has the right checksum and names the next row', faults.rows.summary());
  yield claimed('every answer is complete and agrees with its coverage row', faults.answers.summary());
  yield claimed('counts.byType', unequalCounts(header.counts.byType, byType));
  yield claimed('counts.byCategory', unequalCounts(header.counts.byCategory, byCategory));
  yield* countClaims(header, entities, search, tally);
  yield claimed('every redirect leads to an entity', faults.redirects.summary());
  yield claimed('contentHash', unequal('SHA-256', header.contentHash, content.digest()));
}

function damageOf(row: object): string | undefined {
  try {
    checkRecord(row);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Numbers that the rows of a snapshot have. */
type Tally = Readonly<Record<(typeof COUNTED)[number] | 'relations', number>>;
const COUNTED = ['entities', 'links', 'redirects', 'deletions', 'withheld'] as const;

function* countClaims(
  { counts }: SnapshotHeader,
  entities: DatabaseSync,
  search: DatabaseSync,
  tally: Tally,
): Iterable<CheckedClaim> {
  for (const what of COUNTED) yield claimed(`counts.${what}`, unequal(what, counts[what], tally[what]));
  yield claimed('one coverage row per entity', unequal('rows', tally.entities, countRows(entities, 'coverage')));
  const indexed = countRows(search, 'identifier WHERE key < 0');
  yield claimed('the index contains every relation in the answers', unequal('relations', tally.relations, indexed));
}

function createAnswerCheck(header: SnapshotHeader, entities: DatabaseSync) {
  const sources = new Set(header.sources.map(({ key }) => key));
  const collections = new Set(header.collections.map(({ key }) => key));
  const coverage = entities.prepare('SELECT checksum, entry FROM coverage WHERE id = ?');
  const decode = createCoverageDecoder(coverageWords(header));

  function linksFault({ links }: LinksAnswer, entry: CoverageEntry): string | undefined {
    const items = links.categories.reduce((total, category) => total + category.items.length, 0);
    if (items !== links.total) return `the total is ${links.total}, but the number of links is ${items}`;
    if (entry.links !== links.total) return `the total is ${links.total}, but the coverage row has ${entry.links}`;
    for (const { category, total } of links.categories) {
      if (entry.byCategory[category] !== total)
        return `the total of category ${category} differs from the coverage row`;
    }
    for (const { collection, assertedBy } of links.categories.flatMap((category) => category.items)) {
      if (!collections.has(collection)) return `collection ${collection} is not in the header`;
      const unknown = assertedBy.find((key) => !sources.has(key));
      if (unknown !== undefined) return `source ${unknown} is not in the header`;
    }
    return undefined;
  }

  return (gnd: string, id: number, answer: LinksAnswer): string | undefined => {
    const row = coverage.get(id) as { checksum: number; entry: string } | undefined;
    if (row === undefined) return 'there is no coverage row';
    if (checksumOf([id], row.entry) !== row.checksum) return 'the checksum of the coverage row is wrong';
    const entry = decode(unpackGndId(id), row.entry);
    const { entity, snapshot } = answer;
    if (snapshot.id !== header.id || snapshot.date !== header.date)
      return `the answer comes from snapshot ${snapshot.id}`;
    if (answer.apiVersion !== header.apiVersion) return `the answer has interface version ${answer.apiVersion}`;
    if (entity.gnd !== gnd || answer.requested !== gnd) return `the answer belongs to ${entity.gnd}`;
    if (entity.preferredName !== entry.preferredName || entity.type !== entry.type)
      return 'the name or the type differs from the coverage row';
    return linksFault(answer, entry);
  };
}
