/** Values of expanded JSON-LD: IRIs and literals, read from whatever stands in their place. */

/** Exactly one of the two is set. */
export interface JsonLdValue {
  readonly iri?: string;
  readonly literal?: string;
}

/** The values of a property in their order, lists resolved; bare strings, numbers and objects are taken for what they mean. */
export function readValues(property: unknown): readonly JsonLdValue[] {
  if (property === undefined) return [];
  const values: JsonLdValue[] = [];
  for (const member of Array.isArray(property) ? (property as unknown[]) : [property]) {
    const value = readValue(member);
    if (value !== undefined) values.push(value);
    else addList(values, member);
  }
  return values;
}

/** The first literal of a property, as it stands. */
export function firstLiteral(property: unknown): string | undefined {
  return readValues(property).find((value) => value.literal !== undefined)?.literal;
}

function readValue(member: unknown): JsonLdValue | undefined {
  if (typeof member === 'string') return { literal: member };
  if (typeof member === 'number') return { literal: String(member) };
  if (typeof member !== 'object' || member === null) return undefined;
  if ('@value' in member) {
    const value = member['@value'];
    return typeof value === 'string' || typeof value === 'number' ? { literal: String(value) } : undefined;
  }
  return '@id' in member && typeof member['@id'] === 'string' ? { iri: member['@id'] } : undefined;
}

function addList(values: JsonLdValue[], member: unknown): void {
  if (typeof member !== 'object' || member === null || !('@list' in member) || !Array.isArray(member['@list'])) return;
  for (const item of member['@list'] as unknown[]) {
    const value = readValue(item);
    if (value !== undefined) values.push(value);
  }
}
