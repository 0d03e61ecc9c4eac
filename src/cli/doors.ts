/** The list of folders with doors, and the function that loads them. */
import type { Door } from '../core/http/door.ts';
import { coreDoors } from '../core/interface/interface.ts';
import type { Installation } from '../core/interface/installation.ts';

/** Loads a folder of doors. */
type Load = () => Promise<{ doors(installation: Installation): readonly Door[] }>;

/** All doors beside those of the core. A folder can be deleted with its line here, or left out with `serve --doors`. */
export const EXTRAS = {
  pages: { what: 'the site for people', load: () => import('../extras/pages/site.ts') },
  reconcile: { what: 'the Reconciliation Service API', load: () => import('../extras/reconcile/reconcile.ts') },
  mcp: { what: 'tools for language models', load: () => import('../extras/mcp/mcp.ts') },
  resolve: {
    what: 'resolving identifiers into those of other registers',
    load: () => import('../extras/resolve/resolve.ts'),
  },
  suggest: { what: 'suggestions in the OpenSearch format', load: () => import('../extras/suggest/suggest.ts') },
  relations: {
    what: 'entities that an entity refers to, and those that refer to it',
    load: () => import('../extras/relations/relations.ts'),
  },
  seealso: { what: 'the interface of beacon.findbuch.de', load: () => import('../extras/seealso/seealso.ts') },
  embed: { what: 'the box of links for other sites', load: () => import('../extras/embed/embed-page.ts') },
  dumps: { what: 'data as files', load: () => import('../extras/dumps/dumps.ts') },
  changes: { what: 'the changes between the latest snapshots', load: () => import('../extras/changes/changes.ts') },
  permalinks: {
    what: 'permanent addresses for identifiers from other registers',
    load: () => import('../extras/permalinks/permalinks.ts'),
  },
} as const satisfies Readonly<Record<string, { readonly what: string; readonly load: Load }>>;

export type ExtraName = keyof typeof EXTRAS;
export const EXTRA_NAMES = Object.keys(EXTRAS) as readonly ExtraName[];

/**
 * Loads the doors, in the order in which the router compares variable addresses with a path.
 * @param served names of the extras; the default is all of them
 */
export async function openDoors(
  installation: Installation,
  served: readonly ExtraName[] = EXTRA_NAMES,
): Promise<readonly Door[]> {
  const extras = EXTRA_NAMES.filter((name) => served.includes(name)).map((name) => EXTRAS[name].load);
  const folders = await Promise.all(extras.map((load) => load()));
  // Where dumps are not served, no other door may link to them.
  const { dumps, ...others } = installation;
  const hasDumps = served.some((name: string) => name === 'dumps');
  const own = { ...others, ...(hasDumps && dumps !== undefined && { dumps }) };
  const doors = [...coreDoors(own), ...folders.flatMap((folder) => folder.doors(own))];
  const names = new Set(doors.map(({ name }) => name));
  return doors.filter(({ needs }) => needs === undefined || names.has(needs));
}
