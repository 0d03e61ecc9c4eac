/** `/sources/{key}`: the page of one source: origin, freshness, coverage, and the use of its records. */
import { isRedistributable, type Source } from '../../core/model/source.ts';
import { createNewestFiles } from '../../shared/dumps/dump-folder.ts';
import type { Door } from '../../core/http/door.ts';
import { breakable, type Definition, definitionList, externalLink, folded, readableAddress, section, sourceLink } from './elements.ts'; // prettier-ignore
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { pageDoor, segment } from './page-door.ts';
import { withMarksOf } from '../../shared/http/quotation.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import { problemAnswer } from './problem-answer.ts';
import { readRegister } from './register.ts';
import {
  ageIn,
  ageOf,
  CADENCES,
  datedIn,
  dateOf,
  explanationOf,
  licenceLink,
  licenceOf,
  type ListedSource,
  sinceOf,
  stateBadge,
  stateOf,
  troubleOf,
} from './source-words.ts';
import { contentOf, entriesOf, readContent, type SourceContent } from './source-content.ts';
import { keeperOf, mistakeOf, whomToTell } from './source-contact.ts';
import { heldLines, keeperPart } from './source-keeper.ts';
import { statesSchedule } from './source-steps.ts';
import { decisionList } from './source-decisions.ts';
import { sourceCheck } from './source-check.ts';
import keeperTexts from '../keeper/texts/keeper.json' with { type: 'json' };
import texts from './texts/source.json' with { type: 'json' };

const TEXT = texts.page;

/** @param dumps folder of dumps, where there are any */
export function sourcePage(dumps?: string): Door {
  const newestFiles = createNewestFiles(dumps);
  return pageDoor({
    name: 'sourcePage',
    path: '/sources/{key}',
    summary: 'One source',
    parameters: { key: segment('Key of the source.', 'gnd') },
    // The page links to files of the newest dump.
    quota: { name: 'links' },
    dependsOn: 'file',
    examples: ['/sources/gnd-persons'],
    async answer({ key: asked }, context, locale) {
      const { call } = context;
      const { t, link, address } = locale;
      const path = `/sources/${encodeURIComponent(asked)}`;
      const register = await readRegister(call);
      const { snapshot } = context.store;
      const listed = register.byKey.get(asked);
      const source = snapshot.sources.find(({ key }) => key === asked);
      if (listed === undefined || source === undefined) {
        const next = html`<p><a href="${link('/sources')}">${t(TEXT.all)}</a></p>`;
        return problemAnswer({ locale, path, code: 'not_found', text: TEXT.unknown, next });
      }
      const files = await newestFiles();
      const note = (await context.store.notes())?.sources.find(({ key }) => key === asked);
      const facts = { source, note, collections: snapshot.collections, now: context.clock(), files };
      const harvest = snapshot.sources.find(({ observation }) => observation.harvestedThrough !== undefined);
      const shown = { ...facts, harvest, listed, register, ...(await readContent(note, call)) };
      const trouble = troubleOf(listed, snapshot, locale);
      return {
        title: t(source.title),
        description: descriptionOf(source, locale),
        path,
        heading: {
          icon: 'source',
          kind: html`<a href="${link('/sources')}">${t(TEXT.all)}</a>`,
          title: html`<bdi>${t(source.title)}</bdi>`,
          ...(t(source.description) !== t(source.title) && {
            lead: html`<bdi>${withLinks(leadOf(source, locale))}</bdi>`,
          }),
        },
        ...(note?.reading && { scripts: ['source-check.js'] }),
        // Feed readers find the feed by this element.
        head: html`<link
          rel="alternate"
          type="application/atom+xml"
          href="${address(`${path}/feed.atom`)}"
          title="${t(source.title)}"
        />`,
        main: mainOf(shown, trouble, locale),
      };
    },
  });
}

/** @param trouble why the last version is not used */
function mainOf(shown: SourceContent, trouble: Part | undefined, locale: Locale): Html {
  const { listed: source, note } = shown;
  const { t, address } = locale;
  const isUnused = source.import.sha256 === undefined;
  const feed = address(`/sources/${encodeURIComponent(source.key)}/feed.atom`);
  const isNoticed = isUnused || trouble !== undefined;
  const isHeld = source.freshness.state === 'held';
  const { problem } = shown.source.observation;
  const keeper = keeperOf(source, note, problem);
  return html`${
      isNoticed &&
      html`<p class="notice ${isHeld && !isUnused ? 'warn' : 'bad'}">
        <strong>${isUnused ? t(TEXT.noneUsed) : stillUsedIn(source, locale)}</strong>
        ${trouble && html`${refusedIn(source, locale)} ${trouble} ${heldLines(shown.source, locale)}`}
        ${isHeld && t(TEXT.nextVersion)} ${whomToTell(keeper, problem?.code, locale)}
      </p>`
    }
    <div class="halves">
      ${section('about', t(TEXT.about), originOf(shown, locale))}
      ${section('freshness', t(TEXT.freshness), freshnessOf(shown, trouble, locale))}
    </div>
    ${!isUnused && html`<div class="halves">${section('content', t(TEXT.content), contentOf(shown, locale))} ${mistakeOf(source, note, locale)}</div>`}
    ${!isUnused && entriesOf(shown, locale)}
    ${keeperPart(
      shown,
      [note && stateOf(source) !== 'completed' && sourceCheck(note, locale), contradictionsOf(source, locale)],
      [
        decisionList(note?.decisions ?? [], locale),
        html`<p><a href="${feed}" type="application/atom+xml">${t(keeperTexts.page.feed)}</a></p>`,
        definitionList('fact-list', identityOf(source, locale), locale),
      ],
      locale,
    )}`;
}

/** Since when new versions are not used; the reason follows. */
function refusedIn({ freshness: { state, since } }: ListedSource, { t, day }: Locale): string {
  const { dated, undated } = texts.refused[state === 'held' ? 'held' : 'failing'];
  return since === undefined ? t(undated) : t(dated, { date: day(since) });
}

/** The version in use. */
function stillUsedIn({ freshness, import: { read } }: ListedSource, { t, day, count }: Locale): string {
  const entries = count(read, texts.entries);
  const date = dateOf(freshness);
  if (date === undefined) return t(TEXT.formerUsed, { entries });
  return t(freshness.declaredDate === undefined ? TEXT.seenUsed : TEXT.datedUsed, { date: day(date), entries });
}

/** Longest description that is shown as a whole at the beginning, in characters. */
const LONGEST_LEAD = 240;

/** A text of the source in the marks of the language. */
const descriptionOf = ({ description }: Pick<Source, 'description'>, { t, language }: Locale) =>
  withMarksOf(language, t(description));

/** A text in which web addresses are links. */
const withLinks = (text: string): Html =>
  html`${text.split(/(https?:\/\/[^\s()<>"]*[\w/])/).map((part, at) => (at % 2 === 0 ? part : externalLink(part, readableAddress(part))))}`;

/** The description, or the first sentence of a long one, which stands folded further down. */
function leadOf(source: Pick<Source, 'description'>, locale: Locale): string {
  const { language } = locale;
  const text = descriptionOf(source, locale);
  if (text.length <= LONGEST_LEAD) return text;
  const [first] = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text);
  return first?.segment.trim() ?? text;
}

/** The end of a statement about a licence that is known only from the repository in which the list lies. */
const OF_REPOSITORY = /, as the repository that holds the list states$/;

function statedLicence({ licence }: ListedSource, { t }: Locale): Html {
  const name = licence.statement.replace(OF_REPOSITORY, '');
  const note = name !== licence.statement && html` <small>${t(TEXT.ofRepository)}</small>`;
  return html`${licenceLink(licence, name)}${note}`;
}

function originOf({ listed: source, source: { redistributable }, files }: SourceContent, locale: Locale): Html {
  const { t } = locale;
  const { publisher, homepage, downloadUrl, format } = source.origin;
  const { statement } = source.licence;
  const { state } = source.freshness;
  const isStated = statement !== 'not stated';
  const isLeftOut = redistributable === undefined && !isRedistributable(source) && files.dump !== '';
  const web = (url: string | undefined) =>
    url !== undefined && externalLink(url, html`<bdi>${breakable(readableAddress(url))}</bdi>`);
  const facts: readonly Definition[] = [
    [TEXT.publisher, html`<bdi>${publisher}</bdi>`],
    [TEXT.homepage, web(homepage)],
    [TEXT.download, web(downloadUrl) || (state === 'failing' && t(TEXT.noDownload))],
    [TEXT.format, t(labelOf(texts.formats, format))],
    [
      TEXT.licence,
      [
        isStated ? statedLicence(source, locale) : licenceOf(source, locale),
        isStated && isLeftOut && html` <small>${t(TEXT.otherLicence)}</small>`,
      ],
    ],
  ];
  const description = descriptionOf(source, locale);
  const isShortened = leadOf(source, locale) !== description;
  return html`${definitionList('fact-list', facts, locale)}
  ${isShortened && folded(t(TEXT.wholeDescription), html`<p><bdi>${withLinks(description)}</bdi></p>`)}`;
}

/** @param trouble why the last version is not used, which the page says at its beginning */
function freshnessOf(
  { listed: source, harvest, note }: SourceContent,
  trouble: Part | undefined,
  locale: Locale,
): Html {
  const { t, day, moment, operator } = locale;
  const { cadence, declaredDate, checkedAt, nextCheck } = source.freshness;
  const state = stateOf(source);
  const age = ageOf(source.freshness);
  const dated = datedIn(source.freshness, TEXT.dated, locale);
  // Version and cadence say why a source is fresh.
  const isStill = state === 'stale' && checkedAt !== undefined && declaredDate !== undefined;
  const stillOf = operator.isDemonstration === true ? TEXT.ofDemonstration : TEXT.stillOf;
  const reason = isStill
    ? t(stillOf, { date: day(declaredDate), checked: day(checkedAt) })
    : explanationOf(source, locale);
  const mayState = state === 'unscheduled' && source.origin.format === 'beacon' && !statesSchedule(note);
  const explained =
    state !== 'fresh' && trouble === undefined && html` <br />${reason} ${mayState && t(TEXT.mayStateSchedule)}`;
  const isFollowed = harvest !== undefined && isDumpOfGnd(source);
  const nextTerm = isFollowed && state === 'fresh' ? TEXT.nextDump : TEXT.nextCheck;
  // The first update after this time checks the source.
  const next =
    nextCheck === undefined ? state === 'failing' && t(TEXT.atOnce) : t(TEXT.atEarliest, { at: moment(nextCheck) });
  const facts: readonly Definition[] = [
    [TEXT.state, html`${stateBadge(state, locale)} ${sinceOf(source, locale)}${explained}`],
    [TEXT.date, dated.length > 0 && [dated, ` (${age === undefined ? t(TEXT.undated) : ageIn(age, locale)})`]],
    [TEXT.cadence, state !== 'completed' && state !== 'unscheduled' && t(labelOf(CADENCES, cadence))],
    [TEXT.laterChanges, isFollowed && laterChangesIn(harvest, locale)],
    // Where no check was made in time, the state has the day of the last one.
    [TEXT.checked, checkedAt !== undefined && state !== 'unchecked' && day(checkedAt)],
    [nextTerm, next],
  ];
  return definitionList('fact-list', facts, locale);
}

const isDumpOfGnd = ({ origin: { format, downloadUrl } }: ListedSource) =>
  format.startsWith('gnd-') && downloadUrl !== undefined;

/** Up to when changes of the GND are harvested, and by which source. */
function laterChangesIn({ key, title, observation: { harvestedThrough = '' } }: Source, locale: Locale): Html {
  const { t, day } = locale;
  return html`${t(TEXT.laterChangesUntil, { date: day(harvestedThrough) })} ${sourceLink(key, title, locale)}`;
}

/** Facts by which programs and logs name the source and its version. */
function identityOf({ key, freshness, import: { sha256 } }: ListedSource, { day }: Locale): readonly Definition[] {
  const { retrievedAt } = freshness;
  return [
    [TEXT.key, html`<code>${key}</code>`],
    [TEXT.retrieved, retrievedAt !== undefined && html`<time datetime="${retrievedAt}">${day(retrievedAt)}</time>`],
    [TEXT.checksum, sha256 !== undefined && html`<code>${sha256}</code>`],
  ];
}

function contradictionsOf({ contradictions }: ListedSource, { t }: Locale): Html | false {
  return (
    contradictions !== undefined &&
    html`<p>${t(TEXT.contradictions)}</p>
      <ul lang="en">
        ${contradictions.map((sentence) => html`<li>${sentence}</li>`)}
      </ul>`
  );
}
