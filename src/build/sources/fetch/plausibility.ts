/** The plausibility check: decides whether a downloaded file may replace the copy in use, and gives a reason if not. */
import { mostFrequent } from '../../../shared/counts.ts';
import { grouped, percent } from '../../../shared/numbers.ts';
import { TARGET_DEFECTS } from '../readers/beacon-defects.ts';
import { UnusableSource } from '../readers/reader.ts';
import type { PlausibilityLimits, RegisteredSource } from '../register/register.ts';
import type { ListChange } from '../../../core/model/source.ts';
import type { Inspection } from './inspect.ts';

/**
 * `accepted`: the file replaces the copy in use. `unchanged`: both have the same content. `held`: the file is
 * implausible, and a person may release it if it is readable. `failed`: the file is incomplete. Neither `held` nor
 * `failed` changes the copy in use.
 */
export const CHECK_VERDICTS = ['accepted', 'unchanged', 'held', 'failed'] as const;
type CheckVerdict = (typeof CHECK_VERDICTS)[number];

/** The verdicts that are a problem of the source, each with the state that the public sees. */
export const PROBLEM_STATES = { held: 'held', failed: 'failing' } as const;

/** Whether a source has a problem: its check or fetch ended with this result. */
export function isTrouble(result: string | undefined): result is keyof typeof PROBLEM_STATES {
  return result === 'held' || result === 'failed';
}

/** Reasons why a readable file should not replace the copy in use. */
type HeldReason = 'no_ids' | 'zero_links' | 'below_share' | 'too_many_gone' | 'too_many_unreadable' | 'list_shortened';
/** Reasons of {@link UnusableSource} for complete files of another kind, which are held. */
const UNREADABLE_HELD: readonly string[] = ['html', 'wrong_format', 'no_records'];

/** New data are complete and sound, but too much is lost. The message is for operators and the public. */
export class HeldForLoss extends Error {
  override readonly name = 'HeldForLoss';
}

export interface ValidationResult {
  readonly verdict: CheckVerdict;
  /** Reason in snake_case; absent for `accepted` and `unchanged`. */
  readonly reason?: string;
  /** Sentence for people. */
  readonly sentence?: string;
}

/** Measurements of the copy in use for the comparison. */
export type Measured = Pick<Inspection, 'ids' | 'unpackedBytes' | 'contentHash' | 'gone'>;

/** Number of unreadable lines that are tolerated whatever the length of the list. */
const STRAY_LINES = 1;
/** Number of records that may always be newly deleted or merged. */
const FEW_GONE = 100;

/**
 * The result for a readable file.
 * @param lastGood the copy in use; undefined when there is none yet
 * @param change identifiers that a list gained and lost since then
 */
export function checkPlausibility(
  inspection: Inspection,
  { kind, guard }: Pick<RegisteredSource, 'kind' | 'guard'>,
  lastGood?: Measured,
  change?: ListChange,
): ValidationResult {
  if (inspection.contentHash === lastGood?.contentHash) return { verdict: 'unchanged' };
  const isDump = kind === 'entities';
  return (
    holdUnusable(inspection, isDump, guard, lastGood) ??
    holdLoss(inspection, isDump, guard, lastGood, change) ?? { verdict: 'accepted' }
  );
}

/** The result for an unreadable file. @throws the error itself when it is not a fault of the file */
export function resultOfUnusable(error: unknown): ValidationResult {
  if (!(error instanceof UnusableSource) || error.reason === 'not_found') throw error;
  const verdict = UNREADABLE_HELD.includes(error.reason) ? 'held' : 'failed';
  return { verdict, reason: error.reason, sentence: error.message };
}

/** Holds a file that has too little that can be used. */
function holdUnusable(
  inspection: Inspection,
  isDump: boolean,
  { maximumUnreadable }: PlausibilityLimits,
  lastGood: Measured | undefined,
): ValidationResult | undefined {
  const { statements, unreadable, reasons } = inspection;
  if (!isDump && statements === 0 && lastGood?.ids !== 0) return holdEmptyList(inspection, lastGood);
  if (reasons['ellipsis'] !== undefined)
    return held('list_shortened', 'A line of dots shows that the list was shortened.');
  const all = statements + unreadable;
  if (unreadable <= STRAY_LINES || unreadable <= maximumUnreadable * all) return undefined;
  const [most = ''] = Object.keys(mostFrequent(reasons, 1));
  return held(
    'too_many_unreadable',
    `${grouped(unreadable)} of ${grouped(all)} ${isDump ? 'records' : 'lines'} cannot be used, most of them because of ${most}; ` +
      `at most ${percent(maximumUnreadable)} is tolerated.`,
  );
}

/** Holds a file that newly calls too many records deleted or merged, or lacks too much of the copy in use. */
function holdLoss(
  inspection: Inspection,
  isDump: boolean,
  { minimumShare, maximumGone }: PlausibilityLimits,
  lastGood: Measured | undefined,
  change: ListChange | undefined,
): ValidationResult | undefined {
  const [kept, before] = isDump
    ? ([inspection.unpackedBytes, lastGood?.unpackedBytes] as const)
    : idsOf(inspection, lastGood, change);
  const gone = (inspection.gone ?? 0) - (lastGood?.gone ?? 0);
  // A first list may name any number of merged and deleted records.
  const records = isDump ? inspection.statements : (before ?? Infinity);
  if (gone > FEW_GONE && gone > maximumGone * records)
    return held(
      'too_many_gone',
      `The new file lists ${grouped(gone)} of ${grouped(records)} records as newly deleted or merged; at most ${percent(maximumGone)} is tolerated.`,
    );
  if (before === undefined || kept >= minimumShare * before) return undefined;
  const unit = isDump ? 'unpacked bytes' : 'identifiers';
  return held(
    'below_share',
    `The copy in use has ${grouped(before)} ${unit}, the new file only ${grouped(kept)}; at least ${percent(minimumShare)} is required.`,
  );
}

/** The number of identifiers that a list has kept of the copy in use, and their number there. */
function idsOf(
  { ids }: Inspection,
  lastGood: Measured | undefined,
  change: ListChange | undefined,
): readonly [kept: number, before: number | undefined] {
  if (change === undefined) return [ids, lastGood?.ids];
  const kept = ids - change.added.ids;
  // The change was counted in both files with the present settings; the count of the copy in use may stem from former ones.
  return [kept, kept + change.removed.ids];
}

function holdEmptyList(inspection: Inspection, lastGood: Measured | undefined): ValidationResult {
  const before = lastGood === undefined ? '' : ` Identifiers in the copy in use: ${grouped(lastGood.ids)}.`;
  if (inspection.unreadable === 0) return held('zero_links', `The list has a header but no links.${before}`);
  const targets = TARGET_DEFECTS.reduce((sum, reason) => sum + (inspection.reasons[reason] ?? 0), 0);
  return targets > 0
    ? held('zero_links', `No line has a usable target (lines: ${grouped(inspection.unreadable)}).${before}`)
    : held('no_ids', `No line has a GND identifier (lines: ${grouped(inspection.unreadable)}).${before}`);
}

function held(reason: HeldReason, sentence: string): ValidationResult {
  return { verdict: 'held', reason, sentence };
}
