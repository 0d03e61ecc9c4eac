/** The client for which a request is counted: an address or IPv6 network, which trusted proxies may state. */
import { isIP, isIPv4 } from 'node:net';
import { createMembership } from './network.ts';

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
export const MAX_REMEMBERED = 10_000;

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
    const address = plainAddress(own);
    if (address === undefined) return undefined;
    const peer = { client: clientOf(address, isExempt(address)), isProxy: isProxy(address) };
    // A client that rotates addresses only evicts cached lookups; keeping an order of use would cost more.
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
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

/** The address without its zone, an IPv4-mapped one as IPv4; undefined for other texts. */
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

function clientOf(address: string, exempt: boolean): Client {
  if (isIPv4(address)) return { key: address, exempt, network: `${address.replace(/\d+$/, '0')}/24` };
  const groups = groupsOf(address);
  const site = networkOf(groups, 48);
  return { key: networkOf(groups, 64), site, exempt, network: site };
}

/** The network in the notation of RFC 5952 §4.2: `::` stands for the longest run of zeros, here always at the end. */
function networkOf(groups: readonly number[], bits: 48 | 64): string {
  const prefix = groups.slice(0, bits / 16);
  const length = prefix.findLastIndex((group) => group !== 0) + 1;
  const written = prefix.slice(0, length).map((group) => group.toString(16));
  return `${written.join(':')}::/${bits}`;
}

/** The eight groups. The URL parser normalises all spellings, also those that end in an IPv4 address. */
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
