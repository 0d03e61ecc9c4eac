/** The texts of the configuration, for telling whether a snapshot would come out the same. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Texts of all files of a configuration folder that decide what a snapshot says. */
export async function configurationTexts(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.yaml')).sort();
  const used = names.filter((name) => name !== 'sources.yaml');
  return Promise.all(used.map(async (name) => `${name}\n${await readFile(join(folder, name), 'utf8')}`));
}
