/** Links to doors by name: an answer leads only to addresses that are served. */

import { memoize } from '../model/memo.ts';

/** Names of the doors to which doors of other folders link. */
export const DOOR_NAMES = [
  'links',
  'search',
  'sources',
  'coverage',
  'status',
  'openapi',
  'home',
  'entityPage',
  'searchPage',
  'coveragePage',
  'resolvePage',
  'sourcesPage',
  'sourcePage',
  'statusPage',
  'files',
  'guide',
  'document',
  'problem',
  'sitemap',
  'resolve',
  'relations',
  'embed',
  'openSearch',
  'dumps',
  'dumpFile',
  'changes',
  'changesFeed',
] as const;
export type DoorName = (typeof DOOR_NAMES)[number];

/** Values for the variable part of an address; all others become its query. */
type Values = Readonly<Record<string, string>>;

/** @returns the public address of a door, or undefined where the door is not served */
export type DoorLink = (name: DoorName, values?: Values) => string | undefined;

interface Named {
  readonly name?: DoorName;
  readonly path: string;
}

/** @param baseUrl public address of the service, without a trailing slash */
export function createLink(doors: readonly Named[], baseUrl: () => string): DoorLink {
  const paths = new Map(doors.flatMap(({ name, path }) => (name === undefined ? [] : [[name, path] as const])));
  return (name, values) => {
    const path = paths.get(name);
    return path === undefined ? undefined : baseUrl() + fillPath(path, values);
  };
}

/** Path and query with values in them. */
export const fillPath = (path: string, values?: Values): string => compiled(path)(values);

const compiled = memoize(256, compilePath);

function compilePath(path: string): (values?: Values) => string {
  const [start = '', ...pieces] = path.split(/\{([^}]*)\}/);
  const places = pieces.flatMap((key, index) => (index % 2 === 0 ? [{ key, next: pieces[index + 1] ?? '' }] : []));
  const keys = new Set(places.map(({ key }) => key));
  return (values = {}) => {
    let filled = start;
    for (const { key, next } of places) filled += encodeSegments(values[key] ?? `{${key}}`) + next;
    if (Object.keys(values).every((key) => keys.has(key))) return filled;
    const query = Object.entries(values).filter(([key]) => !keys.has(key));
    return `${filled}?${new URLSearchParams(query).toString()}`;
  };
}

/** Most values, such as GND identifiers, need no encoding. */
const encodeSegments = (value: string) =>
  /^[\w.-]*$/.test(value) ? value : value.split('/').map(encodeURIComponent).join('/');
