/** `gnd-links sources check` without a list: checks the operator's files, and that each decision is still needed. */
import { dayOf } from '../core/model/days.ts';
import { type Decision, holdsOn, unmetDecisions } from '../build/sources/register/decisions.ts';
import type { DecisionNote } from '../core/snapshot/build-notes.ts';
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
  process.stdout.write(`${counted(sources.length, 'source')}, ${counted(all.length, 'decision')} about links\n`);
  if (all.length === 0) return;
  const store = await openSnapshot(values.snapshot);
  try {
    const { id, builtAt } = store.snapshot;
    const collections = store.snapshot.collections.map(({ key }) => key);
    const applied = ((await store.notes())?.sources ?? []).flatMap(({ decisions = [] }) => decisions);
    const today = dayOf(new Date());
    const unmet = unmetDecisions(all, (decision) => applied.some((note) => isSame(note, decision)), collections);
    const findings = all.flatMap((decision) => {
      const { source } = decision;
      if (source !== undefined && !sources.some(({ key }) => key === source))
        return [`${decision.place}: there is no source ${source}`];
      if (decision.until !== undefined && decision.until <= today)
        return [`${decision.place}: this decision has ended`];
      if (!holdsOn(decision, builtAt.slice(0, 10)) || !unmet.includes(decision)) return [];
      return [`${decision.place}: no link of snapshot ${id} meets this decision`];
    });
    if (findings.length > 0) throw new CommandFailed(findings.join('\n'), EXIT.attention);
  } finally {
    await store.close();
  }
}

/** Compares all members but the place, because the file may have changed since the build. */
function isSame(note: DecisionNote, decision: Decision): boolean {
  return (['gnd', 'url', 'verdict', 'to', 'relation', 'reason', 'since', 'by'] as const).every(
    (member) => note[member] === decision[member],
  );
}
