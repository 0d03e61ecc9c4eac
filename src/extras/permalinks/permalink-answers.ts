/**
 * Answers of a permanent address without a single entity: a choice of entities, or a 404 with sources of the scheme.
 */
import { json } from '../../core/http/answer.ts';
import type { Answer, Context } from '../../core/http/door.ts';
import { html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { problem, problemDocument } from '../../core/http/problems.ts';
import { gndUri } from '../../core/model/gnd-id.ts';
import type { IdentifierScheme } from '../../core/model/identifier-scheme.ts';
import { headOf } from '../../core/model/schema.ts';
import type { EntityCard } from '../../core/search/engine.ts';
import { entityList } from '../pages/entity-list.ts';
import { documentAnswer } from '../pages/layout.ts';
import { problemAnswer } from '../pages/problem-answer.ts';
import texts from './permalinks.json' with { type: 'json' };

export interface Permalink {
  /** Name of the scheme in the address. */
  readonly name: string;
  readonly scheme: IdentifierScheme;
  readonly text: string;
  /** The identifier in the form of the scheme; undefined for other texts. */
  readonly value: string | undefined;
  readonly locale: Locale;
  readonly isForPeople: boolean;
}

export function choiceAnswer(permalink: Permalink, cards: readonly EntityCard[], { store, link }: Context): Answer {
  const { scheme, value = '', locale } = permalink;
  const { t } = locale;
  if (!permalink.isForPeople) {
    const items = cards.map(({ gnd, type, preferredName, description }) => ({
      gnd,
      uri: gndUri(gnd),
      type,
      preferredName,
      description,
      links: link('links', { gnd }),
    }));
    const identifier = { scheme: scheme.scheme, value };
    return json({ ...headOf(store.snapshot), ...identifier, items }, { status: 300 });
  }
  const title = t(texts.several, { n: cards.length });
  const main = html`<h1>${title}</h1>
    <p>${t(texts.carry, { scheme: t(scheme.label), value })} ${scheme.isUnique && t(texts.contradiction)}</p>
    ${entityList(cards, locale)}`;
  return documentAnswer({ locale, title, path: pathOf(permalink), main, status: 300 });
}

/** A 404 that names the lists with identifiers of the scheme. */
export function notFoundAnswer(permalink: Permalink, { store, link }: Context): Answer {
  const { scheme, value, text, locale, isForPeople } = permalink;
  const { t, to } = locale;
  const lists = store.snapshot.sources.filter(({ scope }) => scope.collections.includes(scheme.collection));
  if (!isForPeople) {
    const keys = lists.map(({ key }) => key).join(', ') || 'none';
    const reason = value === undefined ? 'This is not a valid identifier' : `No entity has the identifier ${value}`;
    const detail = `${reason} (${scheme.label.en}). Sources that have such identifiers: ${keys}.`;
    const body = problemDocument(problem('not_found', { detail }), link, store.snapshot);
    return json(body, { status: 404, contentType: 'application/problem+json' });
  }
  const [before = '', after = ''] = t(value === undefined ? texts.unreadable : texts.unknown, {
    scheme: t(scheme.label),
  }).split('{value}');
  const next = html`<p>${before}<bdi>${value ?? text}</bdi>${after}</p>
    <p>${t(lists.length === 0 ? texts.noLists : texts.lists)}</p>
    <ul>
      ${lists.map(({ key, title }) => html`<li><a href="${to('sourcePage', { key })}">${t(title)}</a></li>`)}
    </ul>`;
  return problemAnswer({ locale, path: pathOf(permalink), code: 'not_found', text: texts.nothing, next });
}

function pathOf({ name, text }: Permalink): string {
  return `/${name}/${encodeURIComponent(text.toWellFormed())}`;
}
