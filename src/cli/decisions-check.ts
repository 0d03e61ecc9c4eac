/** `gnd-links sources check` without a list: checks the operator's files, and that each decision is still needed. */
import { dayOf } from '../core/model/days.ts';
import { type Decision, holdsOn, unmetDecisions } from '../build/sources/register/decisions.ts';
import type { EntityDecision } from '../build/sources/register/entity-decisions.ts';
import type { DecisionNote } from '../core/snapshot/build-notes.ts';
import type { Store } from '../core/snapshot/store.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { openRegister } from './fetch.ts';
import { openSnapshot } from './installation.ts';
import { counted } from './table.ts';

interface CheckValues {
  readonly register: string | undefined;
  readonly config: string | undefined;
  readonly snapshot: string;
}

/** Names each decision that has ended, or that no link of the snapshot met, unless it was made after the build. */
export async function runDecisionsCheck(values: CheckValues): Promise<void> {
  const { curation, sources } = await openRegister(values);
  const { all } = curation.decisions;
  const entities = curation.entityDecisions.all;
  const decided = `${counted(all.length, 'decision')} about links, ${entities.length} about entities`;
  process.stdout.write(`${counted(sources.length, 'source')}, ${decided}\n`);
  if (all.length + entities.length === 0) return;
  await using store = await openSnapshot(values.snapshot);
  const { id, builtAt } = store.snapshot;
  const collections = store.snapshot.collections.map(({ key }) => key);
  const notes = await store.notes();
  const applied = (notes?.sources ?? []).flatMap(({ decisions = [] }) => decisions);
  const today = dayOf(new Date());
  const unmet = unmetDecisions(all, (decision) => applied.some((note) => isSame(note, decision)), collections);
  const findings = all.flatMap((decision) => {
    const { source } = decision;
    if (source !== undefined && !sources.some(({ key }) => key === source))
      return [`${decision.place}: there is no source ${source}`];
    if (decision.until !== undefined && decision.until <= today) return [`${decision.place}: this decision has ended`];
    if (!holdsOn(decision, builtAt.slice(0, 10)) || !unmet.includes(decision)) return [];
    return [`${decision.place}: no link of snapshot ${id} meets this decision`];
  });
  findings.push(...(await entityFindings(entities, store, notes?.unusedDecisions ?? [], today)));
  if (findings.length > 0) throw new CommandFailed(findings.join('\n'), EXIT.attention);
}

/** Decisions about entities that have ended, are not in the snapshot yet, or left nothing out of it. */
async function entityFindings(
  decisions: readonly EntityDecision[],
  store: Store,
  unused: readonly string[],
  today: string,
): Promise<readonly string[]> {
  const coverage = await store.coverage(decisions.map(({ gnd }) => gnd));
  return decisions.flatMap(({ place, verdict, since, until }, index) => {
    if (until !== undefined && until <= today) return [`${place}: this decision has ended`];
    if (verdict === 'withheld' && since <= today && coverage[index]?.kind !== 'withheld')
      return [`${place}: snapshot ${store.snapshot.id} does not withhold this entity yet: gnd-links update`];
    return unused.includes(place) ? [`${place}: no record of snapshot ${store.snapshot.id} meets this decision`] : [];
  });
}

/** Compares all members but the place, because the file may have changed since the build. */
function isSame(note: DecisionNote, decision: Decision): boolean {
  return (['gnd', 'url', 'verdict', 'to', 'relation', 'reason', 'since', 'by'] as const).every(
    (member) => note[member] === decision[member],
  );
}
