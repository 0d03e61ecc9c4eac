/** The robots.txt of each host, fetched once per run. RFC 9309 */
import robotsParser from 'robots-parser';
import { getOrInsert } from '../../../shared/get-or-insert.ts';
import { beginningOf, type HttpClient } from '../download/http-client.ts';
import type { Pace } from '../download/pace.ts';

/** The types of the package describe an ES module, but it is a CommonJS module. */
const parse = robotsParser as unknown as typeof robotsParser.default;
/** Product token in `User-agent` lines. */
const PRODUCT = 'gnd-links';
/** At least 500 KiB must be read (RFC 9309 §2.5); the rest of longer files is ignored. */
const MAX_BYTES = 512 * 1024;
const TOTAL_MS = 30_000;
/** Largest number of rules for us; files with more forbid all. */
const MAX_RULES = 5_000;
/**
 * Largest number of comparisons of characters for one address, about 10 ms; beyond it the address is forbidden. The
 * matcher of the package compares each character after a wildcard with each character of the address.
 */
const MAX_COMPARISONS = 500_000;

export type Robots = ReturnType<typeof createRobots>;

export function createRobots(http: HttpClient, pace: Pace) {
  const rules = new Map<string, Promise<(url: string) => boolean>>();
  return {
    /** Whether robots.txt permits a request for the address. @throws DownloadFailed if the host cannot be reached, or the reason of the signal */
    async allow(url: URL, signal?: AbortSignal): Promise<boolean> {
      const permits = await getOrInsert(rules, url.origin, () => fetchRules(url, http, pace, signal));
      return permits(url.href);
    },
  };
}

/** Fetches the rules of a host. A missing file permits all; a failing server forbids all. RFC 9309 §2.3.1 @throws DownloadFailed */
async function fetchRules(
  { origin, host }: URL,
  http: HttpClient,
  pace: Pace,
  signal: AbortSignal | undefined,
): Promise<(url: string) => boolean> {
  const send = () => http.get(`${origin}/robots.txt`, { totalMs: TOTAL_MS, signal });
  const response = await pace.ask(host, send, signal);
  if (response.status !== 200) {
    response.close();
    return () => response.status < 500;
  }
  return readRules(`${origin}/robots.txt`, (await beginningOf(response.body, MAX_BYTES)).toString());
}

/** @param address of the file @returns whether the rules permit an address of the same host */
export function readRules(address: string, text: string): (url: string) => boolean {
  const { kept, rules, afterWildcards } = ownRules(text);
  if (rules > MAX_RULES) return () => false;
  const robots = parse(address, kept);
  return (url) => (rules + afterWildcards) * url.length <= MAX_COMPARISONS && (robots.isAllowed(url, PRODUCT) ?? true);
}

/**
 * The groups about us or about all agents, each name at most once in a group. The parser makes an object for each pair of
 * agent and rule in a group: hundreds of millions for a hostile file of half a megabyte.
 */
function ownRules(text: string) {
  const kept: string[] = [];
  let [rules, afterWildcards] = [0, 0];
  const agents = new Set<string>();
  let isGroupOver = true;
  for (const line of text.split(/\r\n|[\r\n]/u)) {
    const [statement = ''] = line.split('#', 1);
    const colon = statement.indexOf(':');
    const name = statement.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name === '') continue;
    const isAgent = name === 'user-agent';
    if (isAgent) {
      if (isGroupOver) agents.clear();
      const [product = ''] = statement
        .slice(colon + 1)
        .trim()
        .toLowerCase()
        .split('/', 1);
      const agent = product.trim();
      if (['*', PRODUCT].includes(agent) && !agents.has(agent)) {
        kept.push(`User-agent: ${agent}`);
        agents.add(agent);
      }
    } else if (agents.size > 0 && (name === 'allow' || name === 'disallow')) {
      const pattern = statement.slice(colon + 1);
      const wildcard = pattern.indexOf('*');
      kept.push(statement);
      rules += 1;
      if (wildcard >= 0) afterWildcards += pattern.length - wildcard;
    }
    isGroupOver = !isAgent;
  }
  return { kept: rules > MAX_RULES ? '' : kept.join('\n'), rules, afterWildcards };
}
