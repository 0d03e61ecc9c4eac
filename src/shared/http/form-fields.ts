/** Reads the fields of a URL-encoded form. */
import { grouped } from '../numbers.ts';
import { type Problem, problem } from '../../core/http/problems.ts';

/** Most fields of a form: twice as many as the largest request that a door accepts. */
const MAX_FIELDS = 2_000;
/** Most blanks that are written as `+`: their replacement takes a microsecond each. */
const MAX_BLANKS = 50_000;
const tooMany = (most: number, what: string) =>
  problem('invalid_request', { detail: `The body has more than ${grouped(most)} ${what}.` });

/**
 * @returns a problem for a form with more fields than {@link MAX_FIELDS}, or more blanks than {@link MAX_BLANKS}: Node's parser scans the whole text for each
 * field, which takes 250 ms for 18,000 fields in a megabyte
 */
export function urlEncodedFields(text: string): URLSearchParams | Problem {
  if (hasMore(text, '&', MAX_FIELDS - 1)) return tooMany(MAX_FIELDS, 'fields');
  return hasMore(text, '+', MAX_BLANKS) ? tooMany(MAX_BLANKS, 'spaces') : new URLSearchParams(text);
}

/** Whether a character occurs more often than it may; the rest of the text is not read. */
function hasMore(text: string, character: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1 && count <= most; at = text.indexOf(character, at + 1)) count += 1;
  return count > most;
}
