/** Makes defects of readers, and checks the texts that they keep. */
import { cleanText } from '../../model/text.ts';
import type { Defect, Statement } from './reader.ts';
import { LIMITS } from './reader.ts';

const EXCERPT_LENGTH = 120;

/** A {@link Defect}; the excerpt is cleaned and cut to 120 characters. */
export function defect(reason: string, severity: Defect['severity'], met?: string, line?: number): Defect {
  const excerpt = met === undefined ? '' : shorten(cleanText(met.slice(0, 4 * EXCERPT_LENGTH)));
  return {
    kind: 'defect',
    reason,
    severity,
    ...(line === undefined ? {} : { line }),
    ...(excerpt === '' ? {} : { excerpt }),
  };
}

/** The statements for a line that equals the one before: the same faults, or a notice that it repeats statements. */
export function repeatFaults(said: readonly Statement[], line: number): readonly Defect[] {
  const faults = said.filter((statement) => statement.kind === 'defect');
  if (faults.length < said.length) return [{ kind: 'defect', reason: 'repeated_line', severity: 'notice', line }];
  return faults.map((fault) => ({ ...fault, line }));
}

/** Receives defects of the parts of a record that were left out. */
export type Report = (fault: Defect) => void;

/** A text that {@link cleanText} would not change: printable ASCII, single blanks between the words. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** The cleaned text; undefined when it is empty or longer than `LIMITS.textLength` (`text_too_long`). */
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
