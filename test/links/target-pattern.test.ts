import { afterEach, describe, expect, it, vi } from 'vitest';
import { compilePattern } from '../../src/links/target-pattern.ts';

describe('the time that a pattern takes', () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each(['a*a*a*b', '[a-z]+[a-z0-9]+[0-9a-z]+'])('is too long for %s', (id) => {
    expect(() => compilePattern('example.org/{id}', { id })).toThrow(/takes too long to match/);
  });

  it('is that of the processor: a machine that is busy with something else refuses nothing', () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    expect(compilePattern('example.org/{lang}/{gnd}').text).toBe('example.org/{lang}/{gnd}');
  });
});
