/** Expressions of the configuration: their matches and groups, and the refusal of those that cannot be matched in linear time. */
import { describe, expect, it } from 'vitest';
import { compileExpression } from '../../../src/build/sources/expression.ts';

describe('an expression', () => {
  it.each([
    [String.raw`\d+`, '12', true],
    [String.raw`\d+`, '12a', false],
    [String.raw`a\/b`, 'a/b', true],
    [String.raw`\u00e4|\u{1F600}`, 'ä', true],
    ['[^/?#]+', 'ä😀', true],
    ['a|ab', 'ab', true],
  ])('%s matches %s as a whole: %s', (source, text, whole) =>
    expect(compileExpression(source).matches(text)).toBe(whole),
  );

  it('has groups by number and by name', () => {
    const found = compileExpression(String.raw`\(DE-588\)(?<id>[0-9X-]+)`).exec(' (DE-588)118540238 ');
    expect([found?.[0], found?.[1], found?.groups?.['id']]).toEqual(['(DE-588)118540238', '118540238', '118540238']);
  });

  it.each(['(', '[a', '(?=a)', String.raw`(a)\1`, '(?<!a)b', 'a{1001}'])('like %s is refused', (source) =>
    expect(() => compileExpression(source)).toThrow(SyntaxError),
  );
});
