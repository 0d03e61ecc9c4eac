/** The plausibility check: decides whether a downloaded file may replace the copy in use, and gives a reason if not. */
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
  if (lastGood !== undefined && inspection.contentHash === lastGood.contentHash) return { verdict: 'unchanged' };
  const held =
    kind === 'entities' ? holdDump(inspection, guard, lastGood) : holdList(inspection, guard, lastGood, change);
  return held ?? { verdict: 'accepted' };
}

/** The result for an unreadable file. @throws the error itself when it is not a fault of the file */
export function resultOfUnusable(error: unknown): ValidationResult {
  if (!(error instanceof UnusableSource) || error.reason === 'not_found') throw error;
  const verdict = UNREADABLE_HELD.includes(error.reason) ? 'held' : 'failed';
  return { verdict, reason: error.reason, sentence: error.message };
}

function holdList(
  inspection: Inspection,
  limits: PlausibilityLimits,
  lastGood: Measured | undefined,
  change: ListChange | undefined,
): ValidationResult | undefined {
  const lines = inspection.statements + inspection.unreadable;
  if (inspection.statements === 0 && (lastGood === undefined || lastGood.ids > 0))
    return holdEmptyList(inspection, lastGood);
  if ((inspection.reasons['ellipsis'] ?? 0) > 0) {
    return held('list_shortened', 'A line of dots says that the list was shortened.');
  }
  if (inspection.unreadable > STRAY_LINES && inspection.unreadable > limits.maximumUnreadable * lines) {
    const most = Object.entries(inspection.reasons).sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
    return held(
      'too_many_unreadable',
      `Of ${grouped(lines)} lines ${grouped(inspection.unreadable)} cannot be used, most of them for ${most}; ` +
        `${percent(limits.maximumUnreadable)} are tolerated.`,
    );
  }
  if (lastGood === undefined) return undefined;
  const kept = inspection.ids - (change?.added.ids ?? 0);
  // The change was counted in both files with the present settings; the count of the copy in use may stem from former ones.
  const before = change === undefined ? lastGood.ids : kept + change.removed.ids;
  if (kept < limits.minimumShare * before) {
    return held(
      'below_share',
      `Only ${grouped(kept)} identifiers of ${grouped(before)} in the copy in use; ` +
        `${percent(limits.minimumShare)} are demanded.`,
    );
  }
  const gone = inspection.gone ?? 0;
  return gone === 0 ? undefined : holdGone(gone - (lastGood.gone ?? 0), before, limits);
}

/** @param gone number of records that are newly deleted or merged @param all number of records of which they are a share */
function holdGone(gone: number, all: number, { maximumGone }: PlausibilityLimits): ValidationResult | undefined {
  if (gone <= FEW_GONE || gone <= maximumGone * all) return undefined;
  return held(
    'too_many_gone',
    `It newly calls ${grouped(gone)} records deleted or merged, of ${grouped(all)}; ${percent(maximumGone)} are tolerated.`,
  );
}

function holdEmptyList(inspection: Inspection, lastGood: Measured | undefined): ValidationResult {
  const before = lastGood === undefined ? '' : ` The copy in use has ${grouped(lastGood.ids)} identifiers.`;
  if (inspection.unreadable === 0) return held('zero_links', `The list has a header and no links.${before}`);
  const targets = TARGET_DEFECTS.reduce((sum, reason) => sum + (inspection.reasons[reason] ?? 0), 0);
  return targets > 0
    ? held('zero_links', `None of ${grouped(inspection.unreadable)} lines has a usable target.${before}`)
    : held('no_ids', `None of ${grouped(inspection.unreadable)} lines has a GND ID.${before}`);
}

function holdDump(
  inspection: Inspection,
  limits: PlausibilityLimits,
  lastGood: Measured | undefined,
): ValidationResult | undefined {
  const records = inspection.statements + inspection.unreadable;
  if (inspection.unreadable > STRAY_LINES && inspection.unreadable > limits.maximumUnreadable * records) {
    return held(
      'too_many_unreadable',
      `Of ${grouped(records)} records ${grouped(inspection.unreadable)} cannot be used.`,
    );
  }
  const gone = holdGone((inspection.gone ?? 0) - (lastGood?.gone ?? 0), inspection.statements, limits);
  if (gone !== undefined) return gone;
  if (lastGood === undefined || inspection.unpackedBytes >= limits.minimumShare * lastGood.unpackedBytes)
    return undefined;
  return held(
    'below_share',
    `Only ${grouped(inspection.unpackedBytes)} bytes unpacked, of ${grouped(lastGood.unpackedBytes)} in the copy in use; ` +
      `${percent(limits.minimumShare)} are demanded.`,
  );
}

function held(reason: HeldReason, sentence: string): ValidationResult {
  return { verdict: 'held', reason, sentence };
}

function grouped(value: number): string {
  return value.toLocaleString('en-GB');
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}
