/** Checks that the machine has the tools and cores that a benchmark of the server needs. */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Debian package of each tool. */
const PACKAGES: Readonly<Record<string, string>> = { wrk: 'wrk', h2load: 'nghttp2-client', taskset: 'util-linux' };

/** Ends the process with a message when a tool is missing or there is only one core. */
export function requireTools(...tools: readonly string[]): void {
  const missing = tools.filter((tool) => spawnSync('which', [tool]).status !== 0);
  if (missing.length > 0) {
    const packages = missing.map((tool) => PACKAGES[tool] ?? tool).join(' ');
    process.stderr.write(`${missing.join(' and ')} missing: apt-get install ${packages}\n`);
    process.exit(2);
  }
  if (availableParallelism() < 2) {
    process.stderr.write('two cores are needed: one for the server, one for the load\n');
    process.exit(2);
  }
}
