/**
 * `/resolve/table`: the page that resolves a list of identifiers to a table; `/resolve` redirects browsers to it. Its
 * script requests the answers; without scripts, the form downloads them as CSV.
 */
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { textParameter } from '../../core/http/parameters.ts';
import type { Label } from '../../core/model/entity.ts';
import { splitIdentifiers } from '../../core/model/split-identifiers.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { type Definition, definitionList, folded } from './elements.ts';
import { idsParameter, listPage } from './list-form.ts';
import { pageDoor } from './page-door.ts';
import { pathWith } from './path-with.ts';
import { abbreviated } from './identifier-words.ts';
import texts from './texts/resolve.json' with { type: 'json' };

const TEXT = texts.page;
const PATH = '/resolve/table';
/** Largest number of values of a form without scripts: the limit of the interface. */
const MAX_VALUES = 1000;
/** Schemes that are chosen by default. */
const USUAL: readonly string[] = ['viaf', 'wikidata', 'isni', 'lcnaf'];
/** Schemes that are shown before the fold, in this order. */
const SHOWN = [...USUAL, 'orcid', 'geonames', 'idref', 'bnf'];

/** One value of each kind. */
const EXAMPLES: readonly (readonly [name: string, value: string])[] = [
  ['GND', '118540238'],
  ['Wikidata', 'Q5879'],
  ['VIAF', 'viaf:24602065'],
  ['ISNI', '0000 0001 2099 9104'],
  ['LCNAF', 'n79003362'],
  ['GeoNames', 'geonames:2643743'],
];

const EXAMPLE_LIST = ['Q5879', 'viaf:24602065', '118540239'];

const parameters = {
  ids: idsParameter('Identifiers and web addresses.', 'Q5879,viaf:24602065'),
  to: {
    ...textParameter('What to return: schemes, and categories of links.', 'viaf,isni'),
    isList: true,
    read: (values: readonly string[]) => values.join(',').trim(),
  },
} as const;

export const resolvePage = pageDoor({
  name: 'resolvePage',
  path: PATH,
  needs: 'resolve',
  summary: 'Page that resolves a list of identifiers into those of other registers',
  parameters,
  dependsOn: 'snapshot',
  examples: [PATH, `${PATH}?ids=Q5879&to=viaf&lang=en`],
  answer({ ids, to }, { store }, locale) {
    const values = splitIdentifiers(ids).values.join('\n');
    const page = {
      ids: values,
      example: { lists: [EXAMPLE_LIST], address: locale.link(pathOf(EXAMPLE_LIST.join('\n'), USUAL.join(','))) },
      icon: 'resolve',
      words: TEXT,
      form: { action: locale.to('resolve') ?? '', method: 'post', maximum: MAX_VALUES },
      ...targets(store, to === '' ? USUAL : to.split(','), locale),
      aside: readValues(locale),
      script: 'resolve.js',
      text: texts.script,
    } as const;
    return { path: pathOf(values, to), ...listPage(page, store.snapshot.counts, locale) };
  },
});

const pathOf = (ids: string, to: string) => pathWith(PATH, { ids, to });

/** The name of a target in requests, and its label. */
type Choice = readonly [name: string, label: Label];

/** All targets that can be chosen: the usual ones before the button, others folded beside it. */
function targets({ schemes, snapshot }: Store, to: readonly string[], { t }: Locale) {
  // The name of the collection is more precise than that of the scheme: `lcnaf`, not `lccn`.
  const named = schemes.map(({ scheme, collection, label }): Choice => [collection === scheme ? scheme : collection, label]); // prettier-ignore
  const links = snapshot.categories.map(({ key, label }): Choice => [`links:${key}`, label]);
  const first = SHOWN.flatMap((name) => named.filter(([own]) => own === name));
  const boxes = (choices: readonly Choice[], shown = (label: string) => label) =>
    html`<div class="row">
      ${choices.map(
        ([name, label]) =>
          html`<label
            ><input type="checkbox" name="to" value="${name}" ${to.includes(name) && html`checked`} />
            <span title="${t(label)}">${shown(t(label))}</span></label
          >`,
      )}
    </div>`;
  const others = named.filter((choice) => !first.includes(choice));
  const fields = html`<fieldset class="check-boxes">
    <legend>${t(TEXT.targets)}</legend>
    ${boxes(first, abbreviated)}
  </fieldset>`;
  const furtherFields = html`${folded(t(TEXT.more), boxes(others))} ${folded(t(TEXT.links), boxes(links))}`;
  return { fields, furtherFields };
}

/** Kinds of values with examples, next to the form. */
function readValues(locale: Locale): Html {
  const { t, link } = locale;
  const kinds = EXAMPLES.map(([name, value]): Definition => [{ de: name, en: name }, html`<code>${value}</code>`]);
  return html`<aside class="card" aria-labelledby="reads">
    <h2 id="reads">${t(TEXT.reads)}</h2>
    ${definitionList('fact-list', kinds, locale)}
    <p>${t(TEXT.bare)}</p>
    <p><a href="${link('/docs/resolve')}">${t(TEXT.documentation)}</a></p>
  </aside>`;
}
