/** The spelling distance of the product for thousands of words at a time: only the letters between equal beginnings and ends. */

/** Letters of the longest word, the empty beginning and an end of the band. */
const SIZE = 64;
const ROWS = [new Uint8Array(SIZE), new Uint8Array(SIZE), new Uint8Array(SIZE)] as const;

/**
 * The same as `spellingDistance` of `src/store/near-spelling.ts`, for words of at most 62 letters: only steps within the
 * limit of the diagonal are taken, in rows that are used again.
 */
export function fastSpellingDistance(a: string, b: string, limit: number): number {
  let start = 0;
  let [endA, endB] = [a.length, b.length];
  while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA -= 1;
    endB -= 1;
  }
  const [rows, columns, beyond] = [endA - start, endB - start, limit + 1];
  if (Math.abs(rows - columns) > limit) return beyond;
  let [beforeLast, last, row]: [Uint8Array, Uint8Array, Uint8Array] = [...ROWS];
  for (let j = 0; j <= columns; j += 1) last[j] = j;
  for (let i = 1; i <= rows; i += 1) {
    const [from, to] = [Math.max(1, i - limit), Math.min(columns, i + limit)];
    row[from - 1] = from === 1 ? i : beyond;
    let least = row[from - 1] as number;
    const letter = a.charCodeAt(start + i - 1);
    for (let j = from; j <= to; j += 1) {
      const other = b.charCodeAt(start + j - 1);
      let steps = (last[j - 1] as number) + (letter === other ? 0 : 1);
      steps = Math.min(steps, (row[j - 1] as number) + 1, (last[j] as number) + 1);
      const isSwapped =
        i > 1 && j > 1 && a.charCodeAt(start + i - 2) === other && letter === b.charCodeAt(start + j - 2);
      if (isSwapped) steps = Math.min(steps, (beforeLast[j - 2] as number) + 1);
      row[j] = steps;
      if (steps < least) least = steps;
    }
    if (least > limit) return beyond;
    // The next row looks one step beyond this one.
    row[to + 1] = beyond;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[columns] as number, beyond);
}
