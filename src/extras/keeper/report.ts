/** The report for the person who maintains a list: faults, next steps, history. The page of the source shows it. */
import { dayOf } from '../../core/model/days.ts';
import type { Label } from '../../core/model/entity.ts';
import { BEACON_UPDATES, type Cadence, isDead, isRedistributable, type Source } from '../../core/model/source.ts';
import { type NewestFiles, NUMBERS_FILE } from '../../shared/dumps/dump-folder.ts';
import type { SourceNote } from '../../core/snapshot/build-notes.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import { deadSince, healthSentence } from './health-words.ts';
import { newsOf, reasonIn, type Wording } from './news.ts';
import texts from './texts/keeper.json' with { type: 'json' };
import reasons from './texts/reasons.json' with { type: 'json' };

const TEXT = texts.page;
/** Texts of reasons. Some are the reason both for a rejected record and for a flaw of one, with a text for each. */
const REJECTIONS: Readonly<Record<string, Label>> = { ...reasons.flaws, ...reasons.rejections };
const FLAWS: Readonly<Record<string, Label>> = { ...reasons.rejections, ...reasons.flaws, ...texts.reasons };
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
  readonly steps?: readonly Step[];
  readonly findings?: readonly Finding[];
  readonly table?: ReportTable;
  /** A file of the newest dump. */
  readonly file?: Readonly<Record<'text' | 'name' | 'address', string>>;
}

/** A fault of some lines or records, with examples. */
export interface Finding {
  readonly text: string;
  readonly count: number;
  /** Lines or records, e.g. `86: 118561715`, in their order. */
  readonly examples: readonly string[];
}

export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | Wording)[])[];
}

/** Reasons whose excerpts are only identifiers or classes. All others have pieces of records, which may name a person. */
const PUBLIC_EXCERPTS: ReadonlySet<string> = new Set([
  'no_gnd_identifier',
  'no_preferred_name',
  'no_target',
  'no_leader',
  'not_an_authority',
  'status_contradicted',
  'self_redirect',
  'unknown_class',
  'no_mapping',
]);

export interface Step {
  readonly text: string;
  /** Lines to be copied. */
  readonly lines?: readonly string[];
  readonly link?: string;
}

/** The report of a BEACON list; of any other source only findings and history, because it has no header to improve. */
export function keeperReport(facts: KeeperFacts, locale: Locale): readonly ReportPart[] {
  const isList = facts.source.origin.format === 'beacon';
  return [
    ...linesPart(facts, locale),
    ...(isList ? [stepsPart(facts, locale), ...healthPart(facts, locale)] : []),
    ...historyPart(facts, locale),
  ];
}

function stepsPart({ source, note, now }: KeeperFacts, { t, absolute, operator }: Locale): ReportPart {
  const { downloadUrl } = source.origin;
  const page = absolute(`/sources/${encodeURIComponent(source.key)}`);
  const contact = operator.contact ?? t(texts.steps.operator);
  const lines = suggestedHeader(note, source.cadence, now);
  // Links of other lists are not in the files of the dump.
  const isFree = isRedistributable(source) || source.import.accepted === 0;
  const steps: Step[] = [
    { text: downloadUrl === undefined ? t(texts.steps.publishAnywhere) : t(texts.steps.publish, { url: downloadUrl }) },
    ...(lines === undefined ? [] : [{ text: t(texts.steps.header), lines }]),
    ...(isFree ? [] : [{ text: t(texts.steps.licence, { contact }), lines: [LICENCE_LINE] }]),
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

function linesPart({ source, note, files }: KeeperFacts, locale: Locale): readonly ReportPart[] {
  const { t, count, absolute } = locale;
  const { read, accepted, rejected } = source.import;
  // Nothing is known of lines that were never read.
  if (read === 0) return [];
  const isList = source.origin.format === 'beacon';
  const shown = note?.examples.filter(({ reason }) => isList || PUBLIC_EXCERPTS.has(reason)) ?? [];
  const examples = Map.groupBy(shown, ({ reason }) => reason);
  const { details, notices } = note ?? {};
  const findingsOf = (counts: Readonly<Record<string, number>>, labels: typeof FLAWS): Finding[] =>
    Object.entries(counts).flatMap(([reason, n]) => {
      const named = (examples.get(reason) ?? []).toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity));
      const finding = {
        text: t(locale.isExcerpt && reason === 'unknown_gnd_id' ? TEXT.outside : labelOf(labels, reason)),
        count: n,
        examples: named.map((one) => exampleIn(one, locale)),
      };
      return n === 0 ? [] : [finding];
    });
  const findings = [...findingsOf(rejected, REJECTIONS), ...findingsOf({ ...details, ...notices }, FLAWS)].toSorted(
    (a, b) => b.count - a.count,
  );
  const unused = Object.values(rejected).reduce((sum, n) => sum + n, 0);
  const numbers = `${count(read, texts.read)}, ${t(TEXT.used, { accepted, unused })}`;
  const isNumbered = shown.some(({ line }) => line !== undefined);
  const sentences = [
    numbers,
    ...(findings.length === 0 ? [t(TEXT.noLines)] : []),
    ...(isNumbered ? [t(TEXT.examples)] : []),
  ];
  const isListed =
    (notices?.['merged_gnd_id'] ?? 0) + (rejected['deleted_gnd_id'] ?? 0) + (rejected['unknown_gnd_id'] ?? 0) > 0 &&
    files.names.has(NUMBERS_FILE);
  const text = t(locale.isExcerpt ? TEXT.numbersOutside : TEXT.numbers);
  const file = { text, name: NUMBERS_FILE, address: absolute(`/dumps/latest/${NUMBERS_FILE}`) };
  return [
    {
      id: 'lines',
      heading: t(TEXT.lines),
      sentences,
      ...(findings.length > 0 && { findings }),
      ...(isListed && { file }),
    },
  ];
}

function exampleIn({ line, excerpt }: SourceNote['examples'][number], { t, number }: Locale): string {
  const place = line === undefined ? undefined : t(TEXT.line, { n: number(line) });
  return [place, excerpt].filter((part) => part !== undefined).join(': ');
}

function healthPart({ source, collections }: KeeperFacts, locale: Locale): readonly ReportPart[] {
  const own = collections
    .filter(({ key }) => source.scope.collections.includes(key))
    .toSorted((a, b) => Number(b.health && isDead(b.health)) - Number(a.health && isDead(a.health)))
    .slice(0, MAX_COLLECTIONS);
  const sentences = own.flatMap(({ label, health }) => {
    const dead = deadSince(health, locale);
    return health === undefined
      ? []
      : [`${label}: ${dead === undefined ? '' : `${dead}. `}${healthSentence(health, locale)}`];
  });
  return sentences.length === 0 ? [] : [{ id: 'health', heading: locale.t(TEXT.health), sentences }];
}

function historyPart({ source, collections }: KeeperFacts, locale: Locale): readonly ReportPart[] {
  const { t, day } = locale;
  // The page begins with the reason why the last copy is not used.
  const present = source.observation.problem && reasonIn(source.observation.problem, locale).text;
  const rows = newsOf(source, collections, locale).map(({ at, title, reason }) => [
    day(at),
    title,
    reason === undefined || reason.text === present ? '' : reason,
  ]);
  if (rows.length === 0) return [];
  const head = [t(TEXT.date), t(TEXT.event), t(TEXT.reason)];
  return [{ id: 'history', heading: t(TEXT.history), sentences: [], table: { head, rows } }];
}
