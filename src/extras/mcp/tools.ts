/** The six tools for language models, and the cost of a request to them. */
import { getLinks, listRelations, searchEntities } from './entity-tools.ts';
import { checkIds, matchNames, resolveIdentifiers } from './list-tools.ts';
import type { Tool } from './tool.ts';

export const TOOLS: readonly Tool[] = [
  searchEntities,
  getLinks,
  listRelations,
  checkIds,
  resolveIdentifiers,
  matchNames,
];

/** @param body any JSON @returns the cost of the tool that is called, computed before any work; 1 for other messages */
export function costOf(body: unknown): number {
  const { method, params } = membersOf(body);
  if (method !== 'tools/call') return 1;
  const { name, arguments: input } = membersOf(params);
  return TOOLS.find((tool) => tool.name === name)?.cost(membersOf(input)) ?? 1;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
