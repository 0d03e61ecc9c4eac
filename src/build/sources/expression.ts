/** Regular expressions of the configuration: RE2 syntax, which is always matched in linear time. */
import { memoize } from '../../core/model/memo.ts';
import { RE2JS } from 're2js';

export type Expression = ReturnType<typeof compile>;

/**
 * Hundreds of patterns of the configuration share a few expressions, so these are remembered.
 * @param source RE2 syntax (no backreferences, no lookaround); JavaScript escapes are accepted
 * @throws SyntaxError with a message for the operator
 */
export function compileExpression(source: string, { ignoreCase = false } = {}): Expression {
  return ignoreCase ? compiledIgnoringCase(source) : compiled(source);
}

const MAX_COMPILED = 10_000;
const compiled = memoize(MAX_COMPILED, (source: string) => compile(source, 0));
const compiledIgnoringCase = memoize(MAX_COMPILED, (source: string) => compile(source, RE2JS.CASE_INSENSITIVE));

function compile(source: string, flags: number) {
  let re2: RE2JS;
  try {
    re2 = RE2JS.compile(RE2JS.translateRegExp(source), flags);
  } catch (cause) {
    throw new SyntaxError(`"${source}" is not a valid RE2 regular expression: ${(cause as Error).message}`, { cause });
  }
  return {
    groups: re2.groupCount(),
    /** Whether the expression matches the whole text. */
    matches: (text: string) => re2.testExact(text),
    /** The first match, as `RegExp.prototype.exec` gives it. */
    exec: (text: string) => re2.exec(text) as RegExpExecArray | null,
  };
}

/** An expression that matches just this text. */
export function quoteExpression(text: string): string {
  return RE2JS.quote(text);
}
