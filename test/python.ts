/** Validators from PyPI, which continuous integration installs; their tests are skipped where they are missing. */
import { spawnSync } from 'node:child_process';

/** Whether `python3` has a module. */
export function hasModule(module: string): boolean {
  return spawnSync('python3', ['-c', `import ${module}`]).status === 0;
}
