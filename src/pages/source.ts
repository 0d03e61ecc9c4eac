/** `/sources/{key}`: one source: where it comes from, how fresh it is, what it covers, and what could be used of it. */
import type { CoverageAnswer } from '../api/coverage-schema.ts';
import { TYPE_LABELS } from '../api/type-labels.ts';
import type { Label } from '../model/entity.ts';
import type { SourceNote } from '../store/build-notes.ts';
import { type Definition, definitionList, externalLink, readableAddress, scrollable, table } from './elements.ts';
import { html, type Html, type Part } from './html.ts';
import { bodyIfAny, type Call, keptPage, type SitePage } from './internal-call.ts';
import { documentAnswer } from './layout.ts';
import { entryOf, labelOf, type Locale } from './locale.ts';
import { problemAnswer } from './problem-answer.ts';
import type { ReadRegister, Register } from './register.ts';
import {
  ageIn,
  CADENCES,
  KINDS,
  licenceOf,
  type RegisteredSource,
  rejectedShare,
  shareIn,
  stateBadge,
  stateOf,
  STATES,
} from './source-words.ts';
import texts from './texts/source.json' with { type: 'json' };

const TEXT = texts.page;

export function sourcePage(readRegister: ReadRegister): SitePage {
  return {
    path: '/sources/{key}',
    async answer({ segment, locale, call, store }) {
      const { t, link } = locale;
      const path = `/sources/${encodeURIComponent(segment)}`;
      const register = await readRegister(call);
      const source = register.sources.find(({ key }) => key === segment);
      if (source === undefined) {
        const next = html`<p><a href="${link('/sources')}">${t(TEXT.all)}</a></p>`;
        return problemAnswer({ locale, path, code: 'not_found', text: TEXT.unknown, next });
      }
      const key = `${path} ${locale.key}`;
      const known = register.pages.get(key);
      if (known !== undefined) return known;
      const notes = (await store()?.notes())?.sources.find((note) => note.key === segment);
      const first = notes === undefined ? [] : await namesOf(notes.firstEntities, call);
      return keptPage(register.pages, key, () =>
        documentAnswer({
          locale,
          title: t(source.title),
          description: t(source.description),
          path,
          main: mainOf({ source, register, notes, first }, locale),
        }),
      );
    },
  };
}

interface Shown {
  readonly source: RegisteredSource;
  readonly register: Register;
  readonly notes: SourceNote | undefined;
  /** Of its entities. */
  readonly first: readonly Named[];
}

type Named = Pick<CoverageAnswer['items'][number], 'gnd' | 'preferredName'>;

async function namesOf(ids: readonly string[], call: Call): Promise<readonly Named[]> {
  if (ids.length === 0) return [];
  return (await bodyIfAny<CoverageAnswer>(call, `/api/v1/coverage?ids=${ids.join(',')}`))?.items ?? [];
}

function mainOf({ source, register, notes, first }: Shown, locale: Locale): Html {
  const { t, link } = locale;
  return html`<p><a href="${link('/sources')}">${t(TEXT.all)}</a></p>
    <h1 dir="auto">${t(source.title)}</h1>
    <p class="lead" dir="auto">${t(source.description)}</p>
    <div class="halves">
      <section aria-labelledby="about">
        <h2 id="about">${t(TEXT.about)}</h2>
        ${originOf(source, locale)}
      </section>
      <section aria-labelledby="freshness">
        <h2 id="freshness">${t(TEXT.freshness)}</h2>
        ${freshnessOf(source, notes, locale)}
      </section>
    </div>
    <section aria-labelledby="scope">
      <h2 id="scope">${t(TEXT.scope)}</h2>
      ${scopeOf(source, register, locale)} ${entitiesOf(first, locale)}
    </section>
    <section aria-labelledby="import">
      <h2 id="import">${t(TEXT.import)}</h2>
      ${importOf(source, notes, locale)}
    </section>
    <section class="notice" aria-labelledby="mistake">
      <h2 id="mistake">${t(TEXT.mistake)}</h2>
      <p>${t(TEXT.mistakeText)}</p>
      <p>${contactOf(source, notes, locale)}</p>
    </section>`;
}

/** A person who keeps the list, as the list names one, rather than a home page. */
function contactOf({ origin: { homepage } }: RegisteredSource, notes: SourceNote | undefined, { t }: Locale): Part {
  const { contact = '' } = notes ?? {};
  const [mail] = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(contact) ?? [];
  if (mail !== undefined) return html`${t(TEXT.report)}: <a href="mailto:${mail}"><bdi>${contact}</bdi></a>`;
  if (/^https?:\/\/\S+$/.test(contact)) return externalLink(contact, t(TEXT.report));
  return homepage === undefined ? t(TEXT.noContact) : externalLink(homepage, t(TEXT.report));
}

function entitiesOf(first: readonly Named[], { t, link, number }: Locale): Html | false {
  const items = first.flatMap(({ gnd, preferredName }) =>
    gnd === undefined
      ? []
      : html`<li>
          <a href="${link(`/gnd/${gnd}`)}"><bdi>${preferredName ?? gnd}</bdi></a>
        </li>`,
  );
  return (
    items.length > 0 &&
    html`<details>
      <summary>${t(TEXT.firstEntities)} (${number(items.length)})</summary>
      <ul class="collections plain-list">
        ${items}
      </ul>
    </details>`
  );
}

function originOf(source: RegisteredSource, locale: Locale): Html {
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

function freshnessOf(source: RegisteredSource, notes: SourceNote | undefined, locale: Locale): Html {
  const { t, day } = locale;
  const {
    freshness,
    import: { sha256 },
    scope,
  } = source;
  const state = stateOf(source);
  const { reason, since, ageDays, cadence, declaredDate, observedSince, retrievedAt, checkedAt } = freshness;
  const moment = (at: string | undefined) => at !== undefined && html`<time datetime="${at}">${day(at)}</time>`;
  const facts: readonly Definition[] = [
    [TEXT.state, [stateBadge(state, locale), ' ', t(STATES[state].explanation)]],
    [TEXT.since, since !== undefined && day(since)],
    [TEXT.reason, reason !== undefined && html`<span lang="en">${reason}</span>`],
    [TEXT.age, ageDays !== undefined && ageIn(ageDays, locale)],
    [TEXT.cadence, t(labelOf(CADENCES, cadence))],
    [TEXT.declared, moment(declaredDate)],
    [TEXT.observed, moment(observedSince)],
    [TEXT.retrieved, moment(retrievedAt)],
    [TEXT.checked, moment(checkedAt)],
    [TEXT.change, notes?.before && changeOf(notes.before, scope, locale)],
  ];
  return html`${sha256 === undefined && html`<p class="notice bad">${t(TEXT.noneUsed)}</p>`}
  ${definitionList('fact-list', facts, locale)}`;
}

/** Against the snapshot before: `+12 Entitäten, −3 Verweise`. */
function changeOf(before: SourceNote['scope'], now: SourceNote['scope'], { t, language }: Locale): string {
  const signed = new Intl.NumberFormat(language, { signDisplay: 'always' });
  return (['entities', 'links'] as const)
    .map((key) => `${signed.format(now[key] - before[key])} ${t(TEXT[key])}`)
    .join(', ');
}

function scopeOf({ scope }: RegisteredSource, register: Register, locale: Locale): Html {
  const { t, number } = locale;
  const categories = register.categories.filter(({ key }) => scope.categories.includes(key));
  const collections = register.collections.filter(({ key }) => scope.collections.includes(key));
  const facts: readonly Definition[] = [
    [TEXT.entities, number(scope.entities)],
    [TEXT.links, number(scope.links)],
    [TEXT.types, scope.types.length > 0 && scope.types.map((type) => t(labelOf(TYPE_LABELS, type))).join(', ')],
    [TEXT.categories, categories.length > 0 && categories.map(({ label }) => t(label)).join(', ')],
  ];
  const items = collections.map(
    ({ label, homepage }) =>
      html`<li><bdi>${homepage === undefined ? label : externalLink(homepage, label)}</bdi></li>`,
  );
  return html`<p dir="auto">${t(scope.description)}</p>
    ${definitionList('fact-list', facts, locale)}
    ${
      collections.length === 0
        ? html`<p class="soft">${t(TEXT.noLinks)}</p>`
        : html`<details ${collections.length <= 40 && html`open`}>
            <summary>${t(TEXT.collections)} (${number(collections.length)})</summary>
            <ul class="collections plain-list">
              ${items}
            </ul>
          </details>`
    }`;
}

function importOf(source: RegisteredSource, notes: SourceNote | undefined, locale: Locale): Html {
  const { t, number } = locale;
  const { read, accepted, rejected, sha256 } = source.import;
  const reasons = Object.entries(rejected).toSorted(([, a], [, b]) => b - a);
  const refused = reasons.reduce((sum, [, count]) => sum + count, 0);
  const facts: readonly Definition[] = [
    [TEXT.read, number(read)],
    [TEXT.accepted, number(accepted)],
    [TEXT.rejected, `${number(refused)} (${shareIn(rejectedShare(source.import), locale)})`],
    [TEXT.checksum, sha256 !== undefined && html`<code>${sha256}</code>`],
  ];
  const rows = reasons.map(([reason, count]) => {
    const words = entryOf<Label>(texts.rejections, reason);
    return [
      words === undefined ? reason : html`${t(words)} <code>${reason}</code>`,
      number(count),
      shareIn(read === 0 ? undefined : Math.min(1, count / read), locale),
    ];
  });
  const head = [t(TEXT.rejectionReason), t(TEXT.number), t(TEXT.share)];
  return html`<p class="soft">${t(TEXT.importText)}</p>
    ${definitionList('fact-list', facts, locale)}
    ${
      rows.length === 0
        ? html`<p>${t(TEXT.noRejections)}</p>`
        : scrollable(t(TEXT.why), table({ className: 'rejections', caption: t(TEXT.why), head, numbers: [1, 2], rows }))
    }
    ${rejectedLines(notes, locale)}
    ${
      source.contradictions !== undefined &&
      html`<p>${t(TEXT.contradictions)}</p>
        <ul lang="en">
          ${source.contradictions.map((sentence) => html`<li>${sentence}</li>`)}
        </ul>`
    }`;
}

/** A few of each reason, so that whoever keeps the list finds them in it. */
function rejectedLines(notes: SourceNote | undefined, { t, number }: Locale): Html | false {
  const rows = (notes?.examples ?? []).map(({ reason, line, excerpt = '' }) => {
    const words = entryOf<Label>(texts.rejections, reason);
    return [
      line === undefined ? '–' : number(line),
      words === undefined ? reason : t(words),
      html`<code>${excerpt}</code>`,
    ];
  });
  if (rows.length === 0) return false;
  const head = [t(TEXT.line), t(TEXT.rejectionReason), t(TEXT.text)];
  const lines = table({ className: 'rejected-lines', caption: t(TEXT.examplesNote), head, rows });
  return html`<details>
    <summary>${t(TEXT.examples)} (${number(rows.length)})</summary>
    ${scrollable(t(TEXT.examples), lines)}
  </details>`;
}
