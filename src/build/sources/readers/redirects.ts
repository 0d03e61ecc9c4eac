/** Reader of text files that list merged and deleted identifiers, one per line. */
import type { GndId } from '../../../core/model/gnd-id.ts';
import { certainGndId } from '../../../core/model/read-identifiers.ts';
import { cleanText } from '../../../core/model/text.ts';
import { defect, repeatDefects } from './defects.ts';
import { readLines } from './lines.ts';
import type { Reader, Statement } from './reader.ts';
import { UnusableSource } from './reader.ts';

const SEPARATOR = /\s*(?:->|=>|→|[;|,\t])\s*|\s+/;

/**
 * `OLD NEW` is a merged record, `OLD` alone a deleted one. The separator is white space, an arrow, a semicolon, a bar
 * or a comma. `#` begins a comment.
 * Defects, with their line: `invalid_gnd_id`, `too_many_columns`, `line_too_long` (record), `self_redirect`,
 * `repeated_line` (notice).
 */
export const redirectsReader: Reader = {
  async *read(input) {
    let usable = 0;
    let previous = '';
    let statements: readonly Statement[] = [];
    for await (const lines of readLines(input)) {
      const batch: Statement[] = [];
      for (const { text, number, flaw } of lines) {
        if (text === previous) {
          batch.push(...repeatDefects(statements, number));
          continue;
        }
        const statement = flaw === 'line_too_long' ? defect(flaw, 'record', text, number) : readLine(text, number);
        previous = text;
        statements = statement === undefined ? [] : [statement];
        if (statement !== undefined && statement.kind !== 'defect') usable += 1;
        batch.push(...statements);
      }
      if (batch.length > 0) yield batch;
    }
    if (usable === 0) throw new UnusableSource('no_records', 'The list names neither merged nor deleted identifiers.');
  },
};

function readLine(line: string, number: number): Statement | undefined {
  const text = line.replace(/(?:^|\s)#[^]*$/, '').trim();
  if (text === '') return undefined;
  const columns = text
    .replace(/\(DE-588\)\s+/gi, '(DE-588)')
    .replace(/\bgnd\s*:\s*/gi, 'gnd:')
    .split(SEPARATOR)
    .filter((column) => column !== '');
  if (columns.length > 2) return defect('too_many_columns', 'record', line, number);
  const ids: GndId[] = [];
  for (const column of columns) {
    const id = certainGndId(cleanText(column));
    if (id === undefined) return defect('invalid_gnd_id', 'record', line, number);
    ids.push(id);
  }
  const [from, to] = ids;
  if (from === undefined) return undefined;
  if (to === undefined) return { kind: 'deletion', gnd: from };
  if (from === to) return defect('self_redirect', 'notice', line, number);
  return { kind: 'redirect', from, to, evidence: 'list' };
}
