/** The card of an entity in a small frame of another site: no script, no style from elsewhere, light and dark. */
import type { DoorLink } from '../../core/http/door-link.ts';
import { door } from '../../core/http/door.ts';
import { createFrame } from '../../shared/http/frame-page.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { labelOf, languageParameter, type Locale, localeFor } from '../../shared/http/locale.ts';
import { lenient, type Parameter } from '../../core/http/parameters.ts';
import { problem } from '../../core/http/problems.ts';
import labels from '../../core/model/entity-labels.json' with { type: 'json' };
import type { Label } from '../../core/model/entity.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { answerOf } from '../../shared/lookup/record.ts';
import { attributeValues } from './properties.ts';
import { COMMON, typeLabel } from './types.ts';

export const FRAME = { width: 430, height: 300 } as const;
/** Largest number of attributes that are shown, and of values of each. */
const MAX_SHOWN = { attributes: 3, values: 3 } as const;
/** Attributes that are left out, because the line below the name contains them. */
const IN_DESCRIPTION: ReadonlySet<string> = new Set([
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
  '.gnd a{color:light-dark(#00549f,#8ec1ff)}.gnd a:focus-visible{outline:3px solid;outline-offset:2px}html,body{margin:0;height:100%}';
const PAGE = createFrame(STYLE);

/** Identifier in the path, else the parameter `id` of the query, as it was sent. */
const id: Parameter<string> = {
  in: 'path',
  description: 'GND identifier, current or former.',
  schema: { type: 'string' },
  example: '118540238',
  read: ([text = ''], _, { query }) => (text === '' ? (new URLSearchParams(query).get('id') ?? '') : text),
};

export const previewDoors = ['', '/{id}'].map((rest) =>
  door({
    ...COMMON,
    path: `/reconcile/preview${rest}`,
    ...(rest === '' && { mayEndWithSlash: true }),
    summary: 'A preview of an entity as a page for frames',
    parameters: lenient({ id, lang: languageParameter }),
    quota: { name: 'reconcile' },
    headers: { 'content-security-policy': PAGE.policy },
    ...(rest !== '' && { service: { id: 'reconcilePreview', answers: { 'text/html': undefined } } }),
    examples: [`/reconcile/preview${rest === '' ? '?id=118540238' : '/118540238'}`],
    async answer({ id: sent, lang }, context) {
      const answer = await answerOf(context.store, sent);
      if (answer === undefined) {
        return problem('unknown_gnd_id', { detail: `There is no entity ${sent.slice(0, 100)}.` });
      }
      const locale = localeFor(lang, context);
      const body = card(answer, context.link, locale);
      return PAGE.write({ title: answer.entity.preferredName, language: locale.language, body });
    },
  }),
);

function card(answer: LinksAnswer, link: DoorLink, { t, number }: Locale): Html {
  const { entity, links } = answer;
  const name = entity.displayName ?? entity.preferredName;
  const page = link('entityPage', { gnd: entity.gnd });
  const attributes = Object.keys(entity.attributes)
    .filter((key) => !IN_DESCRIPTION.has(key))
    .slice(0, MAX_SHOWN.attributes);
  const facts = attributes.map((key): readonly [string, string] => {
    const values = attributeValues(answer, key).slice(0, MAX_SHOWN.values);
    const texts = values.map((value) => ('gnd' in value ? value.name : value.text));
    return [t(labelOf(labels.attributes, key)), texts.join('; ')];
  });
  const counts = links.categories.map(({ label, total }) => `${t(label)} ${number(total)}`).join(', ');
  const rows = [...facts, ...(links.total > 0 ? [[`${t(LINKS)} (${number(links.total)})`, counts] as const] : [])];
  return html`<main class="gnd">
    <h1>${page === undefined ? name : html`<a href="${page}" rel="noopener">${name}</a>`}</h1>
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
  </main>`;
}
