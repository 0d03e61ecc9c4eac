/** Decides what becomes of identifiers of merged records: chains followed to their end, loops broken, splits told apart. */
import { unpackGndId, type GndId } from '../model/gnd-id.ts';
import { REDIRECT_EVIDENCE } from '../readers/reader.ts';
import { ENTITY_KIND, NAME_RANK, type Staging } from './staging.ts';

export interface RedirectReport {
  /** Redirects that lead to an entity. */
  readonly redirects: number;
  readonly deletions: number;
  /** Identifiers that lead in a circle, at most twenty of them; none is redirected. */
  readonly loops: { readonly count: number; readonly examples: readonly GndId[] };
  /** One record became several: answered as deleted, with the successors. */
  readonly splits: number;
  /** A record that says it absorbed another which still has a record of its own; the living one stays. */
  readonly ofLivingRecord: number;
  /** The record that took over is not in the data. */
  readonly targetMissing: number;
  /** Records that are listed as deleted and yet came with a dump; the list is believed. */
  readonly deletedButPresent: number;
}

/** Doubling: after so many rounds every chain shorter than 2^ROUNDS has been followed. */
const ROUNDS = 32;

/** Fills the table `redirect` from the claims and completes `deletion`. Works in the database, whatever its size. */
export function resolveRedirects({ database }: Staging): RedirectReport {
  const count = (sql: string): number => database.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.['n'] as number;
  const list = REDIRECT_EVIDENCE.indexOf('list');
  const living = `SELECT id FROM name WHERE rank = ${NAME_RANK.record}`;

  const deletedButPresent = count(`deletion WHERE id IN (SELECT id FROM name WHERE rank <= ${NAME_RANK.supplement})`);
  database.exec(`DELETE FROM name WHERE rank <= ${NAME_RANK.supplement} AND id IN (SELECT id FROM deletion)`);

  const contradicted = `claim WHERE evidence <> ${list} AND old IN (${living})`;
  const ofLivingRecord = count(`(SELECT DISTINCT old FROM ${contradicted})`);
  database.exec(`DELETE FROM ${contradicted};
    DELETE FROM claim WHERE EXISTS (SELECT 1 FROM claim AS better WHERE better.old = claim.old AND better.evidence < claim.evidence)`);

  const examples = followChains(database);
  const splits = settleSplits(database);
  database.exec(`INSERT OR IGNORE INTO deletion
    SELECT redirect.old, deletion.successors FROM redirect JOIN deletion ON deletion.id = redirect.target`);
  const targetMissing = count(
    `redirect WHERE target NOT IN (SELECT id FROM name WHERE rank <= ${NAME_RANK.supplement}) AND target NOT IN (SELECT id FROM deletion)`,
  );
  database.exec(
    `DELETE FROM redirect WHERE target NOT IN (SELECT id FROM name WHERE rank <= ${NAME_RANK.supplement});
    DELETE FROM deletion WHERE id IN (SELECT old FROM redirect);
    DELETE FROM statement WHERE kind = ${ENTITY_KIND} AND id IN (SELECT id FROM deletion)`,
  );
  return {
    redirects: count('redirect'),
    deletions: count('deletion'),
    loops: { count: examples.total, examples: examples.some },
    splits,
    ofLivingRecord,
    targetMissing,
    deletedButPresent,
  };
}

type Database = Staging['database'];

/** Single-target claims become redirects to the end of their chain. */
function followChains(database: Database): { total: number; some: GndId[] } {
  database.exec(`INSERT INTO redirect SELECT old, min(target) FROM claim GROUP BY old HAVING count(*) = 1`);
  const step =
    database.prepare(`UPDATE redirect SET target = (SELECT next.target FROM redirect AS next WHERE next.old = redirect.target)
    WHERE target <> old AND target IN (SELECT old FROM redirect)`);
  for (let round = 0; round < ROUNDS; round += 1) if (step.run().changes === 0) break;
  const circular = 'redirect WHERE target = old OR target IN (SELECT old FROM redirect)';
  const some = database.prepare(`SELECT old FROM ${circular} ORDER BY old LIMIT 20`).all();
  const total = database.prepare(`SELECT count(*) AS n FROM ${circular}`).get()?.['n'] as number;
  database.exec(`DELETE FROM ${circular}`);
  return { total, some: some.map((row) => unpackGndId(row['old'] as number)) };
}

/** Claims of several records on one identifier: one redirect if they end at the same entity, else a deletion with successors. */
function settleSplits(database: Database): number {
  const rows = database.prepare(`
    SELECT claim.old AS old, group_concat(DISTINCT coalesce(redirect.target, claim.target)) AS targets
    FROM claim LEFT JOIN redirect ON redirect.old = claim.target
    WHERE claim.old IN (SELECT old FROM claim GROUP BY old HAVING count(*) > 1)
    GROUP BY claim.old ORDER BY claim.old`);
  const redirect = database.prepare('INSERT OR REPLACE INTO redirect VALUES (?, ?)');
  const follow = database.prepare('UPDATE OR IGNORE redirect SET target = ? WHERE target = ?');
  const split = database.prepare('INSERT OR REPLACE INTO deletion VALUES (?, ?)');
  const known = database.prepare(`SELECT 1 FROM name WHERE id = ? AND rank <= ${NAME_RANK.supplement}`);
  let splits = 0;
  for (const row of rows.all()) {
    const old = row['old'] as number;
    const targets = String(row['targets'])
      .split(',')
      .map(Number)
      .filter((target) => target !== old && known.get(target) !== undefined)
      .sort((a, b) => a - b);
    const [only] = targets;
    if (targets.length === 1 && only !== undefined) {
      redirect.run(old, only);
      follow.run(only, old);
    } else if (targets.length > 1 && known.get(old) === undefined) {
      split.run(old, JSON.stringify(targets.map(unpackGndId)));
      splits += 1;
    }
  }
  return splits;
}
