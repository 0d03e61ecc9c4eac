/** JSONP: an answer as a script that calls a function of the page, for clients from the time before CORS. */
import { json, text } from '../../core/http/answer.ts';
import type { Answer } from '../../core/http/door.ts';
import { type Parameter, textParameter } from '../../core/http/parameters.ts';

/** Bounds of a callback's name. The YUI library uses four identifiers: `YUI.Env.JSONP.yui_3_18_1`. */
const MAX_CALLBACK = { characters: 128, identifiers: 4 } as const;
const NAME = new RegExp(String.raw`^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*){0,${MAX_CALLBACK.identifiers - 1}}$`);

/** Objects that lead to documents and windows: `document.body.click` as a callback would act on the page. */
const BROWSER_OBJECTS: ReadonlySet<string> = new Set(
  'window self globalThis this top parent opener frames document location'.split(' '),
);

const RULE =
  'The callback must be the name of a function: one to four identifiers of A–Z, a–z, 0–9, _ and $ with dots between them, and at most 128 characters. It must not be one of the browser’s own objects, such as “window”.';

export const callback: Parameter<string | undefined> = {
  ...textParameter('Name of the function to call with the answer (JSONP).'),
  read([name], parameter) {
    if (name === undefined || isCallback(name)) return name;
    return { parameter, code: 'malformed', detail: RULE };
  },
};

function isCallback(name: string): boolean {
  if (name.length > MAX_CALLBACK.characters || !NAME.test(name)) return false;
  return name.split('.').every((identifier) => !BROWSER_OBJECTS.has(identifier));
}

/** The value as JSON or, for a client that names a function, as a script that calls it. @param name read by {@link callback} */
export function jsonOrScript(value: unknown, name: string | undefined): Answer {
  if (name === undefined) return json(value);
  // U+2028 and U+2029 end a line in older JavaScript. The comment keeps browsers from sniffing another format.
  const argument = JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return text(`/**/${name}(${argument});`, { contentType: 'text/javascript; charset=utf-8' });
}
