/** Failures of commands: a sentence for the operator, and a reason for the run log. */
import { InvalidProxy } from '../build/sources/download/proxy.ts';
import { Locked } from '../shared/files/lock.ts';
import { BuildFailed } from '../build/ingest/build-failed.ts';
import { HeldForLoss } from '../build/sources/fetch/plausibility.ts';
import { InvalidConfiguration } from '../build/sources/register/yaml-file.ts';
import { NotRedistributable } from '../build/runs/dump/redistribution.ts';
import { UnusableSnapshot } from '../core/snapshot/header.ts';
import { StoreOverloaded, StoreReadError, StoreUnavailable } from '../core/snapshot/store.ts';
import type { FailureReason } from '../core/snapshot/run-log.ts';
import { CommandFailed } from './exit.ts';

interface Failure {
  readonly reason: FailureReason;
  readonly sentence: string;
}

/** The sentence is the stack of the error where an operator cannot help. */
export function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { reason: 'internal', sentence: String(error) };
  const { message } = error;
  if (error instanceof AggregateError) {
    const all = (error.errors as unknown[]).map(describeFailure);
    return { reason: all[0]?.reason ?? 'internal', sentence: all.map(({ sentence }) => sentence).join('\n') };
  }
  if (error instanceof CommandFailed) return { reason: error.reason ?? 'internal', sentence: message };
  if (error instanceof BuildFailed) return { reason: error.reason, sentence: message };
  if (error instanceof HeldForLoss) return { reason: 'snapshot_held', sentence: message };
  if (error instanceof Locked) return { reason: 'in_use', sentence: message };
  if (error instanceof InvalidConfiguration || error instanceof InvalidProxy)
    return { reason: 'invalid_configuration', sentence: message };
  if (error instanceof NotRedistributable) return { reason: 'not_redistributable', sentence: message };
  if (error instanceof UnusableSnapshot) return { reason: 'unsound', sentence: message };
  if (error instanceof StoreUnavailable || error instanceof StoreOverloaded)
    return { reason: 'unreachable', sentence: message };
  if (error instanceof StoreReadError) return { reason: 'unreadable', sentence: message };
  return failureOfSystem(error);
}

/** Sentences for paths of the operator that nothing can be read from or written to, by the code of the system. */
const UNUSABLE_PATHS: Readonly<Record<string, string>> = {
  EISDIR: 'this is a folder, but a file is expected',
  ELOOP: 'the symbolic link leads to itself',
  ENAMETOOLONG: 'the path is too long',
};

function failureOfSystem({ code, path, message, stack, syscall }: NodeJS.ErrnoException): Failure {
  const about = path === undefined ? '' : ` (${path})`;
  if (code === 'ENOSPC' || /disk is full/i.test(message))
    return { reason: 'disk_full', sentence: `the disk is full${about}` };
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return { reason: 'no_permission', sentence: `no permission to read or write${about}` };
  if (code === 'ENOENT' && syscall === 'mkdir')
    return { reason: 'no_permission', sentence: `the folder cannot be created${about}` };
  if (code === 'ENOTDIR' || code === 'EEXIST') return { reason: 'no_permission', sentence: `not a directory${about}` };
  if (code !== undefined && code in UNUSABLE_PATHS)
    return { reason: 'no_permission', sentence: `${UNUSABLE_PATHS[code]}${about}` };
  // The message of the system names the call and the path.
  return { reason: 'internal', sentence: syscall === undefined ? (stack ?? message) : message };
}
