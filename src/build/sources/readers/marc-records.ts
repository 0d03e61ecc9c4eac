/** Reads records from a stream of MARC21-XML, with only the wanted fields, and looks up their values. */
import { SaxesParser } from 'saxes';
import { defect } from './defects.ts';
import type { Defect } from './reader.ts';
import { createXmlFramer, type XmlFrame } from './xml-framer.ts';
import { decodeXml, localName, replaceForbidden, textAround } from './xml-text.ts';

/** A field. A control field has one subfield, with an empty code. */
export interface MarcField {
  readonly tag: string;
  /** First indicator; empty if the record lacks it. */
  readonly ind1: string;
  readonly subfields: readonly { readonly code: string; readonly value: string }[];
}

export interface MarcRecord {
  readonly kind: 'record';
  readonly leader?: string;
  /** The wanted fields in the order of the record. */
  readonly fields: readonly MarcField[];
  /** Line of the start tag, counted from 1. */
  readonly line: number;
}

/** Deepest nesting of elements within a record. */
const MAX_DEPTH = 32;

/** The parts of records to keep. */
export interface MarcSelection {
  /** Tags of the wanted fields. */
  readonly tags: ReadonlySet<string>;
  /** Largest number of wanted fields and subfields together. A record with more is left out. */
  readonly parts: number;
  /** Longest value in UTF-16 units; the rest is cut off. */
  readonly valueLength: number;
}

/** A record that is being read. */
interface Draft {
  leader?: string;
  readonly fields: { tag: string; ind1: string; subfields: { code: string; value: string }[] }[];
  parts: number;
  /** Whether the element contains a part of a MARC record. */
  marc: boolean;
}

/**
 * Records in batches, one batch per chunk of input, as {@link createXmlFramer} finds them. Compares only local names of
 * elements, whatever the namespace. Each record is parsed alone, so that a fault in it does not touch the others.
 * Defects, with their line: those of the framer, `malformed_xml` (not well-formed; quotes the text before the fault),
 * `too_many_fields` (record), `invalid_utf8`, `control_characters`, `empty_record` (notice; the last one in an OAI-PMH
 * response: a header without a record).
 * @throws UnusableSource as {@link createXmlFramer}, {@link decodeXml}
 */
export async function* readMarcRecords(
  input: AsyncIterable<Uint8Array>,
  wanted: MarcSelection,
): AsyncGenerator<readonly (MarcRecord | Defect)[], void> {
  const framer = createXmlFramer();
  const parse = createRecordParser(wanted);
  const itemsOf = (frames: readonly (XmlFrame | Defect)[]) =>
    frames.flatMap((frame) => (frame.kind === 'frame' ? parse(frame) : [frame]));
  for await (const text of decodeXml(input)) {
    const items = itemsOf(framer.push(text));
    if (items.length > 0) yield items;
  }
  yield itemsOf(framer.finish());
}

/** @returns a function that parses the text of one record */
export function createRecordParser(wanted: MarcSelection) {
  const assembler = createAssembler(wanted);
  let saxes: SaxesParser | undefined;
  let depth = 0;

  function createParser(): SaxesParser {
    const parser = new SaxesParser();
    parser.on('opentag', ({ name, attributes }) => {
      depth += 1;
      if (depth > MAX_DEPTH) throw new Error('its elements are nested too deeply');
      assembler.open(localName(name), attributes);
    });
    parser.on('closetag', ({ name }) => {
      depth -= 1;
      assembler.close(localName(name));
    });
    parser.on('text', (text) => assembler.text(text));
    parser.on('cdata', (text) => assembler.text(text));
    return parser;
  }

  return ({ text, line }: XmlFrame): readonly (MarcRecord | Defect)[] => {
    const clean = replaceForbidden(text);
    const parser = (saxes ??= createParser());
    depth = 0;
    assembler.begin();
    try {
      parser.write(clean).close();
    } catch {
      // After an error, the parser is unusable.
      saxes = undefined;
      return [defect('malformed_xml', 'record', textAround(clean, faultIn(clean, parser.position)), line)];
    }
    const item = assembler.end(line);
    if (!clean.includes('\uFFFD')) return [item];
    const reason = text.includes('\uFFFD') ? 'invalid_utf8' : 'control_characters';
    return [defect(reason, 'notice', textAround(clean, clean.indexOf('\uFFFD')), line), item];
  };
}

/** Turns the tags and texts of one record after another into records. */
function createAssembler(wanted: MarcSelection) {
  let draft: Draft;
  /** The wanted field being read. */
  let field: Draft['fields'][number] | undefined;
  /** The text of the leader, or the wanted control field or subfield, being read. */
  let value: string | undefined;

  const hasTooMany = (): boolean => draft.parts > wanted.parts;

  function openField(tag: string, ind1: string): void {
    draft.marc = true;
    field = wanted.tags.has(tag) && !hasTooMany() ? { tag, ind1, subfields: [] } : undefined;
    if (field === undefined) return;
    draft.fields.push(field);
    draft.parts += 1;
  }

  function openSubfield(code: string): void {
    if (field === undefined || hasTooMany()) return;
    field.subfields.push({ code, value: '' });
    value = '';
    draft.parts += 1;
  }

  return {
    begin(): void {
      draft = { fields: [], parts: 0, marc: false };
      field = undefined;
      value = undefined;
    },
    open(name: string, { tag = '', ind1 = '', code = '' }: Readonly<Record<string, string>>): void {
      value = undefined;
      if (name === 'leader') {
        draft.marc = true;
        value = '';
      } else if (name === 'subfield') {
        openSubfield(code);
      } else if (name === 'controlfield' || name === 'datafield') {
        openField(tag, ind1);
        if (name === 'controlfield') openSubfield('');
      }
    },
    text(text: string): void {
      if (value !== undefined && value.length < wanted.valueLength) value += text.slice(0, wanted.valueLength);
    },
    close(name: string): void {
      const subfield = field?.subfields.at(-1);
      if (value !== undefined && name === 'leader') draft.leader = value;
      else if (value !== undefined && subfield !== undefined) subfield.value = value;
      value = undefined;
      // Elements of other formats between the fields belong to none.
      if (name === 'controlfield' || name === 'datafield') field = undefined;
    },
    end(line: number): MarcRecord | Defect {
      const { leader, fields, marc } = draft;
      if (hasTooMany()) return defect('too_many_fields', 'record', undefined, line);
      if (!marc) return defect('empty_record', 'notice', undefined, line);
      return { kind: 'record', ...(leader !== undefined && { leader }), fields, line };
    },
  };
}

/** Position of a fault. A bare ampersand is noticed only at the end. @param noticed where the parser noticed the fault */
function faultIn(xml: string, noticed: number): number {
  const bare = xml.search(/&(?!(?:#\d+|#x[\da-f]+|[\w.-]+);)/i);
  return bare >= 0 ? Math.min(bare, noticed) : noticed;
}

/** All values of a subfield in all fields of a tag. */
export function valuesOf({ fields }: MarcRecord, tag: string, code: string): readonly string[] {
  const values: string[] = [];
  for (const field of fields) if (field.tag === tag) collect(field, code, values);
  return values;
}

export function subfields(field: MarcField, code: string): readonly string[] {
  return collect(field, code, []);
}

/** The first value of a subfield. */
export function subfield(field: MarcField, code: string): string | undefined {
  for (const other of field.subfields) if (other.code === code) return other.value;
  return undefined;
}

/** Codes of a relation, `$4 ortg`, and the IRI of its property in a second $4. */
export function relationCodes(field: MarcField): readonly string[] {
  return subfields(field, '4').map((code) => code.trim());
}

/** Values of $9 with a prefix. $9 has values for which MARC has no subfield: `$9 v:Vorlage`, `$9 U:Cyrl`. */
export function remarks(field: MarcField, prefix: string): readonly string[] {
  return subfields(field, '9')
    .filter((text) => text.startsWith(`${prefix}:`))
    .map((text) => text.slice(prefix.length + 1));
}

/** Whether a number is marked as a GND identifier. (DE-588a), (DE-588b) and (DE-588c) are predecessors of the GND. */
export function isGndNumber(text: string): boolean {
  return /^\s*\(DE-588\)/i.test(text);
}

function collect(field: MarcField, wanted: string, values: string[]): string[] {
  for (const { code, value } of field.subfields) if (code === wanted) values.push(value);
  return values;
}
