/**
 * The scripts for pages and programs of others, the box and the client, in one file for each released version. A file
 * lies in `released/` at its address; pages load it with its hash.
 */
import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Door, door, type Use } from '../../core/http/door.ts';
import { lenient } from '../../core/http/parameters.ts';

/** Newest versions. Released versions never change, so every change of the box or the client needs a new version. */
const BOX_VERSION = '1.3.0';
const CLIENT_VERSION = '1.0.0';

/** Folder of the released files. Modules compiled into `dist` also read it from the sources. */
const RELEASED = join(import.meta.dirname, '../../../src/extras/embed/released');

const files: ReadonlyMap<string, Buffer> = new Map(
  globSync('*/*/*.{js,ts}', { cwd: RELEASED })
    .toSorted()
    .map((file) => [`/${file}`, readFileSync(join(RELEASED, file))]),
);

export const BOX_PATH = `/embed/${BOX_VERSION}/gnd-links.js`;
export const CLIENT_PATH = `/client/${CLIENT_VERSION}/client.js`;

/** Subresource Integrity of a released file. */
export function integrityOf(path: string): string {
  return `sha384-${hash('sha384', files.get(path) ?? '', 'base64')}`;
}

/** HTML to copy: it loads the box and shows it for an entity. */
export function boxSnippet(baseUrl: string, gnd: string): string {
  const script = `<script type="module" src="${baseUrl}${BOX_PATH}" integrity="${integrityOf(BOX_PATH)}" crossorigin></script>`;
  return `${script}\n<gnd-links gnd="${gnd}"></gnd-links>`;
}

const CLIENT_USE: Use = {
  group: 'programs',
  name: { de: 'Die Programmbibliothek', en: 'The client' },
  purpose: {
    de: 'Die Programmbibliothek verarbeitet im Browser, in Node und in Deno Listen jeder Länge und wartet, wenn der Dienst darum bittet.',
    en: 'The client handles lists of any length in browsers, Node and Deno, and waits when the service asks it to.',
  },
  example: (baseUrl) => `<script type="module">
  import { createClient } from '${baseUrl}${CLIENT_PATH}';

  const client = createClient({ baseUrl: '${baseUrl}' });
  const { entity, links } = await client.links('118540238');
  console.log(entity.displayName, links.total);
</script>`,
  pages: [{ door: 'guide', fragment: 'client' }],
};

/** The newest versions at addresses without a version, and all versions at their own. */
export function releasedDoors(): readonly Door[] {
  const newest = 'public, max-age=3600';
  return [
    fileDoor('/embed/gnd-links.js', BOX_PATH, newest),
    fileDoor('/client.js', CLIENT_PATH, newest, CLIENT_USE),
    fileDoor('/client.d.ts', typesOf(CLIENT_PATH), newest),
    ...Array.from(files.keys(), (path) => fileDoor(path, path, 'public, max-age=31536000, immutable')),
  ];
}

const typesOf = (script: string): string => script.replace(/js$/, 'd.ts');

function fileDoor(path: string, file: string, cacheControl: string, use?: Use): Door {
  const type = file.endsWith('.js') ? 'text/javascript' : 'text/plain';
  const answer = { contentType: `${type}; charset=utf-8`, body: files.get(file) ?? Buffer.alloc(0), shared: true };
  return door({
    path,
    summary: file.startsWith('/client/') ? 'The client for programs, and its types' : 'The box for other websites',
    parameters: lenient({}),
    dependsOn: 'release',
    cacheControl,
    examples: [path],
    ...(use && { use }),
    answer: () => answer,
  });
}
