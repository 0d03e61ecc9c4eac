/** As much of OpenRefine's expression language as the documents use, turned into JavaScript: that is enough to try their examples. */

/** Functions that bind a variable over a list, and what JavaScript calls them. */
const OVER_LISTS: Readonly<Record<string, string>> = { forEach: 'map', filter: 'filter' };

/** @returns the expression as a function of `value` */
export function grelToJavaScript(expression: string): (value: string) => unknown {
  const source = translate(expression)
    .replaceAll('value.parseJson()', 'JSON.parse(value)')
    .replaceAll('value.escape("url")', 'encodeURIComponent(value)');
  // oxlint-disable-next-line no-implied-eval, no-new-func -- the text is that of our own documents
  return new Function('value', `return ${source};`) as (value: string) => unknown;
}

function translate(text: string): string {
  const call = /\b(forEach|filter)\(/.exec(text);
  if (call === null) return text;
  const from = call.index + call[0].length;
  const [end, parts] = readArguments(text, from);
  const [list = '', variable = '', body = ''] = parts;
  const made = `${translate(list)}.${OVER_LISTS[call[1] ?? '']}((${variable.trim()}) => ${translate(body)})`;
  return text.slice(0, call.index) + made + translate(text.slice(end));
}

/** The arguments of a call, and where it ends; commas and brackets within texts and inner calls do not count. */
function readArguments(text: string, from: number): [end: number, parts: string[]] {
  const parts = [''];
  let depth = 0;
  let quoted = false;
  for (let index = from; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '"') quoted = !quoted;
    else if (!quoted && '([{'.includes(character)) depth += 1;
    else if (!quoted && ')]}'.includes(character)) {
      if (depth === 0) return [index + 1, parts];
      depth -= 1;
    } else if (!quoted && character === ',' && depth === 0) {
      parts.push('');
      continue;
    }
    parts[parts.length - 1] += character;
  }
  throw new Error(`a bracket is missing: ${text}`);
}
