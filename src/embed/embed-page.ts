/** `/embed/{gnd}`: the list of the box as a page for frames, or as a fragment for what is included on the server. */
import { hash } from 'node:crypto';
import { decodePercent } from '../model/text.ts';
import { type Problem, problem } from '../api/problems.ts';
import type { LinksAnswer } from '../api/schemas.ts';
import type { PageAnswer } from '../http/page.ts';
import type { Service, ServiceRequest } from '../http/service.ts';
import { html, type Html } from '../pages/html.ts';
import { type Locale, localeOf } from '../pages/locale.ts';
import { readGnd } from '../services/seealso/find-links.ts';
import { inflateAnswer } from '../store/inflate-answer.ts';

const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{margin:0}a{color:light-dark(#00549f,#8ec1ff)}' +
  'dl{margin:0;display:grid;gap:.25em 1em;grid-template-columns:fit-content(40%) 1fr}dd{margin:0}p{margin:.5em 0 0;font-size:.875em}';
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors *`;
const CACHE = 'public, max-age=300, stale-while-revalidate=3600';
const CREDIT = { de: 'Verweise:', en: 'Links:' };
const NONE = { de: 'Keine Verweise', en: 'No links' };

export const embedService: Service = {
  path: '/embed/{gnd}',
  quota: 'links',
  async respond(request) {
    const { segment = '', query, store } = request;
    const gnd = readGnd(decodePercent(segment)?.slice(0, 500) ?? '');
    if (gnd === undefined) return problem('invalid_gnd_id');
    const found = await store.entity(gnd);
    if (found === undefined) return problem('unknown_gnd_id');
    if (found.kind === 'deleted') return problem('deleted_gnd_id', { extensions: { successors: found.successors } });
    const text = inflateAnswer(found.answer).toString();
    return pageOf(JSON.parse(text) as LinksAnswer, new URLSearchParams(query), request);
  },
};

function pageOf(answer: LinksAnswer, values: URLSearchParams, request: ServiceRequest): PageAnswer | Problem {
  const { query, headers, baseUrl } = request;
  const locale = localeOf({ query, acceptLanguage: headers['accept-language'], baseUrl });
  const list = html`<div class="gnd-links">
    ${listOf(answer, values, locale)}${credit(answer, values, request, locale)}
  </div>`;
  const { preferredName, displayName = preferredName } = answer.entity;
  const page = html`<!doctype html>
    <html lang="${locale.language}">
      <meta charset="utf-8" />
      <meta name="robots" content="noindex" />
      <title>${displayName}</title>
      <base target="_blank" />
      ${{ markup: `<style>${STYLE}</style>` }} ${list}
    </html>`;
  return {
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(values.get('form') === 'fragment' ? list.markup : page.markup),
    cacheControl: CACHE,
    headers: { vary: 'Accept-Encoding, Accept-Language', 'content-security-policy': POLICY },
  };
}

/** Attributes of the box are parameters here. */
function listOf({ links }: LinksAnswer, values: URLSearchParams, { t, number }: Locale): Html {
  const keysOf = (name: string) => (values.get(name) ?? '').split(/[\s,]+/).filter(Boolean);
  const [include, exclude] = [keysOf('include'), keysOf('exclude')];
  let left = Number.parseInt(values.get('limit') ?? '', 10) || Number.POSITIVE_INFINITY;
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

function credit(
  { entity }: LinksAnswer,
  values: URLSearchParams,
  { baseUrl }: ServiceRequest,
  { t }: Locale,
): Html | false {
  if (values.get('credit') === 'off') return false;
  const page = html`<a href="${baseUrl}/gnd/${entity.gnd}" rel="noopener">GND Links</a>`;
  return html`<p class="gnd-links-credit">${t(CREDIT)} ${page}</p>`;
}
