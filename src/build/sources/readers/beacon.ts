/** Reader of BEACON lists. Specification: https://gbv.github.io/beaconspec/ */
import { MATCHES, OWL_SAME_AS, relationOf, skosMatch } from '../../../core/model/link.ts';
import { cleanText, decodeCharacterReferences } from '../../../core/model/text.ts';
import { type BeaconDefect, beaconDefect } from './beacon-defects.ts';
import { createHeaderReader, findForeignIdentifiers, isLateField } from './beacon-header.ts';
import { compilePattern, type LinkRules, readLinkLine, readPlaceholders } from './beacon-link.ts';
import { repeatDefects } from './defects.ts';
import { type Line, readLines, replaceControls } from './lines.ts';
import {
  type Defect,
  type HeaderStatement,
  type Reader,
  type ReaderOptions,
  type Statement,
  UnusableSource,
} from './reader.ts';

/**
 * Reads a BEACON list. The header statement comes first, then a link for each identifier of each line, and defects with
 * the reasons of `BEACON_DEFECTS`. A line that equals the previous one is not read again. A list may have no links.
 * @throws UnusableSource `empty`, `html` (a web page), `wrong_format` (identifiers of another register, or not a list)
 */
export const beaconReader: Reader = {
  async *read(input, options) {
    const list = createListReader(options);
    for await (const lines of readLines(input, options.beacon?.encoding)) {
      const statements: Statement[] = [];
      for (const line of lines) list.accept(line, statements);
      if (statements.length > 0) yield statements;
    }
    const rest: Statement[] = [];
    list.end(rest);
    if (rest.length > 0) yield rest;
  },
};

/** Longest #MESSAGE that is used, in UTF-16 units: each link without an annotation repeats it. */
const MAX_MESSAGE = 300;

/** Largest number of lines of a header. */
const MAX_HEADER_LINES = 1_000;
const TAG = /^<[/!?a-z]/i;
const WEB_PAGE = /^<(?:!doctype\s+html|html|head|body|title|meta|script|frameset)\b/i;
/** Beginnings of other kinds of files, as they appear when they are read as UTF-8 or Windows-1252. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['\u001f\u2039', 'gzip data'],
  ['PK\u0003\u0004', 'a ZIP archive'],
  ['%PDF-', 'a PDF document'],
  ['ÿþ', 'UTF-16 text'],
  ['þÿ', 'UTF-16 text'],
];

function createListReader(options: ReaderOptions) {
  const header = createHeaderReader();
  /** Defects of header lines; the header statement precedes them. */
  const headerDefects: Defect[] = [];
  /** Rules for reading links; undefined until the end of the header. */
  let rules: LinkRules | undefined;
  const seen = { text: false, links: 0, withoutTarget: 0 };
  const tornLines = createTornLines();
  /** Place of the first statement of the line that is read. */
  let begin = 0;
  /** The previous line after the header, with its statements. */
  let previous: { readonly line: Line; readonly statements: readonly Statement[] } | undefined;

  function endHeader(out: Statement[]): LinkRules {
    const { statement, defects } = header.finish();
    rules = makeRules(statement.fields, options);
    out.push(statement, ...defects, ...headerDefects);
    begin = out.length;
    return rules;
  }

  function acceptLink(text: string, line: Line, out: Statement[]): void {
    const reason = readLinks(text, line, rules ?? endHeader(out), out);
    const shown = tornLines.reasonOf(reason, text);
    if (shown === undefined) seen.links += 1;
    else out.push(beaconDefect(shown, line.number, text));
    if (reason === 'no_target') seen.withoutTarget += 1;
  }

  function acceptLine(line: Line, out: Statement[]): void {
    if (line.number === 1) refuseSignature(line.text);
    if (rules === undefined && line.number > MAX_HEADER_LINES) endHeader(out);
    const text = replaceControls(line.text).trim();
    if (text === '') return;
    seen.text = true;
    const defects = rules === undefined ? headerDefects : out;
    if (text !== line.text.trim()) defects.push(beaconDefect('control_characters', line.number, text));
    if (line.flaw === 'not_utf8') defects.push(beaconDefect('not_utf8', line.number, text));
    // If HTML comes before any part of a list, the whole file is a web page.
    if (WEB_PAGE.test(text) && seen.links === 0 && seen.withoutTarget === 0 && !header.recognised()) {
      throw new UnusableSource('html', 'The file is a web page, not a BEACON list.');
    }
    const comment = text.startsWith('#');
    if (rules === undefined && (comment || TAG.test(text))) {
      const flaw = headerFlaw(text, line);
      if (flaw === undefined) header.add({ ...line, text });
      else headerDefects.push(beaconDefect(flaw, line.number, text));
    } else if (!comment) acceptLink(text, line, out);
    else if (isLateField(text)) out.push(beaconDefect('late_field', line.number, text));
  }

  return {
    accept(line: Line, out: Statement[]): void {
      if (previous?.line.text === line.text && previous.line.flaw === line.flaw) {
        out.push(...repeatDefects(previous.statements, line.number));
        return;
      }
      begin = out.length;
      acceptLine(line, out);
      previous = rules === undefined ? undefined : { line, statements: out.slice(begin) };
    },
    end(out: Statement[]): void {
      if (!seen.text) throw new UnusableSource('empty', 'The file is empty.');
      if (rules === undefined) endHeader(out);
      if (header.recognised() || seen.links > 0) return;
      throw new UnusableSource('wrong_format', describeNoList(seen.withoutTarget));
    },
  };
}

function headerFlaw(text: string, { flaw }: Line): BeaconDefect | undefined {
  if (TAG.test(text)) return 'html_line';
  return flaw === 'line_too_long' ? 'field_too_long' : undefined;
}

/** Recognises the second half of a line that a line break tore in two. */
function createTornLines() {
  /** Columns of the previous line if it may be a first half: it had an identifier, but no target. */
  let columnsBefore = 0;
  return {
    /** @param reason why the line has no links; undefined for a line with links */
    reasonOf(reason: BeaconDefect | undefined, text: string): BeaconDefect | undefined {
      if (reason === undefined) {
        columnsBefore = 0;
        return undefined;
      }
      const columns = text.split('|').length;
      const isOfNoId = reason === 'empty_id' || reason === 'no_gnd_id';
      const isTorn = isOfNoId && columnsBefore > 0 && Math.max(columnsBefore, columns) > 1;
      if (!isTorn) columnsBefore = reason === 'no_target' ? columns : 0;
      return isTorn ? 'torn_line' : reason;
    },
  };
}

/** Appends the links of a line to `out`. @returns the reason why there are none */
function readLinks(text: string, line: Line, rules: LinkRules, out: Statement[]): BeaconDefect | undefined {
  if (line.flaw === 'line_too_long') return line.flaw;
  if (/^(?:\.{3,}|…)$/.test(text)) return 'ellipsis';
  return TAG.test(text) ? 'html_line' : readLinkLine(text, line.number, rules, out);
}

function makeRules(fields: HeaderStatement['fields'], { beacon = {}, relation }: ReaderOptions): LinkRules {
  const foreign = findForeignIdentifiers(fields);
  if (foreign !== undefined)
    throw new UnusableSource('wrong_format', `The list is not about GND identifiers: ${foreign}.`);
  const message = cleanText(decodeCharacterReferences(fields['MESSAGE'] ?? ''));
  const match = MATCHES.find((one) => fields['RELATION'] === skosMatch(one));
  const { pattern } = readPlaceholders((beacon.targetOverride ?? fields['TARGET'] ?? '').trim());
  return {
    relation: relation ?? (fields['RELATION'] === OWL_SAME_AS ? 'sameAs' : relationOf(match)),
    match,
    targetToken: beacon.targetToken ?? 'auto',
    fill: compilePattern(pattern),
    // A second column that fills a pattern in #RELATION is no annotation.
    secondColumn: beacon.secondColumn ?? (/\{\+?ID\}/i.test(fields['RELATION'] ?? '') ? 'ignore' : undefined),
    message: isMessage(message) ? message : undefined,
  };
}

/** Whether links get the #MESSAGE of a header. One with an e-mail address or a placeholder is not for the public. */
export function isMessage(text: string): boolean {
  return text !== '' && text.length <= MAX_MESSAGE && !/@|[{}$]|%[s\d]|<\w*>/.test(text);
}

function refuseSignature(text: string): void {
  const signature = SIGNATURES.find(([signature]) => text.startsWith(signature));
  if (signature !== undefined)
    throw new UnusableSource('wrong_format', `The file is ${signature[1]}, not a BEACON list.`);
}

function describeNoList(withoutTarget: number): string {
  const start = 'The file is not a BEACON list: it has no header field';
  if (withoutTarget === 0) return `${start} and no line with a GND identifier.`;
  return `${start}, and nothing says where its GND identifiers lead; set a target pattern in the register.`;
}
