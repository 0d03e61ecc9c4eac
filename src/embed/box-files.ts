/** The files of the box: one for each version that was ever released, which pages name with its hash. */
import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from '../http/page.ts';

/** A version that was released never changes: a change of the box is another version. */
export const BOX_VERSION = '1.0.0';

/** Where the sources are, also for what was compiled from them into `dist`. */
const RELEASED = join(import.meta.dirname, '../../src/embed/released');

const files = new Map(
  globSync('*.js', { cwd: RELEASED }).map((file) => [basename(file, '.js'), readFileSync(join(RELEASED, file))]),
);

export const BOX_PATH = `/embed/${BOX_VERSION}/gnd-links.js`;
/** Subresource Integrity of it. */
export const BOX_INTEGRITY = `sha384-${hash('sha384', files.get(BOX_VERSION) ?? '', 'base64')}`;

export function boxPages(): readonly Page[] {
  const page = (path: string, version: string, cacheControl: string): Page => {
    const body = files.get(version) ?? Buffer.alloc(0);
    const answer = { contentType: 'text/javascript; charset=utf-8', body, shared: true, cacheControl };
    return { path, answer: () => answer };
  };
  return [
    page('/embed/gnd-links.js', BOX_VERSION, 'public, max-age=3600'),
    ...Array.from(files.keys(), (version) =>
      page(`/embed/${version}/gnd-links.js`, version, 'public, max-age=31536000, immutable'),
    ),
  ];
}
