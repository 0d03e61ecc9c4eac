/** `/coverage`: the page that checks a list of identifiers; its script requests the answers. */
import { splitIdentifiers } from '../../core/model/split-identifiers.ts';
import { MAX_IDS } from '../../core/interface/coverage.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { type Call, coverageOf } from './internal-call.ts';
import { type Definition, definitionList, folded, noDeletions } from './elements.ts';
import { idsParameter, listPage, tonesOf } from './list-form.ts';
import { pageDoor } from './page-door.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import texts from './texts/coverage.json' with { type: 'json' };
import lists from './texts/list.json' with { type: 'json' };

const TEXT = texts.page;
const PATH = '/coverage';
/** Example of a list: identifiers of entities with many links, and a former, a deleted and a mistyped identifier. */
const EXAMPLE_LIST = ['118540238', '4065105-8', '1012979490', '178066737', '5036103-X', '11854023Y'];

/** The example, without identifiers that an excerpt of the GND lacks. */
export async function exampleList(call: Call, { isExcerpt }: Locale): Promise<readonly string[]> {
  if (!isExcerpt) return EXAMPLE_LIST;
  const unknown = (await coverageOf(EXAMPLE_LIST, call)).filter(({ verdict }) => verdict === 'unknown');
  return EXAMPLE_LIST.filter((id) => !unknown.some(({ input }) => input === id));
}

const parameters = { ids: idsParameter('GND identifiers, with any separators.', '118540238,4065105-8') };
const pathOf = (ids: readonly string[]) =>
  ids.length === 0 ? PATH : `${PATH}?ids=${ids.map(encodeURIComponent).join('%0A')}`;

export const coveragePage = pageDoor({
  name: 'coveragePage',
  path: PATH,
  summary: 'Page that checks a list of identifiers',
  parameters,
  // The example is looked up.
  quota: { name: 'links' },
  dependsOn: 'snapshot',
  examples: [PATH, `${PATH}?ids=118540238,4065105-8`],
  async answer({ ids }, { call, store }, locale) {
    const { t, to, link } = locale;
    const { values } = splitIdentifiers(ids);
    const example = await exampleList(call, locale);
    const resolvePage = to('resolvePage');
    const { schemes, snapshot } = store;
    const page = {
      ids: values.join('\n'),
      example: { lists: [example, EXAMPLE_LIST], address: link(pathOf(example)) },
      icon: 'list',
      words: TEXT,
      form: { action: to('coverage') ?? '', method: 'get', maximum: MAX_IDS },
      columns: html`<p class="coverage-column">
        <label for="names-column">${t(TEXT.namesColumn)}</label>
        <select id="names-column" aria-describedby="names-hint"></select>
        <span id="names-hint" class="soft">${t(TEXT.namesHint)}</span>
      </p>`,
      aside: verdictMeanings(store, locale),
      notices: html`<span id="foreign" hidden
        >${t(TEXT.foreign)}
        ${resolvePage !== undefined && html`<a href="${resolvePage}">${t(TEXT.resolveAll)}</a>`}</span
      >`,
      script: 'coverage.js',
      text: { ...texts.script, ...Object.fromEntries(schemes.map(({ scheme, label }) => [`scheme:${scheme}`, label])) },
      categories: Object.fromEntries(snapshot.categories.map(({ key, label }) => [key, label])),
    } as const;
    return { path: pathOf(values), ...listPage(page, snapshot.counts, locale) };
  },
});

/** The meaning of each finding. */
function verdictMeanings({ snapshot }: Store, locale: Locale): Html {
  const { t } = locale;
  const unrecorded = noDeletions(snapshot.counts.deletions, locale);
  const tones = tonesOf(locale);
  const all = { ...texts.meanings, ...(locale.isExcerpt && { unknown: TEXT.outside }) };
  const meanings = Object.entries(all).map(([verdict, meaning]): Definition => {
    const key = verdict as keyof typeof texts.meanings;
    const more = key === 'unknown' && unrecorded && ` ${unrecorded}`;
    return [html`<span class="badge ${tones[key]}">${t(lists.verdicts[key])}</span>`, [t(meaning), more]];
  });
  return html`<aside>${folded(t(TEXT.learn), definitionList('fact-list', meanings, locale))}</aside>`;
}
