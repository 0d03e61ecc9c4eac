/** What the primary process and its workers say to each other, beside what their limiters and metrics do. */
import type { ServingSettings } from './serving-process.ts';

/** Sets these messages apart from the others. */
const CHANNEL = 'gnd-links/serving';

export type ToWorker =
  | {
      /** The first message, and the only one of its kind. */
      readonly type: 'start';
      readonly settings: ServingSettings;
      /** Of the snapshot that was last found good. */
      readonly directory: string;
      readonly refusal: string | undefined;
    }
  | { readonly type: 'switch'; readonly directory: string }
  | { readonly type: 'refuse'; readonly sentence: string }
  | { readonly type: 'stop' };

export type FromWorker =
  | { readonly type: 'listening'; readonly url: string }
  /** It could not start, and ends. */
  | { readonly type: 'failed'; readonly message: string; readonly stack?: string; readonly code?: string };

export function wrapped(message: ToWorker | FromWorker): object {
  return { channel: CHANNEL, message };
}

/** Undefined when it is none of these messages. */
export function unwrapped<T extends ToWorker | FromWorker>(text: unknown): T | undefined {
  const { channel, message } = (text ?? {}) as { readonly channel?: unknown; readonly message?: T };
  return channel === CHANNEL ? message : undefined;
}
