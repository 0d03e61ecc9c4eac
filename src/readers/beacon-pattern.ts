/** Fills the target pattern of a BEACON list: a URI template that knows only {ID} and {+ID} (RFC 6570). */

/** Makes an address of a token. */
export type FillPattern = (token: string) => string;

const PLACEHOLDER = /(\{\+?ID\})/i;

/**
 * `{ID}` is replaced by the percent-encoded token, `{+ID}` by the token with its reserved characters and percent triplets
 * kept (RFC 6570 §3.2.3). A pattern with neither gets `{ID}` at its end.
 * @returns undefined for a pattern that makes no addresses: nothing but a placeholder, which is the default and stands for
 *   whole addresses in the lines; or with a placeholder that means nothing
 */
export function compilePattern(pattern: string): FillPattern | undefined {
  const parts = (PLACEHOLDER.test(pattern) ? pattern : `${pattern}{ID}`).split(PLACEHOLDER);
  const fixed = parts.filter((_, index) => index % 2 === 0).join('');
  if (fixed.trim() === '' || /\{[^{}]*\}/.test(fixed)) return undefined;
  return (token) => {
    const plain = /^[\w.~-]*$/.test(token);
    let filled = '';
    // For every line of a list: no iterator.
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index] ?? '';
      if (index % 2 === 0) filled += part;
      else if (plain) filled += token;
      else filled += part.startsWith('{+') ? encodeReserved(token) : encodeAll(token);
    }
    return filled;
  };
}

/** Everything but the unreserved characters of RFC 3986 is percent-encoded. */
function encodeAll(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return encoded.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Reserved characters and existing percent triplets pass. */
function encodeReserved(text: string): string {
  return text
    .toWellFormed()
    .split(/(%[\dA-F]{2})/i)
    .map((part, index) => (index % 2 === 1 ? part : encodeURI(part).replaceAll('%5B', '[').replaceAll('%5D', ']')))
    .join('');
}
