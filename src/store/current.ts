/** The snapshot in force, and the change to another while requests are under way. */
import type { Store } from './store.ts';

/** Hold of one snapshot: it stays open until it is given back, whatever becomes current meanwhile. */
export interface Lease {
  readonly store: Store;
  /** To be called exactly once. */
  release(): void;
}

/** What whoever answers requests sees of it. */
export interface CurrentSnapshot {
  /** Undefined while there is none. */
  acquire(): Lease | undefined;
  /** Why a newer snapshot is not served, as a sentence without paths; undefined when there is none or it is. */
  refusal(): string | undefined;
}

export interface SwitchableSnapshot extends CurrentSnapshot {
  /** From now on requests get this one; the former is closed when its last request ends. */
  switchTo(store: Store): void;
  /** The next switch forgets it. */
  refuse(sentence: string): void;
  /** Nothing is current any more. Resolves when the last request has given its snapshot back and all are closed. */
  close(): Promise<void>;
}

interface Held extends Lease {
  holders: number;
  retired: boolean;
}

/** @param onClosed hears of every snapshot that was closed, and of the error if closing failed */
export function createCurrentSnapshot(
  onClosed: (store: Store, error?: unknown) => void = () => undefined,
): SwitchableSnapshot {
  const open = new Set<Held>();
  let current: Held | undefined;
  let refused: string | undefined;
  let allClosed = (): void => undefined;

  function hold(store: Store): Held {
    const held: Held = {
      store,
      holders: 0,
      retired: false,
      release() {
        held.holders -= 1;
        if (held.retired && held.holders === 0) void close(held);
      },
    };
    open.add(held);
    return held;
  }

  function retire(held: Held | undefined): void {
    if (held === undefined) return;
    held.retired = true;
    if (held.holders === 0) void close(held);
  }

  async function close(held: Held): Promise<void> {
    try {
      await held.store.close();
      onClosed(held.store);
    } catch (error) {
      onClosed(held.store, error);
    }
    open.delete(held);
    if (open.size === 0) allClosed();
  }

  return {
    acquire() {
      if (current !== undefined) current.holders += 1;
      return current;
    },
    refusal: () => refused,
    switchTo(store) {
      const former = current;
      current = hold(store);
      refused = undefined;
      retire(former);
    },
    refuse(sentence) {
      refused = sentence;
    },
    async close() {
      const former = current;
      current = undefined;
      const closed = new Promise<void>((resolve) => (allClosed = resolve));
      retire(former);
      if (open.size > 0) await closed;
    },
  };
}
