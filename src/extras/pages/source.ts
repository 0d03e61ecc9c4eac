/** `/sources/{key}`: the page of one source: origin, freshness, coverage, and the use of its records. */
import { mailIn } from '../../core/model/text.ts';
import type { CoverageAnswer } from '../../core/interface/coverage-schema.ts';
import { createNewestFiles, LATEST, type NewestFiles } from '../../shared/dumps/dump-folder.ts';
import type { Door } from '../../core/http/door.ts';
import type { Label } from '../../core/model/entity.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import type { SourceNote } from '../../core/snapshot/build-notes.ts';
import {
  type Definition,
  definitionList,
  entityLink,
  externalLink,
  folded,
  pageHead,
  plainList,
  readableAddress,
  section,
  typeWord,
} from './elements.ts';
import { GND_EDITORS } from './docs.ts';
import { deadBadge } from '../keeper/health-words.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { bodyIfAny, type Call, coverageOf } from './internal-call.ts';
import { contactAddress, documentAnswer } from './layout.ts';
import { pageDoor, segment } from './page-door.ts';
import { keeperReport, type ReportPart } from '../keeper/report.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import { problemAnswer } from './problem-answer.ts';
import { readRegister, type Register } from './register.ts';
import { ageIn, CADENCES, licenceOf, type ListedSource, stateBadge, STATES, troubleOf } from './source-words.ts';
import { keeperPart } from './source-keeper.ts';
import { decisionList } from './source-decisions.ts';
import { sourceCheck } from './source-check.ts';
import { naturalName } from './titles.ts';
import keeper from '../keeper/texts/keeper.json' with { type: 'json' };
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
      const source = register.sources.find(({ key }) => key === asked);
      if (source === undefined) {
        const next = html`<p><a href="${link('/sources')}">${t(TEXT.all)}</a></p>`;
        return problemAnswer({ locale, path, code: 'not_found', text: TEXT.unknown, next });
      }
      const files = await newestFiles();
      const { snapshot } = context.store;
      const note = (await context.store.notes())?.sources.find((one) => one.key === asked);
      const { firstEntities = [], change } = note ?? {};
      const lists = [firstEntities.slice(EXAMPLES), change?.added.first ?? [], change?.removed.first ?? []];
      const named = await Promise.all(lists.map((ids) => coverageOf(ids, call)));
      const examples = await Promise.all(firstEntities.slice(0, EXAMPLES).map((gnd) => exampleOf(gnd, call)));
      const described = snapshot.sources.find((one) => one.key === asked);
      const facts = { note, collections: snapshot.collections, now: context.clock(), files };
      const report = described === undefined ? [] : keeperReport({ source: described, ...facts }, locale);
      const trouble = troubleOf(source, snapshot, locale);
      return documentAnswer({
        locale,
        title: t(source.title),
        description: t(source.description),
        path,
        ...(note?.reading && { scripts: ['source-check.js'] }),
        // Feed readers find the feed by this element.
        head: html`<link
          rel="alternate"
          type="application/atom+xml"
          href="${address(`${path}/feed.atom`)}"
          title="${t(source.title)}"
        />`,
        main: mainOf({ source, register, note, named, examples, files, report, trouble }, locale),
      });
    },
  });
}

/** Number of entities that are shown with a link of the source. */
const EXAMPLES = 5;

interface Shown {
  readonly source: ListedSource;
  readonly register: Register;
  readonly note: SourceNote | undefined;
  /** Three lists: further entities, the first added ones, and the first removed ones. */
  readonly named: readonly (readonly Named[])[];
  readonly examples: readonly (LinksAnswer | undefined)[];
  readonly files: NewestFiles;
  readonly report: readonly ReportPart[];
  /** Why the last version is not used. */
  readonly trouble: Part | undefined;
}

type Named = CoverageAnswer['items'][number];

function mainOf(shown: Shown, locale: Locale): Html {
  const { source, note, report, trouble } = shown;
  const { t, link, address, operator } = locale;
  const { state } = source.freshness;
  const isUnused = source.import.sha256 === undefined;
  const used = isUnused ? TEXT.noneUsed : (state === 'held' || state === 'failing') && TEXT.formerUsed;
  const feed = address(`/sources/${encodeURIComponent(source.key)}/feed.atom`);
  return html`${pageHead(
      {
        icon: 'source',
        kind: html`<a href="${link('/sources')}">${t(TEXT.all)}</a>`,
        title: html`<bdi>${t(source.title)}</bdi>`,
        ...(t(source.description) !== t(source.title) && { lead: html`<bdi>${t(source.description)}</bdi>` }),
      },
      locale,
    )}
    ${
      used &&
      html`<p class="notice ${isUnused ? 'bad' : 'warn'}">
        ${t(used)} ${trouble}
        ${operator.contact !== undefined && html`<a href="${contactAddress(operator.contact)}">${t(TEXT.tell)}</a>`}
      </p>`
    }
    <div class="halves">
      ${section('about', t(TEXT.about), originOf(source, locale))}
      ${section('freshness', t(TEXT.freshness), freshnessOf(source, trouble, locale))}
    </div>
    ${section('content', t(TEXT.content), contentOf(shown, locale))}
    ${!isEmpty(source) && mistakeOf(source, note, locale)}
    ${keeperPart(
      report,
      [definitionList('fact-list', identityOf(source, locale), locale), contradictionsOf(source, locale)],
      [
        decisionList(note?.decisions ?? [], locale),
        html`<p><a href="${feed}" type="application/atom+xml">${t(keeper.page.feed)}</a></p>`,
        note && sourceCheck(note, locale),
      ],
      locale,
    )}`;
}

const isEmpty = ({ scope }: ListedSource) => scope.entities + scope.links === 0;

const mistakeWords = ({ kind }: ListedSource) => texts.mistakes[kind === 'links' ? 'links' : 'records'];

function mistakeOf(source: ListedSource, note: SourceNote | undefined, locale: Locale): Html {
  const { t } = locale;
  const { text } = mistakeWords(source);
  return html`<section class="notice" aria-labelledby="mistake">
    <h2 id="mistake">${t(TEXT.mistake)}</h2>
    <p>${t(text)}</p>
    <p>${contactOf(source, note, locale)}</p>
  </section>`;
}

/** The contact in the list, for records the editors of the GND, or else the home page. */
function contactOf(source: ListedSource, note: SourceNote | undefined, { t }: Locale): Part {
  const { kind, origin } = source;
  const { homepage } = origin;
  const label = t(mistakeWords(source).report);
  const { contact = kind === 'links' ? '' : GND_EDITORS } = note ?? {};
  const mail = mailIn(contact);
  if (mail !== undefined) return html`${label}: <a href="mailto:${mail}"><bdi>${contact}</bdi></a>`;
  if (/^https?:\/\/\S+$/.test(contact)) return externalLink(contact, label);
  if (homepage === undefined) return t(TEXT.noContact);
  return html`${t(TEXT.onlyHomepage)} ${externalLink(homepage, readableAddress(homepage))}`;
}

function originOf(source: ListedSource, locale: Locale): Html {
  const { t } = locale;
  const { publisher, homepage, downloadUrl, format } = source.origin;
  const { spdx, statement } = source.licence;
  const { state } = source.freshness;
  const web = (url: string | undefined) =>
    url !== undefined && externalLink(url, html`<bdi>${readableAddress(url)}</bdi>`);
  const facts: readonly Definition[] = [
    [TEXT.publisher, html`<bdi>${publisher}</bdi>`],
    [TEXT.homepage, web(homepage)],
    [TEXT.download, web(downloadUrl) || (state === 'failing' && t(TEXT.noDownload))],
    [TEXT.format, t(labelOf(texts.formats, format))],
    [
      TEXT.licence,
      [licenceOf(source, locale), spdx !== undefined && spdx !== statement && html`<br /><bdi>${statement}</bdi>`],
    ],
  ];
  return definitionList('fact-list', facts, locale);
}

function freshnessOf({ freshness }: ListedSource, trouble: Part | undefined, locale: Locale): Html {
  const { t, day } = locale;
  const { state, since, ageDays, cadence, declaredDate, observedSince, checkedAt, nextCheck } = freshness;
  const date = declaredDate ?? observedSince;
  const age = ageDays !== undefined && html` (${ageIn(ageDays, locale)})`;
  const version = (at: string) => [t(declaredDate === undefined ? TEXT.seen : TEXT.dated, { date: day(at) }), age];
  // The notice above has the reason of a trouble; version and cadence say why a source is fresh.
  const explained =
    trouble === undefined
      ? state !== 'fresh' && t(STATES[state].explanation)
      : since && t(TEXT.sinceDay, { date: day(since) });
  const facts: readonly Definition[] = [
    [TEXT.state, [stateBadge(state, locale), ' ', explained]],
    [TEXT.date, date !== undefined && version(date)],
    [TEXT.cadence, state !== 'unscheduled' && cadence !== 'unknown' && t(labelOf(CADENCES, cadence))],
    [TEXT.checked, checkedAt !== undefined && day(checkedAt)],
    [TEXT.nextCheck, nextCheck !== undefined && day(nextCheck)],
  ];
  return definitionList('fact-list', facts, locale);
}

/** Entities of the source, some with a link, and the collections that its links lead into. */
function contentOf(
  { source, register, note, named: [more = [], added = [], removed = []], examples, files }: Shown,
  locale: Locale,
): Html {
  const { t, link, number } = locale;
  const { key: asked, kind, scope } = source;
  const { read, rejected } = source.import;
  const isElsewhere = locale.isExcerpt && (rejected['unknown_gnd_id'] ?? 0) > 0;
  if (isEmpty(source)) return html`<p>${isElsewhere ? t(TEXT.noneHere, { n: read }) : t(TEXT.noLinks)}</p>`;
  const collections = register.collections.filter(({ key }) => scope.collections.includes(key));
  const items = collections.map(({ key, label, health }) => [
    html`<a href="${link('/docs/keys')}#collection-${key}"><bdi>${label}</bdi></a>`,
    html` ${deadBadge(health, locale)}`,
    fileLink(files, `links/${key}.tsv.gz`, 'TSV', locale),
    fileLink(files, `links/${key}.beacon.txt.gz`, 'BEACON', locale),
  ]);
  const categories = register.categories.filter(({ key }) => scope.categories.includes(key));
  const known = examples.filter((answer) => answer !== undefined);
  const linked = known.filter((answer) => linkOf(answer, asked) !== undefined);
  // Only a source of records may have entities without links.
  const shown = linked.length > 0 || kind === 'links' ? linked : known;
  const samples = shown.map((answer) => exampleIn(answer, asked, locale));
  const facts: readonly Definition[] = [
    [TEXT.contains, html`<span dir="auto">${t(scope.description)}</span>`],
    [TEXT.loaded, locale.isExcerpt && t(TEXT.excerpt)],
    [TEXT.entities, number(scope.entities)],
    [TEXT.links, number(scope.links)],
    [TEXT.types, scope.types.length > 0 && scope.types.map((type) => t(typeWord(type))).join(', ')],
    [TEXT.categories, categories.length > 0 && categories.map(({ label }) => t(label)).join(', ')],
    [TEXT.examples, samples.length > 0 && plainList(samples)],
  ];
  return html`${definitionList('fact-list', facts, locale)}
  ${entitiesOf(TEXT.firstEntities, scope.entities - samples.length, more, locale)}
  ${entitiesOf(TEXT.added, note?.change?.added.ids, added, locale)}
  ${entitiesOf(TEXT.removed, note?.change?.removed.ids, removed, locale)}
  ${items.length > 0 && folded(`${t(TEXT.collections)} (${number(items.length)})`, plainList(items, 'collections'))}`;
}

const exampleOf = (gnd: string, call: Call) => bodyIfAny<LinksAnswer>(call, `/api/v1/gnd/${gnd}/links`);

/** A link of the source. */
const linkOf = ({ links }: LinksAnswer, key: string) =>
  links.categories.flatMap(({ items }) => items).find(({ assertedBy }) => assertedBy.includes(key));

function exampleIn(answer: LinksAnswer, key: string, locale: Locale): Html {
  const { entity } = answer;
  const link = linkOf(answer, key);
  return html`${entityLink(entity.gnd, naturalName(entity), locale)}
  ${link && html`<span class="soft">→ ${externalLink(link.url, html`<bdi>${readableAddress(link.url)}</bdi>`)}</span>`}`;
}

/** Some of a number of entities; entities that the data lack have only an identifier. */
function entitiesOf(title: Label, all = 0, first: readonly Named[], locale: Locale): Html | false {
  if (first.length === 0) return false;
  const { t, number } = locale;
  const items = first.map(({ input, gnd = input, type, preferredName }) =>
    preferredName === undefined ? input : entityLink(gnd, naturalName({ type, preferredName }), locale),
  );
  const more = all > first.length ? [t(TEXT.andMore, { n: all - first.length })] : [];
  return folded(`${t(title)} (${number(all)})`, plainList([...items, ...more], 'collections'));
}

/** A link to a file of the newest dump, if there is one. */
function fileLink({ names }: NewestFiles, name: string, kind: string, { to }: Locale): Html | false {
  return names.has(name) && html` <a href="${to('dumpFile', { path: `${LATEST}/${name}` })}" download>${kind}</a>`;
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
