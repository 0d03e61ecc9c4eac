/** Failures of commands: the reason that the status shows, for each class of errors. */
import { expect, it } from 'vitest';
import { describeFailure } from '../../src/cli/failure.ts';
import { NotRedistributable } from '../../src/build/runs/dump/redistribution.ts';
import { UnusableSnapshot } from '../../src/core/snapshot/header.ts';
import { StoreOverloaded, StoreReadError, StoreUnavailable } from '../../src/core/snapshot/store.ts';

const ofSystem = (code: string, more: object = {}) => Object.assign(new Error('failed'), { code, ...more });

it.each([
  ['unreachable', new StoreUnavailable('the cluster does not answer')],
  ['unreachable', new StoreOverloaded('the cluster is busy')],
  ['unreadable', new StoreReadError('changes.json is damaged')],
  ['unsound', new UnusableSnapshot('it has no header')],
  ['not_redistributable', new NotRedistributable('the licence of list does not permit redistribution')],
  ['disk_full', ofSystem('ENOSPC')],
  ['disk_full', new AggregateError([ofSystem('ENOSPC'), new TypeError('a bug')])],
  ['no_permission', ofSystem('EACCES')],
  ['no_permission', ofSystem('EROFS')],
  ['no_permission', ofSystem('ENOENT', { syscall: 'mkdir' })],
  ['no_permission', ofSystem('ENOTDIR')],
  ['no_permission', ofSystem('EISDIR')],
  ['no_permission', ofSystem('ELOOP')],
  ['no_permission', ofSystem('ENAMETOOLONG')],
  ['internal', ofSystem('ENOENT', { syscall: 'open' })],
  ['internal', new TypeError('a bug')],
])('the reason is %s for %o', (reason, error) => {
  expect(describeFailure(error).reason).toBe(reason);
});

it('the sentence of an error of the system is its message, and that of a bug is its stack', () => {
  const failed = Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO', syscall: 'write' });
  expect(describeFailure(failed).sentence).toBe('EIO: i/o error, write');
  const twice = describeFailure(new AggregateError([failed, failed]));
  expect(twice.sentence).toBe('EIO: i/o error, write\nEIO: i/o error, write');
  expect(describeFailure(new TypeError('a bug')).sentence).toMatch(/a bug\n +at /);
});
