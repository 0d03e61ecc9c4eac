/** How a command ends: done, failed, or used wrongly. */

/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** The command was understood and could not be done. The message is for the operator. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}
