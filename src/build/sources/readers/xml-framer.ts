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
  /** Number of the line at a position, up to which line ends are counted. */
  let [line, counted] = [1, 0];
  /** Position of the start tag of the record in `buffer`; undefined between records. */
  let start: number | undefined;
  /** The line of its start tag; whether it is too large: its text is dropped. */
  let [startLine, dropping] = [1, false];
  const root = createRoot();
  let [hasTag, hasRecord] = [false, false];
  /** The text before the first tag. */
  let preface = '';
  /** Position before which a comment or section is known to have no end. */
  let plainUntil = 0;
  let frames: (XmlFrame | Defect)[] = [];

  function scan(isEnd: boolean): void {
    for (;;) {
      const pattern = start === undefined ? OUTSIDE : root.inRecord();
      pattern.lastIndex = at;
      const match = pattern.exec(buffer);
      if (match === null) {
        at = isEnd ? buffer.length : endOfText(buffer, at);
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
      else if (slash === '/') {
        if (root.close(name)) closeRecord(match.index);
      } else if (!isEmpty && start === undefined) root.open(name);
    }
  }

  /** @returns position after the token; 0 if it is plain text, as it has no end; undefined if its end may follow */
  function endOf(from: number, opener: string | undefined, isEnd: boolean): number | undefined {
    const terminator = ENDS[opener ?? ''] ?? '>';
    if (from < plainUntil && opener !== undefined) return 0;
    const end = buffer.indexOf(terminator, from + 1 + (opener?.length ?? 0));
    if (end >= 0) return end + terminator.length;
    if (!isEnd && buffer.length - from <= LIMITS.recordBytes) return undefined;
    if (opener === undefined) return isEnd ? undefined : 0;
    plainUntil = buffer.length;
    return 0;
  }

  function openRecord(index: number, isEmpty: boolean): void {
    hasRecord = true;
    root.addRecord();
    // A record around this one is no record of its own; one with fields has lost its end tag.
    closeRecord(index);
    [start, startLine, dropping] = [index, lineAt(index), false];
    if (isEmpty) closeRecord();
  }

  /** @param lost position at which a record ends that has no end tag */
  function closeRecord(lost?: number): void {
    const text = start === undefined || dropping ? undefined : buffer.slice(start, lost ?? at);
    if (text !== undefined && lost === undefined) frames.push({ kind: 'frame', text, line: startLine });
    else if (text !== undefined && MARC.test(text)) frames.push(defect('malformed_xml', 'record', text, startLine));
    [start, dropping] = [undefined, false];
  }

  /** @param position not before the last one */
  function lineAt(position: number): number {
    line += countLineFeeds(buffer, counted, position);
    counted = position;
    return line;
  }

  /** Drops the text that has been scanned, except that of the record. */
  function forget(isEnd: boolean): void {
    if (start !== undefined && !dropping && at - start > LIMITS.recordBytes) {
      frames.push(defect('record_too_large', 'record', undefined, startLine));
      dropping = true;
    }
    const kept = start === undefined || dropping ? at : start;
    if (!hasTag) preface = (preface + buffer.slice(0, kept)).trimStart();
    if (!hasTag && preface.length > (isEnd ? 0 : MAX_PREFACE)) throw wrongFormat('it does not begin with a tag');
    lineAt(kept);
    counted = 0;
    buffer = buffer.slice(kept);
    at -= kept;
    plainUntil = Math.max(0, plainUntil - kept);
    if (start !== undefined) start = Math.max(0, start - kept);
  }

  return {
    push(text: string): readonly (XmlFrame | Defect)[] {
      frames = [];
      buffer += text;
      scan(false);
      forget(false);
      return frames;
    },
    /** @returns the rest of the frames */
    finish(): readonly (XmlFrame | Defect)[] {
      frames = [];
      scan(true);
      if (start !== undefined || root.isUnfinished(hasRecord) || /<[^<>]*$/.test(buffer.slice(-1_000)))
        throw new UnusableSource('truncated', 'The file ends in the middle of its records.');
      forget(true);
      return frames;
    },
  };
}

/** @returns the position of the last bracket, after which a tag may continue, or the end of the text */
function endOfText(text: string, from: number): number {
  const open = text.lastIndexOf('<');
  return open >= from && text.length - open < 300 ? open : text.length;
}

function countLineFeeds(text: string, from: number, to: number): number {
  let count = 0;
  for (let end = text.indexOf('\n', from); end >= 0 && end < to; end = text.indexOf('\n', end + 1)) count += 1;
  return count;
}

/** The element around the records, which may contain itself. */
function createRoot() {
  let [root, depth] = ['', 0];
  let hasRecord = false;
  let inRecord = new RegExp(OUTSIDE);
  return {
    /** Pattern of the tags that end a record: of another record, and the end tag of this element. */
    inRecord: () => inRecord,
    addRecord(): void {
      hasRecord = true;
    },
    open(name: string): void {
      if (depth === 0) {
        [root, hasRecord] = [name, false];
        const escaped = name.replaceAll('.', '\\.');
        inRecord = new RegExp(`<(?:(!--|!\\[CDATA\\[)|${RECORD}|(/)(${escaped})(?=[\\s>]))`, 'g');
      }
      if (name === root) depth += 1;
      if (depth > MAX_DEPTH) throw wrongFormat('its elements are nested too deeply');
    },
    /** @returns whether the element was open */
    close(name: string): boolean {
      if (name !== root || depth === 0) return false;
      depth -= 1;
      return true;
    },
    /**
     * Whether the file ends before the end tag. It is tolerated for a further element without records, which some files have
     * behind the last record.
     */
    isUnfinished: (fileHasRecord: boolean) => depth > 0 && (hasRecord || !fileHasRecord),
  };
}

/** Entities are never expanded. */
function refuseEntities(documentType: string): void {
  if (documentType.includes('[')) throw wrongFormat('it declares a document type with entities');
}

function wrongFormat(complaint: string): UnusableSource {
  return new UnusableSource('wrong_format', `The file is not MARC21-XML: ${complaint}.`);
}
