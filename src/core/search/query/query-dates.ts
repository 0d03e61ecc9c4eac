/** Dates and centuries in a query ("geb. 1856", "* 28. August 1749", "8. Jh. v. Chr."): dates become years, centuries become periods. */

/** A century or an era in a query. */
export interface Period {
  /** The period as it was typed. */
  readonly typed: string;
  /** First year; years before Christ are negative. */
  readonly from: number;
  readonly to: number;
}

interface QueryDates {
  /** The text with years in place of dates. */
  readonly text: string;
  readonly periods: readonly Period[];
}

const MONTHS = 'jan(?:uar|uary)?|feb(?:ruar|ruary)?|märz|march|apr(?:il)?|mai|may|juni?|june|juli?|july|aug(?:ust)?|sept?(?:ember)?|okt(?:ober)?|oct(?:ober)?|nov(?:ember)?|de[zc](?:ember)?'; // prettier-ignore
const BEFORE_CHRIST = String.raw`(?:v\.?\s*(?:[Cc]hr|u\.?\s*Z)\.?|vor\s+Christus|BCE?)`;
const AFTER_CHRIST = String.raw`(?:n\.?\s*(?:[Cc]hr|u\.?\s*Z)\.?|nach\s+Christus|AD|CE)`;
const ALONE = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;
const DATE = new RegExp(`${ALONE}\\d{1,2}\\.\\s*(?:\\d{1,2}\\.|(?:${MONTHS})\\.?)\\s*(?=\\d{3,4}${END})`, 'giu');
/** Words before a year of birth or death. */
const EVENT = new RegExp(`${ALONE}(?:geb(?:oren)?|gest(?:orben)?|born|died|b|d|um|ca|circa|jg)\\.?(?:\\s+(?:am|in|on|um|ca\\.))?\\s*(?=\\d{3,4}${END})`, 'giu'); // prettier-ignore
const CENTURY = new RegExp(`${ALONE}(\\d{1,2})(?:\\.|st|nd|rd|th)?\\s*(?:Jhd?t?s?|Jahrhunderts?|century|c)(?:\\.|${END})\\s*(${BEFORE_CHRIST})?(?:${AFTER_CHRIST})?`, 'giu'); // prettier-ignore
const ERA = new RegExp(`${ALONE}(?:(${BEFORE_CHRIST})|${AFTER_CHRIST})${END}`, 'gu');
const MAY_BE_DATED = /\d|[Cc]hr|BC/u;
const FIRST_YEAR = -5000;

export function readDates(text: string): QueryDates {
  if (!MAY_BE_DATED.test(text)) return { text, periods: [] };
  const periods: Period[] = [];
  const withoutPeriods = text
    .replace(CENTURY, (typed: string, century: string, isBefore: string | undefined) => {
      const last = 100 * Number(century);
      if (last === 0 || last > 2100) return typed;
      periods.push({
        typed: typed.trim(),
        ...(isBefore === undefined ? { from: last - 99, to: last } : { from: -last, to: 99 - last }),
      });
      return ' ';
    })
    .replace(ERA, (typed: string, isBefore: string | undefined) => {
      if (isBefore !== undefined) periods.push({ typed: typed.trim(), from: FIRST_YEAR, to: 0 });
      return ' ';
    });
  const dated = withoutPeriods.replace(DATE, '').replace(EVENT, '');
  // A query of dates only is read as words.
  return /\p{L}/u.test(dated) ? { text: dated, periods } : { text, periods: [] };
}

/** Whether an entity with these years existed in a period. */
export function isOfPeriod({ from, to }: Period, start: number | undefined, end: number | undefined): boolean {
  const [first, last] = [start ?? end, end ?? start];
  return first !== undefined && last !== undefined && first <= to && last >= from;
}
