/** Arranges the parts of an entity page in two columns of about one height, so that none ends half empty. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { Html } from '../../shared/http/html.ts';

/** Lines that the lower end of a column may be below that of the other. */
const TOLERANCE = 5;
/** Characters of a line. */
const LINE_LENGTH = 45;
/** Most links of a category that count; of one collection, few are visible. */
const VISIBLE_LINKS = 12;

interface Part {
  readonly content: Html | false | undefined;
  /** Whether it may have the width of both columns. */
  readonly isWide?: boolean;
}

/**
 * Puts each part into the column that is shorter so far, or below both where it is too long for that.
 * @param start lines of what is in the left and the right column anyway
 */
export function arrange(parts: readonly Part[], start: readonly [left: number, right: number]) {
  const left = { parts: [] as Html[], lines: start[0] };
  const right = { parts: [] as Html[], lines: start[1] };
  const below: Html[] = [];
  for (const { content, isWide = false } of parts) {
    if (!content) continue;
    const [shorter, longer] = left.lines <= right.lines ? [left, right] : [right, left];
    const end = shorter.lines + linesOf(content);
    if (isWide && end > longer.lines + TOLERANCE) below.push(content);
    else {
      shorter.parts.push(content);
      shorter.lines = end;
    }
  }
  return { left: left.parts, right: right.parts, below };
}

/** Visible lines of a section, about: of its rows, their items, and long texts. */
export function linesOf({ markup }: Html): number {
  const [open = '', ...folds] = markup.split('<details');
  const visible = open + folds.map((fold) => `<p>${fold.slice(fold.indexOf('</details>'))}`).join('');
  const rows = visible.split('<dt').map((row) => {
    const text = row.replaceAll(/<[^>]*>|\s+/g, ' ');
    return Math.max(1.5, row.split(/<(?:li|p|br)\b/).length - 1, text.length / LINE_LENGTH);
  });
  return rows.reduce((sum, row) => sum + row, 2);
}

/** Lines of the links, which are too many to be counted in their markup. */
export const linesOfLinks = ({ categories }: LinksAnswer['links']): number =>
  categories.reduce((sum, { items }) => sum + 2 + 1.5 * Math.min(items.length, VISIBLE_LINKS), 6);
