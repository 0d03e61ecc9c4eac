/** Reads the fields of a form, URL-encoded or as multipart/form-data (RFC 7578). */
import { type Problem, problem } from '../../core/http/problems.ts';

/** Most fields of a form: twice as many as the largest request that a door accepts. */
const MAX_FIELDS = 2_000;
/** Most blanks that are written as `+`: their replacement takes a microsecond each. */
const MAX_BLANKS = 50_000;
const TOO_MANY_BLANKS = problem('invalid_request', {
  detail: `The body has more than ${MAX_BLANKS.toLocaleString('en')} blanks.`,
});
const TOO_MANY_FIELDS = problem('invalid_request', {
  detail: `The body has more than ${MAX_FIELDS.toLocaleString('en')} fields.`,
});

/**
 * @returns a problem for a form with more fields than {@link MAX_FIELDS}, or more blanks than {@link MAX_BLANKS}: Node's parser scans the whole text for each
 * field, which takes 250 ms for 18,000 fields in a megabyte
 */
export function urlEncodedFields(text: string): URLSearchParams | Problem {
  if (hasMore(text, '&', MAX_FIELDS - 1)) return TOO_MANY_FIELDS;
  return hasMore(text, '+', MAX_BLANKS) ? TOO_MANY_BLANKS : new URLSearchParams(text);
}

/** Whether a character occurs more often than it may; the rest of the text is not read. */
function hasMore(text: string, character: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1 && count <= most; at = text.indexOf(character, at + 1)) count += 1;
  return count > most;
}

/**
 * @param contentType with the boundary
 * @returns the content of each field by name, the last one where a name is repeated; empty where the body is no form
 */
export function formFields(body: Buffer, contentType: string): ReadonlyMap<string, Buffer> {
  const fields = new Map<string, Buffer>();
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return fields;
  // The body may begin with the boundary, without a CRLF before it.
  let at = body.indexOf(`--${boundary}`);
  while (at !== -1) {
    const head = body.indexOf('\r\n', at + boundary.length);
    const content = head === -1 ? -1 : body.indexOf('\r\n\r\n', head);
    const end = content === -1 ? -1 : body.indexOf(`\r\n--${boundary}`, content + 4);
    // A part without a closing boundary was cut off.
    if (end === -1) break;
    const name = /\bname="([^"]*)"/i.exec(body.toString('utf8', head, content))?.[1];
    if (name !== undefined) fields.set(name, body.subarray(content + 4, end));
    at = end + 2;
  }
  return fields;
}
