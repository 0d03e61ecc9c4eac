/** The snapshot that is served, and the switch to another while requests are under way. */
import type { Store } from './store.ts';

/** A reference to one snapshot. The snapshot stays open until all its references are released. */
export interface SnapshotReference extends Disposable {
  readonly store: Store;
  /** To be called exactly once, unless the reference is in a `using`. */
  release(): void;
}

/** The current snapshot as the handlers of requests see it. */
export interface CurrentSnapshot {
  /** Undefined while there is none. */
  acquire(): SnapshotReference | undefined;
  /** Reason why a newer snapshot is not served, as a sentence without paths; undefined when no newer one was refused. */
  refusal(): string | undefined;
}

export type SwitchableSnapshot = ReturnType<typeof createCurrentSnapshot>;

interface Counted extends SnapshotReference {
  /** Number of unreleased references; being current counts as one reference. */
  references: number;
  readonly closed: Promise<void>;
}

/** @param onClosed called for every snapshot that was closed, with the error if closing failed */
export function createCurrentSnapshot(onClosed: (store: Store, error?: unknown) => void = () => undefined) {
  const open = new Set<Counted>();
  let current: Counted | undefined;
  let refused: string | undefined;

  function count(store: Store): Counted {
    const { promise, resolve } = Promise.withResolvers<void>();
    const counted: Counted = {
      store,
      references: 1,
      closed: promise,
      release() {
        counted.references -= 1;
        if (counted.references === 0) void close(store).then(resolve);
      },
      [Symbol.dispose]: () => counted.release(),
    };
    open.add(counted);
    void promise.then(() => open.delete(counted));
    return counted;
  }

  const close = (store: Store) =>
    store.close().then(
      () => onClosed(store),
      (error: unknown) => onClosed(store, error),
    );

  return {
    acquire(): SnapshotReference | undefined {
      if (current !== undefined) current.references += 1;
      return current;
    },
    refusal: () => refused,
    /** Gives this snapshot to all further requests; the former one is closed when its last request ends. */
    switchTo(store: Store): void {
      const former = current;
      current = count(store);
      refused = undefined;
      former?.release();
    },
    /** Sets the refusal until the next switch. */
    refuse(sentence: string): void {
      refused = sentence;
    },
    /** Ends the service of snapshots. Resolves when the last request has released its snapshot and all are closed. */
    async close(): Promise<void> {
      const former = current;
      current = undefined;
      former?.release();
      await Promise.all(Array.from(open, ({ closed }) => closed));
    },
  };
}
