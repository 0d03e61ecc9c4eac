/** A thread of the crew: performs one task after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import type { CrewMessage } from './crew.ts';
import { openWorkshop, type Order, perform, type TaskName } from './tasks.ts';

/** Units are told in lots, so that messages cost nothing. */
const LOT_MILLISECONDS = 100;

const port = parentPort;
if (port === null) throw new Error('This file is a thread of a build.');
const { config } = workerData as { readonly config: string };
const workshop = openWorkshop(config);

const tell = (message: CrewMessage): void => port.postMessage(message);
let units = 0;
let told = performance.now();
function advance(more: number): void {
  units += more;
  const now = performance.now();
  if (now - told < LOT_MILLISECONDS) return;
  tell({ kind: 'advance', units });
  [units, told] = [0, now];
}

async function work({ task, order }: { readonly task: TaskName; readonly order: Order<TaskName> }): Promise<void> {
  try {
    const outcome = await perform(task, order, await workshop, advance);
    tell({ kind: 'advance', units });
    units = 0;
    tell({ kind: 'done', outcome });
  } catch (cause) {
    const { name, message, stack, code } = cause as NodeJS.ErrnoException;
    tell({
      kind: 'failed',
      error: {
        name,
        message,
        ...(stack !== undefined && { stack }),
        ...(code !== undefined && { code: String(code) }),
      },
    });
  }
}

port.on('message', (message: { readonly task: TaskName; readonly order: Order<TaskName> }) => void work(message));
