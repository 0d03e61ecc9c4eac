/** Finds the records in a stream of XML without parsing them: the text from `<record>` to `</record>`. */
import { defect } from './defects.ts';
import { type Defect, LIMITS, UnusableSource } from './reader.ts';

/** The text of a record, with the line of its start tag. */
export interface XmlFrame {
  readonly kind: 'frame';
  readonly text: string;
  readonly line: number;
}

const NAME = '(?:[\\w.-]{1,64}:)?';
const RECORD = `(/?)${NAME}record(?=[\\s/>])`;
/** Between records: comments, CDATA, instructions, document types, and tags. */
const OUTSIDE = new RegExp(`<(?:(!--|!\\[CDATA\\[|\\?|!DOCTYPE)|${RECORD}|(/?)([\\w:.-]{1,200})(?=[\\s/>]))`, 'g');
/** The end of a comment, a section or an instruction. */
const ENDS: Readonly<Record<string, string>> = { '!--': '-->', '![CDATA[': ']]>', '?': '?>', '!DOCTYPE': '>' };
/** Elements by which a record differs from one around it, as in an OAI-PMH response. */
const MARC = new RegExp(`<${NAME}(?:leader|controlfield|datafield)[\\s/>]`);
/** Longest text before the first tag, in UTF-16 units. */
const MAX_PREFACE = 4_096;
/** Deepest nesting of elements with the name of the root. */
const MAX_DEPTH = 32;

/**
 * Frames the innermost records, whatever is around them: an element, several documents, or nothing. A fault in a record
 * does not touch the others: one without an end tag ends before the next one. Holds at most one record and one piece.
 * Defects: `record_too_large` (more than `LIMITS.recordBytes` characters), `malformed_xml` (no end tag) (record).
 * @throws UnusableSource `wrong_format` for a file that does not begin like XML, or that declares entities; `truncated`
 * within a record or the element around the records
 */
export function createXmlFramer() {
  let buffer = '';
  /** Position from which `buffer` is to be scanned. */
  let at = 0;
  /** Line of `buffer`, and the position up to which its line ends are counted. */
  let [line, counted] = [1, 0];
  /** Position of the start tag of the record in `buffer`; undefined between records. */
  let start: number | undefined;
  let startLine = 1;
  /** Whether the record is too large: its text is dropped. */
  let dropping = false;
  /** The element around the records that is open, and how often. */
  let [root, depth] = ['', 0];
  let inRecord = new RegExp(OUTSIDE);
  /** Whether there was a tag, or text without one. */
  let [hasTag, hasText] = [false, false];
  /** Number of UTF-16 units before the first tag. */
  let preface = 0;
  /** Whether the element around the records, or the file, has had a record. */
  let [rootHasRecord, hasRecord] = [false, false];
  /** Position before which a comment or section is known to have no end. */
  let plainUntil = 0;
  let frames: (XmlFrame | Defect)[] = [];

  function scan(isEnd: boolean): void {
    for (;;) {
      const pattern = start === undefined ? OUTSIDE : inRecord;
      pattern.lastIndex = at;
      const match = pattern.exec(buffer);
      if (match === null) {
        // The text after the last bracket may be the beginning of a tag.
        const open = buffer.lastIndexOf('<');
        at = open >= at && !isEnd && buffer.length - open < 300 ? open : buffer.length;
        return;
      }
      const [token, opener, recordEnd, slash, name = ''] = match;
      const end = endOf(match.index, opener, isEnd);
      if (end === undefined) {
        at = match.index;
        return;
      }
      at = end === 0 ? match.index + token.length : end;
      if (end === 0) continue;
      hasTag = true;
      if (opener !== undefined && opener !== '!DOCTYPE') continue;
      const isEmpty = buffer[at - 2] === '/';
      if (opener === '!DOCTYPE') refuseEntities(buffer.slice(match.index, at));
      else if (recordEnd === '') openRecord(match.index, isEmpty);
      else if (recordEnd === '/') closeRecord();
      else if (slash === '/') closeElement(name, match.index);
      else if (!isEmpty) openElement(name);
    }
  }

  /** @returns position after the token; 0 if it is plain text, as it has no end; undefined if its end may follow */
  function endOf(from: number, opener: string | undefined, isEnd: boolean): number | undefined {
    const terminator = ENDS[opener ?? ''] ?? '>';
    if (from < plainUntil && opener !== undefined) return 0;
    const found = buffer.indexOf(terminator, from + 1 + (opener?.length ?? 0));
    if (found >= 0) return found + terminator.length;
    if (!isEnd && buffer.length - from <= LIMITS.recordBytes) return undefined;
    if (opener === undefined) return isEnd ? undefined : 0;
    plainUntil = buffer.length;
    return 0;
  }

  function openRecord(index: number, isEmpty: boolean): void {
    [hasRecord, rootHasRecord] = [true, true];
    // A record around this one is no record of its own; one with fields has lost its end tag.
    if (start !== undefined && !dropping && MARC.test(buffer.slice(start, index)))
      frames.push(defect('malformed_xml', 'record', buffer.slice(start, index), startLine));
    countLines(index);
    [start, startLine, dropping] = [index, line, false];
    if (isEmpty) closeRecord();
  }

  function closeRecord(): void {
    if (start !== undefined && !dropping)
      frames.push({ kind: 'frame', text: buffer.slice(start, at), line: startLine });
    start = undefined;
    dropping = false;
  }

  function openElement(name: string): void {
    if (start !== undefined) return;
    if (depth === 0) {
      [root, rootHasRecord] = [name, false];
      const escaped = name.replaceAll('.', '\\.');
      inRecord = new RegExp(`<(?:(!--|!\\[CDATA\\[)|${RECORD}|(/)(${escaped})(?=[\\s>]))`, 'g');
    }
    if (name === root) depth += 1;
    if (depth > MAX_DEPTH) throw wrongFormat('its elements are nested too deep');
  }

  function closeElement(name: string, index: number): void {
    if (name !== root || depth === 0) return;
    if (start !== undefined && !dropping && MARC.test(buffer.slice(start, index)))
      frames.push(defect('malformed_xml', 'record', buffer.slice(start, index), startLine));
    start = undefined;
    dropping = false;
    depth -= 1;
  }

  function countLines(until: number): void {
    for (let end = buffer.indexOf('\n', counted); end >= 0 && end < until; end = buffer.indexOf('\n', end + 1))
      line += 1;
    counted = until;
  }

  /** Drops the text that has been scanned, except that of the record. */
  function forget(): void {
    if (start !== undefined && !dropping && at - start > LIMITS.recordBytes) {
      frames.push(defect('record_too_large', 'record', undefined, startLine));
      dropping = true;
    }
    const kept = start === undefined || dropping ? at : start;
    hasText ||= !hasTag && kept > 0 && buffer.slice(0, kept).trim() !== '';
    preface += hasTag ? 0 : kept;
    if (!hasTag && hasText && preface > MAX_PREFACE) throw wrongFormat('it does not begin with a tag');
    countLines(kept);
    buffer = buffer.slice(kept);
    at -= kept;
    counted -= kept;
    plainUntil = Math.max(0, plainUntil - kept);
    if (start !== undefined) start = Math.max(0, start - kept);
  }

  return {
    push(text: string): readonly (XmlFrame | Defect)[] {
      frames = [];
      buffer += text;
      scan(false);
      forget();
      return frames;
    },
    /** @returns the rest of the frames */
    finish(): readonly (XmlFrame | Defect)[] {
      frames = [];
      scan(true);
      if (start !== undefined || (depth > 0 && (rootHasRecord || !hasRecord)) || /<[^<>]*$/.test(buffer.slice(-1_000)))
        throw new UnusableSource('truncated', 'The file ends in the middle of its records.');
      forget();
      if (!hasTag && hasText) throw wrongFormat('it does not begin with a tag');
      return frames;
    },
  };
}

/** Entities are never expanded. */
function refuseEntities(documentType: string): void {
  if (documentType.includes('[')) throw wrongFormat('it declares a document type with entities');
}

function wrongFormat(complaint: string): UnusableSource {
  return new UnusableSource('wrong_format', `It is not MARC21-XML: ${complaint}.`);
}
