#!/usr/bin/env -S node --
/**
 * The command that npm installs. It refuses an older Node, which could not even load the modules, with a sentence. Without
 * `--`, Node would read the file of `--env-file` itself.
 */

/** Oldest major version, as `engines` in package.json. */
const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
  await import('./main.ts');
} else {
  process.stderr.write(`gnd-links: needs Node ${OLDEST_NODE} or newer; this is Node ${process.versions.node}\n`);
  process.exitCode = 1;
}

export {};
