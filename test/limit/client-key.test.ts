/** Who a request counts for. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { createClientKey } from '../../src/limit/client-key.ts';

describe('without trusted proxies', () => {
  const key = createClientKey([]);
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    [undefined, 'unknown'],
    ['', 'unknown'],
  ])('%s counts as %s', (address, expected) => {
    expect(key(address, undefined)).toBe(expected);
  });

  it('ignores X-Forwarded-For', () => {
    expect(key('192.0.2.7', '203.0.113.9')).toBe('192.0.2.7');
  });

  it('puts neighbours in one bucket and strangers in another', () => {
    expect(key('2001:db8:1:2::1', undefined)).toBe(key('2001:db8:1:2:ffff::9', undefined));
    expect(key('2001:db8:1:2::1', undefined)).not.toBe(key('2001:db8:1:3::1', undefined));
  });
});

describe('behind trusted proxies', () => {
  const key = createClientKey(['10.0.0.0/8', '192.0.2.1', '2001:db8:ffff::/48']);
  it.each([
    ['a peer that is not trusted', '203.0.113.1', '198.51.100.1', '203.0.113.1'],
    ['one proxy', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['one proxy, IPv4-mapped', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['an IPv6 proxy', '2001:db8:ffff::7', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['a forged entry on the left', '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['a chain of proxies', '10.1.2.3', '198.51.100.1, 192.0.2.1, 10.9.9.9', '198.51.100.1'],
    ['only proxies', '10.1.2.3', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['a port', '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
    ['a bracketed address with port', '10.1.2.3', '[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    ['nonsense', '10.1.2.3', 'unknown', '10.1.2.3'],
    ['nonsense to the left', '10.1.2.3', 'nonsense, 10.0.0.2', '10.0.0.2'],
    ['an empty field', '10.1.2.3', '', '10.1.2.3'],
    ['no field', '10.1.2.3', undefined, '10.1.2.3'],
  ])('sees through to the client: %s', (_, peer, forwarded, expected) => {
    expect(key(peer, forwarded)).toBe(expected);
  });

  it('reads several fields as one list', () => {
    expect(key('10.1.2.3', ['198.51.100.1', '10.0.0.2'])).toBe('198.51.100.1');
  });
});

it.each(['10.0.0.0/33', '2001:db8::/129', 'proxy.example.org', '', '10.0.0.1/8/8'])('refuses to trust %s', (entry) => {
  expect(() => createClientKey([entry])).toThrow(RangeError);
});

it('answers some key for whatever a client sends', () => {
  const key = createClientKey(['0.0.0.0/0', '::/0']);
  const pieces = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.string(),
    fc.constantFrom('::ffff:1.2.3.4', '[', '%', ':', 'fe80::1%'),
  );
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.array(pieces), (peer, hops) => {
      expect(key(peer, hops.join(','))).toMatch(/^(?:\d+\.\d+\.\d+\.\d+|[\da-f:]+::\/64)$/);
    }),
  );
});
