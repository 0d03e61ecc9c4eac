/** How a command ends: done, failed, used wrongly, or done with something that a person should look at. */

/** Exit codes of every command. `attention` only of those that fetch: all is well but some sources are held or failing. */
export const EXIT = { done: 0, failed: 1, usage: 2, attention: 3 } as const;

/** The command was understood and could not be done, or not without a word. The message is for the operator; it may be empty. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
