/** The report for the keeper of a list, with its state, next steps and faults; page and command line show it. */
import { dayOf } from '../../core/model/days.ts';
import { freshnessOf } from '../../core/model/freshness.ts';
import { BEACON_UPDATES, type Cadence, isDead, isRedistributable, type Source } from '../../core/model/source.ts';
import { type NewestFiles, repairedList } from '../../shared/dumps/dump-folder.ts';
import type { SourceNote } from '../../core/snapshot/build-notes.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import { deadSince, healthSentence } from './health-words.ts';
import { byTime, newsOfCollection, newsOfSource, reasonIn, type Wording } from './news.ts';
import texts from './texts/keeper.json' with { type: 'json' };
import reasons from './texts/reasons.json' with { type: 'json' };

const TEXT = texts.page;
const REASONS = { ...reasons.rejections, ...reasons.flaws, ...texts.reasons };
/** Number of collections whose health is reported; dead ones come first. */
const MAX_COLLECTIONS = 20;

/** Line of a list that anybody may copy. */
const LICENCE_LINE = '#LICENSE: https://creativecommons.org/publicdomain/zero/1.0/';

interface KeeperFacts {
  readonly source: Source;
  readonly note: SourceNote | undefined;
  readonly collections: Snapshot['collections'];
  readonly now: Date;
  readonly files: NewestFiles;
}

export interface ReportPart {
  readonly id: string;
  readonly heading: string;
  readonly sentences: readonly string[];
  /** Why the last copy was not used. */
  readonly reason?: Wording | undefined;
  readonly steps?: readonly Step[];
  readonly table?: ReportTable;
  readonly files?: readonly ReportedFile[];
}

export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | Wording)[])[];
}

/** A file of the newest dump. */
interface ReportedFile {
  readonly text: string;
  readonly name: string;
  readonly address: string;
}

export interface Step {
  readonly text: string;
  /** Lines to be copied. */
  readonly lines?: readonly string[];
  readonly link?: string;
}

/** @returns an empty list unless the source is a BEACON list: other sources have neither lines nor a header */
export function keeperReport(facts: KeeperFacts, locale: Locale): readonly ReportPart[] {
  if (facts.source.origin.format !== 'beacon') return [];
  return [
    statePart(facts, locale),
    stepsPart(facts, locale),
    ...linesPart(facts, locale),
    ...repairedPart(facts, locale),
    ...licencePart(facts, locale),
    ...healthPart(facts, locale),
    historyPart(facts, locale),
  ];
}

function statePart({ source, note, now }: KeeperFacts, locale: Locale): ReportPart {
  const { t, day } = locale;
  const { state, since, declaredDate } = freshnessOf(source, now);
  const { observedSince, nextCheck } = source.observation;
  const date = declaredDate ?? observedSince;
  const sentence =
    date === undefined
      ? t(texts.state.none)
      : t(texts.state[state], {
          date: day(date),
          since: day(since ?? date),
          n: note?.scope.entities ?? source.scope.entities,
        });
  const isOver = source.cadence === 'never' && state === 'fresh';
  const next =
    nextCheck === undefined
      ? t(isOver ? texts.next.never : texts.next.soon)
      : t(texts.next.at, { date: day(nextCheck) });
  return {
    id: 'state',
    heading: t(TEXT.state),
    sentences: [`${sentence} ${next}`],
    reason: source.observation.problem && reasonIn(source.observation.problem, locale),
  };
}

function stepsPart({ source, note, now }: KeeperFacts, { t, absolute, operator }: Locale): ReportPart {
  const { downloadUrl } = source.origin;
  const page = absolute(`/sources/${encodeURIComponent(source.key)}`);
  const contact = operator.contact ?? t(texts.steps.operator);
  const lines = suggestedHeader(note, source.cadence, now);
  const steps: Step[] = [
    { text: downloadUrl === undefined ? t(texts.steps.publishAnywhere) : t(texts.steps.publish, { url: downloadUrl }) },
    ...(lines === undefined ? [] : [{ text: t(texts.steps.header), lines }]),
    { text: t(texts.steps.check, { url: '' }), link: `${page}#check` },
    { text: t(texts.steps.wait) },
  ];
  if (source.observation.problem?.state === 'held') steps.push({ text: t(texts.steps.release, { contact }) });
  return { id: 'todo', heading: t(TEXT.todo), sentences: [], steps };
}

/** Fields that the suggested header takes from the list, in their order. */
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
];

/** The header that the list should have: its own fields, and fields that readers need; undefined while its fields are unknown. */
function suggestedHeader(note: SourceNote | undefined, cadence: Cadence, now: Date): readonly string[] | undefined {
  const fields = note?.header;
  if (fields === undefined) return undefined;
  const own = KEPT_FIELDS.flatMap((name) => {
    const value = fields[name]?.trim() ?? '';
    return value === '' ? [] : [`#${name}: ${value}`];
  });
  const update = BEACON_UPDATES[cadence];
  const rhythm = update === undefined ? [] : [`#UPDATE: ${update}`];
  const today = dayOf(now);
  return ['#FORMAT: BEACON', '#PREFIX: https://d-nb.info/gnd/', ...own, `#TIMESTAMP: ${today}`, ...rhythm];
}

function linesPart({ source, note }: KeeperFacts, locale: Locale): readonly ReportPart[] {
  const { t, count } = locale;
  // Nothing is known of lines that were never read.
  if (source.import.read === 0) return [];
  const { deleted_gnd_id: deleted = 0, unknown_gnd_id: unknown = 0, ...rejected } = source.import.rejected;
  // No fault of the list.
  const { withheld_gnd_id: _, ...others } = rejected;
  const groups = {
    merged: note?.linksViaFormerIds ?? 0,
    deleted,
    unknown,
    malformed: Object.values(others).reduce((sum, n) => sum + n, 0),
    duplicate: note?.notices?.['repeated_line'] ?? 0,
  };
  const found = Object.entries(groups).filter(([, n]) => n > 0);
  const sentence = found.map(([name, n]) => count(n, texts.groups[name as keyof typeof groups])).join(', ');
  const table = exampleTable(note?.examples ?? [], locale);
  const sentences = found.length === 0 ? [t(TEXT.noLines)] : [`${sentence}.`, t(TEXT.examples)];
  return [{ id: 'lines', heading: t(TEXT.lines), sentences, ...(table && { table }) }];
}

/** Lines or records that were left out, whole or in part, in their order; undefined if there are no examples. */
export function exampleTable(examples: SourceNote['examples'], { t, number }: Locale): ReportTable | undefined {
  if (examples.length === 0) return undefined;
  const sorted = examples.toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity));
  const rows = sorted.map(({ line, reason, excerpt = '' }) => [
    line === undefined ? '–' : number(line),
    t(labelOf(REASONS, reason)),
    excerpt,
  ]);
  return { head: [t(TEXT.line), t(TEXT.finding), t(TEXT.text)], rows };
}

function repairedPart({ source, files }: KeeperFacts, locale: Locale): readonly ReportPart[] {
  const { t, count, absolute } = locale;
  const { key } = source;
  const own = files.findings.flatMap(({ name, findings = [] }) => {
    const found = findings.filter(({ source }) => source === key);
    const numbers = found.reduce((sum, one) => sum + one.count, 0);
    const kind = name.startsWith('stale/') ? texts.files.stale : texts.files.unknown;
    return numbers === 0 ? [] : [{ name, text: count(numbers, kind) }];
  });
  const repaired = repairedList(key);
  const named = [...(files.names.has(repaired) ? [{ name: repaired, text: t(TEXT.repaired) }] : []), ...own];
  if (named.length === 0) return [];
  const reported = named.map((file) => ({ ...file, address: absolute(`/dumps/latest/${file.name}`) }));
  const sentence = t(isRedistributable(source) ? TEXT.repairedText : TEXT.repairedNumbers);
  return [{ id: 'repaired', heading: t(TEXT.repaired), sentences: [sentence], files: reported }];
}

/** A part for a list with links that are not in the files of all data. */
function licencePart({ source }: KeeperFacts, { t, number, operator }: Locale): readonly ReportPart[] {
  if (isRedistributable(source) || source.import.accepted === 0) return [];
  const contact = operator.contact ?? t(texts.steps.operator);
  const text = t(TEXT.licenceText, { n: number(source.import.accepted), contact });
  return [{ id: 'licence', heading: t(TEXT.licence), sentences: [], steps: [{ text, lines: [LICENCE_LINE] }] }];
}

function healthPart({ source, collections }: KeeperFacts, locale: Locale): readonly ReportPart[] {
  const own = collections
    .filter(({ key }) => source.scope.collections.includes(key))
    .toSorted((a, b) => Number(b.health && isDead(b.health)) - Number(a.health && isDead(a.health)))
    .slice(0, MAX_COLLECTIONS);
  const sentences = own.map(({ label, health }) => {
    const dead = deadSince(health, locale);
    return `${label}: ${dead === undefined ? '' : `${dead}. `}${healthSentence(health, locale)}`;
  });
  return sentences.length === 0 ? [] : [{ id: 'health', heading: locale.t(TEXT.health), sentences }];
}

function historyPart({ source, collections }: KeeperFacts, locale: Locale): ReportPart {
  const { t, day } = locale;
  const own = collections.filter(({ key }) => source.scope.collections.includes(key));
  const news = [...newsOfSource(source, locale), ...own.flatMap((one) => newsOfCollection(one, locale))];
  const rows = news.toSorted(byTime).map(({ at, title, reason }) => [day(at), title, reason ?? '']);
  return {
    id: 'history',
    heading: t(TEXT.history),
    sentences: rows.length === 0 ? [t(TEXT.noEvents)] : [],
    ...(rows.length > 0 && { table: { head: [t(TEXT.date), t(TEXT.event), t(TEXT.reason)], rows } }),
  };
}

/** The report as plain text, fit for a mail. */
export function reportAsText(title: string, parts: readonly ReportPart[]): string {
  const underlined = (text: string, mark: string) => [text, mark.repeat(Array.from(text).length)];
  const lines = parts.flatMap(({ heading, sentences, reason, steps = [], table, files = [] }) => [
    '',
    ...underlined(heading, '-'),
    ...sentences,
    ...(reason === undefined ? [] : [reason.text]),
    ...steps.flatMap(({ text, link = '', lines: own = [] }, at) => [
      `${at + 1}. ${text}${link}`,
      ...own.map((line) => `     ${line}`),
    ]),
    ...(table?.rows ?? []).map((cells) => {
      const texts = cells.map((cell) => (typeof cell === 'string' ? cell : cell.text));
      return `  ${texts.filter((text) => text !== '').join('  ')}`;
    }),
    ...files.map(({ text, address }) => `  ${text}: ${address}`),
  ]);
  // Texts of lists are untrusted: their control characters must not reach a terminal.
  return [...underlined(title, '='), ...lines, ''].map((line) => line.replace(/\p{Cc}/gu, '?')).join('\n');
}
