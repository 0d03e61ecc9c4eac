/** Names of the documents; a document about an interface is served only with that interface. */
import type { Door, Use } from '../../core/http/door.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';

/** Pages of the contents, in this order. */
const NAMES = [
  'guide',
  'embed',
  'reconciliation',
  'relations',
  'resolve',
  'seealso',
  'migrate',
  'add-a-list',
  'promise',
  'reference',
];
/** Documents about interfaces, with the document that a door of the interface announces. */
const INTERFACES: Readonly<Record<string, string>> = {
  embed: 'embed',
  reconciliation: 'reconciliation',
  relations: 'relations',
  resolve: 'resolve',
  seealso: 'seealso',
  migrate: 'resolve',
};

/** Documents of the service, in their order; the document of an interface only if it is served. */
export function namesOf(doors: readonly Door[]): readonly string[] {
  const announced = new Set(doors.flatMap(({ announcement }) => announcement?.document ?? []));
  return NAMES.filter((name) => announced.has(entryOf(INTERFACES, name) ?? '') || !(name in INTERFACES));
}

/** The path of the page that explains a use; undefined where that page, or the interface that it is about, is not served. */
export function explanationOf({ page: { door, values, fragment } }: Use, doors: readonly Door[], { to }: Locale) {
  const path = door === 'document' && !namesOf(doors).includes(values?.['page'] ?? '') ? undefined : to(door, values);
  return path === undefined || fragment === undefined ? path : `${path}#${fragment}`;
}
