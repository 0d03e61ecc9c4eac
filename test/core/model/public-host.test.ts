/** The rule for public hosts. */
import { describe, expect, it } from 'vitest';
import { isPublicHost } from '../../../src/core/model/public-host.ts';
import { parseWebAddress } from '../../../src/core/model/web-address.ts';
import { NOT_PUBLIC, PUBLIC } from './hosts.ts';

describe.each([
  ['not public', false, NOT_PUBLIC],
  ['public', true, PUBLIC],
])('a host that is %s', (_, expected, hosts) => {
  it.each(hosts)('is %s', (host) => {
    expect(isPublicHost(new URL(`http://${host}/`).hostname)).toBe(expected);
    expect(parseWebAddress(`http://${host}/a`) !== undefined).toBe(expected);
  });
});

it.each(['fe80::1%eth0', '127.1.', '1.2.3', '', '.', 'a..b', '.org'])('%j is not a public host', (host) =>
  expect(isPublicHost(host)).toBe(false),
);
