/** Checks what a snapshot claims of its answers, coverage rows, redirects and deletions. */
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { unpackGndId } from '../../model/gnd-id.ts';
import type { SnapshotHeader } from '../header.ts';
import type { CoverageEntry } from '../store.ts';
import { createAnswerDecoder } from './answer-coding.ts';
import { type CheckedClaim, claimed, count, createFaults, unequal, unequalCounts } from './checked-claim.ts';
import { createContentHasher } from './content-hash.ts';
import { createCoverageDecoder } from './coverage-entry.ts';
import { readOpenings, wordsOf } from './schema.ts';

/** Everything that follows from reading each answer once. */
export function* verifyAnswers(header: SnapshotHeader, entities: DatabaseSync): Iterable<CheckedClaim> {
  const content = createContentHasher();
  const answers = createAnswerDecoder(readOpenings(entities));
  const decodeEntry = createCoverageDecoder(wordsOf(header));
  const known = {
    sources: new Set(header.sources.map(({ key }) => key)),
    collections: new Set(header.collections.map(({ key }) => key)),
  };
  const faults = createFaults();
  const found = { entities: 0, links: 0, byType: new Map<string, number>(), byCategory: new Map<string, number>() };
  const rows = entities.prepare(`SELECT entity.id AS id, answer, entry FROM entity
    LEFT JOIN coverage ON coverage.id = entity.id ORDER BY entity.id`);
  for (const row of rows.iterate()) {
    const gnd = unpackGndId(row['id'] as number);
    try {
      const body = answers.plain(row['answer'] as Uint8Array);
      content.entity(hash('sha256', body, 'buffer'));
      const answer = JSON.parse(body.toString()) as StoredAnswer;
      const stored = row['entry'] as string | null;
      const entry = stored === null ? null : decodeEntry(gnd, stored);
      const fault = answerFault(header, known, gnd, answer, entry);
      if (fault !== undefined) faults.add(`${gnd}: ${fault}`);
      found.entities += 1;
      found.links += answer.links.total;
      add(found.byType, answer.entity.type, 1);
      for (const { category, total } of answer.links.categories) add(found.byCategory, category, total);
    } catch (error) {
      faults.add(`${gnd}: the answer cannot be read (${(error as Error).message})`);
    }
  }
  for (const row of entities.prepare('SELECT id, target FROM redirect ORDER BY id').iterate()) {
    content.redirect(row['id'] as number, row['target'] as number);
  }
  for (const row of entities.prepare('SELECT id, successors FROM deletion ORDER BY id').iterate()) {
    content.deletion(row['id'] as number, row['successors'] as string);
  }
  yield claimed('every answer is complete and agrees with its coverage row', faults.summary());
  yield claimed('counts.entities', unequal('entities', header.counts.entities, found.entities));
  yield claimed('counts.byType', unequalCounts(header.counts.byType, found.byType));
  yield claimed('counts.links', unequal('links', header.counts.links, found.links));
  yield claimed('counts.byCategory', unequalCounts(header.counts.byCategory, found.byCategory));
  const rowsOf = (table: string) => count(entities, table);
  yield claimed('one coverage row per entity', unequal('rows', rowsOf('entity'), rowsOf('coverage')));
  yield claimed('contentHash', unequal('SHA-256', header.contentHash, content.digest()));
}

/** As much of the answer as is checked. */
interface StoredAnswer {
  readonly snapshot: { readonly id: string; readonly date: string };
  readonly apiVersion: string;
  readonly requested: string;
  readonly entity: { readonly gnd: string; readonly type: string; readonly preferredName: string };
  readonly links: { readonly total: number; readonly categories: readonly CountedCategory[] };
}
interface CountedCategory {
  readonly category: string;
  readonly total: number;
  readonly items: readonly { readonly collection: string; readonly assertedBy: readonly string[] }[];
}

function answerFault(
  header: SnapshotHeader,
  { sources, collections }: { readonly sources: ReadonlySet<string>; readonly collections: ReadonlySet<string> },
  gnd: string,
  answer: StoredAnswer,
  entry: CoverageEntry | null,
): string | undefined {
  if (entry === null) return 'there is no coverage row';
  const { entity, links, snapshot } = answer;
  if (snapshot.id !== header.id || snapshot.date !== header.date) return `the answer is of snapshot ${snapshot.id}`;
  if (answer.apiVersion !== header.apiVersion) return `the answer speaks interface ${answer.apiVersion}`;
  if (entity.gnd !== gnd || answer.requested !== gnd) return `the answer is that of ${entity.gnd}`;
  if (entity.preferredName !== entry.preferredName || entity.type !== entry.type)
    return 'name or type differ from coverage';
  const items = links.categories.reduce((total, category) => total + category.items.length, 0);
  if (items !== links.total || entry.links !== links.total) return `total ${links.total}, but ${items} links`;
  for (const { category, total } of links.categories) {
    if (entry.byCategory[category] !== total) return `category ${category} differs from coverage`;
  }
  for (const { collection, assertedBy } of links.categories.flatMap((category) => category.items)) {
    if (!collections.has(collection)) return `collection ${collection} is not in the header`;
    const unknown = assertedBy.find((key) => !sources.has(key));
    if (unknown !== undefined) return `source ${unknown} is not in the header`;
  }
  return undefined;
}

export function* verifyRedirects(header: SnapshotHeader, entities: DatabaseSync): Iterable<CheckedClaim> {
  yield claimed('counts.redirects', unequal('redirects', header.counts.redirects, count(entities, 'redirect')));
  yield claimed('counts.deletions', unequal('deletions', header.counts.deletions, count(entities, 'deletion')));
  const named = (sql: string) => {
    const faults = createFaults();
    for (const row of entities.prepare(sql).iterate()) faults.add(unpackGndId(row['id'] as number));
    return faults.summary();
  };
  const missing = 'SELECT id FROM redirect WHERE target NOT IN (SELECT id FROM entity)';
  yield claimed('every redirect leads to an entity', named(missing));
  const both = `SELECT id FROM entity WHERE id IN (SELECT id FROM redirect UNION SELECT id FROM deletion)`;
  yield claimed('no entity is also redirected or deleted', named(both));
}

function add(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
