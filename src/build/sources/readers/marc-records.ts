/** Reads records from a stream of MARC21-XML, with only the wanted fields, and looks up their values. */
import { SaxesParser } from 'saxes';
import { defect } from './defects.ts';
import { type Defect, LIMITS, UnusableSource } from './reader.ts';

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

/** Deepest nesting of elements: records in a `collection` need 4, in an OAI-PMH response 7. */
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
  readonly line: number;
  /** Position of the start tag. */
  readonly start: number;
  leader?: string;
  readonly fields: { tag: string; ind1: string; subfields: { code: string; value: string }[] }[];
  parts: number;
  /** Whether the element contains a part of a MARC record. */
  marc: boolean;
  /** Whether the element contains another record, as in an OAI-PMH response. */
  wrapper: boolean;
  fault?: 'record_too_large' | 'too_many_fields';
}

/**
 * Records in batches, one batch per chunk of input, from a single `<record>`, a `<collection>` or an OAI-PMH response.
 * Compares only local names of elements, whatever the namespace. Holds at most one record and one chunk in memory.
 * Defects, with their line: `record_too_large` (more than `LIMITS.recordBytes` characters), `too_many_fields` (record),
 * `empty_record` (notice; in an OAI-PMH response a header without a record).
 * @throws UnusableSource `wrong_format`, with the line, for XML that is not well-formed, has a document type
 * declaration, or is nested deeper than MARC; `truncated` within an element
 */
export async function* readMarcRecords(
  input: AsyncIterable<Uint8Array>,
  wanted: MarcSelection,
): AsyncGenerator<readonly (MarcRecord | Defect)[], void> {
  const decoder = new TextDecoder('utf-8');
  const parser = createRecordParser(wanted);
  for await (const chunk of input) {
    const items = parser.push(decoder.decode(chunk, { stream: true }));
    if (items.length > 0) yield items;
  }
  if (decoder.decode() !== '') throw truncated();
  parser.finish();
}

/** Turns text into records. */
function createRecordParser(wanted: MarcSelection) {
  const assembler = createAssembler(wanted);
  const saxes = new SaxesParser();
  let items: (MarcRecord | Defect)[] = [];
  let depth = 0;
  /** Position after the last complete tag, text or comment; saxes buffers the characters after it. */
  let settled = 0;
  let rooted = false;
  /** The last character that is not white space. */
  let last = '>';

  const settle = (): void => {
    settled = saxes.position;
  };
  const takeText = (text: string): void => {
    settle();
    assembler.text(text);
  };
  saxes.on('opentag', ({ name, attributes }) => {
    settle();
    rooted = true;
    depth += 1;
    if (depth > MAX_DEPTH) throw wrongFormat(saxes.line, 'its elements are nested too deep');
    assembler.open(localName(name), attributes, saxes.line, saxes.position);
  });
  saxes.on('closetag', ({ name }) => {
    settle();
    depth -= 1;
    const item = assembler.close(localName(name), saxes.position);
    if (item !== undefined) items.push(item);
  });
  saxes.on('text', takeText);
  saxes.on('cdata', takeText);
  saxes.on('comment', settle);
  saxes.on('processinginstruction', settle);
  saxes.on('doctype', () => {
    throw wrongFormat(saxes.line, 'it declares a document type');
  });

  return {
    /** @returns the records and defects that this piece of text completes */
    push(text: string): readonly (MarcRecord | Defect)[] {
      items = [];
      last = text.trimEnd().at(-1) ?? last;
      try {
        saxes.write(text);
      } catch (cause) {
        if (cause instanceof UnusableSource) throw cause;
        const complaint = (cause as Error).message.replace(/^(?:\d+:)*\s*/, '').replace(/\.$/, '');
        throw wrongFormat(saxes.line, complaint.slice(0, 120), cause);
      }
      // After `write`, `position` of saxes counts the piece of text twice.
      if (saxes.position - text.length - settled > LIMITS.recordBytes) {
        throw wrongFormat(saxes.line, 'a single tag or text is too long');
      }
      return items;
    },
    finish(): void {
      // Without a root element, there is only white space, comments and instructions; `>` ends a complete one.
      if (!rooted && last === '>') return;
      try {
        saxes.close();
      } catch (cause) {
        throw truncated(cause);
      }
    },
  };
}

/** Turns tags and texts into records. */
function createAssembler(wanted: MarcSelection) {
  const drafts: Draft[] = [];
  /** The wanted field being read. */
  let field: Draft['fields'][number] | undefined;
  /** The text of the leader, or the wanted control field or subfield, being read. */
  let value: string | undefined;

  function count(draft: Draft): void {
    draft.parts += 1;
    if (draft.parts > wanted.parts) draft.fault = 'too_many_fields';
  }

  function openField(draft: Draft, tag: string, ind1: string): void {
    draft.marc = true;
    field = wanted.tags.has(tag) && draft.fault === undefined ? { tag, ind1, subfields: [] } : undefined;
    if (field === undefined) return;
    draft.fields.push(field);
    count(draft);
  }

  function openSubfield(draft: Draft, code: string): void {
    if (field === undefined || draft.fault !== undefined) return;
    field.subfields.push({ code, value: '' });
    value = '';
    count(draft);
  }

  return {
    open(name: string, attributes: Readonly<Record<string, string>>, line: number, start: number): void {
      const { tag = '', ind1 = '', code = '' } = attributes;
      const draft = drafts.at(-1);
      value = undefined;
      if (name === 'record') {
        if (draft !== undefined) draft.wrapper = true;
        drafts.push({ line, start, fields: [], parts: 0, marc: false, wrapper: false });
        field = undefined;
      } else if (draft === undefined) {
        return;
      } else if (name === 'leader') {
        draft.marc = true;
        value = '';
      } else if (name === 'subfield') {
        openSubfield(draft, code);
      } else if (name === 'controlfield' || name === 'datafield') {
        openField(draft, tag, ind1);
        if (name === 'controlfield') openSubfield(draft, '');
      }
    },
    text(text: string): void {
      if (value !== undefined && value.length < wanted.valueLength) value += text.slice(0, wanted.valueLength);
    },
    /** @returns the record or defect that this end tag completes */
    close(name: string, position: number): MarcRecord | Defect | undefined {
      const draft = drafts.at(-1);
      if (draft === undefined) return undefined;
      if (!draft.wrapper && position - draft.start > LIMITS.recordBytes) draft.fault = 'record_too_large';
      const subfield = field?.subfields.at(-1);
      if (value !== undefined && name === 'leader') draft.leader = value;
      else if (value !== undefined && subfield !== undefined) subfield.value = value;
      value = undefined;
      if (name !== 'record') return undefined;
      drafts.pop();
      return itemOf(draft);
    },
  };
}

function itemOf({ line, leader, fields, marc, wrapper, fault }: Draft): MarcRecord | Defect | undefined {
  if (fault !== undefined) return defect(fault, 'record', undefined, line);
  if (marc) return { kind: 'record', ...(leader !== undefined && { leader }), fields, line };
  return wrapper ? undefined : defect('empty_record', 'notice', undefined, line);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function wrongFormat(line: number, complaint: string, cause?: unknown): UnusableSource {
  return new UnusableSource('wrong_format', `It is not MARC21-XML: ${complaint} (line ${line}).`, { cause });
}

function truncated(cause?: unknown): UnusableSource {
  return new UnusableSource('truncated', 'The file ends in the middle of its records.', { cause });
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

/** Code of a relation, `$4 ortg`, and its IRI in a second $4, if any; in files of 2015 `$9 4:ortg`. */
export function relationCodes(field: MarcField): readonly string[] {
  const codes: string[] = [];
  for (const { code, value } of field.subfields) {
    if (code === '4') codes.push(value.trim());
    else if (code === '9' && value.startsWith('4:')) codes.push(value.slice(2).trim());
  }
  return codes;
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
