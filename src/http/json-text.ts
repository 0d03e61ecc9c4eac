/** Parses JSON of strangers as `JSON.parse` does, but refuses texts that would hold the event loop. */

/** Levels of arrays and objects, and the number of all values: twenty times those of the largest request that any door takes. */
const MAX_DEPTH = 64;
const MAX_VALUES = 20_000;
const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Array.from(
  '"\\,[]{}',
  (character) => character.charCodeAt(0),
);

/**
 * @param maxValues fewer where the largest request of a door has fewer
 * @throws SyntaxError for a text that is no JSON, or has more values than any request of ours
 */
export function parseJson(text: string, maxValues: number = MAX_VALUES): unknown {
  if (!isBounded(text, maxValues)) throw new SyntaxError('too many values');
  return JSON.parse(text);
}

/** Half a megabyte of brackets or members takes `JSON.parse` 50 to 250 ms; to count them takes one. */
function isBounded(text: string, maxValues: number): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) return false;
    } else if (code === COMMA) values += 1;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
    if (values > maxValues) return false;
  }
  return true;
}

/** @returns the place of the closing quotation mark, or the end of the text */
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
