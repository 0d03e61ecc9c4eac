/** The failure of a build whose cause is not the program. */
import type { FailureReason } from '../snapshot/run-log.ts';

/** The build gave up and changed nothing. The message is for the operator, a line per reason. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
  readonly reason: FailureReason;

  constructor(message: string, options?: ErrorOptions & { readonly reason?: FailureReason }) {
    super(message, options);
    this.reason = options?.reason ?? 'build_failed';
  }
}
