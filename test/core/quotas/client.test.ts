/** The client for which a request counts. */
import { describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { createClientIdentifier } from '../../../src/core/quotas/client.ts';

const identifier = (trustedProxies: readonly string[] = [], exemptNetworks: readonly string[] = []) =>
  createClientIdentifier({ trustedProxies, exemptNetworks });

describe('without trusted proxies', () => {
  const identify = identifier();
  it.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.207', '192.0.2.207', '192.0.2.0/24'],
    ['::FFFF:c000:207', '192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64', '2001:db8::/48'],
    ['2001:db8::1', '2001:db8::/64', '2001:db8::/48'],
    ['2001:0:0:7::3', '2001:0:0:7::/64', '2001::/48'],
    ['::1', '::/64', '::/48'],
    ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
    ['64:ff9b::192.0.2.33', '64:ff9b::/64', '64:ff9b::/48'],
    [undefined, 'unknown', 'unknown'],
    ['', 'unknown', 'unknown'],
  ])('%s counts as %s, and is logged as %s, for any X-Forwarded-For', (address, key, network) => {
    const site = network.endsWith('/48') ? { site: network } : {};
    expect(identify(address, '203.0.113.9')).toEqual({ key, exempt: false, network, ...site });
  });
});

describe('behind trusted proxies', () => {
  const identify = identifier(['10.0.0.0/8', '192.0.2.1', '2001:db8:ffff::/48']);
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
    ['nonsense that goes on and on', '10.1.2.3', `fe80::1%${'x'.repeat(10_000)}`, '10.1.2.3'],
    ['an empty field', '10.1.2.3', '', '10.1.2.3'],
    ['no field', '10.1.2.3', undefined, '10.1.2.3'],
  ])('the client is found behind %s', (_, peer, forwarded, expected) => {
    expect(identify(peer, forwarded).key).toBe(expected);
  });

  it('several fields are read as one list', () => {
    expect(identify('10.1.2.3', ['198.51.100.1', '10.0.0.2']).key).toBe('198.51.100.1');
  });
});

describe('exemption', () => {
  const identify = identifier(['10.0.0.0/8'], ['192.0.2.0/24', '2001:db8:1::/48', '10.0.0.7']);
  it.each([
    ['192.0.2.7', undefined, true],
    ['::ffff:192.0.2.7', undefined, true],
    ['198.51.100.1', undefined, false],
    ['2001:db8:1:2::3', undefined, true],
    ['2001:db8:2::3', undefined, false],
    ['10.0.0.1', '192.0.2.7', true],
    ['10.0.0.7', '198.51.100.1', false],
    ['10.0.0.7', undefined, true],
    ['198.51.100.1', '192.0.2.7', false],
    [undefined, undefined, false],
  ])('from quotas of a client from %s for %s is %s', (peer, forwarded, expected) => {
    expect(identify(peer, forwarded).exempt).toBe(expected);
  });
});

describe('a network', () => {
  const GOOD = [
    '10.0.0.0/8',
    '192.0.2.1',
    '0.0.0.0/0',
    '255.255.255.255/32',
    '::1',
    '2001:db8::/32',
    '::/0',
    '::ffff:10.0.0.0/104',
  ];
  const NOTHING_BEHIND = ['10.0.0.0/', '2001:db8::/', '/', '/8', '10.0.0.0//8', '10.0.0.1/8/8'];
  const NO_PREFIX = ['10.0.0.0/33', '2001:db8::/129', '10.0.0.0/-1', '10.0.0.0/8.5', '10.0.0.0/1e1', '10.0.0.0/0x8'];
  const NO_ADDRESS = [
    'proxy.example.org',
    '10.0.0',
    '010.0.0.1',
    '10.0.0.0.0/8',
    '[::1]',
    'fe80::1%eth0',
    '2001:db8:/32',
  ];

  it.each(GOOD)('can be %s', (entry) => {
    expect(() => identifier([entry], [entry])).not.toThrow();
  });

  it.each([...NOTHING_BEHIND, ...NO_PREFIX, ...NO_ADDRESS])('cannot be %s', (entry) => {
    expect(() => identifier([entry])).toThrow(RangeError);
    expect(() => identifier([], [entry])).toThrow(RangeError);
  });
});

it('any header gives a client', () => {
  const identify = identifier(['0.0.0.0/0', '::/0']);
  const pieces = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.string(),
    fc.constantFrom('::ffff:1.2.3.4', '[', '%', ':', 'fe80::1%'),
  );
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.array(pieces), (peer, hops) => {
      const client = identify(peer, hops.join(','));
      expect(client.key).toMatch(/^(?:\d+\.\d+\.\d+\.\d+|[\da-f:]*::\/64)$/);
      expect(client.network).toMatch(/^(?:\d+\.\d+\.\d+\.0\/24|[\da-f:]*::\/48)$/);
      expect(client.site).toBe(client.key.endsWith('/64') ? client.network : undefined);
    }),
  );
});

it('no address is remembered for more than a minute', () => {
  vi.useFakeTimers();
  const identify = identifier();
  vi.advanceTimersByTime(30_000);
  const first = identify('192.0.2.7', undefined);
  expect(identify('192.0.2.7', undefined)).toBe(first);
  vi.advanceTimersByTime(60_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(identify('192.0.2.7', undefined)).not.toBe(first);
  vi.useRealTimers();
});

it('a client stays the same after tens of thousands of other addresses, of which only some are remembered', () => {
  const identify = identifier(['10.0.0.1'], ['192.0.2.0/24']);
  const before = identify('192.0.2.7', undefined);
  expect(identify('192.0.2.7', undefined)).toBe(before);
  for (let i = 0; i < 30_000; i += 1) identify('10.0.0.1', `11.0.${i >> 8}.${i & 255}`);
  expect(identify('192.0.2.7', undefined)).toEqual(before);
  expect(identify('192.0.2.7', undefined)).not.toBe(before);
});
