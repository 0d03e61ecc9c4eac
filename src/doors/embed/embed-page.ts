/** `/embed/{gnd}`: the list of the box as a page for frames, as a fragment for what is included on the server, or as its data. */
import { hash } from 'node:crypto';
import { json, page } from '../../http/answer.ts';
import { type Answer, type Context, type Door, door } from '../../http/door.ts';
import { html, type Html } from '../../http/html.ts';
import { languageParameter, type Locale, localeFor } from '../../http/locale.ts';
import { type InputOf, lenient, type Parameter, textParameter } from '../../http/parameters.ts';
import { problem } from '../../http/problems.ts';
import type { GndId } from '../../model/gnd-id.ts';
import type { LinksAnswer } from '../../snapshot/links-answer.ts';
import { readAnswer } from '../../snapshot/stored-answer.ts';
import { readingOrder } from '../lookup/reading-order.ts';
import { readLooseGndId } from '../interface/gnd-input.ts';
import { BOX_INTEGRITY, BOX_PATH, boxDoors, boxSnippet } from './box-files.ts';

const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{margin:.5em}a{color:light-dark(#00549f,#8ec1ff)}' +
  'dl{margin:0;display:grid;gap:.25em 1em;grid-template-columns:fit-content(40%) 1fr}dd{margin:0}p{margin:.5em 0 0;font-size:.875em}' +
  '@media(max-width:24em){dl{grid-template-columns:1fr;row-gap:0}dd{margin-bottom:.5em}}';
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors *`;
const CREDIT = { de: 'Verweise:', en: 'Links:' };
const NONE = { de: 'Keine Verweise', en: 'No links' };

const gnd: Parameter<GndId> = {
  in: 'path',
  required: true,
  description: 'GND identifier.',
  schema: { type: 'string' },
  example: '118540238',
  read: ([text = '']) => readLooseGndId(text.slice(0, 500)) ?? problem('invalid_gnd_id'),
};

/** Keys of collections or categories. */
const keys = (description: string): Parameter<readonly string[]> => ({
  ...textParameter(description),
  read: ([value = '']) => value.split(/[\s,]+/).filter(Boolean),
});

const parameters = lenient({
  gnd,
  include: keys('Only links of these collections and categories.'),
  exclude: keys('Collections and categories to leave out.'),
  limit: {
    ...textParameter('Largest number of links; a value that is no number means no limit.'),
    read: ([value = '']) => (/^\d+$/.test(value.trim()) ? Number(value) : undefined),
  },
  form: textParameter('`fragment` for the list alone, `json` for the data that the box shows.', 'fragment'),
  credit: textParameter('`off` without the line that names the service.', 'off'),
  lang: languageParameter,
});
type Asked = InputOf<typeof parameters>;

const embedDoor = door({
  path: '/embed/{gnd}',
  summary: 'The links of an entity as a page for frames',
  audience: 'programs',
  parameters,
  quota: { name: 'links' },
  work: 'light',
  dependsOn: 'snapshot',
  cacheControl: 'public, max-age=300, stale-while-revalidate=3600',
  headers: { 'content-security-policy': POLICY },
  service: { id: 'embed', answers: { 'text/html': undefined } },
  examples: ['/embed/118540238', '/embed/118540238?form=fragment&include=encyclopedia&limit=3&lang=en'],
  use: {
    group: 'site',
    name: { de: 'Der Kasten', en: 'The box' },
    purpose: {
      de: 'Für Blog, Edition oder Museumsseite: zwei Zeilen zeigen die Verweise zu einer Person, einem Ort, einem Werk.',
      en: 'For a blog, an edition, a museum: two lines show the links of a person, a place, a work.',
    },
    example: (baseUrl) => ({ language: 'html', text: boxSnippet(baseUrl, '118540238') }),
    page: '/docs/embed',
  },
  announcement: {
    documentation: '/docs/embed',
    placeholders: (baseUrl) => ({ box: `${baseUrl}${BOX_PATH}" integrity="${BOX_INTEGRITY}` }),
  },
  async answer(asked, context) {
    const found = await context.store.entity(asked.gnd);
    if (found === undefined) return problem('unknown_gnd_id');
    if (found.kind === 'deleted') return problem('deleted_gnd_id', { extensions: { successors: found.successors } });
    const answer = (await readingOrder(context.store))(readAnswer(found.answer));
    return asked.form === 'json' ? json(answer) : pageOf(answer, asked, context);
  },
});

export const doors = (): readonly Door[] => [...boxDoors(), embedDoor];

function pageOf(answer: LinksAnswer, asked: Asked, context: Context): Answer {
  const locale = localeFor(asked.lang, context);
  const list = html`<div class="gnd-links">
    ${listOf(answer, asked, locale)}${asked.credit !== 'off' && credit(answer, context.baseUrl, locale)}
  </div>`;
  if (asked.form === 'fragment') return page(list.markup);
  const { preferredName, displayName = preferredName } = answer.entity;
  return page(
    html`<!doctype html>
      <html lang="${locale.language}">
        <meta charset="utf-8" />
        <meta name="robots" content="noindex" />
        <title>${displayName}</title>
        <base target="_blank" />
        ${{ markup: `<style>${STYLE}</style>` }} ${list}
      </html>`.markup,
  );
}

/** Attributes of the box are parameters here. */
function listOf({ links }: LinksAnswer, { include, exclude, limit }: Asked, { t, number }: Locale): Html {
  let left = limit ?? Number.POSITIVE_INFINITY;
  const rows = links.categories.map(({ category, label, items }) => {
    const isNamed = (keys: readonly string[], collection: string) =>
      keys.some((key) => key === category || key === collection);
    const chosen = items
      .filter(({ collection }) => include.length === 0 || isNamed(include, collection))
      .filter(({ collection }) => !isNamed(exclude, collection))
      .slice(0, left);
    left -= chosen.length;
    const links = chosen.map(
      ({ url, label: name, hits = 1 }) =>
        html`<a class="gnd-links-link" href="${url}" rel="noopener">${name}</a>${hits > 1 && ` (${number(hits)})`} `,
    );
    return (
      chosen.length > 0 &&
      html`<dt class="gnd-links-category">${t(label)}</dt>
        <dd class="gnd-links-items">${links}</dd>`
    );
  });
  if (rows.every((row) => row === false)) return html`<p class="gnd-links-none">${t(NONE)}</p>`;
  return html`<dl class="gnd-links-list">${rows}</dl>`;
}

function credit({ entity }: LinksAnswer, baseUrl: string, { t }: Locale): Html {
  const own = html`<a href="${baseUrl}/gnd/${entity.gnd}" rel="noopener">GND Links</a>`;
  return html`<p class="gnd-links-credit">${t(CREDIT)} ${own}</p>`;
}
