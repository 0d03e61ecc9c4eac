/** The part of the page of a source for those who keep it, folded: a check of a new version, next steps, findings, history. */
import { dayOf } from '../../core/model/days.ts';
import type { Label } from '../../core/model/entity.ts';
import { gndIdsIn } from '../../core/model/read-identifiers.ts';
import { type ExampleLine, isDead, type Source } from '../../core/model/source.ts';
import type { SourceNote } from '../../core/snapshot/build-notes.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import { LATEST, type NewestFiles, NUMBERS_FILE } from '../../shared/dumps/dump-folder.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import { deadSince, healthSentence } from '../keeper/health-words.ts';
import { newsOf } from '../keeper/news.ts';
import { folded, foldedList, table } from './elements.ts';
import { stepsOf } from './source-steps.ts';
import { wordingIn } from './source-words.ts';
import texts from '../keeper/texts/keeper.json' with { type: 'json' };
import reasons from '../keeper/texts/reasons.json' with { type: 'json' };
import sourceTexts from './texts/source.json' with { type: 'json' };

const TEXT = texts.page;
/** Number of visible examples of a finding, and of visible rows of a table; further ones are folded. */
const VISIBLE = { examples: 3, rows: 10 } as const;
/** Texts of reasons. Some are the reason both for a rejected record and for a flaw of one, with a text for each. */
const REJECTIONS: Readonly<Record<string, Label>> = { ...reasons.flaws, ...reasons.rejections };
const FLAWS: Readonly<Record<string, Label>> = { ...reasons.rejections, ...reasons.flaws, ...texts.reasons };
/** The reason of identifiers that are not in the data. */
const OUTSIDE = 'unknown_gnd_id';
/** Findings that need no correction, because the service made it; they stand last. */
const HANDLED: ReadonlySet<string> = new Set([
  'repaired_id',
  'repaired_url',
  'repeated_line',
  'merged_gnd_id',
  'withheld_gnd_id',
  'refused_by_decision',
  'replaced_by_dump',
  'replaced_by_update',
]);
/** Number of collections whose health is reported; dead ones come first. */
const MAX_COLLECTIONS = 20;

export interface KeeperFacts {
  readonly source: Source;
  readonly note: SourceNote | undefined;
  readonly collections: Snapshot['collections'];
  readonly now: Date;
  readonly files: NewestFiles;
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

/**
 * Only a BEACON list has steps and the health of its links: any other source has no header to improve. A completed list has no steps.
 * @param before parts before the steps @param after parts at the end
 */
export function keeperPart(facts: KeeperFacts, before: Part, after: readonly Part[], locale: Locale): Html {
  const { origin, cadence } = facts.source;
  const isList = origin.format === 'beacon';
  const steps =
    isList &&
    cadence !== 'never' &&
    part('todo', locale.t(TEXT.todo), stepsOf(facts.source, facts.note, facts.now, locale));
  return html`<details class="keeper">
    <summary><h2>${locale.t(TEXT.keeper)}</h2></summary>
    ${before} ${steps} ${linesOf(facts, locale)} ${isList && healthOf(facts, locale)} ${historyOf(facts, locale)}
    ${after}
  </details>`;
}

function part(id: string, heading: string, ...content: readonly Part[]): Html {
  return html`<section aria-labelledby="keeper-${id}">
    <h3 id="keeper-${id}">${heading}</h3>
    ${content}
  </section>`;
}

const paragraphs = (sentences: readonly string[]) => sentences.map((sentence) => html`<p>${sentence}</p>`);

function linesOf({ source, note, files }: KeeperFacts, locale: Locale): Html | false {
  const { t, count, number, to } = locale;
  const { read, accepted, rejected } = source.import;
  // Nothing is known of lines that were never read.
  if (read === 0) return false;
  const isList = source.origin.format === 'beacon';
  const shown = note?.examples.filter(({ reason }) => isList || PUBLIC_EXCERPTS.has(reason)) ?? [];
  const examples = Map.groupBy(shown, ({ reason }) => reason);
  const { details, notices } = note ?? {};
  const outside = locale.isExcerpt ? (rejected[OUTSIDE] ?? 0) : 0;
  const findingsOf = (counts: Readonly<Record<string, number>>, labels: typeof FLAWS) =>
    Object.entries(counts)
      .filter(([reason, n]) => n > 0 && !(locale.isExcerpt && reason === OUTSIDE))
      .toSorted(([, a], [, b]) => b - a)
      .toSorted(([a], [b]) => Number(HANDLED.has(a)) - Number(HANDLED.has(b)))
      .map(([reason, n]) => {
        const named = (examples.get(reason) ?? []).toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity));
        const repaired = (one: ExampleLine) => reason === 'repaired_id' && repairIn(one, locale);
        const share = n > named.length ? ` (${t(sourceTexts.page.someOf, { n: named.length, all: number(n) })})` : '';
        const summary = (rest: number) => t(sourceTexts.page.andMore, { n: rest }) + share;
        const items = named.map((one) => html`<code>${exampleIn(one, locale)}</code>${repaired(one)}`);
        return [t(labelOf(labels, reason)), number(n), foldedList(items, { visible: VISIBLE.examples, summary })];
      });
  const refused = findingsOf(rejected, REJECTIONS);
  const further = findingsOf({ ...details, ...notices }, FLAWS);
  const unused = Object.values(rejected).reduce((sum, n) => sum + n, 0) - outside;
  const isNumbered = shown.some(({ line }) => line !== undefined);
  // Identifiers outside an excerpt are no fault of the list.
  const used = t(outside > 0 ? TEXT.usedHere : TEXT.used, { accepted, outside, unused });
  const areSame = source.kind === 'links' && source.scope.links > 0 && accepted > source.scope.links;
  const sentences = [
    `${count(read, texts.read)}, ${used} ${areSame ? count(source.scope.links, texts.same) : ''}`,
    ...(refused.length + further.length + outside === 0 ? [t(TEXT.noLines)] : []),
    ...(isNumbered ? [t(TEXT.examples)] : []),
    ...(isNumbered && note?.reading !== undefined && source.cadence !== 'never' ? [t(TEXT.moreExamples)] : []),
  ];
  const isListed =
    (notices?.['merged_gnd_id'] ?? 0) + (rejected['deleted_gnd_id'] ?? 0) + (rejected['unknown_gnd_id'] ?? 0) > 0 &&
    files.names.has(NUMBERS_FILE);
  const address = to('dumpFile', { path: `${LATEST}/${NUMBERS_FILE}` });
  const head = [t(TEXT.finding), t(TEXT.number), t(TEXT.text)];
  const tableOf = (className: string, rows: readonly (readonly Part[])[]) =>
    rows.length > 0 && table({ className, name: t(TEXT.lines), head, numbers: [1], rows });
  return part(
    'lines',
    t(TEXT.lines),
    paragraphs(sentences),
    tableOf('findings', refused),
    refused.length > 0 && further.length > 0 && html`<p>${t(TEXT.further)}</p>`,
    tableOf('notices', further),
    isListed &&
      html`<p>
        ${t(locale.isExcerpt ? TEXT.numbersOutside : TEXT.numbers)}: <a href="${address}" download>${NUMBERS_FILE}</a>
      </p>`,
  );
}

/** For which lines a list is held back. */
export function heldLines({ observation }: Source, locale: Locale): Html | false {
  const { reasons: counts = {}, example } = observation.problem?.lines ?? {};
  const { t, count } = locale;
  const counted = Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, n]) => `${count(n, texts.lines)}: ${t(labelOf(REJECTIONS, reason))}`);
  if (counted.length === 0) return false;
  return html`${counted.slice(0, VISIBLE.examples).join(' ')}
  ${example && html`${t(TEXT.forExample)} <code>${exampleIn(example, locale)}</code>`}`;
}

/** Usual text before an identifier. */
const USUAL_PREFIX = /^(?:\(DE-588\)\s*|gnd:\s*|https?:\/\/(?:www\.)?d-nb\.info\/gnd\/)?$/i;

/**
 * The identifiers that were read from a repaired first column. Excerpts lack invisible characters: what looks usual in one was
 * repaired because of them.
 */
function repairIn({ excerpt = '' }: ExampleLine, { t }: Locale): Html | false {
  const [column = ''] = excerpt.split('|').map((part) => part.trim());
  const read = gndIdsIn(column).ids.join(', ');
  const isUsual = column.endsWith(read) && USUAL_PREFIX.test(column.slice(0, column.length - read.length));
  return read !== '' && html` <code>→ ${read}</code>${isUsual && ` (${t(TEXT.invisible)})`}`;
}

function exampleIn({ line, excerpt }: ExampleLine, { t, number }: Locale): string {
  const place = line === undefined ? undefined : t(TEXT.line, { n: number(line) });
  return [place, excerpt].filter((part) => part !== undefined).join(': ');
}

function healthOf({ source, collections }: KeeperFacts, locale: Locale): Html | false {
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
  return sentences.length > 0 && part('health', locale.t(TEXT.health), paragraphs(sentences));
}

function historyOf({ source, collections }: KeeperFacts, locale: Locale): Html | false {
  const { t, day, moment } = locale;
  const news = newsOf(source, collections, locale);
  const byDay = Map.groupBy(news, ({ at }) => dayOf(new Date(at)));
  // News of a collection have only a day.
  const isTimed = ({ at, kind }: (typeof news)[number]) =>
    kind !== 'dead' && kind !== 'alive' && (byDay.get(dayOf(new Date(at)))?.length ?? 0) > 1;
  const rows = news.map((one) => [
    isTimed(one) ? moment(one.at) : day(one.at),
    one.title,
    one.reason && wordingIn(one.reason, locale),
  ]);
  if (rows.length === 0) return false;
  const content = table({
    className: 'history',
    name: t(TEXT.event),
    head: [t(TEXT.date), t(TEXT.event), t(TEXT.reason)],
    rows,
  });
  const isShort = rows.length <= VISIBLE.rows;
  return part('history', t(TEXT.history), isShort ? content : folded(`${t(TEXT.event)} (${rows.length})`, content));
}
