#!/usr/bin/env node
/** The command line as a process. */
import { runCommandLine } from './program.ts';
import { EXIT } from './exit.ts';

/**
 * Messages that cannot be written, because of a full disk or a closed pipe, are dropped. A result that cannot be written is
 * a failure, except when its reader, such as `head`, has closed the pipe.
 */
function watchOutput(): void {
  process.stderr.on('error', () => undefined);
  let failure: NodeJS.ErrnoException | undefined;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => (failure = error));
  process.on('exit', (code) => {
    if (code !== EXIT.done || failure === undefined || failure.code === 'EPIPE') return;
    process.stderr.write(`gnd-links: the output could not be written: ${failure.message}\n`);
    process.exitCode = EXIT.failed;
  });
}

watchOutput();
process.exitCode = await runCommandLine(process.argv.slice(2));
