/** Quotation marks as a language has them, with inner marks within outer ones. */

/** Opening and closing marks: the outer and the inner pair. */
const MARKS = {
  de: [['„', '“'], ['‚', '‘']], // prettier-ignore
  en: [['“', '”'], ['‘', '’']], // prettier-ignore
} as const;
const INNER: Readonly<Record<string, string>> = { '„': '‚', '“': '‘', '”': '’' };

/** A text that stands within quotation marks: its own marks become inner ones. */
export const quotedWithin = (text: string) => text.replace(/[„“”]/g, (mark) => INNER[mark] ?? mark);

/** A text by somebody else, with straight or nested marks, in the marks of the language; unchanged if a mark lacks its counterpart. */
export function withMarksOf(language: keyof typeof MARKS, text: string): string {
  let depth = 0;
  let isBalanced = true;
  let opened = -1;
  const marked = text.replace(/["„“”]/g, (mark, at: number) => {
    const isAtStart = at === 0 || /[\s([–]/.test(text.charAt(at - 1)) || opened === at - 1;
    const opens = mark === '„' || (mark !== '”' && isAtStart);
    if (opens) opened = at;
    const pair = MARKS[language][opens ? depth++ : --depth];
    if (pair === undefined) isBalanced = false;
    return pair?.[opens ? 0 : 1] ?? mark;
  });
  return isBalanced && depth === 0 ? marked : text;
}
