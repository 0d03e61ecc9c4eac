/** Links to doors by name: an answer leads only to addresses that are served. */

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
export function fillPath(path: string, values: Values = {}): string {
  let filled = path;
  const query: [key: string, value: string][] = [];
  for (const [key, value] of Object.entries(values)) {
    const place = `{${key}}`;
    if (filled.includes(place))
      filled = filled.replace(place, () => value.split('/').map(encodeURIComponent).join('/'));
    else query.push([key, value]);
  }
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`;
}
