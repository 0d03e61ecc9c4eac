/** Decides whether the public can reach a host: for links of sources, and for connections of downloads. */
import { isWithin, readAddress, readNetwork } from './ip-address.ts';
import { memoize } from './memo.ts';

/**
 * Top-level domains that never lead into the public internet: RFC 6761 (localhost, invalid, test), RFC 6762 (local),
 * RFC 7686 (onion), RFC 8375 (home.arpa), RFC 9476 (alt), ICANN 2024 (internal), names of routers (lan, localdomain).
 */
const NOT_PUBLIC_NAME = /(?:^|\.)(?:localhost|invalid|test|local|onion|home\.arpa|alt|internal|lan|localdomain)$/;

/** Networks outside of the public internet: IANA special-purpose address registries, and multicast. */
const NOT_PUBLIC_V4 = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
).split(' ');
const NOT_PUBLIC_V6 = (
  '::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ' +
  'ff00::/8'
).split(' ');
/** Prefixes of IPv6 addresses that contain an IPv4 address in the last 32 bits: IPv4-mapped, translated (SIIT), NAT64. */
const CARRYING_V4 = ['::ffff:', '::ffff:0:', '64:ff9b::'];

const carried = NOT_PUBLIC_V4.flatMap((network) => {
  const [address = '', bits] = network.split('/');
  return CARRYING_V4.map((carrier) => `${carrier}${address}/${96 + Number(bits)}`);
});
const notPublic = [...carried, ...NOT_PUBLIC_V6].flatMap((network) => readNetwork(network) ?? []);

/**
 * Whether a host is public. A name is public if it has a dot and no {@link NOT_PUBLIC_NAME}, whatever it resolves to.
 * A few hundred hosts occur in millions of links, so results are remembered.
 * @param host `hostname` of a URL: a name in lower case, or an address, IPv6 with or without brackets
 */
export const isPublicHost = memoize(5_000, (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const address = /^[\d.]+$|:/.test(bare) ? readAddress(bare) : undefined;
  if (address !== undefined) return !notPublic.some((network) => isWithin(address, network));
  const name = bare.replace(/\.$/, '');
  // A name whose last label consists of digits is an IPv4 address in another notation (WHATWG URL).
  return name.indexOf('.') > 0 && !name.includes('..') && !/\.\d+$/.test(name) && !NOT_PUBLIC_NAME.test(name);
});
