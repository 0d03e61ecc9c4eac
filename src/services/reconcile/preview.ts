/** The card of an entity in a small frame of another site: no script, no style from elsewhere, light and dark. */
import { hash } from 'node:crypto';
import { type Problem, problem } from '../../api/problems.ts';
import type { LinksAnswer } from '../../api/schemas.ts';
import type { PageAnswer } from '../../http/page.ts';
import type { ServiceRequest } from '../../http/service.ts';
import type { Label } from '../../model/entity.ts';
import { html, type Html } from '../../pages/html.ts';
import { labelOf, type Locale } from '../../pages/locale.ts';
import labels from '../../pages/texts/entity-labels.json' with { type: 'json' };
import { localeFor, VARY } from './answer.ts';
import { answerOf } from './extend.ts';
import { valuesOf } from './properties.ts';
import { typeLabel } from './types.ts';

export const FRAME = { width: 430, height: 300 } as const;
const KEEP = 'public, max-age=300, stale-while-revalidate=3600';
/** Of a record's attributes so many are shown, with so many values each. */
const SHOWN = { attributes: 3, values: 3 } as const;
/** They say what the line below the name says. */
const TOLD: ReadonlySet<string> = new Set([
  'gender',
  'geographicAreaCode',
  'gndSubjectCategory',
  'dateOfBirth',
  'dateOfDeath',
]);
const LINKS: Label = { de: 'Verweise', en: 'Links' };

const STYLE =
  '.gnd{color-scheme:light dark;font:13px/1.35 system-ui,sans-serif;color:light-dark(#1a1a1a,#eee);background:light-dark(#fff,#1b1d21);padding:12px;box-sizing:border-box;min-height:100%}' +
  '.gnd h1{font-size:17px;margin:0}.gnd p{margin:2px 0 8px;color:light-dark(#555,#aaa)}' +
  '.gnd dl{margin:0;display:grid;grid-template-columns:max-content 1fr;gap:2px 10px}.gnd dt{color:light-dark(#555,#aaa)}.gnd dd{margin:0}' +
  '.gnd a{color:light-dark(#00549f,#8ec1ff)}html,body{margin:0;height:100%}';
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors *`;

/** @param id as it was sent */
export async function preview(id: string, request: ServiceRequest): Promise<PageAnswer | Problem> {
  const answer = await answerOf(request.store, id);
  if (answer === undefined) return problem('unknown_gnd_id', { detail: `There is no entity ${id.slice(0, 100)}.` });
  const locale = localeFor(request);
  const { markup } = html`<html lang="${locale.language}">
    <head>
      <meta charset="utf-8" />
      <title>${answer.entity.preferredName}</title>
      <style>
        ${{ markup: STYLE }}
      </style>
    </head>
    <body>
      ${card(answer, request, locale)}
    </body>
  </html>`;
  // Blanks around the style would be part of what is hashed.
  const page = `<!DOCTYPE html>\n${markup.replace(/<style>\s*/, '<style>').replace(/\s*<\/style>/, '</style>')}`;
  return {
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(page),
    cacheControl: KEEP,
    headers: { ...VARY, 'content-security-policy': POLICY },
  };
}

function card(answer: LinksAnswer, { store, baseUrl }: ServiceRequest, { t, number }: Locale): Html {
  const { entity, links } = answer;
  const attributes = Object.keys(entity.attributes)
    .filter((key) => !TOLD.has(key))
    .slice(0, SHOWN.attributes);
  const facts = attributes.map((key): readonly [string, string] => {
    const texts = valuesOf(key, answer, store.identify).map((value) =>
      'gnd' in value ? value.name : 'text' in value ? value.text : String(value.number),
    );
    return [t(labelOf(labels.attributes, key)), texts.slice(0, SHOWN.values).join('; ')];
  });
  const counts = links.categories.map(({ label, total }) => `${t(label)} ${number(total)}`).join(', ');
  const rows = [...facts, ...(links.total > 0 ? [[`${t(LINKS)} (${number(links.total)})`, counts] as const] : [])];
  return html`<div class="gnd">
    <h1>
      <a href="${baseUrl}/gnd/${entity.gnd}" target="_blank" rel="noopener"
        >${entity.displayName ?? entity.preferredName}</a
      >
    </h1>
    <p>
      ${t(typeLabel(entity.subtypes[0] ?? entity.type))} · GND
      ${entity.gnd}${entity.description !== undefined && ` · ${entity.description}`}
    </p>
    <dl>
      ${rows.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </div>`;
}
