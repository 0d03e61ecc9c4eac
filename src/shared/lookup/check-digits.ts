/** Suggests existing identifiers for values with a wrong check digit or a missing hyphen. */
import { hasValidCheckCharacter, withValidCheckCharacter } from '../../core/model/gnd-id.ts';
import { checkCharacterOf } from '../../core/model/identifier-scheme.ts';
import { type ParsedGndId, readGndId } from '../../core/model/read-identifiers.ts';
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
  const ids = repaired.flatMap(({ key }) => gndIn(key) ?? []);
  const foreign = repaired.flatMap(({ key }) => (gndIn(key) === undefined ? [key] : []));
  const [coverage, resolutions] = await Promise.all([store.coverage(ids), store.resolve(foreign)]);
  const existing = new Set([
    ...ids.filter((_, place) => 'entry' in (coverage[place] ?? {})).map((id) => `gnd:${id}`),
    ...foreign.filter((key, place) => resolutions[place]?.matches.some((match) => match.key === key)),
  ]);
  return suspects.map((suspect) => {
    const repair = suspect.repaired.find(({ key }) => existing.has(key));
    return {
      ...(suspect.hasWrongCheckDigit && { reason: 'check_digit' }),
      ...(repair && { suggestion: repair.suggestion }),
    };
  });
}

function gndIn(key: string) {
  const parsed: ParsedGndId | undefined = key.startsWith('gnd:') ? readGndId(key.slice(4)) : undefined;
  return parsed?.ok === true ? parsed.id : undefined;
}

/** Whether a check digit is wrong, and repaired identifiers: the key to resolve, and the suggestion to show. */
function suspectIn(text: string, readings: readonly string[]) {
  const parsed = readGndId(text);
  const others = readings.flatMap(repairedIsniOrOrcid);
  if (!parsed.ok) {
    const candidates = parsed.candidates.map((id) => ({ key: `gnd:${id}`, suggestion: id as string }));
    return { hasWrongCheckDigit: others.length > 0, repaired: [...others, ...candidates] };
  }
  if (hasValidCheckCharacter(parsed.id)) return { hasWrongCheckDigit: false, repaired: [] };
  const id = withValidCheckCharacter(parsed.id);
  return { hasWrongCheckDigit: true, repaired: [{ key: `gnd:${id}`, suggestion: id }] };
}

/** An ISNI or ORCID with the right check digit in place of a wrong one. */
function repairedIsniOrOrcid(key: string) {
  const [, scheme, value = ''] = /^(isni|orcid):([\dX-]+)$/.exec(key) ?? [];
  const digits = value.replaceAll('-', '');
  const right = checkCharacterOf(digits.slice(0, -1));
  if (scheme === undefined || digits.at(-1) === right) return [];
  const suggestion = value.slice(0, -1) + right;
  return [{ key: `${scheme}:${suggestion}`, suggestion }];
}
