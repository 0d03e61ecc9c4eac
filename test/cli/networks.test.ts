/** Networks are read alike on the command line and in the program. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { networks } from '../../src/cli/settings/setting.ts';
import { createClientIdentifier } from '../../src/core/quotas/client.ts';

it.each(['10.0.0.0/8', '2001:db8::/32'])('%s is a network', (entry) => expect(networks(entry)).toEqual([entry]));

it.each(['10.0.0.0/33', 'proxy.example.org', '/8'])('%s is refused with an example of a network', (entry) =>
  expect(() => networks(entry)).toThrow(/must be networks such as/),
);

it('is read alike on the command line and in the program, for any text', () => {
  const part = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.integer({ min: -2, max: 140 }).map(String),
    fc.stringMatching(/^[\d.:/a-f%]{1,8}$/),
  );
  const isRefused = (read: () => unknown): boolean => {
    try {
      read();
      return false;
    } catch {
      return true;
    }
  };
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
      const entry = parts.join('/');
      expect(isRefused(() => networks(entry))).toBe(
        isRefused(() => createClientIdentifier({ trustedProxies: [entry], exemptNetworks: [] })),
      );
    }),
  );
});
