/** The server of the Model Context Protocol for a store; the library is loaded with the first server. */
import { memo } from '../../core/model/memo.ts';
import { HOUR_MS } from '../../core/model/days.ts';
import type { JsonSchemaValidator, McpServer } from '@modelcontextprotocol/server';
import type { TSchema } from 'typebox';
import type { Store } from '../../core/snapshot/store.ts';
import { createReader } from '../../shared/http/schema-errors.ts';
import { DATA_ONLY, type Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

const INSTRUCTIONS =
  'The GND is the authority file of the German-speaking libraries. Find an entity with search_entities or match_names, ' +
  'then ask get_links for its links to other sites. Cite entities by URI (https://d-nb.info/gnd/…). Names and ' +
  'descriptions are in German. A link is a statement of its sources. ' +
  DATA_ONLY;
/** Caching of the list of tools, which changes with the software only. */
const LIST_CACHING = { ttlMs: HOUR_MS, cacheScope: 'public' } as const;
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** Loads the library and compiles the schemas, once. */
async function prepare() {
  const { McpServer: create, fromJsonSchema } = await import('@modelcontextprotocol/server');
  const standard = (schema: TSchema, whole: string) =>
    fromJsonSchema(schema as Parameters<typeof fromJsonSchema>[0], { getValidator: () => validatorOf(schema, whole) });
  const tools = TOOLS.map((tool) => ({
    tool,
    inputSchema: standard(tool.input, 'The arguments'),
    outputSchema: standard(tool.output, 'The answer'),
  }));
  return { create, tools };
}

/** Validates with errors that explain to a model how to correct its arguments. @param whole subject of a sentence about the whole value */
function validatorOf<T>(schema: TSchema, whole: string): JsonSchemaValidator<T> {
  const read = createReader(schema, whole);
  return (value) => {
    const result = read(value);
    if (typeof result === 'string') return { valid: false, data: undefined, errorMessage: result };
    return { valid: true, data: result as T, errorMessage: undefined };
  };
}

/** A server for one request, or for a process that speaks on standard input. @param release version of the software */
export async function createMcpServer(store: Store, release: string): Promise<McpServer> {
  const { create, tools } = await memo(TOOLS, 'prepared', prepare);
  const server = new create(
    { name: 'gnd-links', title: 'GND Links', version: release },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': LIST_CACHING, 'server/discover': LIST_CACHING },
    },
  );
  for (const { tool, ...schemas } of tools) {
    const { name, title, description } = tool;
    const described = { title, description, ...schemas, annotations: { title, ...ANNOTATIONS } };
    server.registerTool(name, described, (input: unknown) => call(tool, store, input));
  }
  return server;
}

async function call({ run }: Tool, store: Store, input: unknown) {
  const { id, date } = store.snapshot;
  const answer = await run(store, input as never);
  const textOf = (text: string) => [{ type: 'text' as const, text }];
  if (typeof answer === 'string') return { isError: true, content: textOf(`${answer} (Data: snapshot ${id}.)`) };
  // JSON leaves members out that are undefined.
  const text = JSON.stringify({ snapshot: { id, date }, ...answer });
  return { structuredContent: JSON.parse(text) as Record<string, unknown>, content: textOf(text) };
}
