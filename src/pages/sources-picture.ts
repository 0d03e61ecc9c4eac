/** Where the links lead: bars by category, and a grid of the largest sources and the categories they lead to. */
import type { SourcesAnswer, StatusAnswer } from '../api/register-schemas.ts';
import type { Label } from '../model/entity.ts';
import { barTable } from './bars.ts';
import { html, type Html, type Part } from './html.ts';
import { inLanguage, linkTo, numberIn, type Speech } from './language.ts';
import { counted } from './phrase.ts';
import type { RegisteredSource } from './source-words.ts';
import { FURTHER, TEXT } from './sources-text.ts';

/** Sources with a row of their own. */
const TOP = 10;

type Category = SourcesAnswer['categories'][number];

export function sourcesPicture({ sources, categories }: SourcesAnswer, status: StatusAnswer, speech: Speech): Html {
  const say = (label: Label) => inLanguage(label, speech);
  const { byCategory } = status.snapshot.counts;
  const bars = categories.map(({ key, label }) => ({ label: say(label), value: byCategory[key] ?? 0 }));
  return html`<section aria-labelledby="whither">
    <h2 id="whither">${say(TEXT.whither)}</h2>
    <p>${say(TEXT.whitherText)}</p>
    <div class="whither">
      ${barTable({ caption: say(TEXT.byCategory), columns: [say(TEXT.category), say(TEXT.links)], bars }, speech)}
      ${grid(sources, categories, speech)}
    </div>
  </section>`;
}

function grid(sources: readonly RegisteredSource[], all: readonly Category[], speech: Speech): Html {
  const say = (label: Label) => inLanguage(label, speech);
  const linking = sources.filter(({ scope }) => scope.links > 0).toSorted((a, b) => b.scope.links - a.scope.links);
  const [top, rest] = [linking.slice(0, TOP), linking.slice(TOP)];
  const categories = all.filter(({ key }) => linking.some(({ scope }) => scope.categories.includes(key)));
  const row = (name: Part, links: number, cells: readonly Part[]) =>
    html`<tr>
      <th scope="row" dir="auto">${name}</th>
      <td class="number">${numberIn(links, speech)}</td>
      ${cells}
    </tr>`;
  const yes = html`<td><i>${say(TEXT.yes)}</i></td>`;
  const no = html`<td></td>`;
  return html`<div class="table-scroll" role="region" tabindex="0" aria-label="${say(TEXT.matrix)}">
    <table class="grid">
      <caption>
        ${say(TEXT.matrix)}
      </caption>
      <thead>
        <tr>
          <td></td>
          <th scope="col" class="number">${say(TEXT.links)}</th>
          ${categories.map(({ label }) => html`<th scope="col"><span>${say(label)}</span></th>`)}
        </tr>
      </thead>
      <tbody>
        ${top.map((source) =>
          row(
            html`<a href="${linkTo(`/sources/${encodeURIComponent(source.key)}`, speech)}">${say(source.title)}</a>`,
            source.scope.links,
            categories.map(({ key }) => (source.scope.categories.includes(key) ? yes : no)),
          ),
        )}
        ${
          rest.length > 0 &&
          row(
            counted(rest.length, FURTHER, speech),
            rest.reduce((sum, { scope }) => sum + scope.links, 0),
            categories.map(({ key }) => {
              const count = rest.filter(({ scope }) => scope.categories.includes(key)).length;
              return html`<td>${count > 0 && numberIn(count, speech)}</td>`;
            }),
          )
        }
      </tbody>
    </table>
  </div>`;
}
