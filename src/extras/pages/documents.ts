/** The documents with their texts, titles and addresses; one about an interface is served only with that interface. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Door, UsePage } from '../../core/http/door.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import { PAGES_FOLDER } from './assets.ts';
import keys from './texts/keys.json' with { type: 'json' };

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
  keys: undefined,
  reference: undefined,
};

/** Documents with their own addresses; all others are below `/docs`, and the guide lists them. */
export const OWN_PATHS: Readonly<Record<string, string>> = {
  guide: '/docs',
  about: '/about',
  privacy: '/privacy',
  accessibility: '/accessibility',
};

export const pathOfDocument = (name: string) => entryOf(OWN_PATHS, name) ?? `/docs/${name}`;

/** Markdown by file name, e.g. `guide.de.md`. */
const MARKDOWN: ReadonlyMap<string, string> = new Map(
  globSync('docs/*.md', { cwd: PAGES_FOLDER })
    .toSorted()
    .map((file) => [basename(file), readFileSync(join(PAGES_FOLDER, file), 'utf8')]),
);

/** The Markdown of a document as it is written; `keys`, which is made from the data, has none. */
export const sourceOf = (name: string, { language }: Locale) => MARKDOWN.get(`${name}.${language}.md`) ?? '';

export const titleOf = (name: string, locale: Locale) =>
  name === 'keys' ? locale.t(keys.page.title) : (/^# (.+)$/m.exec(sourceOf(name, locale))?.[1] ?? '');

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
