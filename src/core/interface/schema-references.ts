/** Makes components of OpenAPI from schemas with a title, and references to these components. */

type Json = Readonly<Record<string, unknown>>;

/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['examples', 'default', 'enum', 'const', 'x-extensible-enum']);

/** Replaces every schema with a title by a reference to its component. @param schemas collects the components */
export function withReferences(schema: unknown, schemas: Map<string, Json>): Json {
  return replaceTitled(JSON.parse(JSON.stringify(schema)), schemas) as Json;
}

function replaceTitled(node: unknown, schemas: Map<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((item) => replaceTitled(item, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    DATA.has(key) ? value : replaceTitled(value, schemas),
  ]);
  const plain = Object.fromEntries(entries) as Json;
  const title = plain['title'];
  if (typeof title !== 'string') return plain;
  schemas.set(title, plain);
  return { $ref: `#/components/schemas/${title}` };
}
