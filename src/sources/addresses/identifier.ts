/** Identifiers of other data sets: reads the spellings in circulation, and the texts that people type to find an entity. */
import { compileExpression, type Expression } from '../../model/expression.ts';
import { type Normaliser, NORMALISERS } from './normaliser.ts';
import { type CollectionPatterns, identifierKeys, type TargetFinder } from './target.ts';
import { MAX_ADDRESS_LENGTH } from './web-address.ts';

/** A scheme of identifiers, with the expressions that read one. */
interface Scheme {
  readonly scheme: string;
  /** Form of a value with a known scheme. */
  readonly value: Expression;
  /** Form of a value without its scheme; undefined where too many other texts have that form. */
  readonly bare: Expression | undefined;
  readonly normalise: Normaliser;
}

/** The schemes by the key of their collection. */
export function schemesOf(entries: readonly CollectionPatterns[]): ReadonlyMap<string, Scheme> {
  const schemes = new Map<string, Scheme>();
  for (const { key, identifier, where, normalise } of entries) {
    if (identifier === undefined) continue;
    schemes.set(key, {
      scheme: identifier.scheme,
      value: compileExpression(where?.['id'] ?? '[^/?#&]+'),
      bare: identifier.bare === undefined ? undefined : compileExpression(identifier.bare, { ignoreCase: true }),
      normalise: normalise === undefined ? (value) => value : NORMALISERS[normalise],
    });
  }
  return schemes;
}

/** Keys (see `identifierKeys`) by which a typed text may find an entity; several where the text is ambiguous. */
export function readIdentifier(
  input: string,
  find: TargetFinder,
  schemes: ReadonlyMap<string, Scheme>,
  codes: ReadonlyMap<string, string>,
): readonly string[] {
  const text = input.replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g, '').trim();
  if (text === '' || text.length > MAX_ADDRESS_LENGTH) return [];
  const url = /^https?:/i.test(text) ? text : /^[\w-]+(?:\.[\w-]+)+\/\S+$/.test(text) ? `https://${text}` : undefined;
  if (url !== undefined) {
    const target = find(url);
    // An entity with the first key also has the others.
    return target === undefined || target.own !== undefined ? [] : identifierKeys(target).slice(0, 1);
  }
  const keys = new Set<string>();
  const offer = (scheme: Scheme | undefined, value: string, form: Expression | undefined): void => {
    const normalised = form?.matches(value) === true ? scheme?.normalise(value) : undefined;
    if (scheme !== undefined && normalised !== undefined) keys.add(`${scheme.scheme}:${normalised}`);
  };
  const prefixed = /^([a-z][\w-]{1,30}?)(?:[\s-](?:id|nr\.?|no\.?|nummer|number))?(?:\s*[:=]\s*|\s+)(\S.*)$/iu.exec(
    text,
  );
  if (prefixed !== null) {
    const named = (prefixed[1] as string).toLowerCase();
    const scheme = schemes.get(codes.get(named) ?? '') ?? schemes.values().find((one) => one.scheme === named);
    offer(scheme, compact(prefixed[2] as string), scheme?.value);
  }
  const value = compact(text);
  // Every bare identifier has digits, which most searches lack.
  if (!/\d/.test(value)) return [...keys];
  for (const scheme of schemes.values()) if (scheme.bare !== undefined) offer(scheme, value, scheme.bare);
  return [...keys];
}

/** Removes blanks and replaces unusual dashes, which group digits for readers. */
function compact(text: string): string {
  return text.replace(/\s+/gu, '').replace(/[\u2010-\u2015\u2212]/g, '-');
}
