/** A dump as a child process that kills itself with SIGKILL in its second stage: `node … <snapshot> <out>`. */
import { dumpSnapshot } from '../runs/running.ts';
import { SILENT } from '../../../src/build/ingest/progress.ts';

const [snapshot = '', out = ''] = process.argv.slice(2);
const stage = (name: string) => void (name === 'lists' && process.kill(process.pid, 'SIGKILL'));
await dumpSnapshot(snapshot, { out, progress: { ...SILENT, stage } });
