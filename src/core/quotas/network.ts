/** Reads networks as people write them: an address, or a CIDR block. */
import { BlockList, isIP, isIPv4 } from 'node:net';

interface Network {
  readonly address: string;
  /** Length of the prefix. */
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** @returns undefined for other texts */
export function readNetwork(text: string): Network | undefined {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return undefined;
  const maximum = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? maximum : Number(prefix);
  return bits > maximum ? undefined : { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/**
 * Whether an address, without a zone, lies in one of the networks.
 * @throws RangeError naming the entry that is not a network
 */
export function createMembership(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const network = readNetwork(entry.trim());
    if (network === undefined) throw new RangeError(`“${entry}” is neither an IP address nor a CIDR block.`);
    list.addSubnet(network.address, network.bits, network.family);
  }
  return (address) => entries.length > 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
