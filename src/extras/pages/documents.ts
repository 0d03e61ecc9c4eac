/** Names of the documents; a document about an interface is served only with that interface. */
import type { Door, UsePage } from '../../core/http/door.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';

/** Documents in the order of the contents; for one about an interface, the document that a door of this interface announces. */
const DOCUMENTS: Readonly<Record<string, string | undefined>> = {
  guide: undefined,
  embed: 'embed',
  reconciliation: 'reconciliation',
  relations: 'relations',
  resolve: 'resolve',
  seealso: 'seealso',
  migrate: 'resolve',
  'add-a-list': undefined,
  promise: undefined,
  reference: undefined,
};

/** Documents of the service, in their order. */
export const namesOf = (doors: readonly Door[]) => Object.keys(DOCUMENTS).filter((name) => isServed(name, doors));

/** Whether a document is not about an interface, or about one that is served. */
export function isServed(name: string, doors: readonly Door[]): boolean {
  const about = entryOf(DOCUMENTS, name);
  return about === undefined || doors.some(({ announcement }) => announcement?.document === about);
}

/** The path of the page of a use; undefined where that page, or the interface that it is about, is not served. */
export function pathOf({ door, values, fragment }: UsePage, doors: readonly Door[], { to }: Locale) {
  const path = door === 'document' && !isServed(values?.['page'] ?? '', doors) ? undefined : to(door, values);
  return path === undefined || fragment === undefined ? path : `${path}#${fragment}`;
}
