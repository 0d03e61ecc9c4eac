/** `/gnd/{gnd}`: who or what an entity is, and where its links lead. */
import type { LinksAnswer } from '../api/schemas.ts';
import type { Label } from '../model/entity.ts';
import { citationOf } from './citation.ts';
import { type Definition, definitionList, externalLink, foldedList, hostOf } from './elements.ts';
import { coordinatesIn, coordinatesOf, type Entity, factsList } from './entity-facts.ts';
import { entityJsonLd } from './entity-json-ld.ts';
import { conflictNotices, jumpList, linkSections } from './entity-links.ts';
import { missingEntity } from './entity-missing.ts';
import { createAttribution, createSourceReader, type Sources, sourceList } from './entity-sources.ts';
import { mapFigure } from './figure-map.ts';
import { timelineFigure } from './figure-timeline.ts';
import { html, type Html } from './html.ts';
import type { SitePage } from './internal-call.ts';
import { documentAnswer, redirectTo } from './layout.ts';
import { entryOf, type Locale } from './locale.ts';
import labels from './texts/entity-labels.json' with { type: 'json' };
import texts from './texts/entity.json' with { type: 'json' };

const TEXT = texts.page;
/** A dozen names are read; more are looked through. */
const VISIBLE_NAMES = 12;
const VISIBLE_IDS = 4;

export function entityPage(): SitePage {
  const readSources = createSourceReader();
  return {
    path: '/gnd/{gnd}',
    quota: 'links',
    async answer(request) {
      const { segment, call, locale } = request;
      const { status, body } = await call(`/api/v1/gnd/${encodeURIComponent(segment)}/links`);
      if (status !== 200) return missingEntity(request, { status, body });
      const answer = body as LinksAnswer;
      const path = `/gnd/${answer.entity.gnd}`;
      // One address for every entity: other spellings and former identifiers lead to it.
      if (segment !== answer.entity.gnd) return redirectTo(301, locale.link(path));
      const sources = await readSources(answer.snapshot.id, call);
      return documentAnswer({
        locale,
        path,
        title: nameOf(answer.entity),
        description: summary(answer, locale),
        head: html`<link rel="canonical" href="${locale.address(path)}" />
          <link rel="alternate" type="application/json" href="${locale.address(jsonPath(answer))}" />
          ${entityJsonLd(answer, locale.address(path))}`,
        scripts: ['copy.js'],
        main: mainOf(answer, sources, locale),
      });
    },
  };
}

function jsonPath({ entity }: LinksAnswer): string {
  return `/api/v1/gnd/${entity.gnd}/links`;
}

function nameOf({ displayName, preferredName }: Entity): string {
  return displayName ?? preferredName;
}

function summary({ entity, links }: LinksAnswer, { t, count }: Locale): string {
  const name = [nameOf(entity), entity.description].filter((part) => part !== undefined).join(', ');
  return t(TEXT.description, { name, n: count(links.total, texts.links), gnd: entity.gnd });
}

function mainOf(answer: LinksAnswer, sources: Sources, locale: Locale): Html {
  const { entity, links } = answer;
  const { t, address, count } = locale;
  return html`<header class="entity-head">
      ${heading(entity, locale)}
      <nav class="sections" aria-label="${t(TEXT.sections)}">
        <ul>
          <li><a href="#facts">${t(TEXT.facts)}</a></li>
          <li><a href="#links">${count(links.total, texts.links)}</a></li>
          <li><a href="#reuse">${t(TEXT.cite)}</a></li>
          <li><a href="${address(jsonPath(answer))}">JSON</a></li>
        </ul>
      </nav>
    </header>
    <div class="entity">
      <div class="entity-facts">${about(answer, locale)}</div>
      <div class="entity-links">${linksOf(answer, sources, locale)}</div>
    </div>
    ${reuse(answer, locale)}`;
}

function heading({ type, typeLabel, subtypes, differentiated, ...entity }: Entity, { t }: Locale): Html {
  const kinds = [typeLabel, ...subtypes.flatMap((subtype) => entryOf<Label>(labels.subtypes, subtype) ?? [])];
  const { description } = entity;
  const isDubious = type === 'Person' && differentiated === false;
  return html`<p class="kind">${kinds.map((label) => t(label)).join(' · ')}</p>
    <h1><bdi>${entity.displayName ?? entity.preferredName}</bdi></h1>
    ${description !== undefined && html`<p class="lead" lang="de"><bdi>${description}</bdi></p>`}
    ${isDubious && html`<div class="notice warn"><p>${t(TEXT.undifferentiated)}</p></div>`}`;
}

function about(answer: LinksAnswer, locale: Locale): Html {
  const { entity } = answer;
  const { t } = locale;
  const coordinates = coordinatesOf(entity);
  return html`<section aria-labelledby="facts">
      <h2 id="facts">${t(TEXT.facts)}</h2>
      ${timelineFigure(entity, locale)} ${factsList(entity, locale) ?? html`<p class="soft">${t(TEXT.noFacts)}</p>`}
      ${coordinates && mapFigure(coordinates, coordinatesIn(coordinates, locale), locale)} ${pictureOf(entity, locale)}
    </section>
    <section aria-labelledby="identifiers">
      <h2 id="identifiers">${t(TEXT.identifiers)}</h2>
      ${identifiers(answer, locale)}
    </section>
    ${names(entity, locale)}`;
}

function identifiers({ entity, snapshot }: LinksAnswer, locale: Locale): Html {
  const { t, day, count } = locale;
  const { gnd, uri, formerIds, modified } = entity;
  const copyable = (content: Html) =>
    html`<span class="copyable" data-copy="${t(TEXT.copy)}" data-copied="${t(TEXT.copied)}">${content}</span>`;
  const former = formerIds.map((id) => html`<code>${id}</code>`);
  const fold = { visible: VISIBLE_IDS, summary: (n: number) => count(n, texts.moreIds) };
  const rows: readonly Definition[] = [
    [TEXT.gnd, copyable(html`<code>${gnd}</code>`)],
    [TEXT.uri, copyable(externalLink(uri, html`<code>${uri}</code>`))],
    [TEXT.formerIds, former.length > 0 && foldedList(former, fold)],
    [TEXT.modified, modified !== undefined && day(modified)],
    [TEXT.data, day(snapshot.date)],
  ];
  return definitionList('entity-list', rows, locale);
}

function names({ variantNames }: Entity, { t, number, count }: Locale): Html | false {
  if (variantNames.length === 0) return false;
  const items = variantNames.map((name) => html`<bdi>${name}</bdi>`);
  const fold = { visible: VISIBLE_NAMES, summary: (n: number) => count(n, texts.moreNames), className: 'names' };
  return html`<section aria-labelledby="names">
    <h2 id="names">${t(TEXT.names)} <span class="count">${number(variantNames.length)}</span></h2>
    ${foldedList(items, fold)}
  </section>`;
}

/** Only a link: this site loads nothing from elsewhere. */
function pictureOf({ depiction }: Entity, { t }: Locale): Html | false {
  if (depiction === undefined) return false;
  const { url, licence, credit } = depiction;
  return html`<figure class="picture card">
    <p>${externalLink(url, t(TEXT.showPicture, { host: hostOf(url) }))}</p>
    <figcaption class="soft">
      ${credit !== undefined && html`<bdi>${t(TEXT.credit, { credit })}</bdi>.`} ${t(TEXT.licence)}
      ${externalLink(licence, licence)}. ${t(TEXT.pictureAway)}
    </figcaption>
  </figure>`;
}

function linksOf({ links, conflicts }: LinksAnswer, sources: Sources, locale: Locale): Html {
  const { t, link, number } = locale;
  const { total, categories } = links;
  const title = html`<h2 id="links">${t(TEXT.links)} <span class="count">${number(total)}</span></h2>`;
  if (total === 0) {
    return html`${title}
      <p>${t(TEXT.noLinks)} <a href="${link('/sources')}">${t(TEXT.whichSources)}</a></p>`;
  }
  return html`${title} ${categories.length > 1 && jumpList(categories, locale)}
    ${conflictNotices(conflicts, categories, locale)}
    ${linkSections(categories, conflicts, createAttribution(sources, locale), locale)}
    <section aria-labelledby="link-sources">
      <h2 id="link-sources">${t(TEXT.sources)}</h2>
      ${sourceList(categories, sources, locale)}
    </section>`;
}

function reuse(answer: LinksAnswer, locale: Locale): Html {
  const { t, address } = locale;
  const { sentence, bibtex, ris } = citationOf(answer, locale);
  const path = jsonPath(answer);
  const copyable = html`class="copyable" data-copy="${t(TEXT.copy)}" data-copied="${t(TEXT.copied)}"`;
  const form = (name: string, text: string) =>
    html`<details>
      <summary>${name}</summary>
      <pre ${copyable} tabindex="0">${text}</pre>
    </details>`;
  return html`<section class="reuse" aria-labelledby="reuse">
    <h2 id="reuse">${t(TEXT.reuse)}</h2>
    <p>
      ${t(TEXT.json)}: <a href="${address(path)}"><code>${path}</code></a>
    </p>
    <h3>${t(TEXT.cite)}</h3>
    <p ${copyable}><bdi>${sentence}</bdi></p>
    ${form('BibTeX', bibtex)} ${form('RIS', ris)}
  </section>`;
}
