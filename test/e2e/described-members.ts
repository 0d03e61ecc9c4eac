/** The members and closed values of the schemas of the interface, and those that an answer has. */

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string;
}
export type Components = Readonly<Record<string, Schema>>;

const nameOf = ($ref: string): string => $ref.replace(/^.*\//, '');

/** Names of everything below a schema: `Entity.gnd`, and for closed values `Link.match=exact`. */
export function describedIn(name: string, schema: Schema, components: Components, known = new Set<string>()) {
  const visit = (at: string, one: Schema): void => {
    if (one.$ref !== undefined) {
      const key = nameOf(one.$ref);
      if (!visited.has(key)) {
        visited.add(key);
        visit(key, components[key] ?? {});
      }
      return;
    }
    for (const part of [...(one.anyOf ?? []), ...(one.allOf ?? [])]) visit(at, part);
    if (one.items !== undefined) visit(at, one.items);
    if (typeof one.additionalProperties === 'object') visit(at, one.additionalProperties);
    for (const value of one.enum ?? []) known.add(`${at}=${String(value)}`);
    for (const [key, member] of Object.entries(one.properties ?? {})) {
      known.add(`${at}.${key}`);
      visit(`${at}.${key}`, member);
    }
  };
  const visited = new Set<string>();
  visit(name, schema);
  return known;
}

/** Adds the names of what a value has to `seen`. */
export function seenIn(name: string, schema: Schema, value: unknown, components: Components, seen: Set<string>): void {
  if (schema.$ref !== undefined) {
    const key = nameOf(schema.$ref);
    return seenIn(key, components[key] ?? {}, value, components, seen);
  }
  for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) seenIn(name, part, value, components, seen);
  if (schema.enum?.includes(value) === true) seen.add(`${name}=${String(value)}`);
  if (Array.isArray(value)) {
    for (const item of value) if (schema.items !== undefined) seenIn(name, schema.items, item, components, seen);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const described = schema.properties?.[key];
    if (described !== undefined) {
      seen.add(`${name}.${key}`);
      seenIn(`${name}.${key}`, described, member, components, seen);
    } else if (typeof schema.additionalProperties === 'object')
      seenIn(name, schema.additionalProperties, member, components, seen);
  }
}
