/** `/docs/keys`: all categories and collections, with their keys, and the results of the check of their links. */
import { html, type Part } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import type { Collection } from '../../core/model/source.ts';
import { deadBadge, healthExplained, healthSentence } from '../keeper/health-words.ts';
import { contents } from './document-contents.ts';
import { externalLink, icon, joined, pageHead, table } from './elements.ts';
import { pageDoor } from './page-door.ts';
import { categoriesInReadingOrder } from '../../shared/lookup/reading-order.ts';
import { readRegister, type Register } from './register.ts';
import texts from './texts/keys.json' with { type: 'json' };

const TEXT = texts.page;

export const keysPage = pageDoor({
  path: '/docs/keys',
  summary: 'Keys of categories and collections',
  parameters: {},
  dependsOn: 'snapshot',
  examples: ['/docs/keys', '/docs/keys?lang=en'],
  async answer(_, { call, doors, store }, locale) {
    const { categories, collectionsByKey } = await readRegister(call);
    const { t } = locale;
    const { collections } = store.snapshot;
    const all = categoriesInReadingOrder(categories.map((one) => ({ ...one, category: one.key })));
    const ordered = all.filter(({ key }) => collections.some(({ category }) => category === key));
    const headings = ordered.map(({ key, label }) => ({ id: key, heading: t(label) }));
    const kinds = all.map(({ key, label, description }) => [
      html`${icon(key, locale)} ${t(label)}`,
      html`<code>${key}</code>`,
      t(description),
    ]);
    const isProbed = collections.some(({ key }) => collectionsByKey.get(key)?.health !== undefined);
    const rows = ordered.flatMap((one) => rowsOf(one, collections, collectionsByKey, locale));
    const head = [t(TEXT.collection), t(TEXT.key), t(TEXT.category)];
    return {
      title: t(TEXT.title),
      description: t(TEXT.description),
      main: html`<div class="with-contents">
        ${contents('keys', headings, doors, locale)}
        <div class="document">
          ${pageHead({ icon: 'document', title: t(TEXT.title), lead: t(TEXT.description) }, locale)}
          ${table({ className: 'categories', name: t(TEXT.categories), head: [t(TEXT.category), t(TEXT.key), t(TEXT.belongs)], rows: kinds })}
          ${table({ className: 'keys', name: t(TEXT.collections), head, rows })}
          ${isProbed && html`<p>${healthExplained(locale)}</p>`}
        </div>
      </div>`,
    };
  },
});

/** The collections of a category, with the results of the check where there was one. */
function rowsOf(
  { key, label }: Register['categories'][number],
  collections: readonly Collection[],
  collectionsByKey: Register['collectionsByKey'],
  locale: Locale,
): readonly (readonly Part[])[] {
  const { t, compare } = locale;
  const own = collections.filter(({ category }) => category === key).toSorted((a, b) => compare(a.label, b.label));
  return own.map(({ key: name, label: title, homepage, aliases = [] }, index) => {
    const health = collectionsByKey.get(name)?.health;
    const former = joined(
      aliases.map((alias) => html`<code>${alias}</code>${sharedWith(alias, name, collections, locale)}`),
      ', ',
    );
    // The contents lead to the first row of the category.
    const id = index === 0 && html` id="${key}"`;
    return [
      html`<span id="collection-${name}"
          >${homepage === undefined ? title : externalLink(homepage, html`<bdi>${title}</bdi>`)}</span
        >${health && html` ${deadBadge(health, locale)} <small>${healthSentence(health, locale)}</small>`}`,
      html`<code>${name}</code>${aliases.length > 0 && html` <small>${t(TEXT.former)} ${former}</small>`}`,
      html`<span${id}>${icon(key, locale)} ${t(label)}</span>`,
    ];
  });
}

/** The other collections that a former key also stands for. */
function sharedWith(
  alias: string,
  key: string,
  collections: readonly Collection[],
  { t, language }: Locale,
): string | false {
  const others = collections.filter((one) => one.key !== key && one.aliases?.includes(alias) === true);
  const names = new Intl.ListFormat(language).format(others.map((one) => one.key));
  return others.length > 0 && ` ${t(TEXT.shared, { names })}`;
}
