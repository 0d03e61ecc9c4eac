/** Reads IP addresses and networks as numbers of 128 bits, an IPv4 address as an IPv4-mapped IPv6 address. RFC 4291 §2.2 */

/** Addresses whose bits before the last `rest` ones are equal. */
interface Network {
  readonly address: bigint;
  readonly rest: bigint;
}

/** @param text without a zone @returns undefined for other texts */
export function readAddress(text: string): bigint | undefined {
  const v4 = /^(.*:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  if (v4 !== null) {
    const [head, ...bytes] = v4.slice(1);
    if (!bytes.every((byte) => /^(?:0|[1-9]\d{0,2})$/.test(byte) && Number(byte) < 256)) return undefined;
    const bits = bytes.reduce((sum, byte) => sum * 256 + Number(byte), 0);
    if (head === undefined) return 0xffff_0000_0000n + BigInt(bits);
    return readAddress(`${head}${(bits >>> 16).toString(16)}:${(bits & 0xffff).toString(16)}`);
  }
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const [first = [], last = []] = halves;
  const missing = 8 - first.length - last.length;
  if (halves.length > 2 || (halves.length === 2 ? missing < 1 : missing !== 0)) return undefined;
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return BigInt(`0x${groups.map((group) => group.padStart(4, '0')).join('')}`);
}

/** Reads an address, or a CIDR block. @returns undefined for other texts */
export function readNetwork(text: string): Network | undefined {
  const [, written = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = readAddress(written);
  const bits = /^[\d.]+$/.test(written) ? 32 : 128;
  const rest = bits - Number(prefix ?? bits);
  return address === undefined || rest < 0 ? undefined : { address, rest: BigInt(rest) };
}

export function isWithin(address: bigint, network: Network): boolean {
  return address >> network.rest === network.address >> network.rest;
}
