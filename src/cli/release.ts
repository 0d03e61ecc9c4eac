/** What this copy of the software is and where its own files are. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/** Absolute path of a file or folder that comes along. */
export function ownPath(relative: string): string {
  return fileURLToPath(new URL(relative, root));
}

/** Version of the software. */
export const RELEASE = (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version;
