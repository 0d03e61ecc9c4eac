/** `/sources/{key}`: the page of one source: origin, freshness, coverage, and the use of its records. */
import { LATEST } from '../../shared/dumps/dump-folder.ts';
import { mailIn } from '../../core/model/text.ts';
import type { CoverageAnswer } from '../../core/interface/coverage-schema.ts';
import { createNewestFiles, type NewestFiles, sourceList } from '../../shared/dumps/dump-folder.ts';
import type { Door } from '../../core/http/door.ts';
import type { Label } from '../../core/model/entity.ts';
import type { SourceNote } from '../../core/snapshot/build-notes.ts';
import {
  type Definition,
  definitionList,
  entityLink,
  externalLink,
  linkRow,
  pageHead,
  readableAddress,
  section,
  typeWord,
} from './elements.ts';
import { deadBadge } from '../keeper/health-words.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { coverageOf } from './internal-call.ts';
import { documentAnswer } from './layout.ts';
import { pageDoor, segment } from './page-door.ts';
import { keeperReport, type ReportPart } from '../keeper/report.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import { problemAnswer } from './problem-answer.ts';
import type { ReadRegister, Register } from './register.ts';
import { ageIn, CADENCES, KINDS, licenceOf, type ListedSource, stateBadge, STATES, troubleOf } from './source-words.ts';
import { keeperSections, noKeeper } from './source-keeper.ts';
import { sourceCheck } from './source-check.ts';
import { importOf } from './source-import.ts';
import texts from './texts/source.json' with { type: 'json' };

const TEXT = texts.page;

/** @param dumps folder of dumps, where there are any */
export function sourcePage(readRegister: ReadRegister, dumps?: string): Door {
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
      const source = register.sources.find(({ key }) => key === asked);
      if (source === undefined) {
        const next = html`<p><a href="${link('/sources')}">${t(TEXT.all)}</a></p>`;
        return problemAnswer({ locale, path, code: 'not_found', text: TEXT.unknown, next });
      }
      const files = await newestFiles();
      const notes = (await context.store.notes())?.sources.find((note) => note.key === asked);
      const { firstEntities = [], change } = notes ?? {};
      const lists = [firstEntities, change?.added.first ?? [], change?.removed.first ?? []];
      const named = await Promise.all(lists.map((ids) => coverageOf(ids, call)));
      const { snapshot } = context.store;
      const described = snapshot.sources.find((one) => one.key === asked);
      const facts = { note: notes, collections: snapshot.collections, now: context.clock(), files };
      const parts = described === undefined ? [] : keeperReport({ source: described, ...facts }, locale);
      return documentAnswer({
        locale,
        title: t(source.title),
        description: t(source.description),
        path,
        ...(notes?.reading && { scripts: ['source-check.js'] }),
        // Feed readers find the feed by this element.
        head: html`<link
          rel="alternate"
          type="application/atom+xml"
          href="${address(`${path}/feed.atom`)}"
          title="${t(source.title)}"
        />`,
        main: mainOf(
          { source, register, notes, named, files, parts, trouble: troubleOf(source, snapshot, locale) },
          locale,
        ),
      });
    },
  });
}

interface Shown {
  readonly source: ListedSource;
  readonly register: Register;
  readonly notes: SourceNote | undefined;
  /** Three lists: the first entities, the first added ones, and the first removed ones. */
  readonly named: readonly (readonly Named[])[];
  readonly files: NewestFiles;
  /** The report for the keeper of a list; empty for other sources. */
  readonly parts: readonly ReportPart[];
  /** Why the last version is not used. */
  readonly trouble: Part | undefined;
}

type Named = CoverageAnswer['items'][number];

function mainOf(
  { source, register, notes, named: [first = [], added = [], removed = []], files, parts, trouble }: Shown,
  locale: Locale,
): Html {
  const { t, link } = locale;
  const isRead = source.import.read > 0;
  const feed = `/sources/${encodeURIComponent(source.key)}/feed.atom`;
  const lists = [
    entitiesOf(TEXT.firstEntities, source.scope.entities, first, locale),
    entitiesOf(TEXT.added, notes?.change?.added.ids, added, locale),
    entitiesOf(TEXT.removed, notes?.change?.removed.ids, removed, locale),
  ];
  return html`${pageHead(
      {
        icon: 'source',
        kind: html`<a href="${link('/sources')}">${t(TEXT.all)}</a>`,
        title: html`<bdi>${t(source.title)}</bdi>`,
        lead: html`<bdi>${t(source.description)}</bdi>`,
      },
      locale,
    )}
    ${linkRow(t(TEXT.parts), [
      ['#scope', t(TEXT.scope)],
      ...(isRead ? [['#import', t(TEXT.import)] as const] : []),
      ['#mistake', t(TEXT.mistake)],
      ...parts.map(({ id, heading }) => [`#keeper-${id}`, heading] as const),
    ])}
    <div class="halves">
      ${section('about', t(TEXT.about), originOf(source, locale))}
      ${section('freshness', t(TEXT.freshness), freshnessOf(source, trouble, locale))}
    </div>
    ${section('scope', t(TEXT.scope), scopeOf(source, register, files, locale), ...lists)}
    ${isRead && section('import', t(TEXT.import), importOf(source, notes, locale))}
    <section class="notice" aria-labelledby="mistake">
      <h2 id="mistake">${t(TEXT.mistake)}</h2>
      <p>${t(TEXT.mistakeText)}</p>
      <p>${contactOf(source, notes, locale)}</p>
    </section>
    ${parts.length > 0 ? keeperSections(parts, feed, locale) : noKeeper(locale)} ${notes && sourceCheck(notes, locale)}`;
}

/** The contact in the list, if it has one, or else the home page. */
function contactOf({ origin: { homepage } }: ListedSource, notes: SourceNote | undefined, { t }: Locale): Part {
  const { contact = '' } = notes ?? {};
  const mail = mailIn(contact);
  if (mail !== undefined) return html`${t(TEXT.report)}: <a href="mailto:${mail}"><bdi>${contact}</bdi></a>`;
  if (/^https?:\/\/\S+$/.test(contact)) return externalLink(contact, t(TEXT.report));
  return homepage === undefined ? t(TEXT.noContact) : externalLink(homepage, t(TEXT.report));
}

/** The first of a number of entities; entities that the data lack have only an identifier. */
function entitiesOf(title: Label, all = 0, first: readonly Named[], locale: Locale): Html | false {
  if (first.length === 0) return false;
  const { t, number } = locale;
  const items = first.map(({ input, gnd = input, preferredName }) =>
    preferredName === undefined ? input : entityLink(gnd, preferredName, locale),
  );
  const more = all > first.length ? [t(TEXT.andMore, { n: all - first.length })] : [];
  return folded(`${t(title)} (${number(all)})`, [...items, ...more]);
}

function folded(summary: string, items: readonly Part[], isOpen = false): Html {
  return html`<details ${isOpen && html`open`}>
    <summary>${summary}</summary>
    <ul class="collections plain-list">
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>
  </details>`;
}

function originOf(source: ListedSource, locale: Locale): Html {
  const { t } = locale;
  const { publisher, homepage, downloadUrl, format } = source.origin;
  const { spdx, statement } = source.licence;
  const web = (url: string | undefined) =>
    url !== undefined && externalLink(url, html`<bdi>${readableAddress(url)}</bdi>`);
  const facts: readonly Definition[] = [
    [TEXT.publisher, html`<bdi>${publisher}</bdi>`],
    [TEXT.homepage, web(homepage)],
    [TEXT.download, web(downloadUrl)],
    [TEXT.format, t(labelOf(texts.formats, format))],
    [TEXT.kind, t(KINDS[source.kind])],
    [
      TEXT.licence,
      [licenceOf(source, locale), spdx !== undefined && spdx !== statement && html`<br /><bdi>${statement}</bdi>`],
    ],
    [TEXT.key, html`<code>${source.key}</code>`],
  ];
  return definitionList('fact-list', facts, locale);
}

function freshnessOf(source: ListedSource, trouble: Part | undefined, locale: Locale): Html {
  const { t, day } = locale;
  const {
    freshness,
    import: { sha256 },
  } = source;
  const { state, since, ageDays, cadence, declaredDate, observedSince, retrievedAt, checkedAt, nextCheck } = freshness;
  const moment = (at: string | undefined) => at !== undefined && html`<time datetime="${at}">${day(at)}</time>`;
  const facts: readonly Definition[] = [
    [TEXT.state, [stateBadge(state, locale), ' ', t(STATES[state].explanation)]],
    [TEXT.since, since !== undefined && day(since)],
    [TEXT.reason, trouble],
    [TEXT.age, ageDays !== undefined && ageIn(ageDays, locale)],
    [TEXT.cadence, t(labelOf(CADENCES, cadence))],
    [TEXT.declared, moment(declaredDate)],
    [TEXT.observed, moment(observedSince)],
    [TEXT.retrieved, moment(retrievedAt)],
    [TEXT.checked, moment(checkedAt)],
    [TEXT.nextCheck, moment(nextCheck)],
  ];
  const used = sha256 === undefined ? TEXT.noneUsed : (state === 'held' || state === 'failing') && TEXT.formerUsed;
  return html`${used && html`<p class="notice ${sha256 === undefined ? 'bad' : 'warn'}">${t(used)}</p>`}
  ${definitionList('fact-list', facts, locale)}`;
}

function scopeOf(source: ListedSource, register: Register, { names }: NewestFiles, locale: Locale): Html {
  const { t, link, number } = locale;
  const { scope } = source;
  const file = (name: string, kind: string) =>
    names.has(name) && html` <a href="${locale.to('dumpFile', { path: `${LATEST}/${name}` })}" download>${kind}</a>`;
  const categories = register.categories.filter(({ key }) => scope.categories.includes(key));
  const collections = register.collections.filter(({ key }) => scope.collections.includes(key));
  const facts: readonly Definition[] = [
    [TEXT.entities, [number(scope.entities), file(sourceList(source.key), 'BEACON')]],
    [TEXT.links, number(scope.links)],
    [TEXT.types, scope.types.length > 0 && scope.types.map((type) => t(typeWord(type))).join(', ')],
    [TEXT.categories, categories.length > 0 && categories.map(({ label }) => t(label)).join(', ')],
  ];
  const items = collections.map(({ key, label, health }) => [
    html`<a href="${link('/docs/keys')}#collection-${key}"><bdi>${label}</bdi></a>`,
    html` ${deadBadge(health, locale)}`,
    [file(`links/${key}.tsv.gz`, 'TSV'), file(`links/${key}.beacon.txt.gz`, 'BEACON')],
  ]);
  if (scope.entities + scope.links === 0) {
    return html`<p dir="auto">${t(scope.description)}</p>
      <p class="soft">${t(TEXT.noLinks)}</p>`;
  }
  return html`<p dir="auto">${t(scope.description)}</p>
    ${definitionList('fact-list', facts, locale)}
    ${collections.some(({ key }) => names.has(`links/${key}.tsv.gz`)) && html`<p class="soft">${t(TEXT.files)}</p>`}
    ${items.length > 0 && folded(`${t(TEXT.collections)} (${number(items.length)})`, items, items.length <= 40)}`;
}
