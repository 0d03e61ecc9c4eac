/** Cost of a request to the tools, computed from its body before any work. */
import { TOOLS } from './tools.ts';

const COSTS: ReadonlyMap<string, (typeof TOOLS)[number]['cost']> = new Map(
  TOOLS.map(({ name, cost }) => [name, cost] as const),
);

/** @param body any JSON @returns the cost of the tool that is called, and 1 for any other message */
export function costOf(body: unknown): number {
  const { method, params } = membersOf(body);
  if (method !== 'tools/call') return 1;
  const { name, arguments: input } = membersOf(params);
  return (typeof name === 'string' && COSTS.get(name)?.(membersOf(input))) || 1;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
