/** The result of a list in sentences. */
import type { Row } from './list-table.ts';
import { number, t, tag, verdicts } from './page.ts';

const enumeration = new Intl.ListFormat(tag);
const DAY = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });

/** Findings about which nothing may be to decide: in an excerpt of the GND, an unknown identifier may be right. */
const UNDECIDED = ['unknown', 'withheld'];

/** The result that a reader looks for: how many entries need attention, and why. @param counts numbers of rows by filter */
export function verdictOf(counts: ReadonlyMap<string, number>, faults: readonly string[], isWhole: boolean): string {
  const nameOf = (key: string) => verdicts[key] ?? t(key);
  const countOf = (key: string) => `${number(counts.get(key) ?? 0)}\u00A0${nameOf(key)}`;
  const listOf = (keys: readonly string[], textOf: (key: string, at: number) => string = countOf) =>
    enumeration.format(keys.filter((key) => (counts.get(key) ?? 0) > 0).map(textOf));
  const [n = 0, total = 0, found = 0, lacking = 0] = ['attention', 'all', 'found', 'lacking'].map((key) => counts.get(key)); // prettier-ignore
  const merged = counts.get('redirected') ?? 0;
  const lackingPart = lacking > 0 ? ` ${t('lackingTo', { n: lacking })}` : '';
  const more = merged > 0 ? `${lackingPart} ${t('replaceable', { n: merged })}` : lackingPart;
  // Only the first part of the sentence has a verb.
  const openOf = (key: string, at: number) =>
    at === 0 ? t('open', { n: counts.get(key) ?? 0, why: nameOf(key) }) : countOf(key);
  if (n > 0) {
    const why = listOf(faults, nameOf);
    if (total === 1) return t('attentionToOnly', { why }) + more;
    const list = listOf(faults);
    const open = listOf([...new Set([...UNDECIDED, ...faults])], openOf);
    const others = listOf(UNDECIDED.filter((key) => !faults.includes(key)));
    const rest = others === '' ? '' : ` ${t('uncounted', { list: others })}`;
    return t('attentionTo', { n, total, found, list, why, open, rest }) + more;
  }
  if (!isWhole) return '';
  const open = listOf(UNDECIDED, openOf);
  if (open === '') return (merged > 0 ? t('nothingToDecide') : t('allCurrent', { n: total })) + more;
  return t('noneToDecide', { n: total, open, why: listOf(UNDECIDED, nameOf) }) + more;
}

/** @param date of the data */
export function summaryOf(rows: readonly Row<unknown>[], date = ''): string {
  const repeated = rows.reduce((sum, { times }) => sum + times - 1, 0);
  const parts = [
    date !== '' && t('asOf', { date: DAY.format(new Date(date)) }),
    repeated > 0 && t('repeated', { n: repeated }),
  ];
  return parts.filter((part) => part !== false).join(' · ');
}
