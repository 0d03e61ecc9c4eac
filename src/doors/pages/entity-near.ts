/** Identifiers that differ from a mistyped one by one step: a character that is another, one too many, or two changed over. */
import { hasValidCheckCharacter, toGndId } from '../../model/gnd-id.ts';

const CHARACTERS = Array.from('0123456789X');
/** Longer texts are no mistyped identifiers. */
const MAX_LENGTH = 12;

/** Identifiers with a right check digit; whether they exist is for the data to say. */
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
  return [...ids].filter((id) => id !== toGndId(sent) && hasValidCheckCharacter(id));
}
