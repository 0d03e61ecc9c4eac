/** Finds the address of the contract that an unknown address probably means. */
import { spellingDistance } from '../search/query/near-spelling.ts';

const CONTRACT_PATH = '/api/v1';

/** Largest number of wrong letters in one part of a path. */
const MAX_DISTANCE = 2;
/** Length of the longest path that is compared, in characters: people do not type longer ones. */
const MAX_LENGTH = 200;

/** Whether a path, known or not, lies below the contract. */
export function isBelowContract(path: string): boolean {
  return path === CONTRACT_PATH || path.startsWith(`${CONTRACT_PATH}/`);
}

/**
 * Compares part by part: constant parts may be misspelt, and parts after a variable one may be wrong or missing.
 * @param path unknown, below the contract, still percent-encoded
 * @param patterns addresses of the contract, with at most one variable part each
 */
export function nearAddress(path: string, patterns: readonly string[]): string | undefined {
  if (path.length > MAX_LENGTH) return undefined;
  const sent = partsOf(path).map(withoutExtension);
  if (sent.length === 0) return `${CONTRACT_PATH}/openapi.json`;
  let best: { readonly address: string; readonly distance: number } | undefined;
  for (const pattern of patterns) {
    const parts = partsOf(pattern);
    const variable = parts.findIndex((part) => part.startsWith('{'));
    const compared = variable < 0 ? parts : parts.slice(0, variable);
    if (variable < 0 ? sent.length !== parts.length : sent.length <= variable) continue;
    const distances = compared.map((part, place) =>
      spellingDistance(withoutExtension(part), (sent[place] ?? '').toLowerCase(), MAX_DISTANCE),
    );
    const distance = distances.reduce((sum, one) => sum + one, 0);
    if (distances.some((one) => one > MAX_DISTANCE) || distance >= (best?.distance ?? Infinity)) continue;
    const address = [CONTRACT_PATH, ...parts.map((part, place) => (place === variable ? sent[place] : part))].join('/');
    best = { address, distance };
  }
  return best?.address;
}

/** People add or omit extensions such as `.json`. */
function withoutExtension(part: string): string {
  return part.replace(/\.(?:json|ya?ml|html?|xml)$/i, '');
}

/** The parts of a path below the contract that are not empty. */
function partsOf(path: string): readonly string[] {
  return path
    .slice(CONTRACT_PATH.length)
    .split('/')
    .filter((part) => part !== '');
}
