/**
 * Loaded into a server with `--import`: at SIGUSR2 writes the longest turn of the event loop since the last time, and all turns
 * together, to the file that `TURNS_FILE` names: milliseconds of the thread's processor time, so other programs do not matter;
 * then the bytes of the heap in use.
 */
import { renameSync, writeFileSync } from 'node:fs';

const file = process.env['TURNS_FILE'] ?? '';
/** Shorter turns, in milliseconds, are those of the measurement itself. */
const SHORT = 0.2;
let [longest, sum] = [0, 0];

function turn(before: NodeJS.CpuUsage): void {
  const { user, system } = process.threadCpuUsage(before);
  const milliseconds = (user + system) / 1000;
  longest = Math.max(longest, milliseconds);
  if (milliseconds > SHORT) sum += milliseconds;
  setImmediate(turn, process.threadCpuUsage());
}
turn(process.threadCpuUsage());

process.on('SIGUSR2', () => {
  writeFileSync(`${file}.new`, `${longest} ${sum} ${process.memoryUsage().heapUsed}`);
  renameSync(`${file}.new`, file);
  [longest, sum] = [0, 0];
});
