/** `/docs/keys`: the keys of all categories and collections, with which other pages select links. */
import type { Door } from '../../core/http/door.ts';
import { html, type Html } from '../../core/http/html.ts';
import type { Locale } from '../../core/http/locale.ts';
import type { Collection } from '../../core/model/source.ts';
import { icon, pageHead, scrollable, table } from './elements.ts';
import { documentAnswer } from './layout.ts';
import { pageDoor } from './page-door.ts';
import { categoriesInReadingOrder } from '../../core/interface/lookup/reading-order.ts';
import type { ReadRegister, Register } from './register.ts';
import texts from './texts/keys.json' with { type: 'json' };

const TEXT = texts.page;

export function keysPage(readRegister: ReadRegister): Door {
  return pageDoor({
    path: '/docs/keys',
    summary: 'Keys of categories and collections',
    parameters: {},
    dependsOn: 'snapshot',
    examples: ['/docs/keys', '/docs/keys?lang=en'],
    async answer(_, { call, store }, locale) {
      const { categories } = await readRegister(call);
      const { t } = locale;
      const ordered = categoriesInReadingOrder(categories.map((one) => ({ ...one, category: one.key })));
      const sections = ordered.map((one) => categoryOf(one, store.snapshot.collections, locale));
      return documentAnswer({
        locale,
        title: t(TEXT.title),
        description: t(TEXT.description),
        path: '/docs/keys',
        main: html`${pageHead({ icon: 'document', title: t(TEXT.title), lead: t(TEXT.description) }, locale)}
          <nav class="jump" aria-label="${t(TEXT.categories)}">
            <ul>
              ${ordered.map(({ key, label }) => html`<li><a href="#${key}">${t(label)}</a></li>`)}
            </ul>
          </nav>
          ${sections}`,
      });
    },
  });
}

function categoryOf(
  { key, label }: Register['categories'][number],
  collections: readonly Collection[],
  locale: Locale,
): Html | false {
  const { t, link, compare } = locale;
  const own = collections.filter(({ category }) => category === key).toSorted((a, b) => compare(a.label, b.label));
  const rows = own.map((one) => [
    html`<a href="${link(`/collections/${one.key}`)}"><bdi>${one.label}</bdi></a>`,
    html`<code>${one.key}</code>`,
    (one.aliases ?? []).map((alias, at) => html`${at > 0 && ', '}<code>${alias}</code>`),
  ]);
  const head = [t(TEXT.collection), t(TEXT.key), t(TEXT.former)];
  return html`<section aria-labelledby="${key}">
    <h2 id="${key}">${icon(key, locale)} ${t(label)}</h2>
    <p>${t(TEXT.ofCategory)} <code>${key}</code></p>
    ${rows.length > 0 && scrollable(t(label), table({ className: 'keys', head, rows }))}
  </section>`;
}
