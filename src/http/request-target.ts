/** The request line's target, split as it was sent. */

export interface RequestTarget {
  /** Still percent-encoded. */
  readonly path: string;
  /** What stands after the question mark, still percent-encoded. */
  readonly query: string;
}

/** Longest target in characters; a hundred percent-encoded URIs of identifiers fit. */
export const MAX_TARGET = 8192;

/** @param target origin-form, absolute-form or `*`. RFC 9112 §3.2 */
export function splitTarget(target: string): RequestTarget {
  const isPlain = target.startsWith('/') && !target.includes('#');
  const origin = isPlain ? target : target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
  const mark = origin.indexOf('?');
  const path = mark < 0 ? origin : origin.slice(0, mark);
  return { path: path.startsWith('/') ? path : '/', query: mark < 0 ? '' : origin.slice(mark + 1) };
}
