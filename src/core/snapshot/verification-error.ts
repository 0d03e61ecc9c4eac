/** The error of a verification, and its sentences for the public, by the step that failed. */
const STEPS = {
  locate: 'The snapshot that should be current is missing.',
  header: 'Its header cannot be read, or has the format of another release.',
  files: 'Its files do not match its header.',
  open: 'It cannot be opened.',
} as const;

/** The snapshot will not be served. The message is for the log and names paths. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
  /** Sentence for the public, without paths. */
  readonly sentence: string;

  constructor(step: keyof typeof STEPS, cause: unknown) {
    super((cause as Error).message, { cause });
    this.sentence = STEPS[step];
  }
}

/** Turns an error of the work into a {@link VerificationError}. */
export async function step<T>(name: keyof typeof STEPS, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new VerificationError(name, cause);
  }
}
