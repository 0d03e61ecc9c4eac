/** The page about an identifier without an entity: the reason, and entities that were perhaps meant. */
import type { ProblemDocument } from '../../core/http/problems.ts';
import type { Context, InternalAnswer } from '../../core/http/door.ts';
import type { Label } from '../../core/model/entity.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import type { BuildNotes } from '../../core/snapshot/build-notes.ts';
import { type GndId, hasValidCheckDigit, withValidCheckDigit } from '../../core/model/gnd-id.ts';
import { gndIdIn } from '../../core/model/read-identifiers.ts';
import { type FormerEntity, findFormerEntity } from '../../shared/dumps/former-entities.ts';
import { dnbAddress, dnbSearch, entityLink, externalLink, filled, joined, recordLink, section, sourceLink, typeWord } from './elements.ts'; // prettier-ignore
import { entityList, type EntityLine } from './entity-list.ts';
import { nearIds, swappedIds } from './entity-near.ts';
import { GND_EDITORS } from './gnd-editors.ts';
import { abbreviated } from './identifier-words.ts';
import { type Call, CallRefused, coverageOf, problemIn } from './internal-call.ts';
import { contactAddress, searchForm } from './layout.ts';
import { withNaturalDescriptions } from './natural-names.ts';
import type { Page } from './page-door.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import documents from './texts/docs.json' with { type: 'json' };
import texts from './texts/entity.json' with { type: 'json' };
import results from './texts/results.json' with { type: 'json' };

const TEXT = texts.missing.page;

const { titles: TITLES, reasons: REASONS, readings: READINGS } = texts.missing;

/** Longest text of an address that a title repeats, in characters. */
const MAX_TITLE = 40;

/** @param segment identifier as sent @param answer refusal of the API @param dumps folder of dumps, where there is one */
export async function missingEntity(
  segment: string,
  answer: InternalAnswer,
  { call, store }: Pick<Context, 'call' | 'store'>,
  locale: Locale,
  dumps: string | undefined,
): Promise<Page> {
  const problem = problemIn(answer.body);
  if (problem.code === 'withheld_gnd_id') return withheldEntity(segment, answer, locale);
  const { code = '', gnd = segment, reason = '', suggestion, readings = [], successors = [] } = problem;
  const { t, link } = locale;
  const former = await formerEntity(dumps, segment);
  const isReadable = /[\p{L}\p{N}\p{P}\p{S}]/u.test(gnd);
  const title = isReadable ? (entryOf<Label>(TITLES, reason) ?? entryOf<Label>(TITLES, code)) : texts.missing.untitled;
  if (title === undefined) throw new CallRefused(answer);
  const isDeleted = code === 'deleted_gnd_id';
  const isGone = former !== undefined || isDeleted;
  const holders = await holdersOf(readings, store);
  const isMistyped = !isGone && reason === 'check_digit';
  const isUnknown = !isGone && !isMistyped && code === 'unknown_gnd_id';
  const near = isUnknown ? swappedIds(gnd as GndId) : isGone ? [] : nearIds(segment);
  const similar = await existing([suggestion ?? [], holders, near].flat(), call);
  const candidates = [...new Set([...successors, ...similar])];
  const kind = isMistyped ? TEXT.kindInvalid : former && typeWord(former.type);
  const shown = shortened(gnd);
  const isLost = candidates.length === 0;
  const lead =
    code === 'invalid_gnd_id'
      ? invalidLead(reason, readings, holders.length > 0, store, locale)
      : leadOf(problem, isUnknown, former, store, locale);
  const right = isMistyped && isLost && (await rightNumber(gnd as GndId, { call, store }, locale));
  const heading = {
    icon: former?.type ?? 'lost',
    ...(kind && { kind: t(kind) }),
    title: filled(t(title), html`<bdi class="gnd">${shown}</bdi>`),
    ...(lead !== undefined && { lead }),
    isGone: true,
  };
  // An identifier that leads nowhere is not searched for again; any other text may be a name, or another identifier.
  const sought = former?.preferredName ?? (code === 'invalid_gnd_id' && isReadable ? segment : '');
  const isSought = isLost && isReadable && !isGone && !isUnknown && !isMistyped;
  const searchDnb = t(texts.page.searchDnb, { name: shown });
  const main = html`${right && html`<p>${right}</p>`} ${isGone && html`<p>${recordLink(gnd, t(TEXT.saidByDnb))}</p>`}
    ${isUnknown && !locale.isExcerpt && html`<p>${externalLink(dnbAddress(gnd), searchDnb)}</p>`}
    <div class="halves">
      ${!isLost && candidateSection(isDeleted ? undefined : gnd, await candidatesOf(candidates, store), locale)}
      ${former && section('before', t(TEXT.before), formerLine(former, locale))}
      ${section(
        'onward',
        sought === '' ? t(TEXT.onward) : t(texts.page.searchNamesakes, { name: shortened(sought) }),
        searchForm(locale, sought),
        isSought && html`<p>${externalLink(dnbSearch(gnd), searchDnb)}</p>`,
        isDeleted && listedBy(gnd, store, await store.notes(), locale),
        /\d/.test(segment) && html`<p><a href="${link('/coverage')}">${t(TEXT.checkList)}</a></p>`,
      )}
    </div>`;
  return {
    title: t(title, { gnd: shown }),
    path: `/gnd/${encodeURIComponent(segment)}`,
    heading,
    main,
    status: answer.status,
    hasSearch: false,
    ...(!isLost && { scripts: ['copy.js'] }),
  };
}

/** The entities that have a foreign identifier as which a text can be read. */
async function holdersOf(readings: Readings, store: Context['store']): Promise<readonly GndId[]> {
  const foreign = readings.filter(({ scheme }) => scheme !== 'gnd').map(({ scheme, value }) => `${scheme}:${value}`);
  const resolved = foreign.length === 0 ? [] : await store.resolve(foreign);
  return resolved.flatMap(({ matches }) => matches.map(({ card }) => card.gnd));
}

function shortened(gnd: string): string {
  const characters = Array.from(gnd);
  return characters.length > MAX_TITLE ? `${characters.slice(0, MAX_TITLE).join('')}…` : gnd;
}

/** `A, B or C`. */
function oneOf(parts: readonly Part[], language: string): Html {
  const format = new Intl.ListFormat(language === 'de' ? 'de' : 'en-GB', { type: 'disjunction' });
  const pieces = format.formatToParts(parts.map((_, place) => String(place)));
  return html`${pieces.map(({ type, value }) => (type === 'element' ? parts[Number(value)] : value))}`;
}

/** The sentence below the title: why there is no entity, and what helps. @param isUnknown whether nobody has the number */
function leadOf(
  { code = '', gnd = '', reason = '', successors = [] }: Partial<ProblemDocument>,
  isUnknown: boolean,
  former: FormerEntity | undefined,
  { snapshot }: Context['store'],
  locale: Locale,
): Part | undefined {
  const { t, isExcerpt } = locale;
  if (former !== undefined && code === 'unknown_gnd_id') return t(TEXT.vanished);
  const because =
    entryOf<Label>(REASONS, reason) ?? (successors.length === 0 ? entryOf<Label>(REASONS, code) : undefined);
  if (code === 'deleted_gnd_id') {
    const isNamed = former !== undefined || successors.length > 0;
    return html`${because && t(because)} ${former === undefined && t(TEXT.wasUnknown)} ${!isNamed && t(TEXT.byName)}`;
  }
  if (!isUnknown) return because && t(because);
  const { entities, deletions } = snapshot.counts;
  const where = isExcerpt ? t(TEXT.excerpt, { n: entities }) : t(REASONS.unknown_gnd_id);
  return html`${where} ${deletions === 0 && t(TEXT.maybeDeleted)}
  ${isExcerpt && html`${t(TEXT.lookUp)} ${recordLink(gnd)}.`}`;
}

/** The number with the right check digit, which is no entity here either; its own page says of one that was deleted or withheld why. */
async function rightNumber(
  gnd: GndId,
  { call, store }: Pick<Context, 'call' | 'store'>,
  locale: Locale,
): Promise<Html> {
  const { t, isExcerpt } = locale;
  const right = withValidCheckDigit(gnd);
  const [row] = await coverageOf([right], call);
  if (row?.verdict !== 'unknown') return filled(t(TEXT.rightNumber), entityLink(right, right, locale));
  const { entities } = store.snapshot.counts;
  return html`${filled(t(TEXT.maybeRight), recordLink(right, right))}
  ${isExcerpt && t(results.page.excerpt, { n: entities })}`;
}

type Readings = NonNullable<ProblemDocument['readings']>;

/**
 * Why a text is no identifier, and all that it may be, as the interface reads it: an identifier of the GND leads to its
 * page, any other to what it resolves to. @param isHeld whether an entity has one of the foreign identifiers
 */
function invalidLead(
  reason: string,
  readings: Readings,
  isHeld: boolean,
  { schemes }: Context['store'],
  locale: Locale,
): Html {
  const { t, language } = locale;
  const ids = readings.flatMap(({ scheme, value }) => (scheme === 'gnd' ? [value as GndId] : []));
  const own = oneOf(
    ids.map((id) => (hasValidCheckDigit(id) ? entityLink(id, id, locale) : html`<bdi>${id}</bdi>`)),
    language,
  );
  const registers = readings.flatMap(({ scheme, value }) => {
    const label = schemes.find((one) => one.scheme === scheme)?.label;
    if (label === undefined) return [];
    const address = locale.to('resolvePage', { ids: `${scheme}:${value}` });
    const name = abbreviated(t(label));
    return [address === undefined ? name : html`<a href="${address}">${name}</a>`];
  });
  const isForeign = reason === 'foreign_identifier';
  const lacksHyphen = reason === 'missing_hyphen' && ids.length > 0;
  const hyphen = ids.every(hasValidCheckDigit) ? READINGS.hyphen : READINGS.hyphenAndCheck;
  const isAddress = readings.some(({ scheme }) => scheme === 'url');
  const why = isAddress ? READINGS.address : (entryOf<Label>(REASONS, reason) ?? REASONS.bad_length);
  const gnd = ids.length > 0 && filled(t(lacksHyphen ? hyphen : READINGS.own), own);
  const others =
    registers.length > 0 && filled(t(isForeign ? READINGS.foreign : READINGS.others), oneOf(registers, language));
  const sentences = [
    !lacksHyphen && !(isForeign && others) && t(why),
    ...(isForeign ? [others, gnd] : [gnd, others]),
    others && !isHeld && t(READINGS.unheld),
  ];
  return joined(
    sentences.filter((sentence) => sentence !== false),
    ' ',
  );
}

/** Says that the entry is not shown, and where to turn; nothing else is known of the entity, and nothing similar is suggested. */
function withheldEntity(segment: string, { status, body }: InternalAnswer, locale: Locale): Page {
  const { t, operator, link } = locale;
  const { gnd = segment } = problemIn(body);
  const title = t(TEXT.withheld, { gnd });
  const { contact, isDemonstration } = operator;
  const heading = { icon: 'withheld', lead: html`${t(TEXT.withheldBy)} ${t(TEXT.onlyHere)}`, isGone: true };
  const main = html`<div class="halves">
    ${section(
      'person',
      t(TEXT.areYou),
      html`<p>${t(TEXT.writeToOperator)} ${isDemonstration === true && t(documents.page.demonstration)}</p>`,
      html`<p>
        <a href="${link('/about')}#person">${t(TEXT.claims)}</a>
        ${contact !== undefined && html` · <a href="${contactAddress(contact)}">${t(TEXT.askOperator)}</a>`}
      </p>`,
      html`<p>${t(TEXT.recordStays)} <a href="mailto:${GND_EDITORS}">${GND_EDITORS}</a>.</p>`,
    )}
    ${section('onward', t(TEXT.onward), searchForm(locale))}
  </div>`;
  const path = `/gnd/${encodeURIComponent(segment)}`;
  return { title, path, heading, main, status, hasSearch: false };
}

/** @param mistyped the number that was asked for; undefined for that of a deleted record */
function candidateSection(mistyped: string | undefined, found: readonly EntityLine[], locale: Locale): Html {
  const { count } = locale;
  const list = entityList(found, locale, mistyped === undefined ? {} : { mistyped });
  if (mistyped !== undefined) return section('meant', count(found.length, texts.missing.candidates), list);
  const { instead, successors } = texts.missing;
  return section('successors', count(found.length, instead), html`<p>${count(found.length, successors)}</p>`, list);
}

/** The lists that still have a deleted identifier, as far as the examples in their reports show. */
function listedBy(gnd: string, { snapshot }: Context['store'], notes: BuildNotes | undefined, locale: Locale) {
  const lists = (notes?.sources ?? []).flatMap(({ key, examples }) => {
    const isListed = examples.some(
      ({ reason, excerpt = '' }) =>
        reason === 'deleted_gnd_id' && (excerpt.split('|')[0] ?? '').split(/[^\dX-]+/).includes(gnd),
    );
    const title = isListed && snapshot.sources.find((source) => source.key === key)?.title;
    return title ? [sourceLink(key, title, locale)] : [];
  });
  if (lists.length === 0) return false;
  return html`<p>${locale.t(TEXT.listedBy)} ${joined(lists, ', ')}.</p>`;
}

/** The entity as the last snapshot with it described it; of a person who may be living, no name is kept. */
function formerLine({ until, ...entity }: FormerEntity, locale: Locale): Html {
  if (entity.preferredName === undefined) return html`<p>${locale.t(TEXT.wasPerson, { date: locale.day(until) })}</p>`;
  return html`<p>${locale.t(TEXT.was, { date: locale.day(until) })}</p>
    ${entityList([entity], locale, { isLinked: false })}`;
}

/** The entity that an identifier stood for in earlier data; undefined where none is known. */
async function formerEntity(dumps: string | undefined, segment: string): Promise<FormerEntity | undefined> {
  const gnd = gndIdIn(segment);
  if (dumps === undefined || gnd === undefined) return undefined;
  // The page can do without the former entity.
  return findFormerEntity(dumps, gnd).catch(() => undefined);
}

/** Largest number of candidates. */
const MAX_SHOWN = 5;

/** Identifiers that the data have; of a merged one, that of its entity. */
async function existing(ids: readonly string[], call: Call): Promise<readonly string[]> {
  const rows = await coverageOf(ids.slice(0, 100), call);
  return rows.flatMap(({ gnd, preferredName }) => (gnd !== undefined && preferredName !== undefined ? [gnd] : []));
}

/** Candidates with their names and dates. */
async function candidatesOf(ids: readonly string[], store: Context['store']) {
  const shown = ids.slice(0, MAX_SHOWN).map((id) => id as GndId);
  const cards = shown.length === 0 ? undefined : await store.cards(shown);
  return withNaturalDescriptions(
    shown.map((gnd): EntityLine => ({ gnd, ...cards?.get(gnd) })),
    store,
  );
}
