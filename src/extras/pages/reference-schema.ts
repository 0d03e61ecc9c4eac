/** Parameters and fields of the reference as nested lists, drawn from their JSON Schemas. */
import type { TSchema } from 'typebox';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import type { Label } from '../../core/model/entity.ts';
import type { Parameter } from '../../core/http/parameters.ts';
import { joined } from './elements.ts';
import { inLanguage } from './reference-german.ts';
import texts from './texts/reference.json' with { type: 'json' };

const TEXT = texts.schema;

/** The keywords of JSON Schema that descriptions use. */
interface Schema {
  readonly title?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema;
  readonly enum?: readonly string[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly const?: string | boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly default?: string | number;
  readonly examples?: readonly (string | number)[];
}

/** A section of the page that describes objects. */
export interface Place {
  readonly locale: Locale;
  /** Unique in the page. */
  readonly id: string;
  /** Names of the objects that the section has described. Where one occurs again, a link leads to its description. */
  readonly described: Set<string>;
}

/** The description of an answer, and its fields if it is an object. */
export function fieldsOf(schema: TSchema, place: Place): Html {
  const { properties, description } = schema as Schema;
  const about = description !== undefined && html`<p>${prose(description, place.locale)}</p>`;
  return html`${about}${properties !== undefined && fieldList(schema, place)}`;
}

function fieldList(schema: Schema, place: Place): Html {
  const { title, properties = {}, required = [] } = schema;
  const rows = Object.entries(properties).map(([name, field]) =>
    row(name, field, !required.includes(name) && TEXT.optional, place),
  );
  const id = title !== undefined && html` id="${place.id}.${title}"`;
  return html`<dl class="fields" ${id}>${rows}</dl>`;
}

/** The parameters of an operation. */
export function parameterList(shape: Readonly<Record<string, Parameter<unknown>>>, place: Place): Html {
  const rows = Object.entries(shape).map(([name, { in: where, required, schema, description, example }]) => {
    const examples = example === undefined ? [] : [[example].flat().join(',')];
    const described = { ...schema, description, examples } as Schema;
    return row(name, described, required === true ? TEXT.required : TEXT.free, place, where);
  });
  return html`<dl class="fields">${rows}</dl>`;
}

/** @param presence whether it may be absent, in words @param where place of a parameter in the request */
function row(
  name: string,
  schema: Schema,
  presence: Label | false,
  place: Place,
  where?: keyof typeof TEXT.places,
): Html {
  const { t } = place.locale;
  const type = typeOf(schema, place);
  const descriptions = [...new Set(descriptionsOf(schema, place))];
  return html`<div>
    <dt>
      <code>${name}</code> <small>${type}${where && `, ${t(TEXT.places[where])}`}</small>
      ${presence && html`<small class="presence${presence === TEXT.required && ' warn'}">${t(presence)}</small>`}
    </dt>
    <dd>
      ${descriptions.map((text) => html`${prose(text, place.locale)} `)}
      ${factsOf(schema, place.locale).map(([word, value]) => html`<p><span class="soft">${word}</span> ${value}</p>`)}
    </dd>
    ${objectsIn(schema).map((object) => nested(name, object, place))}
  </div>`;
}

/** The folded fields of an object within a field; false if the section has already described them. */
function nested(name: string, object: Schema, place: Place): Html | false {
  const { t } = place.locale;
  const { title, properties = {} } = object;
  if (title !== undefined && place.described.has(title)) return false;
  if (title !== undefined) place.described.add(title);
  return html`<dd class="nested">
    <details>
      <summary>
        ${t(TEXT.fields)} <code>${title ?? name}</code> <span class="count">${Object.keys(properties).length}</span>
      </summary>
      ${fieldList(object, place)}
    </details>
  </dd>`;
}

/** The objects that the values of a field hold. */
function objectsIn(schema: Schema): readonly Schema[] {
  return schema.properties === undefined ? partsOf(schema).flatMap(objectsIn) : [schema];
}

function partsOf({ items, anyOf = [], additionalProperties }: Schema): readonly Schema[] {
  return [items, ...anyOf, additionalProperties].filter((part) => part !== undefined);
}

/** Descriptions of a schema and its parts, without objects that the section has already described. */
function descriptionsOf(schema: Schema, place: Place): readonly string[] {
  const { title = '', description, properties } = schema;
  const own = description === undefined || place.described.has(title) ? [] : [description];
  return properties === undefined ? [...own, ...partsOf(schema).flatMap((part) => descriptionsOf(part, place))] : own;
}

const FORMATS: Readonly<Record<string, keyof typeof TEXT.types>> = { date: 'day', 'date-time': 'instant' };

function typeOf(schema: Schema, place: Place): Part {
  const { t } = place.locale;
  const { title, type = '', properties, items, anyOf, additionalProperties, format = '', pattern } = schema;
  if (anyOf !== undefined)
    return joined(
      anyOf.map((part) => typeOf(part, place)),
      ' | ',
    );
  if (items !== undefined) return html`${t(TEXT.listOf)} ${typeOf(items, place)}`;
  if (properties !== undefined && title !== undefined) {
    return place.described.has(title) ? html`<a href="#${place.id}.${title}">${title}</a>` : title;
  }
  if (additionalProperties !== undefined) return html`${t(TEXT.byKey)} ${typeOf(additionalProperties, place)}`;
  const name = pattern?.startsWith('^http') === true ? 'address' : (FORMATS[format] ?? type);
  const word = entryOf(TEXT.types, name);
  return word === undefined ? name : t(word);
}

/** Further facts about the values: bounds, a closed or growing set, the value where none is given, an example. */
function factsOf(schema: Schema, locale: Locale): readonly (readonly [word: string, value: Part])[] {
  const { t } = locale;
  const set = valuesOf(schema);
  const codes = (values: readonly (string | number)[]) => joined(values.map((value) => html`<code>${value}</code>`), ', '); // prettier-ignore
  const [example] = schema.examples ?? [];
  const facts: readonly (readonly [word: string, value: Part])[] = [
    [t(TEXT.bounds), boundsOf(schema, locale)],
    [t(set.mayGrow ? TEXT.growing : TEXT.closed), set.values.length > 0 && codes(set.values)],
    [t(TEXT.preset), schema.default !== undefined && codes([schema.default])],
    [t(TEXT.example), example !== undefined && codes([example])],
  ];
  return facts.filter(([, value]) => value !== false);
}

function valuesOf(schema: Schema): { readonly values: readonly string[]; readonly mayGrow: boolean } {
  const growing = schema['x-extensible-enum'];
  const closed = schema.enum ?? (schema.const === undefined ? undefined : [String(schema.const)]);
  if (growing !== undefined || closed !== undefined) return { values: growing ?? closed ?? [], mayGrow: growing !== undefined }; // prettier-ignore
  const [part] = schema.properties === undefined ? partsOf(schema) : [];
  return part === undefined ? { values: [], mayGrow: false } : valuesOf(part);
}

/** Bounds of the value, its length or its items; a minimum alone is not shown. */
function boundsOf({ minimum, maximum, minLength, maxLength, maxItems }: Schema, { t }: Locale): string | false {
  if (maximum !== undefined) return t(TEXT.range, { from: minimum ?? 0, to: maximum });
  if (maxLength !== undefined) return t(TEXT.characters, { from: minLength ?? 0, to: maxLength });
  if (maxItems !== undefined) return t(TEXT.items, { n: maxItems });
  return false;
}

/** A description with its code, in the language of the page. */
export function prose(text: string, locale: Locale): Html {
  const parts = inLanguage(text, locale).split('`');
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}
