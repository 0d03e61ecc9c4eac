/** The page of an entity: who or what it is, and where its links lead. */
import type { LinksAnswer } from '../api/schemas.ts';
import type { Page, PageAnswer } from '../http/page.ts';
import type { Label } from '../model/entity.ts';
import { citationOf } from './citation.ts';
import { coordinatesIn, coordinatesOf, type Entity, factsList } from './entity-facts.ts';
import { entityJsonLd } from './entity-json-ld.ts';
import { SUBTYPE_LABELS } from './entity-labels.ts';
import { conflictNotices, jumpList, linkSections } from './entity-links.ts';
import { missingEntity } from './entity-missing.ts';
import { createAttribution, createSourceRegister, type Sources, sourceList } from './entity-sources.ts';
import { LINKS, MORE_IDS, MORE_NAMES, TEXT } from './entity-text.ts';
import { externalLink, hostOf } from './external-link.ts';
import { mapFigure } from './figure-map.ts';
import { timelineFigure } from './figure-timeline.ts';
import { foldedList } from './folded-list.ts';
import { definitionList } from './definition-list.ts';
import { html, type Html } from './html.ts';
import { dayIn, inLanguage, linkTo, numberIn, type Speech } from './language.ts';
import { documentAnswer, speaking } from './layout.ts';
import { counted, entryOf, fill } from './phrase.ts';

/** A dozen names are read; more are looked through. */
const VISIBLE_NAMES = 12;
const VISIBLE_IDS = 4;

export function entityPage(): Page {
  const sourcesOf = createSourceRegister();
  return {
    path: '/gnd/{gnd}',
    quota: 'links',
    async answer(request) {
      const { segment = '', ask } = request;
      const { speech } = speaking(request);
      const { status, body } = await ask(`/api/v1/gnd/${encodeURIComponent(segment)}/links`);
      if (status !== 200) return missingEntity(segment, status, body, ask, speech);
      const answer = body as LinksAnswer;
      const path = `/gnd/${answer.entity.gnd}`;
      // One address for every entity: other spellings and former identifiers lead to it.
      if (segment !== answer.entity.gnd) return movedTo(linkTo(path, speech));
      const sources = await sourcesOf(answer.snapshot.id, ask);
      return documentAnswer({
        speech,
        path,
        title: nameOf(answer.entity),
        description: summary(answer, speech),
        head: html`<link rel="canonical" href="${path}" />
          <link rel="alternate" type="application/json" href="${`/api/v1/gnd/${answer.entity.gnd}/links`}" />
          ${entityJsonLd(answer)}`,
        scripts: ['entity.js'],
        main: mainOf(answer, sources, speech),
      });
    },
  };
}

function movedTo(location: string): PageAnswer {
  return {
    status: 301,
    contentType: 'text/plain; charset=utf-8',
    body: Buffer.from(`${location}\n`),
    cacheControl: 'public, max-age=300',
    headers: { location, vary: 'Accept-Encoding' },
  };
}

function nameOf({ displayName, preferredName }: Entity): string {
  return displayName ?? preferredName;
}

function summary({ entity, links }: LinksAnswer, speech: Speech): string {
  const name = [nameOf(entity), entity.description].filter((part) => part !== undefined).join(', ');
  return fill(TEXT.description, { name, n: counted(links.total, LINKS, speech), gnd: entity.gnd }, speech);
}

function mainOf(answer: LinksAnswer, sources: Sources, speech: Speech): Html {
  const { entity, links } = answer;
  const say = (label: Label) => inLanguage(label, speech);
  return html`<header class="entity-head">
      ${heading(entity, speech)}
      <nav class="sections" aria-label="${say(TEXT.sections)}">
        <ul>
          <li><a href="#facts">${say(TEXT.facts)}</a></li>
          <li><a href="#links">${counted(links.total, LINKS, speech)}</a></li>
          <li><a href="#reuse">${say(TEXT.cite)}</a></li>
          <li><a href="${`/api/v1/gnd/${entity.gnd}/links`}">JSON</a></li>
        </ul>
      </nav>
    </header>
    <div class="entity">
      <div class="entity-facts">${about(answer, speech)}</div>
      <div class="entity-links">${linksOf(answer, sources, speech)}</div>
    </div>
    ${reuse(answer, speech)}`;
}

function heading({ type, typeLabel, subtypes, differentiated, ...entity }: Entity, speech: Speech): Html {
  const kinds = [typeLabel, ...subtypes.flatMap((subtype) => entryOf(SUBTYPE_LABELS, subtype) ?? [])];
  const { description } = entity;
  return html`<p class="kind">${kinds.map((label) => inLanguage(label, speech)).join(' · ')}</p>
    <h1><bdi>${entity.displayName ?? entity.preferredName}</bdi></h1>
    ${description !== undefined && html`<p class="lead" lang="de"><bdi>${description}</bdi></p>`}
    ${
      type === 'Person' &&
      differentiated === false &&
      html`<div class="notice warn"><p>${inLanguage(TEXT.undifferentiated, speech)}</p></div>`
    }`;
}

function about(answer: LinksAnswer, speech: Speech): Html {
  const { entity } = answer;
  const say = (label: Label) => inLanguage(label, speech);
  const coordinates = coordinatesOf(entity);
  return html`<section aria-labelledby="facts">
      <h2 id="facts">${say(TEXT.facts)}</h2>
      ${timelineFigure(entity, speech)} ${factsList(entity, speech) ?? html`<p class="soft">${say(TEXT.noFacts)}</p>`}
      ${coordinates && mapFigure(coordinates, coordinatesIn(coordinates, speech), speech)} ${pictureOf(entity, speech)}
    </section>
    <section aria-labelledby="identifiers">
      <h2 id="identifiers">${say(TEXT.identifiers)}</h2>
      ${identifiers(answer, speech)}
    </section>
    ${names(entity, speech)}`;
}

function identifiers({ entity, snapshot }: LinksAnswer, speech: Speech): Html {
  const say = (label: Label) => inLanguage(label, speech);
  const { gnd, uri, formerIds, modified } = entity;
  const copyable = (content: Html) =>
    html`<span class="copyable" data-copy="${say(TEXT.copy)}" data-copied="${say(TEXT.copied)}">${content}</span>`;
  const fold = { visible: VISIBLE_IDS, summary: (n: number) => counted(n, MORE_IDS, speech) };
  const rows: readonly (readonly [Label, Html | string])[] = [
    [TEXT.gnd, copyable(html`<code>${gnd}</code>`)],
    [TEXT.uri, copyable(externalLink(uri, html`<code>${uri}</code>`))],
    ...(formerIds.length > 0
      ? [
          [
            TEXT.formerIds,
            foldedList(
              formerIds.map((id) => html`<code>${id}</code>`),
              fold,
            ),
          ] as const,
        ]
      : []),
    ...(modified === undefined ? [] : [[TEXT.modified, dayIn(modified, speech)] as const]),
    [TEXT.data, dayIn(snapshot.date, speech)],
  ];
  return definitionList('entity-list', rows, say);
}

function names({ variantNames }: Entity, speech: Speech): Html | false {
  if (variantNames.length === 0) return false;
  const items = variantNames.map((name) => html`<bdi>${name}</bdi>`);
  const fold = { visible: VISIBLE_NAMES, summary: (n: number) => counted(n, MORE_NAMES, speech), className: 'names' };
  return html`<section aria-labelledby="names">
    <h2 id="names">
      ${inLanguage(TEXT.names, speech)} <span class="count">${numberIn(variantNames.length, speech)}</span>
    </h2>
    ${foldedList(items, fold)}
  </section>`;
}

/** Only a link: this site loads nothing from elsewhere. */
function pictureOf({ depiction }: Entity, speech: Speech): Html | false {
  if (depiction === undefined) return false;
  const say = (label: Label) => inLanguage(label, speech);
  const { url, licence, credit } = depiction;
  return html`<figure class="picture card">
    <p>${externalLink(url, fill(TEXT.showPicture, { host: hostOf(url) }, speech))}</p>
    <figcaption class="soft">
      ${credit !== undefined && html`<bdi>${fill(TEXT.credit, { credit }, speech)}</bdi>.`} ${say(TEXT.licence)}
      ${externalLink(licence, licence)}. ${say(TEXT.pictureAway)}
    </figcaption>
  </figure>`;
}

function linksOf({ links, conflicts }: LinksAnswer, sources: Sources, speech: Speech): Html {
  const say = (label: Label) => inLanguage(label, speech);
  const { total, categories } = links;
  const title = html`<h2 id="links">${say(TEXT.links)} <span class="count">${numberIn(total, speech)}</span></h2>`;
  if (total === 0) {
    return html`${title}
      <p>${say(TEXT.noLinks)} <a href="${linkTo('/sources', speech)}">${say(TEXT.whichSources)}</a></p>`;
  }
  return html`${title} ${categories.length > 1 && jumpList(categories, speech)}
    ${conflictNotices(conflicts, categories, speech)}
    ${linkSections(categories, conflicts, createAttribution(sources, speech), speech)}
    <section aria-labelledby="link-sources">
      <h2 id="link-sources">${say(TEXT.sources)}</h2>
      ${sourceList(categories, sources, speech)}
    </section>`;
}

function reuse(answer: LinksAnswer, speech: Speech): Html {
  const say = (label: Label) => inLanguage(label, speech);
  const { sentence, bibtex, ris } = citationOf(answer, speech);
  const address = `/api/v1/gnd/${answer.entity.gnd}/links`;
  const form = (name: string, text: string) =>
    html`<details>
      <summary>${name}</summary>
      <pre class="copyable" data-copy="${say(TEXT.copy)}" data-copied="${say(TEXT.copied)}" tabindex="0">${text}</pre>
    </details>`;
  return html`<section class="reuse" aria-labelledby="reuse">
    <h2 id="reuse">${say(TEXT.reuse)}</h2>
    <p>
      ${say(TEXT.json)}: <a href="${address}"><code>${address}</code></a>
    </p>
    <h3>${say(TEXT.cite)}</h3>
    <p class="copyable" data-copy="${say(TEXT.copy)}" data-copied="${say(TEXT.copied)}"><bdi>${sentence}</bdi></p>
    ${form('BibTeX', bibtex)} ${form('RIS', ris)}
  </section>`;
}
