/** A queue in which clients take turns: the first entry of each client in the order of arrival, then the second of each. */
export function createTurns<T>() {
  /** Entries by client; the client whose turn is next comes first. */
  const waiting = new Map<string, T[]>();
  let size = 0;
  return {
    add(client: string, entry: T): void {
      const own = waiting.get(client);
      if (own === undefined) waiting.set(client, [entry]);
      else own.push(entry);
      size += 1;
    },
    /** Removes the entry whose turn it is; undefined where the queue is empty. */
    take(): T | undefined {
      const next = waiting.entries().next().value;
      if (next === undefined) return undefined;
      const [client, own] = next;
      const entry = own.shift();
      waiting.delete(client);
      if (own.length > 0) waiting.set(client, own);
      size -= 1;
      return entry;
    },
    size: () => size,
    /** Number of waiting entries that would come before a new entry of this client. */
    before(client: string): number {
      const own = waiting.get(client)?.length ?? 0;
      let before = 0;
      for (const { length } of waiting.values()) before += Math.min(length, own + 1);
      return before;
    },
  };
}
