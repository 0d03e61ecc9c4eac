/** Reads values of any type from parsed JSON and expanded JSON-LD. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** The members of an array; an array of one for another value, an empty array for no value. */
export function asArray(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  return value === undefined || value === null ? [] : [value];
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A value of a property: either an IRI or a literal. */
export interface JsonLdValue {
  readonly iri?: string;
  readonly literal?: string;
  /** Language tag of the literal. */
  readonly language?: string;
}

/** The values of a property in order, also those in a `@list`. A bare string or number is a literal. */
export function readValues(property: unknown): readonly JsonLdValue[] {
  const values: JsonLdValue[] = [];
  for (const member of asArray(property)) {
    const list = asObject(member)?.['@list'];
    for (const item of Array.isArray(list) ? (list as unknown[]) : [member]) {
      const value = readValue(item);
      if (value !== undefined) values.push(value);
    }
  }
  return values;
}

/** The first literal of a property, unchanged. */
export function firstLiteral(property: unknown): string | undefined {
  return readValues(property).find((value) => value.literal !== undefined)?.literal;
}

function readValue(member: unknown): JsonLdValue | undefined {
  if (typeof member === 'string') return { literal: member };
  if (typeof member === 'number') return { literal: String(member) };
  if (typeof member !== 'object' || member === null) return undefined;
  if ('@value' in member) {
    const value = member['@value'];
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    const language = '@language' in member ? member['@language'] : undefined;
    return { literal: String(value), ...(typeof language === 'string' && { language }) };
  }
  return '@id' in member && typeof member['@id'] === 'string' ? { iri: member['@id'] } : undefined;
}
