/** The admin port as the settings want it, or none. */
import type { Logger } from 'pino';
import { type AdminOptions, type RunningAdmin, startAdmin } from '../http/admin.ts';
import { CommandFailed } from './exit.ts';
import type { ServingSettings } from './serving-process.ts';

/** @throws CommandFailed when its address cannot be listened on */
export async function openAdminPort(
  { adminHost: host, adminPort: port }: ServingSettings,
  isReady: () => boolean,
  metrics: AdminOptions['metrics'],
  log: Logger,
): Promise<RunningAdmin | undefined> {
  if (port === undefined) return undefined;
  try {
    return await startAdmin({ host, port, isReady, metrics, log });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be listened on: ${message}`;
    throw new CommandFailed(`the admin port ${port} ${why}; choose another with --admin-port`, undefined, { cause });
  }
}
