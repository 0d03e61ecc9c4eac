/** Follows the links of all answers of a service that serves some of the extras. */
import type { IncomingHttpHeaders } from 'node:http';
import { openDoors, type ExtraName } from '../../../src/cli/doors.ts';
import { openSnapshot, openCuration } from '../../../src/cli/installation.ts';
import { CONTEXT_PATH } from '../../../src/core/interface/linked-data.ts';
import type { Door } from '../../../src/core/http/door.ts';
import { createRouter } from '../../../src/core/http/router.ts';
import { serve } from '../serving.ts';

const { schemes } = await openCuration();

/** Links followed of each door: their answers differ in data only. */
const EACH = 2;
/** Doors whose names in the address may lead nowhere. */
const NAMED = new Set(['/docs/{page}', '/problems/{slug}', '/dumps/{path}', '/sources/{key}']);
/** Requests that are refused: their problems have links, too. */
const REFUSED = ['/api/v1/gnd/1/links', '/api/v1/gnd/118540239/links', '/api/v1/search', '/api/v1/nothing', '/nothing'];

/** The catalogue of interfaces names the contract by this address, where nothing is. */
const CONTRACT = '/api/v1/';

export const installation = (dumps: string | undefined) => ({ release: '1.2.3', schemes, ...(dumps && { dumps }) });

export const targetsOf = (doors: readonly Door[]): readonly string[] =>
  doors.flatMap(({ examples }) => examples.filter((example) => typeof example === 'string'));

/** A service over the sample. The caller closes it. */
export async function serveOnly(names: readonly ExtraName[], snapshot: string, dumps?: string) {
  const fixture = await openSnapshot(snapshot);
  const doors = await openDoors(installation(dumps), names);
  return { ...(await serve({ fixture, doors })), doors };
}

type Service = Awaited<ReturnType<typeof serveOnly>>;

/**
 * @param all doors of which all links are followed
 * @returns `STATUS LINK, in TARGET` for each link that leads nowhere, and the number of links that were followed
 */
export async function followLinks(service: Service, all: ReadonlySet<string> = NAMED) {
  const { url, doors } = service;
  const findDoor = createRouter(doors.map((door) => [door.path, door] as const));
  const counts = new Map<string, number>();
  const followed = new Set<string>();
  const dead: string[] = [];
  for (const target of [...targetsOf(doors), ...REFUSED]) {
    if (target === CONTEXT_PATH) continue; // It has prefixes of IRIs, not links.
    for (const accept of ['text/html', 'application/json']) {
      const { text, headers } = await service.get(target, { headers: { accept } });
      for (const link of linksIn(text, headers, url)) {
        const door = findDoor(link.split('?')[0] ?? '')?.route.path ?? link;
        const count = (counts.get(door) ?? 0) + 1;
        if (followed.has(link) || (count > EACH && !all.has(door))) continue;
        followed.add(link);
        counts.set(door, count);
        const { status } = await service.get(link, { headers: { accept: 'text/html' } });
        const isItself = REFUSED.includes(link.replace(/\?.*/, ''));
        if (status === 404 && !isItself) dead.push(`${status} ${link}, in ${target}`);
      }
    }
  }
  return { dead, followed: followed.size };
}

/** Paths and queries of the links in an answer to addresses of the same service. */
function linksIn(text: string, headers: IncomingHttpHeaders, url: string): readonly string[] {
  const attributes = [...text.matchAll(/\b(?:href|action|src)="([^"]+)"/g)].map(([, link = '']) => link);
  const whole = `${text} ${String(headers['link'] ?? '')} ${headers['location'] ?? ''}`;
  const written = whole
    .split(url)
    .slice(1)
    .map((rest) => `${url}${/^(?:&amp;|[^\s"'<>)\\`,;&])*/.exec(rest)?.[0] ?? ''}`);
  return [...attributes, ...written]
    .map((link) => link.replaceAll('&amp;', '&').replace(/#.*|[.:]$/g, ''))
    .map((link) => (link.startsWith(url) ? link.slice(url.length) : link))
    .filter((link) => link.startsWith('/') && !link.startsWith('//') && !/[{}…]|%7B/.test(link) && link !== CONTRACT);
}
