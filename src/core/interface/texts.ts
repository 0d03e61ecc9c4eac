/** Longer texts of descriptions and of `/llms.txt`: files in Markdown, with placeholders. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the texts. Modules compiled into `dist` also read it from the sources. */
const FOLDER = join(import.meta.dirname, '../../../src/core/interface/texts');

/** @param values for the placeholders `{{name}}` */
export function textFrom(name: string, values: Readonly<Record<string, string>> = {}): string {
  const text = readFileSync(join(FOLDER, `${name}.md`), 'utf8');
  return text.replace(/\{\{(\w+)\}\}/g, (gap, key: string) => values[key] ?? gap);
}
