/** Applies decisions about entities to the identities: finds the identifiers that each decision holds for. */
import type { DatabaseSync } from 'node:sqlite';
import { type GndId, packGndId, unpackGndId } from '../../../core/model/gnd-id.ts';
import type { EntityDecision, EntityDecisions, EntityVerdict } from '../../sources/register/entity-decisions.ts';
import { hasSameWords } from './merge-records.ts';

/**
 * Fills the tables `withheld` (identifiers) and `decision` (identifiers, with indexes of decisions in the file), and removes
 * withheld identifiers from all other tables. A decision also holds for the entity into which its record was merged, and
 * for the successors of its record. Expects the tables that `resolveRedirects` leaves, and its temporary table `reach`.
 * @param day `YYYY-MM-DD`
 */
export function applyEntityDecisions(database: DatabaseSync, decided: EntityDecisions, day: string) {
  database.exec(`CREATE TABLE withheld (id INTEGER PRIMARY KEY);
    CREATE TABLE decision (id INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID`);
  const insert = {
    withheld: database.prepare('INSERT OR IGNORE INTO withheld VALUES (?)'),
    decision: database.prepare('INSERT INTO decision VALUES (?, ?)'),
  };
  const find = createFinder(database);
  const decisions = { withheld: 0, without: 0 };
  const [met, notices]: [string[], string[]] = [[], []];
  for (const decision of decided.on(day).values()) {
    const { gnd, verdict, names, place } = decision;
    const id = packGndId(gnd);
    decisions[verdict] += 1;
    const heirs = find.heirsOf(id);
    if (heirs.length > 0)
      notices.push(
        `${place}: ${gnd} became ${new Intl.ListFormat('en-GB').format(heirs.map(unpackGndId))}, to which the decision also applies.`,
      );
    for (const one of [id, ...heirs]) {
      const label = find.labelOf(one);
      const isNameless = label !== undefined && names.some((name) => hasSameWords(name, label));
      if (isNameless)
        notices.push(
          `${place}: ${unpackGndId(one)} is withheld, because it cannot be shown without its preferred name.`,
        );
      if (verdict === 'withheld' || isNameless) {
        if (find.isKnown(one)) met.push(place);
        insert.withheld.run(one);
      } else insert.decision.run(one, decided.all.indexOf(decision as EntityDecision));
    }
  }
  withholdFormer(database, insert.withheld);
  const concerned = database.prepare('SELECT id FROM withheld UNION SELECT id FROM decision ORDER BY id').all();
  const identifiers = concerned.map((row) => unpackGndId(row['id'] as number));
  return {
    /** Number of decisions by verdict. */
    decisions: decisions as Readonly<Record<EntityVerdict, number>>,
    /** Places of decisions that withhold an entity or former identifier which a source knows. */
    withheld: met as readonly string[],
    /** Sentences for the operator about decisions that hold for further identifiers, or withhold more than they say. */
    notices: notices as readonly string[],
    /** All identifiers that a decision holds for. */
    identifiers,
    /** Number of redirects and deletions that became withheld identifiers. */
    ...removeWithheld(database),
  };
}

function createFinder(database: DatabaseSync) {
  const select = {
    known: database.prepare(`SELECT 1 WHERE EXISTS (SELECT 1 FROM name WHERE id = :id)
      OR EXISTS (SELECT 1 FROM redirect WHERE old = :id) OR EXISTS (SELECT 1 FROM deletion WHERE id = :id)`),
    target: database.prepare('SELECT target FROM redirect WHERE old = ?'),
    successors: database.prepare('SELECT successors FROM deletion WHERE id = ?'),
    label: database.prepare('SELECT label FROM name WHERE id = ?'),
  };
  return {
    isKnown: (id: number): boolean => select.known.get({ id }) !== undefined,
    heirsOf(id: number): readonly number[] {
      const target = select.target.get(id)?.['target'] as number | undefined;
      const successors = (select.successors.get(id)?.['successors'] ?? '[]') as string;
      return target === undefined ? (JSON.parse(successors) as GndId[]).map(packGndId) : [target];
    },
    labelOf: (id: number): string | undefined => select.label.get(id)?.['label'] as string | undefined,
  };
}

/** Withholds the former identifiers of withheld entities. A split record keeps the successors that are not withheld. */
function withholdFormer(database: DatabaseSync, insert: ReturnType<DatabaseSync['prepare']>): void {
  const isWithheld = database.prepare('SELECT 1 FROM withheld WHERE id = ?');
  const update = database.prepare('UPDATE deletion SET successors = ? WHERE id = ?');
  const splits = database.prepare("SELECT id, successors FROM deletion WHERE successors <> '[]'").all();
  for (const row of splits) {
    const [id, successors] = [row['id'] as number, JSON.parse(row['successors'] as string) as GndId[]];
    const shown = successors.filter((gnd) => isWithheld.get(packGndId(gnd)) === undefined);
    if (shown.length === 0) insert.run(id);
    else if (shown.length < successors.length) update.run(JSON.stringify(shown), id);
  }
  database.exec(`INSERT OR IGNORE INTO withheld SELECT old FROM redirect WHERE target IN (SELECT id FROM withheld);
    INSERT OR IGNORE INTO withheld SELECT old FROM reach WHERE at IN (SELECT id FROM withheld)
      AND old NOT IN (SELECT id FROM deletion WHERE successors <> '[]')`);
}

function removeWithheld(database: DatabaseSync) {
  const withheld = 'IN (SELECT id FROM withheld)';
  const remove = (table: string, column: string): number =>
    Number(database.prepare(`DELETE FROM ${table} WHERE ${column} ${withheld}`).run().changes);
  remove('name', 'id');
  return { redirects: remove('redirect', 'old'), deletions: remove('deletion', 'id') };
}
