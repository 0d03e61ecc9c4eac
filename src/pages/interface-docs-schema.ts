/** Schemas of answers as tables: one for each named schema, in the order in which a reader meets them. */
import type { Label } from '../model/entity.ts';
import { html, type Html, type Part } from './html.ts';
import { inline } from './interface-docs-markdown.ts';
import { nameOf, type OpenapiDocument, type Schema } from './interface-docs-openapi.ts';
import { TEXT } from './interface-docs-text.ts';

type Say = (label: Label) => string;

/** The names of all schemas that one leads to, itself first. */
export function schemaNames(root: Schema, { components }: OpenapiDocument): readonly string[] {
  const names = new Set<string>();
  const visit = (schema: Schema | boolean | undefined): void => {
    if (typeof schema !== 'object') return;
    if (schema.$ref !== undefined) {
      const name = nameOf(schema.$ref);
      if (names.has(name)) return;
      names.add(name);
      visit(components.schemas[name]);
      return;
    }
    visit(schema.items);
    visit(schema.additionalProperties);
    for (const inner of partsOf(schema)) visit(inner);
  };
  visit(root);
  return [...names];
}

function partsOf({ anyOf = [], properties = {}, patternProperties = {} }: Schema): readonly Schema[] {
  return [...anyOf, ...Object.values(properties), ...Object.values(patternProperties)];
}

export function schemaTable(name: string, { components }: OpenapiDocument, say: Say): Html {
  const schema = components.schemas[name] ?? {};
  const fields = fieldsOf(schema, '');
  return html`<details id="schema-${name}">
    <summary><code>${name}</code></summary>
    ${schema.description !== undefined && html`<p lang="en">${inline(schema.description)}</p>`}
    ${
      fields.length === 0
        ? html`<p>${typeOf(schema)} ${limitsOf(schema, say)}</p>`
        : html`<table class="fields">
            <thead>
              <tr>
                <th scope="col">${say(TEXT.field)}</th>
                <th scope="col">${say(TEXT.type)}</th>
                <th scope="col">${say(TEXT.meaning)}</th>
              </tr>
            </thead>
            <tbody>
              ${fields.map((field) => fieldRow(field, say))}
            </tbody>
          </table>`
    }
  </details>`;
}

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Objects without a name of their own are told within the table of the one that holds them. */
function fieldsOf({ properties = {}, required = [] }: Schema, prefix: string): readonly Field[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = prefix + key;
    return [{ name, schema, isRequired: required.includes(key) }, ...fieldsOf(schema, `${name}.`)];
  });
}

function fieldRow({ name, schema, isRequired }: Field, say: Say): Html {
  const meaning = schema.description ?? schema.items?.description;
  return html`<tr>
    <th scope="row"><code>${name}</code>${!isRequired && html` <small>${say(TEXT.optional)}</small>`}</th>
    <td>${typeOf(schema)}</td>
    <td lang="en">${meaning !== undefined && inline(meaning)} ${limitsOf(schema, say)}</td>
  </tr>`;
}

/** `list of Link`, with links to the tables of named schemas. */
export function typeOf(schema: Schema): Part {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return html`<a href="#schema-${name}"><code>${name}</code></a>`;
  }
  if (schema.anyOf !== undefined) return schema.anyOf.map((one, index) => [index > 0 && ' | ', typeOf(one)]);
  if (schema.items !== undefined) return html`[${typeOf(schema.items)}]`;
  const values = valuesOf(schema);
  if (values !== undefined) return html`{<i>key</i>: ${typeOf(values)}}`;
  return schema.type ?? (schema.enum === undefined ? 'any' : 'string');
}

function valuesOf({ additionalProperties, patternProperties = {} }: Schema): Schema | undefined {
  if (typeof additionalProperties === 'object') return additionalProperties;
  return Object.values(patternProperties)[0];
}

/** Values and bounds that a schema names. */
export function limitsOf(schema: Schema, say: Say): Part {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const closed = schema.enum;
  const open = schema['x-extensible-enum'] ?? schema.items?.['x-extensible-enum'];
  const codes = (values: readonly (string | number)[]) =>
    values.map((value, index) => [index > 0 && ' ', html`<code>${value}</code>`]);
  const range = (label: Label, from?: number, to?: number) =>
    (from !== undefined || to !== undefined) &&
    html`<small
      >${say(label)}: ${from === undefined ? `≤ ${to}` : to === undefined ? `≥ ${from}` : `${from}–${to}`}</small
    >`;
  return [
    closed !== undefined && html`<small>${codes(closed)}</small>`,
    open !== undefined && html`<small>${codes(open)} (${say(TEXT.mayGrow)})</small>`,
    range(TEXT.number, minimum, maximum),
    range(TEXT.characters, minLength, maxLength),
    range(TEXT.members, minItems, maxItems),
    schema.default !== undefined && html`<small>${say(TEXT.default)}: <code>${schema.default}</code></small>`,
  ];
}
