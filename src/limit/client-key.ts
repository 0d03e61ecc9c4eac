/** Who a request counts for: the address of the client, or its /64, seen through trusted proxies only. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** @param forwardedFor value or values of `X-Forwarded-For`, in the order in which they came */
export type ClientKey = (
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
) => string;

/**
 * The key is an IPv4 address (`192.0.2.7`), an IPv6 /64 (`2001:db8:0:1::/64`), or `unknown` when the socket is gone.
 * `X-Forwarded-For` is read from the right, and only behind a trusted peer, up to the first address that is not trusted.
 * @param trustedProxies addresses or CIDR blocks
 * @throws RangeError naming the entry that is neither
 */
export function createClientKey(trustedProxies: readonly string[]): ClientKey {
  const trusted = new BlockList();
  for (const entry of trustedProxies) trust(trusted, entry);
  const isTrusted = (address: string) => trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

  return (socketAddress, forwardedFor) => {
    let client = plainAddress(socketAddress ?? '');
    if (client === undefined) return 'unknown';
    if (trustedProxies.length > 0 && forwardedFor !== undefined) {
      const hops = [forwardedFor].flat().join(',').split(',');
      for (let i = hops.length - 1; i >= 0 && isTrusted(client); i -= 1) {
        const hop = plainAddress(withoutPort((hops[i] ?? '').trim()));
        if (hop === undefined) break;
        client = hop;
      }
    }
    return bucketOf(client);
  };
}

function trust(list: BlockList, entry: string): void {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry.trim()) ?? [];
  const version = isIP(address);
  const bits = prefix === undefined ? (version === 4 ? 32 : 128) : Number(prefix);
  if (version === 0 || bits > (version === 4 ? 32 : 128)) {
    throw new RangeError(`“${entry}” is neither an IP address nor a CIDR block.`);
  }
  list.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6');
}

/** Without zone, IPv4-mapped as IPv4; undefined when it is no address. */
function plainAddress(text: string): string | undefined {
  const address = text.replace(/%.*$/, '');
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) return address;
  const groups = groupsOf(address);
  const [, , , , , sixth, seventh = 0, eighth = 0] = groups;
  if (sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return [seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join('.');
  }
  return address;
}

function bucketOf(address: string): string {
  if (isIPv4(address)) return address;
  const site = groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16));
  return `${site.join(':')}::/64`;
}

/** The eight groups; the URL parser brings every spelling, dotted tails included, into one. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...gap, ...back].map((group) => Number.parseInt(group, 16));
}

/** Some proxies append the port: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1];
  return bracketed ?? hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}
