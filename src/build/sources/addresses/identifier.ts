/** Finds the identifiers of other data sets, such as VIAF, that a typed text may mean. */
import { stripInvisible } from '../../../core/model/text.ts';
import { compileExpression, type Expression } from '../expression.ts';
import { type Normaliser, NORMALISERS } from './normaliser.ts';
import type { CollectionEntry } from '../register/curation-file.ts';
import { identifierKeys, type TargetFinder } from './target.ts';
import { MAX_ADDRESS_LENGTH } from '../../../core/model/web-address.ts';

/** A scheme of identifiers, with the expressions that read one. */
interface Scheme {
  readonly scheme: string;
  /** Form of a value when its scheme is stated. */
  readonly value: Expression;
  readonly normalise: Normaliser;
}

/** Indexes the schemes for reading a text. @param codes keys of collections by their codes, in lower case */
export function indexSchemes(entries: readonly CollectionEntry[], codes: ReadonlyMap<string, string>) {
  /** Schemes by their own names and by the codes of their collections, in lower case. */
  const named = new Map<string, Scheme>();
  /** Schemes with the form of values whose scheme is not stated. Omits forms that are common among other texts. */
  const bare: (readonly [Scheme, Expression])[] = [];
  for (const { key, identifier, where, normalise } of entries) {
    if (identifier === undefined) continue;
    const scheme: Scheme = {
      scheme: identifier.scheme,
      value: compileExpression(where?.['id'] ?? '[^/?#&]+'),
      normalise: normalise === undefined ? (value) => value : NORMALISERS[normalise],
    };
    for (const [code, collection] of codes) if (collection === key) named.set(code, scheme);
    if (!named.has(identifier.scheme)) named.set(identifier.scheme, scheme);
    if (identifier.bare !== undefined) bare.push([scheme, compileExpression(identifier.bare, { ignoreCase: true })]);
  }
  return { named, bare };
}

/** Keys (see `identifierKeys`) by which a typed text may find an entity; several where the text is ambiguous. */
export function readIdentifier(
  input: string,
  find: TargetFinder,
  { bare, named }: ReturnType<typeof indexSchemes>,
): readonly string[] {
  const text = stripInvisible(input).trim();
  if (text === '' || text.length > MAX_ADDRESS_LENGTH) return [];
  const url = /^https?:/i.test(text) ? text : /^[\w-]+(?:\.[\w-]+)+\/\S+$/.test(text) ? `https://${text}` : undefined;
  if (url !== undefined) {
    const target = find(url);
    // An entity with the first key also has the others.
    return target === undefined || target.own !== undefined ? [] : identifierKeys(target).slice(0, 1);
  }
  const keys = new Set<string>();
  const offer = ({ scheme, normalise }: Scheme, value: string, form: Expression): void => {
    const normalised = form.matches(value) ? normalise(value) : undefined;
    if (normalised !== undefined) keys.add(`${scheme}:${normalised}`);
  };
  const prefixed = /^([a-z][\w-]{1,30}?)(?:[\s-](?:id|nr\.?|no\.?|nummer|number))?(?:\s*[:=]\s*|\s+)(\S.*)$/iu.exec(
    text,
  );
  if (prefixed !== null) {
    const scheme = named.get((prefixed[1] as string).toLowerCase());
    if (scheme !== undefined) offer(scheme, compact(prefixed[2] as string), scheme.value);
  }
  const value = compact(text);
  // Every bare identifier has digits, which most searches lack.
  if (!/\d/.test(value)) return [...keys];
  for (const [scheme, form] of bare) offer(scheme, value, form);
  return [...keys];
}

/** Removes blanks and replaces unusual dashes, which group digits for readers. */
function compact(text: string): string {
  return text.replace(/\s+/gu, '').replace(/[\u2010-\u2015\u2212]/g, '-');
}
