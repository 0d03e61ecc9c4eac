/** The client for which a request is counted: an address or IPv6 network, which trusted proxies may state. */
import { WINDOW_SECONDS } from './quota-table.ts';
import { isWithin, readAddress, readNetwork } from '../model/ip-address.ts';

export interface Client {
  /** The key that is counted: an IPv4 address, an IPv6 /64 like `2001:db8:0:1::/64`, or `unknown` when the socket is gone. */
  readonly key: string;
  /** The /48 of an IPv6 client, like `2001:db8::/48`: the network of a site, as a rule, which contains 65,536 /64. */
  readonly site?: string;
  /** Whether the client is in an exempt network and is never counted. */
  readonly exempt: boolean;
  /** Network for logs, never a full address: `192.0.2.0/24`, `2001:db8::/48` or `unknown`. */
  readonly network: string;
}

/** @param forwardedFor value or values of `X-Forwarded-For`, in the order in which they came */
export type IdentifyClient = (
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
) => Client;

interface ClientIdentifierOptions {
  /** Addresses or CIDR blocks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Addresses or CIDR blocks whose requests are not counted. */
  readonly exemptNetworks: readonly string[];
}

const UNKNOWN: Client = { key: 'unknown', exempt: false, network: 'unknown' };

/** Number of remembered addresses, which take some 3 MB. */
const MAX_REMEMBERED = 10_000;

/** Longest text that is read as an address: at most 45 characters and, optionally, a zone (a network interface). */
const MAX_LENGTH = 64;

interface Peer {
  readonly client: Client;
  readonly isProxy: boolean;
}

/**
 * `X-Forwarded-For` is read from the right, and only behind a trusted peer, up to the first address that is not trusted.
 * @throws RangeError naming the entry that is neither address nor CIDR block
 */
export function createClientIdentifier(options: ClientIdentifierOptions): IdentifyClient {
  const isProxy = createMembership(options.trustedProxies);
  const isExempt = createMembership(options.exemptNetworks);
  const remembered = new Map<string, Peer>();

  function peerOf(text: string): Peer | undefined {
    const former = remembered.get(text);
    if (former !== undefined || text.length > MAX_LENGTH) return former;
    // The text may be a slice, which keeps the whole field in memory, so it is copied.
    const own = Buffer.from(text, 'latin1').toString('latin1');
    // A zone names a network interface.
    const address = readAddress(own.replace(/%.*$/, ''));
    if (address === undefined) return undefined;
    const peer = { client: clientOf(address, isExempt(address)), isProxy: isProxy(address) };
    // A client that rotates addresses only evicts cached lookups; keeping an order of use would cost more.
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    // As long as the counts, and no longer: the privacy notice says so.
    if (remembered.size === 0) setTimeout(() => remembered.clear(), WINDOW_SECONDS * 1000).unref();
    remembered.set(own, peer);
    return peer;
  }

  return (socketAddress, forwardedFor) => {
    let peer = socketAddress === undefined ? undefined : peerOf(socketAddress);
    if (peer === undefined) return UNKNOWN;
    if (!peer.isProxy || forwardedFor === undefined) return peer.client;
    const hops = (typeof forwardedFor === 'string' ? forwardedFor : forwardedFor.join(',')).split(',');
    for (let i = hops.length - 1; i >= 0 && peer.isProxy; i -= 1) {
      const hop = peerOf(withoutPort((hops[i] ?? '').trim()));
      if (hop === undefined) break;
      peer = hop;
    }
    return peer.client;
  };
}

/**
 * Whether an address lies in one of the networks.
 * @throws RangeError naming the entry that is not a network
 */
function createMembership(entries: readonly string[]): (address: bigint) => boolean {
  const networks = entries.map((entry) => {
    const network = readNetwork(entry.trim());
    if (network === undefined) throw new RangeError(`“${entry}” is neither an IP address nor a CIDR block.`);
    return network;
  });
  return (address) => networks.some((network) => isWithin(address, network));
}

/** The upper 96 bits of an IPv4-mapped address. */
const V4_MAPPED = 0xffffn;

function clientOf(address: bigint, exempt: boolean): Client {
  if (address >> 32n === V4_MAPPED) {
    const bits = Number(address & 0xffff_ffffn);
    const network = [24, 16, 8].map((shift) => (bits >>> shift) & 255).join('.');
    return { key: `${network}.${bits & 255}`, exempt, network: `${network}.0/24` };
  }
  const site = networkOf(address, 48);
  return { key: networkOf(address, 64), site, exempt, network: site };
}

/** The network in the notation of RFC 5952 §4.2: `::` stands for the longest run of zeros, here always at the end. */
function networkOf(address: bigint, bits: 48 | 64): string {
  const groups = [112n, 96n, 80n, 64n].slice(0, bits / 16).map((shift) => (address >> shift) & 0xffffn);
  const length = groups.findLastIndex((group) => group !== 0n) + 1;
  const written = groups.slice(0, length).map((group) => group.toString(16));
  return `${written.join(':')}::/${bits}`;
}

/** Some proxies append the port: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1];
  return bracketed ?? hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}
