/** One rule for public hosts, kept by links of lists, records and curation, and by downloads. */
import { describe, expect, it } from 'vitest';
import { createHttpClient } from '../../../src/build/sources/download/http-client.ts';
import { isPublicHost } from '../../../src/core/model/public-host.ts';
import { parseWebAddress } from '../../../src/core/model/web-address.ts';
import { findAddressFlaw, readAddress } from '../../../src/build/sources/readers/addresses.ts';

const NOT_PUBLIC =
  `localhost a.localhost printer.local printer.lan a.localdomain router.home.arpa db.internal x.invalid x.test
  a.onion a.alt intranet 127.0.0.1 127.255.255.254 10.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254
  100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 198.18.0.1 192.0.2.1 [::1] [::] [fe80::1] [fc00::1] [fdff::1] [ff02::1]
  [::ffff:127.0.0.1] [::ffff:10.0.0.1] [::ffff:a00:1] [64:ff9b::10.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::1] [2002:7f00:1::1]
  [2001:db8::1] [::127.0.0.1]`.split(/\s+/);
const PUBLIC =
  `example.org www.example.org example.org. local.example.org lan.de onion.example.org xn--mnchen-3ya.de 8.8.8.8
  193.175.100.140 172.15.0.1 172.32.0.1 100.128.0.1 [2a00:1450:4001:81b::200e] [::ffff:193.175.100.140]
  [64:ff9b::193.175.100.140]`.split(/\s+/);

const client = createHttpClient({
  userAgent: 'gnd-links/test',
  timeOuts: { connect: 20_000, headers: 20_000, idle: 20_000, total: 60_000 },
  allowPrivate: false,
  // No request is sent: the lookup of a public name fails here.
  resolve: (_, callback) => callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []),
});
const isAddress = (host: string): boolean => /^\[|^[\d.]+$/.test(host);

describe.each([
  ['not public', false, NOT_PUBLIC],
  ['public', true, PUBLIC],
])('a host that is %s', (_, expected, hosts) => {
  it.each(hosts)('is %s', (host) => {
    expect(isPublicHost(new URL(`http://${host}/`).hostname)).toBe(expected);
  });

  it.each(hosts)('%s is treated alike in lists, records and curation', (host) => {
    const url = `http://${host}/a`;
    const flaws: string[] = [];
    expect(findAddressFlaw(url)).toBe(expected ? undefined : 'private_host');
    expect(readAddress(url, ({ reason }) => flaws.push(reason))).toBe(expected ? url : undefined);
    expect(flaws).toEqual(expected ? [] : ['private_host']);
    expect(parseWebAddress(url) !== undefined).toBe(expected);
  });

  it.each(hosts.filter((host) => !expected || !isAddress(host)))('%s is treated alike in a download', async (host) => {
    const reason = expected ? 'host_not_found' : 'private_address';
    await expect(client.get(`http://${host}/a`, {})).rejects.toMatchObject({ reason });
  });
});

it.each(['fe80::1%eth0', '127.1.', '1.2.3', '', '.', 'a..b', '.org'])('%j is not a public host', (host) =>
  expect(isPublicHost(host)).toBe(false),
);
