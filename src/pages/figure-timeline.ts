/** The years of an entity on an axis: its life or existence, and what its record dates within. */
import type { Label } from '../model/entity.ts';
import { type Period, readDate, readPeriod, yearIn } from './entity-dates.ts';
import type { Entity } from './entity-facts.ts';
import { html, type Html } from './html.ts';
import type { Locale } from './locale.ts';
import texts from './texts/entity.json' with { type: 'json' };

const TEXT = texts.timeline.page;

const DATED = ['periodOfActivity', 'dateOfProduction', 'dateOfPublication', 'dateOfConferenceOrEvent'] as const;

/** Rows beyond these say no more. */
const MAX_ROWS = 5;

interface Row {
  readonly label: Label;
  readonly start: number;
  readonly end: number;
}

/** Undefined where it would show no more than one year. */
export function timelineFigure(entity: Entity, locale: Locale): Html | undefined {
  const rows = rowsOf(entity);
  const first = Math.min(...rows.map(({ start }) => start));
  const last = Math.max(...rows.map(({ end }) => end));
  if (!(last > first)) return undefined;
  const step = stepFor(last - first);
  const from = Math.floor(first / step) * step;
  const to = Math.ceil(last / step) * step;
  const at = (year: number) => percent((year - from) / (to - from));
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step);
  const words = rows.map((row) => rowIn(row, locale));
  const height = rows.length * 38 + 26;
  return html`<figure class="timeline">
    <svg width="100%" height="${height}" role="img" aria-label="${locale.t(TEXT.years)}: ${words.join('; ')}">
      ${ticks.map(
        (year) =>
          html`<line class="decade" x1="${at(year)}" x2="${at(year)}" y1="0" y2="${height - 22}" />
            <text class="tick" x="${at(year)}" y="${height - 6}" text-anchor="${anchor(year, from, to)}"
              >${year === 0 ? '1' : yearIn(year, locale)}</text
            >`,
      )}
      ${rows.map(({ start, end }, index) => bar(at, { start, end, index, words: words[index] ?? '', middle: (from + to) / 2 }))}
    </svg>
  </figure>`;
}

interface Bar {
  readonly start: number;
  readonly end: number;
  readonly index: number;
  readonly words: string;
  readonly middle: number;
}

function bar(at: (year: number) => string, { start, end, index, words, middle }: Bar): Html {
  const y = index * 38;
  // The words begin where the bar begins, or end where it ends when it lies in the right half.
  const isRight = start > middle;
  const text = html`<text
    class="words"
    x="${at(isRight ? end : start)}"
    y="${y + 16}"
    text-anchor="${isRight ? 'end' : 'start'}"
    >${words}</text
  >`;
  if (start === end) return html`${text}<circle class="point" cx="${at(start)}" cy="${y + 27}" r="5" />`;
  const width = `${(Number.parseFloat(at(end)) - Number.parseFloat(at(start))).toFixed(2)}%`;
  return html`${text}<rect class="span" x="${at(start)}" y="${y + 22}" width="${width}" height="10" rx="3" />`;
}

function rowsOf({ type, years = {}, attributes }: Entity): readonly Row[] {
  const { start, end } = years;
  const rows: Row[] = [];
  // A work's years are those of its dates.
  const hasSpan = type !== 'Work' && type !== 'ConferenceOrEvent' && start !== undefined && end !== undefined;
  if (hasSpan) rows.push({ label: type === 'Person' || type === 'Family' ? TEXT.life : TEXT.existence, start, end });
  for (const key of DATED) {
    for (const value of attributes[key] ?? []) {
      const span = typeof value === 'string' ? yearsOf(key, value) : undefined;
      if (span !== undefined) rows.push({ label: TEXT[key], ...span });
    }
  }
  return rows.slice(0, MAX_ROWS);
}

/** Both years, certain ones only: an open period has no place on the axis. */
function yearsOf(key: string, text: string): { readonly start: number; readonly end: number } | undefined {
  // A hyphen before the year of an activity is no minus but an open beginning.
  const period = key === 'periodOfActivity' ? (readPeriod(text) ?? instant(text)) : (instant(text) ?? readPeriod(text));
  if (period?.start === undefined || period.end === undefined || period.end.year < period.start.year) return undefined;
  return { start: period.start.year, end: period.end.year };
}

function instant(text: string): Period | undefined {
  const date = readDate(text);
  return date && { start: date, end: date };
}

function rowIn({ label, start, end }: Row, locale: Locale): string {
  const span = start === end ? yearIn(start, locale) : `${yearIn(start, locale)}–${yearIn(end, locale)}`;
  return `${locale.t(label)} ${span}`;
}

/** So that there are three to seven marks. */
function stepFor(span: number): number {
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, (STEPS.find((step) => step * power >= rough) ?? 10) * power);
}
const STEPS = [1, 2, 5, 10];

function percent(part: number): string {
  return `${(part * 100).toFixed(2)}%`;
}

function anchor(year: number, from: number, to: number): string {
  if (year === from) return 'start';
  return year === to ? 'end' : 'middle';
}
