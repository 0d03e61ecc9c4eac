/** Cost of a request to the tools, known from its body before any work, and the batches that are taken. */
import { TOOLS } from './tools.ts';

/** Messages of a batch, and what all of them may cost together: less than a burst allows. */
export const MAX_BATCH = { messages: 10, cost: 100 } as const;
/** The only revision that has batches. It knows no field for the revision, so none stands for it. */
const WITH_BATCHES = '2025-03-26';

const COSTS = new Map(TOOLS.map(({ name, cost }) => [name, cost] as const));

/** @param body any JSON @returns at least 1: of each message one, and of a call as much as its tool says */
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
  return COSTS.get(String(name))?.(membersOf(input)) ?? 1;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export interface RpcError {
  readonly code: number;
  readonly message: string;
}

/** @param revision as the field `MCP-Protocol-Version` has it @returns why a body is refused as a batch; undefined where it is none, or may be one */
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
