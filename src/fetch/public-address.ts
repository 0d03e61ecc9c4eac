/** Which network addresses a download may connect to: public ones, checked when a name is resolved and once connected. */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Not of the public internet. IANA special-purpose address registries, multicast included. */
const NOT_PUBLIC_V4 = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
).split(' ');
const NOT_PUBLIC_V6 =
  '::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8'.split(
    ' ',
  );
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

/** Whether an address is one that anybody on the internet can reach; false for what is no address. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(plain);
  return family !== 0 && !notPublic.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/** A name led to an address that is not public, or was one itself. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/** Finds the addresses of a name; the operating system's resolver unless a test brings its own. */
export type Resolve = (hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;

const resolveBySystem: Resolve = (hostname, callback) => {
  systemLookup(hostname, { all: true, order: 'verbatim' }, callback);
};

/**
 * A `lookup` for `node:net`: one address that is not public refuses the name as a whole. The connection is made to the
 * very addresses that were checked, so a name that changes its mind afterwards changes nothing.
 */
export function createCheckedLookup(allowPrivate: boolean, resolve: Resolve = resolveBySystem): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const refused = allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (refused !== undefined) return callback(new PrivateAddress('a private address'), '');
      if (first === undefined) return callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
