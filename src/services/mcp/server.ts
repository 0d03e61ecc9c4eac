/** A server of the Model Context Protocol over a store; its library is loaded when the first one is made. */
import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Store } from '../../store/store.ts';
import { snapshotOf, type Tool, TOOLS } from './tools.ts';

const INSTRUCTIONS =
  'The GND is the authority file of the German-speaking libraries. Find an entity with search_entities or match_names, then ask get_links for its links into the web. ' +
  'Cite entities by URI (https://d-nb.info/gnd/…). Names and descriptions are German. A link is a statement of its sources.';
/** The tools change with the software only. */
const KEPT = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

let prepared:
  | Promise<{
      readonly create: typeof McpServer;
      readonly schemas: ReadonlyMap<Tool, readonly StandardSchemaWithJSON[]>;
    }>
  | undefined;

/** Schemas are compiled once. */
async function prepare() {
  const { McpServer: create, fromJsonSchema } = await import('@modelcontextprotocol/server');
  const schemas = new Map(
    TOOLS.map((tool) => [
      tool,
      [tool.input, tool.output].map((schema) => fromJsonSchema(schema as Parameters<typeof fromJsonSchema>[0])),
    ]),
  );
  return { create, schemas };
}

/** @param current the store of this request @param release version of the software */
export async function createMcpServer(current: () => Store, release: string): Promise<McpServer> {
  const { create, schemas } = await (prepared ??= prepare());
  const server = new create(
    { name: 'gnd-links', title: 'GND Links', version: release },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': KEPT, 'server/discover': KEPT },
    },
  );
  for (const tool of TOOLS) {
    const [inputSchema, outputSchema] = schemas.get(tool) as [StandardSchemaWithJSON, StandardSchemaWithJSON];
    const { name, title, description } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema, annotations: { title, ...ANNOTATIONS } },
      (input: unknown) => call(tool, current(), input),
    );
  }
  return server;
}

async function call({ run }: Tool, store: Store, input: unknown) {
  const snapshot = snapshotOf(store.snapshot);
  const answer = await run(store, input as never);
  if ('failure' in answer) {
    const text = `${String(answer['failure'])} (Data: snapshot ${snapshot.id}.)`;
    return { isError: true, content: [{ type: 'text' as const, text }] };
  }
  const structuredContent = { snapshot, ...answer };
  return { structuredContent, content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }] };
}
