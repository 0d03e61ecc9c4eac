/** Regular expressions of the configuration: RE2 syntax, which is always matched in linear time. */
import { RE2JS } from 're2js';

export interface Expression {
  readonly groups: number;
  /** Whether the expression matches the whole text. */
  matches(text: string): boolean;
  /** The first match, as `RegExp.prototype.exec` gives it. */
  exec(text: string): RegExpExecArray | null;
}

/** Cache of compiled expressions: hundreds of patterns share a few. The configuration bounds their number. */
const compiled = new Map<string, Expression>();

/**
 * @param source RE2 syntax (no backreferences, no lookaround); JavaScript escapes are accepted
 * @throws SyntaxError with a message for the operator
 */
export function compileExpression(source: string, { ignoreCase = false } = {}): Expression {
  const key = `${ignoreCase ? 'i' : ''}/${source}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  let re2: RE2JS;
  try {
    re2 = RE2JS.compile(RE2JS.translateRegExp(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (cause) {
    throw new SyntaxError(`"${source}" is not a regular expression of RE2: ${(cause as Error).message}`, { cause });
  }
  const expression: Expression = {
    groups: re2.groupCount(),
    matches: (text) => re2.testExact(text),
    exec: (text) => re2.exec(text) as RegExpExecArray | null,
  };
  compiled.set(key, expression);
  return expression;
}

/** An expression that matches just this text. */
export function quoteExpression(text: string): string {
  return RE2JS.quote(text);
}
