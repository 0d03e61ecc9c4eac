/** The six tools for language models. */
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
