/** Writes the schemas of the interface's answers in OpenAPI as TypeScript types for the client. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/**
 * @param schemas by name, as under `components` of the description
 * @param answers names of the answers that a client gets; the schemas to which they refer are added
 * @throws when a schema has a keyword that this function does not support
 */
export function answerTypes(schemas: Readonly<Record<string, Schema>>, answers: readonly string[]): string {
  const names = new Set(answers);
  const types: string[] = [];
  // References add names to the set during the loop.
  for (const name of names) {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`There is no schema ${name}.`);
    types.push(`${comment(schema, '')}export type ${name} = ${typeOf(schema, '')};\n`);
    for (const [, other = ''] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) names.add(other);
  }
  return `/** The answers of the interface. Objects are open: fields may be added. Written by docs/generate.ts. */\n\n${types.join('\n')}`;
}

function typeOf(schema: Schema, indent: string): string {
  const { $ref, anyOf, items, type = '' } = schema;
  if ($ref !== undefined) return $ref.replace(/^.*\//, '');
  if (schema.enum !== undefined) return schema.enum.map((value) => `'${String(value)}'`).join(' | ');
  if (anyOf !== undefined) return anyOf.map((one) => typeOf(one, indent)).join(' | ');
  if (items !== undefined) {
    const item = typeOf(items, indent);
    return item.includes(' | ') ? `readonly (${item})[]` : `readonly ${item}[]`;
  }
  if (type === 'object') return objectType(schema, indent);
  const primitive = PRIMITIVES[type];
  if (primitive === undefined) throw new Error(`This is no type that is known: ${JSON.stringify(schema)}`);
  return primitive;
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`;
    return `${comment(schema, inner)}${inner}readonly ${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)};\n`;
  });
  if (additionalProperties !== undefined) {
    // An index signature must also admit the optional properties.
    const absent = fields.length === 0 ? '' : ' | undefined';
    fields.push(`${inner}readonly [name: string]: ${typeOf(additionalProperties, inner)}${absent};\n`);
  }
  return fields.length === 0 ? 'object' : `{\n${fields.join('')}${indent}}`;
}

function comment({ description, $ref }: Schema, indent: string): string {
  return description === undefined || $ref !== undefined ? '' : `${indent}/** ${description.replaceAll('*/', '')} */\n`;
}
