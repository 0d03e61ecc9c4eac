/** Expanded JSON-LD as the dumps of the linked data service write it: chunks of sorted nodes, the white space of Jackson. */

/** A value object or a reference. */
export type Value =
  | { readonly '@id': string }
  | { readonly '@value': string; readonly '@type'?: string; readonly '@language'?: string };
export interface Node {
  '@id': string;
  '@type'?: string[];
  [property: string]: string | string[] | Value[] | undefined;
}

export const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

export function iri(id: string): Value {
  return { '@id': id };
}

/** A literal in decomposed Unicode. */
export function literal(text: string, language?: string): Value {
  const value = text.normalize('NFD');
  return language === undefined ? { '@value': value } : { '@language': language, '@value': value };
}

export function typed(type: string, value: string): Value {
  return { '@type': type.includes('://') ? type : XSD + type, '@value': value };
}

/** Year and day are typed, anything else is text. */
export function date(text: string): Value {
  if (/^-?\d{4}$/.test(text)) return typed('gYear', text);
  return /^\d{4}-\d\d-\d\d$/.test(text) ? typed('date', text) : literal(text);
}

/** Chunks of nodes as one array of arrays; nodes by identifier in code point order. */
export function printDump(chunks: readonly (readonly Node[])[]): string {
  const inner = chunks.map((nodes) => {
    const sorted = [...nodes].sort((a, b) => (a['@id'] < b['@id'] ? -1 : 1));
    return `[ ${sorted.map(printNode).join(', ')} ]`;
  });
  return `[${inner.join(',')}]\n`;
}

function printNode(node: Node): string {
  const keys = Object.keys(node).sort();
  const lines = keys.map((key) => {
    const value = node[key];
    if (typeof value === 'string') return `  ${quote(key)} : ${quote(value)}`;
    const members = (value ?? []).map((member) => (typeof member === 'string' ? quote(member) : printValue(member)));
    return `  ${quote(key)} : [ ${members.join(', ')} ]`;
  });
  return `{\n${lines.join(',\n')}\n}`;
}

function printValue(value: Value): string {
  const lines = Object.entries(value).map(([key, text]) => `    ${quote(key)} : ${quote(text as string)}`);
  return `{\n${lines.join(',\n')}\n  }`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
