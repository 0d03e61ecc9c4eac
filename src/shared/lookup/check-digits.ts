/** Suggests existing identifiers for values with a wrong check digit or a missing hyphen. */
import { type GndId, hasValidCheckDigit, withValidCheckDigit } from '../../core/model/gnd-id.ts';
import { checkDigitOf } from '../../core/model/identifier-scheme.ts';
import { readGndId } from '../../core/model/read-identifiers.ts';
import type { Store } from '../../core/snapshot/store.ts';

export interface CheckDigitDiagnosis {
  readonly reason?: 'check_digit';
  readonly suggestion?: string;
}

/** @param values unknown values with their readings as `scheme:value` @returns one diagnosis for each, in order */
export async function diagnose(
  store: Store,
  values: readonly { readonly text: string; readonly readings: readonly string[] }[],
): Promise<readonly CheckDigitDiagnosis[]> {
  const suspects = values.map(({ text, readings }) => suspectIn(text, readings));
  const repaired = suspects.flatMap((suspect) => suspect.repaired);
  const ids = repaired.filter((key) => key.startsWith(GND)).map((key) => valueIn(key) as GndId);
  const foreign = repaired.filter((key) => !key.startsWith(GND));
  const [coverage, resolutions] = await Promise.all([store.coverage(ids), store.resolve(foreign)]);
  const existing = new Set([
    ...ids.filter((_, place) => 'entry' in (coverage[place] ?? {})).map((id) => GND + id),
    ...foreign.filter((key, place) => resolutions[place]?.matches.some((match) => match.key === key)),
  ]);
  return suspects.map((suspect) => {
    const repair = suspect.repaired.find((key) => existing.has(key));
    return {
      ...(suspect.hasWrongCheckDigit && { reason: 'check_digit' }),
      ...(repair && { suggestion: valueIn(repair) }),
    };
  });
}

const GND = 'gnd:';
const valueIn = (key: string) => key.slice(key.indexOf(':') + 1);

/** Whether a check digit is wrong, and repaired identifiers as `scheme:value`. */
function suspectIn(text: string, readings: readonly string[]) {
  const parsed = readGndId(text);
  const others = readings.flatMap(repairedIsniOrOrcid);
  if (!parsed.ok) {
    const candidates = parsed.candidates.map((id) => GND + id);
    return { hasWrongCheckDigit: others.length > 0, repaired: [...others, ...candidates] };
  }
  if (hasValidCheckDigit(parsed.id)) return { hasWrongCheckDigit: false, repaired: [] };
  return { hasWrongCheckDigit: true, repaired: [GND + withValidCheckDigit(parsed.id)] };
}

/** An ISNI or ORCID with the right check digit in place of a wrong one. */
function repairedIsniOrOrcid(key: string) {
  if (!/^(?:isni|orcid):[\dX-]+$/.test(key)) return [];
  const digits = valueIn(key).replaceAll('-', '');
  const right = checkDigitOf(digits.slice(0, -1));
  return digits.at(-1) === right ? [] : [key.slice(0, -1) + right];
}
