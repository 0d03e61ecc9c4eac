/** Finds identifiers one step from a mistyped one: a character replaced, a character left out, or two swapped. */
import { type GndId, hasValidCheckDigit, toGndId, withValidCheckDigit } from '../../core/model/gnd-id.ts';

const CHARACTERS = Array.from('0123456789X');
/** Longest text that may be a mistyped identifier. */
const MAX_LENGTH = 12;

/** Near identifiers with a right check digit; they need not exist in the data. */
export function nearIds(text: string): readonly string[] {
  const sent = text.trim().toUpperCase();
  if (sent.length < 3 || sent.length > MAX_LENGTH) return [];
  const changed = Array.from(sent).flatMap((character, at) => {
    const [before, after] = [sent.slice(0, at), sent.slice(at + 1)];
    const next = sent.charAt(at + 1);
    return [
      ...CHARACTERS.map((other) => before + other + after),
      before + after,
      before + next + character + after.slice(1),
    ];
  });
  const ids = new Set(changed.flatMap((one) => toGndId(one) ?? []));
  return [...ids].filter((id) => id !== toGndId(sent) && hasValidCheckDigit(id));
}

/**
 * Identifiers that differ from one with a right check digit by two swapped digits, and therefore in the check digit, too:
 * a swap whose check digit somebody has corrected. They need not exist in the data.
 */
export function swappedIds(id: GndId): readonly GndId[] {
  const end = id.length - (id.at(-2) === '-' ? 2 : 1);
  const swapped = Array.from({ length: end - 1 }, (_, at) => {
    const [one, next] = [id.charAt(at), id.charAt(at + 1)];
    return toGndId(id.slice(0, at) + next + one + id.slice(at + 2));
  });
  const ids = new Set(swapped.flatMap((one) => (one === undefined ? [] : withValidCheckDigit(one))));
  return [...ids].filter((one) => one !== id);
}
