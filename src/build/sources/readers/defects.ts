/** Makes the defects of readers, and cleans and checks their texts. */
import { cleanText } from '../../../core/model/text.ts';
import type { Defect, Statement } from './reader.ts';
import { LIMITS } from './reader.ts';

const EXCERPT_LENGTH = 120;

/** @param faultyText the text at fault; the excerpt is cleaned and cut to 120 characters */
export function defect(reason: string, severity: Defect['severity'], faultyText?: string, line?: number): Defect {
  const excerpt = faultyText === undefined ? '' : shorten(cleanText(faultyText.slice(0, 4 * EXCERPT_LENGTH)));
  return {
    kind: 'defect',
    reason,
    severity,
    ...(line === undefined ? {} : { line }),
    ...(excerpt === '' ? {} : { excerpt }),
  };
}

/** Defects of a line that equals the previous one: its defects, or a notice if it had other statements. */
export function repeatDefects(statements: readonly Statement[], line: number): readonly Defect[] {
  const faults = statements.filter((statement) => statement.kind === 'defect');
  if (faults.length < statements.length) return [{ kind: 'defect', reason: 'repeated_line', severity: 'notice', line }];
  return faults.map((fault) => ({ ...fault, line }));
}

/** Receives the defects of a record. */
export type Report = (fault: Defect) => void;

/** A text that {@link cleanText} would not change: words of printable ASCII with single blanks between them. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** The cleaned text; undefined if it is empty, or too long, which is reported as `text_too_long`. */
export function readText(text: string, report: Report): string | undefined {
  if (text.length > 4 * LIMITS.textLength) return tooLong(text, report);
  const clean = PLAIN.test(text) ? text : cleanText(text);
  if (clean.length > LIMITS.textLength) return tooLong(text, report);
  return clean === '' ? undefined : clean;
}

function tooLong(text: string, report: Report): undefined {
  report(defect('text_too_long', 'detail', text));
  return undefined;
}

function shorten(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  const cut = text.slice(0, EXCERPT_LENGTH - 1);
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`;
}
