/** Which hosts the public can reach: the one rule for links of sources and for connections of downloads. */
import { BlockList, isIP } from 'node:net';

/**
 * Top-level domains that never lead into the public internet: RFC 6761 (localhost, invalid, test), RFC 6762 (local),
 * RFC 7686 (onion), RFC 8375 (home.arpa), RFC 9476 (alt), ICANN 2024 (internal), and what routers give out (lan, localdomain).
 */
const NOT_PUBLIC_NAME = /(?:^|\.)(?:localhost|invalid|test|local|onion|home\.arpa|alt|internal|lan|localdomain)$/;

/** Not of the public internet. IANA special-purpose address registries, multicast included. */
const NOT_PUBLIC_V4 = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
).split(' ');
const NOT_PUBLIC_V6 = (
  '::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ' +
  'ff00::/8'
).split(' ');
/** Prefixes that carry an IPv4 address in their last 32 bits: mapped and NAT64. */
const CARRYING_V4 = ['::ffff:', '64:ff9b::'];

const notPublic = new BlockList();
for (const network of NOT_PUBLIC_V4) {
  const [address = '', prefix = ''] = network.split('/');
  notPublic.addSubnet(address, Number(prefix), 'ipv4');
  for (const carrier of CARRYING_V4) notPublic.addSubnet(carrier + address, 96 + Number(prefix), 'ipv6');
}
for (const network of NOT_PUBLIC_V6) {
  const [address = '', prefix = ''] = network.split('/');
  notPublic.addSubnet(address, Number(prefix), 'ipv6');
}

/**
 * @param host `hostname` of a URL: an address, IPv6 with or without brackets, or a name in lower case; a name is public
 * when it has a dot and does not belong to a domain for private use, whatever it resolves to
 */
export function isPublicHost(host: string): boolean {
  const known = judged.get(host);
  if (known !== undefined) return known;
  if (judged.size >= MAX_JUDGED) judged.clear();
  const found = judge(host);
  judged.set(host, found);
  return found;
}

/** Hosts repeat: a few hundred serve millions of links. Bounded, because the rest is what strangers write. */
const judged = new Map<string, boolean>();
const MAX_JUDGED = 5_000;

function judge(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = /^[\d.]+$|:/.test(bare) ? isIP(bare) : 0;
  if (family !== 0) return !notPublic.check(bare, family === 6 ? 'ipv6' : 'ipv4');
  const name = bare.replace(/\.$/, '');
  // A last label of digits is an address that somebody wrote differently, never a name (WHATWG URL).
  return name.indexOf('.') > 0 && !name.includes('..') && !/\.\d+$/.test(name) && !NOT_PUBLIC_NAME.test(name);
}
