/** The error of a build that fails because of its inputs or the machine. */
import type { FailureReason } from '../../core/snapshot/run-log.ts';

/** The build has changed nothing. The message is for the operator, one line per reason. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
  readonly reason: FailureReason;

  constructor(message: string, options?: ErrorOptions & { readonly reason?: FailureReason }) {
    super(message, options);
    this.reason = options?.reason ?? 'build_failed';
  }
}
