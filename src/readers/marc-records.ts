/** Cuts a stream of MARC21-XML into records, of which only the wanted fields are kept. */
import { SaxesParser } from 'saxes';
import { defect } from './defects.ts';
import type { Defect } from './reader.ts';
import { LIMITS, UnusableSource } from './reader.ts';

/** A field in the order of the record; a control field has one subfield, whose code is empty. */
export interface MarcField {
  readonly tag: string;
  /** Empty where the record does not give it. */
  readonly ind1: string;
  readonly subfields: readonly { readonly code: string; readonly value: string }[];
}

export interface MarcRecord {
  readonly kind: 'record';
  /** Absent when the record has none. */
  readonly leader?: string;
  readonly fields: readonly MarcField[];
  /** 1-based, of the start tag. */
  readonly line: number;
}

/** Elements within elements: `collection` needs 4, an OAI-PMH answer 7. */
const MAX_DEPTH = 32;

/** What is kept of a record. */
export interface MarcSelection {
  /** Tags of the wanted fields. */
  readonly tags: ReadonlySet<string>;
  /** Wanted fields and subfields together; a record with more is left out. */
  readonly parts: number;
  /** Of one value, in UTF-16 units; the rest is not kept. */
  readonly valueLength: number;
}

interface Draft {
  readonly line: number;
  readonly start: number;
  leader?: string;
  readonly fields: { tag: string; ind1: string; subfields: { code: string; value: string }[] }[];
  parts: number;
  /** Whether it holds anything that a MARC record holds. */
  marc: boolean;
  /** Whether another record stands in it, as in an OAI-PMH answer. */
  wrapper: boolean;
  fault?: 'record_too_large' | 'too_many_fields';
}

/**
 * Records in batches, one batch per piece of input. What an element is called counts, not its prefix or namespace, nor
 * what stands around: `<collection>`, OAI-PMH or nothing. Holds no more than one record and one piece of input.
 * Defects, with their line: `record_too_large` (more than `LIMITS.recordBytes` characters), `too_many_fields` (record),
 * `empty_record` (notice; in an OAI-PMH answer a header without a record).
 *
 * @throws UnusableSource `wrong_format` with the line when it is not well-formed, declares a document type, or is nested or
 *   made up as no MARC is; `truncated` when it ends within an element
 */
export async function* readMarcRecords(
  input: AsyncIterable<Uint8Array>,
  wanted: MarcSelection,
): AsyncGenerator<readonly (MarcRecord | Defect)[], void> {
  const decoder = new TextDecoder('utf-8');
  const framer = createFramer(wanted);
  for await (const chunk of input) {
    const items = framer.push(decoder.decode(chunk, { stream: true }));
    if (items.length > 0) yield items;
  }
  if (decoder.decode() !== '') throw endsTooSoon();
  framer.finish();
}

/** Text in, records out. */
function createFramer(wanted: MarcSelection) {
  const parser = new SaxesParser();
  const assembler = createAssembler(wanted);
  let items: (MarcRecord | Defect)[] = [];
  let depth = 0;
  /** Where the parser last came to the end of a tag, a text or a comment: what follows, it holds. */
  let settled = 0;
  let rooted = false;
  /** The last character that is not white space. */
  let last = '>';

  function settle(): void {
    settled = parser.position;
  }

  function takeText(text: string): void {
    settle();
    assembler.text(text);
  }

  parser.on('opentag', ({ name, attributes }) => {
    settle();
    rooted = true;
    depth += 1;
    if (depth > MAX_DEPTH) throw wrongFormat(parser.line, 'its elements are nested too deep');
    assembler.open(localName(name), attributes, parser.line, parser.position);
  });
  parser.on('closetag', ({ name }) => {
    settle();
    depth -= 1;
    const item = assembler.close(localName(name), parser.position);
    if (item !== undefined) items.push(item);
  });
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  parser.on('comment', settle);
  parser.on('processinginstruction', settle);
  parser.on('doctype', () => {
    throw wrongFormat(parser.line, 'it declares a document type');
  });

  return {
    /** What was completed by this piece of the text. */
    push(text: string): readonly (MarcRecord | Defect)[] {
      items = [];
      last = text.trimEnd().at(-1) ?? last;
      write(parser, text);
      // After a piece, saxes counts it twice.
      if (parser.position - text.length - settled > LIMITS.recordBytes) {
        throw wrongFormat(parser.line, 'a single tag or text is too long');
      }
      return items;
    },
    finish(): void {
      // White space, comments and instructions are a whole, if they are not cut themselves.
      if (!rooted && last === '>') return;
      try {
        parser.close();
      } catch (cause) {
        throw endsTooSoon(cause);
      }
    },
  };
}

/** Tags and texts in, records out. */
function createAssembler(wanted: MarcSelection) {
  const drafts: Draft[] = [];
  /** The text of the leader, control field or subfield that is being read and wanted. */
  let value: string | undefined;

  function openField(draft: Draft, tag: string, ind1: string): void {
    // A field that is not wanted stays as the last one, so that its subfields have nowhere to go.
    if (draft.fields.at(-1)?.tag === '') draft.fields.pop();
    const kept = wanted.tags.has(tag) && draft.fault === undefined;
    draft.fields.push({ tag: kept ? tag : '', ind1, subfields: [] });
    if (kept) count(draft, wanted.parts);
  }

  function openSubfield(draft: Draft, code: string): void {
    const field = draft.fields.at(-1);
    if (field === undefined || field.tag === '' || draft.fault !== undefined) return;
    field.subfields.push({ code, value: '' });
    value = '';
    count(draft, wanted.parts);
  }

  return {
    open(
      name: string,
      { tag = '', ind1 = '', code = '' }: Readonly<Record<string, string>>,
      line: number,
      start: number,
    ): void {
      const draft = drafts.at(-1);
      value = undefined;
      if (name === 'record') {
        if (draft !== undefined) draft.wrapper = true;
        drafts.push({ line, start, fields: [], parts: 0, marc: false, wrapper: false });
        return;
      }
      if (draft === undefined) return;
      draft.marc ||= name === 'leader' || name === 'controlfield' || name === 'datafield';
      if (name === 'leader') value = '';
      if (name === 'controlfield' || name === 'datafield') openField(draft, tag, ind1);
      if (name === 'controlfield' || name === 'subfield') openSubfield(draft, name === 'subfield' ? code : '');
    },
    text(text: string): void {
      if (value !== undefined && value.length < wanted.valueLength) value += text.slice(0, wanted.valueLength);
    },
    /** @returns what is completed with this end tag */
    close(name: string, position: number): MarcRecord | Defect | undefined {
      const draft = drafts.at(-1);
      if (draft === undefined) return undefined;
      if (!draft.wrapper && position - draft.start > LIMITS.recordBytes) draft.fault = 'record_too_large';
      if (value !== undefined && name === 'leader') draft.leader = value;
      else if (value !== undefined) {
        const subfield = draft.fields.at(-1)?.subfields.at(-1);
        if (subfield !== undefined) subfield.value = value;
      }
      value = undefined;
      if (name !== 'record') return undefined;
      drafts.pop();
      return finished(draft);
    },
  };
}

function count(draft: Draft, limit: number): void {
  draft.parts += 1;
  if (draft.parts > limit) draft.fault = 'too_many_fields';
}

function finished({ line, leader, fields, marc, wrapper, fault }: Draft): MarcRecord | Defect | undefined {
  if (fault !== undefined) return defect(fault, 'record', undefined, line);
  if (!marc) return wrapper ? undefined : defect('empty_record', 'notice', undefined, line);
  const kept = fields.filter(({ tag }) => tag !== '');
  return { kind: 'record', ...(leader !== undefined && { leader }), fields: kept, line };
}

function write(parser: SaxesParser, text: string): void {
  try {
    parser.write(text);
  } catch (cause) {
    if (cause instanceof UnusableSource) throw cause;
    const complaint = (cause as Error).message.replace(/^(?:\d+:)*\s*/, '').replace(/\.$/, '');
    throw wrongFormat(parser.line, complaint.slice(0, 120), cause);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function wrongFormat(line: number, complaint: string, cause?: unknown): UnusableSource {
  return new UnusableSource('wrong_format', `It is not MARC21-XML: ${complaint} (line ${line}).`, { cause });
}

function endsTooSoon(cause?: unknown): UnusableSource {
  return new UnusableSource('truncated', 'The file ends in the middle of its records.', { cause });
}
