/** The build context of the image: the files that `.dockerignore` admits. */
import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../cli/command.ts';

/** Admitted files and folders at the top of the project. `.dockerignore` must exclude all, then list exceptions. */
export function letIn(): readonly string[] {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const [everything, ...patterns] = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (everything !== '*' || patterns.some((pattern) => !pattern.startsWith('!')))
    throw new Error('.dockerignore is not * and then what is let in');
  return patterns.flatMap((pattern) => {
    const found = globSync(pattern.slice(1), { cwd: root });
    if (found.length === 0) throw new Error(`.dockerignore lets in ${pattern}, which is not there`);
    return found;
  });
}

export function copyContext(folder: string): void {
  for (const name of letIn()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
}
