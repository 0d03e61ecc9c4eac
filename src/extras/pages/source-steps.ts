/** How the editors of a list can publish its next version: a header to copy, and what happens then. */
import { dayOf } from '../../core/model/days.ts';
import type { Label } from '../../core/model/entity.ts';
import { BEACON_UPDATES, isRedistributable, type Source } from '../../core/model/source.ts';
import type { SourceNote } from '../../core/snapshot/build-notes.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { filled } from './elements.ts';
import { contactLink } from './layout.ts';
import { contactIn } from './source-contact.ts';
import texts from '../keeper/texts/keeper.json' with { type: 'json' };

/** Line of a list that anybody may copy. */
const LICENCE_LINE = '#LICENSE: https://creativecommons.org/publicdomain/zero/1.0/';

/** Problems of versions that cannot be released, because nothing in them can be used. */
const UNUSABLE: readonly string[] = ['html', 'wrong_format', 'no_records', 'no_ids', 'zero_links'];

/** The mark of lists of the sample, which nobody should publish. */
const SAMPLE_MARK = / \((?:Beispiel|sample)\)$/;

/** How to publish the next version of a list. */
export function stepsOf(source: Source, note: SourceNote | undefined, now: Date, locale: Locale): Html {
  const { t, absolute, operator } = locale;
  const { downloadUrl } = source.origin;
  const { problem } = source.observation;
  const page = absolute(`/sources/${encodeURIComponent(source.key)}`);
  const header = suggestedHeader(source, note, now, locale);
  const isFilled = header?.every((line) => !line.includes('['));
  // Links of other lists are not in the files of the dump.
  const isFree = isRedistributable(source) || source.import.accepted === 0;
  const withLines = (text: Part, lines: readonly string[]) =>
    html`${text}
      <pre tabindex="0">${lines.join('\n')}</pre>`;
  const steps = [
    header && withLines(t(isFilled ? texts.steps.header : texts.steps.openHeader), header),
    !isFree && withLines(toOperator(texts.steps.licence, locale), [LICENCE_LINE]),
    html`${t(texts.steps.check, { url: '' })} <a href="#check">${page}#check</a>`,
    downloadUrl === undefined ? t(texts.steps.publishAnywhere) : t(texts.steps.publish, { url: downloadUrl }),
    operator.isDemonstration === true
      ? t(texts.steps.demonstration)
      : html`${waitIn(source, now, locale)} ${toOperator(texts.steps.hurry, locale)}`,
    problem?.state === 'held' && !UNUSABLE.includes(problem.code ?? '') && toOperator(texts.steps.release, locale),
  ];
  const items = steps.map((step) => step && html`<li>${step}</li>`);
  return html`<ol>
    ${items}
  </ol>`;
}

/** When a new version is found. */
function waitIn({ observation: { nextCheck = '' } }: Source, now: Date, { t, moment }: Locale): string {
  return nextCheck < now.toISOString() ? t(texts.steps.wait) : t(texts.steps.waitUntil, { date: moment(nextCheck) });
}

/** A text with the contact of the operator in its gap. */
const toOperator = (text: Label, { t, operator: { contact } }: Locale): Html =>
  filled(t(text), contact === undefined ? t(texts.steps.operator) : contactLink(contact));

/** Fields of the suggested header, in their order. */
const KEPT_FIELDS = [
  'TARGET',
  'MESSAGE',
  'RELATION',
  'NAME',
  'DESCRIPTION',
  'INSTITUTION',
  'CONTACT',
  'HOMEPAGE',
  'FEED',
  'TIMESTAMP',
  'UPDATE',
];

/** Whether the list itself says how often it appears. */
export const statesSchedule = (note: SourceNote | undefined): boolean => (note?.header?.['UPDATE'] ?? '').trim() !== '';

/**
 * A header that the editors can copy into their list: its present fields, and required fields that it lacks in square
 * brackets; undefined while its present fields are unknown. Name and address are those of the register, because the
 * present header may be copied from another list.
 */
function suggestedHeader(
  { kind, cadence, title, origin: { downloadUrl } }: Source,
  note: SourceNote | undefined,
  now: Date,
  { t }: Locale,
): readonly string[] | undefined {
  if (note?.header === undefined) return undefined;
  const isUnknown = cadence === 'unknown' || cadence === 'irregular';
  // Where the service finds a list irregular, it does not contradict what the list says.
  const isKept = cadence === 'irregular' && statesSchedule(note);
  const needed = {
    NAME: t(title).replace(SAMPLE_MARK, ''),
    ...(contactIn(note, kind) === undefined && { CONTACT: t(texts.steps.someContact) }),
    ...(downloadUrl !== undefined && { FEED: downloadUrl }),
    TIMESTAMP: dayOf(now),
    ...(!isKept && { UPDATE: isUnknown ? t(texts.steps.someUpdate) : BEACON_UPDATES[cadence] }),
  };
  const fields: Readonly<Record<string, string | undefined>> = { ...note.header, ...needed };
  const lines = KEPT_FIELDS.flatMap((name) => {
    const value = fields[name]?.trim() ?? '';
    return value === '' ? [] : [`#${name}: ${value}`];
  });
  return ['#FORMAT: BEACON', '#PREFIX: https://d-nb.info/gnd/', ...lines];
}
