/** The script of the box, in one file for each released version; pages load it with the hash of the file. */
import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Door, door } from '../../core/http/door.ts';
import { lenient } from '../../core/http/parameters.ts';

/** Newest version. Released versions never change, so every change of the box needs a new version. */
export const BOX_VERSION = '1.3.0';

/** Folder of the released files. Modules compiled into `dist` also read it from the sources. */
const RELEASED = join(import.meta.dirname, '../../../src/extras/embed/released');

const files = new Map(
  globSync('*.js', { cwd: RELEASED }).map((file) => [basename(file, '.js'), readFileSync(join(RELEASED, file))]),
);

export const BOX_PATH = `/embed/${BOX_VERSION}/gnd-links.js`;
/** Subresource Integrity of the script at `BOX_PATH`. */
export const BOX_INTEGRITY = `sha384-${hash('sha384', files.get(BOX_VERSION) ?? '', 'base64')}`;

/** HTML to copy: it loads the box and shows it for an entity. */
export function boxSnippet(baseUrl: string, gnd: string): string {
  const script = `<script type="module" src="${baseUrl}${BOX_PATH}" integrity="${BOX_INTEGRITY}" crossorigin></script>`;
  return `${script}\n<gnd-links gnd="${gnd}"></gnd-links>`;
}

export function boxDoors(): readonly Door[] {
  return [
    fileDoor('/embed/gnd-links.js', BOX_VERSION, 'public, max-age=3600'),
    ...Array.from(files.keys(), (version) =>
      fileDoor(`/embed/${version}/gnd-links.js`, version, 'public, max-age=31536000, immutable'),
    ),
  ];
}

function fileDoor(path: string, version: string, cacheControl: string): Door {
  const body = files.get(version) ?? Buffer.alloc(0);
  const answer = { contentType: 'text/javascript; charset=utf-8', body, shared: true };
  return door({
    path,
    summary: 'The box that shows links on pages of others',
    audience: 'programs',
    parameters: lenient({}),
    work: 'light',
    dependsOn: 'release',
    cacheControl,
    examples: [path],
    answer: () => answer,
  });
}
