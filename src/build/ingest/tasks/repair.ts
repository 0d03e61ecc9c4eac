/** Repairs a list of links for its publisher: header and lines stay, numbers of merged records are replaced. */
import { join } from 'node:path';
import { createGzipFile, type WrittenFile } from '../../../shared/files/gzip-file.ts';
import { type DefectExample, MAX_EXAMPLES } from '../counters.ts';
import { isRedistributable } from '../../../core/model/source.ts';
import { repairedFile } from '../findings-files.ts';
import { maximumUnpacked } from '../../sources/fetch/inspect.ts';
import { repairLine, type RepairRules } from '../../sources/readers/beacon-repair.ts';
import { openInput } from '../../sources/readers/input.ts';
import { readLines } from '../../sources/readers/lines.ts';
import type { RegisteredSource } from '../../sources/register/register.ts';
import { openIdentities } from './identities.ts';
import type { Task } from './task.ts';

interface RepairTask extends Task {
  readonly source: RegisteredSource & { readonly file: string };
  /** Directory of the identities. */
  readonly identities: string;
  /** Examples of numbers in the list that the data lack. */
  readonly unknown: readonly string[];
}

interface RepairedList extends WrittenFile {
  /** Lines with a merged, deleted or unknown number, a few for each reason, in the order of the list. */
  readonly examples: readonly DefectExample[];
}

/** Whether a source is a BEACON list that the operator does not withhold. */
export function isRepairable({ kind, origin, redistributable }: RegisteredSource): boolean {
  return kind === 'links' && origin.format === 'beacon' && redistributable !== false;
}

/** Repairs a list. Where its licence forbids redistribution, notes and addresses are left out: identifiers are facts. */
export async function repairList(task: RepairTask): Promise<RepairedList> {
  const { source, directory } = task;
  using identities = openIdentities(task.identities);
  const unknown = new Set(task.unknown);
  const examples: DefectExample[] = [];
  let number = 0;
  const note = (reason: string, excerpt: string): void => {
    if (examples.filter((one) => one.reason === reason).length < MAX_EXAMPLES.record)
      examples.push({ reason, line: number, excerpt });
  };
  const rules: RepairRules = {
    currentId(gnd) {
      const outcome = identities.outcomeOf(gnd);
      if (outcome === 'withheld') return undefined;
      if (outcome === undefined) {
        if (unknown.has(gnd)) note('unknown_gnd_id', gnd);
        return gnd;
      }
      const to = 'to' in outcome ? outcome.to : undefined;
      note(to === undefined ? 'deleted_gnd_id' : 'merged_gnd_id', to === undefined ? gnd : `${gnd} → ${to}`);
      return to;
    },
    onlyIdentifiers: !isRedistributable(source),
  };
  const out = createGzipFile(join(directory, repairedFile(source.key)));
  for await (const lines of readLines(
    openInput(source.file, { maximumBytes: maximumUnpacked(source) }),
    source.beacon?.encoding,
  )) {
    for (const { text, flaw, ...line } of lines) {
      number = line.number;
      // Only the beginning of a line that is too long was read.
      const repaired = flaw === 'line_too_long' ? undefined : repairLine(text, rules);
      if (repaired !== undefined) out.add(`${repaired}\n`);
    }
    if (out.isFull()) await out.flushed();
  }
  return { ...(await out.close()), examples };
}
