/** Where the links lead: bars by category, and a grid of the largest sources and the categories they lead to. */
import { barTable, scrollable, table } from './elements.ts';
import { html, type Html } from './html.ts';
import type { Locale } from './locale.ts';
import type { Register } from './register.ts';
import texts from './texts/sources.json' with { type: 'json' };

const TEXT = texts.page;

/** Sources with a row of their own. */
const TOP = 10;

export function sourcesPicture(register: Register, locale: Locale): Html {
  const { t } = locale;
  const { byCategory } = register.status.snapshot.counts;
  const bars = register.categories.map(({ key, label }) => ({ label: t(label), value: byCategory[key] ?? 0 }));
  return html`<section aria-labelledby="whither">
    <h2 id="whither">${t(TEXT.whither)}</h2>
    <p>${t(TEXT.whitherText)}</p>
    <div class="whither">
      ${barTable({ caption: t(TEXT.byCategory), head: [t(TEXT.category), t(TEXT.links)], bars }, locale)}
      ${grid(register, locale)}
    </div>
  </section>`;
}

function grid({ sources, categories: all }: Register, { t, link, number, count }: Locale): Html {
  const linking = sources.filter(({ scope }) => scope.links > 0).toSorted((a, b) => b.scope.links - a.scope.links);
  const [top, rest] = [linking.slice(0, TOP), linking.slice(TOP)];
  const categories = all.filter(({ key }) => linking.some(({ scope }) => scope.categories.includes(key)));
  const rows = top.map(({ key: source, title, scope }) => [
    html`<a href="${link(`/sources/${encodeURIComponent(source)}`)}">${t(title)}</a>`,
    number(scope.links),
    ...categories.map(({ key }) => scope.categories.includes(key) && html`<i>${t(TEXT.yes)}</i>`),
  ]);
  const others = [
    count(rest.length, texts.further),
    number(rest.reduce((sum, { scope }) => sum + scope.links, 0)),
    ...categories.map(({ key }) => {
      const { length } = rest.filter(({ scope }) => scope.categories.includes(key));
      return length > 0 && number(length);
    }),
  ];
  const content = table({
    className: 'grid',
    caption: t(TEXT.matrix),
    head: ['', t(TEXT.links), ...categories.map(({ label }) => html`<span>${t(label)}</span>`)],
    numbers: [1],
    rows: rest.length > 0 ? [...rows, others] : rows,
  });
  return scrollable(t(TEXT.matrix), content);
}
