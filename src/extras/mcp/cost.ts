/** Cost of a request to the tools, computed from its body before any work, and the limits of batches. */
import { TOOLS } from './tools.ts';

/** Most messages of a batch, and their largest total cost, which is less than the burst of the quota. */
const MAX_BATCH = { messages: 10, cost: 100 } as const;
/** The only revision with batches. Its clients do not send `MCP-Protocol-Version`. */
const WITH_BATCHES = '2025-03-26';

const COSTS = new Map(TOOLS.map(({ name, cost }) => [name, cost] as const));

/**
 * @param body any JSON @returns at least 1: the sum of the costs of tools that are called, and 1 for any other message
 */
export function costOf(body: unknown): number {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return Math.max(
    1,
    messages.reduce<number>((sum, message) => sum + costOfMessage(message), 0),
  );
}

function costOfMessage(message: unknown): number {
  const { method, params } = membersOf(message);
  if (method !== 'tools/call') return 1;
  const { name, arguments: input } = membersOf(params);
  return (typeof name === 'string' && COSTS.get(name)?.(membersOf(input))) || 1;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export interface RpcError {
  readonly code: number;
  readonly message: string;
}

/** @param revision value of `MCP-Protocol-Version` @returns the refusal of a batch; undefined for any other body */
export function refusedBatch(body: unknown, revision: string | undefined): RpcError | undefined {
  const refuse = (message: string): RpcError => ({ code: -32_600, message });
  if (!Array.isArray(body)) return undefined;
  if (revision !== undefined && revision !== WITH_BATCHES)
    return refuse(`Only revision ${WITH_BATCHES} has batches: send each message by itself.`);
  if (body.length > MAX_BATCH.messages) return refuse(`A batch may have at most ${MAX_BATCH.messages} messages.`);
  if (costOf(body) > MAX_BATCH.cost)
    return refuse(`A batch may ask for at most ${MAX_BATCH.cost} names and identifiers in all.`);
  return undefined;
}
