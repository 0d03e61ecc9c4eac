/** Writes the links of the box as a page for frames, or as a fragment that other servers include in their pages. */
import type { DoorLink } from '../../core/http/door-link.ts';
import { page } from '../../core/http/answer.ts';
import type { Answer } from '../../core/http/door.ts';
import { createFrame } from '../../shared/http/frame-page.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { type Problem, PROBLEMS } from '../../core/http/problems.ts';
import { GND_URI_PREFIX, type GndId, hasValidCheckDigit } from '../../core/model/gnd-id.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import TEXT from './frame.json' with { type: 'json' };

type Category = LinksAnswer['links']['categories'][number];
type Link = Category['items'][number];

/** Parameters that select the links and their form. */
interface Input {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly limit: number | undefined;
  readonly form: string | undefined;
  readonly credit: string | undefined;
}

/** Number of visible links of a category in a frame, whose page has little room for it; further ones are folded. */
const VISIBLE = 5;
/** Style of a frame. It sets its own background, because a frame does not know the page around it. */
const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif;
color:light-dark(#1a1f26,#e8eaed);background:light-dark(#fff,#14171b)}
body{margin:0}main{padding:.75rem;overflow-wrap:anywhere;hyphens:auto}
a{color:light-dark(#00549f,#8ec3ff);text-underline-offset:.15em}a:hover{color:light-dark(#003b70,#b9daff)}
a:focus-visible{outline:3px solid;outline-offset:2px;border-radius:2px}
h1{margin:0;font-size:1.25rem;line-height:1.2;text-wrap:balance;hyphens:manual}
p{margin:0}h1 small{font-weight:400}.soft,dt,small,.gnd-links-hits{color:light-dark(#535d68,#a8b0ba)}small,.kind,.gnd-links-credit{font-size:.875rem}
dl{margin:.75rem 0 0;display:grid;grid-template-columns:fit-content(40%) 1fr}
dt,dd{padding:.35rem 0;border-top:1px solid light-dark(#d8dee5,#363d45)}dt{padding-inline-end:1rem}
dd{margin:0;display:flex;flex-wrap:wrap;gap:0 .4rem}details{width:100%}summary{cursor:pointer;color:light-dark(#00549f,#8ec3ff)}details .gnd-links-item{margin-inline-end:.4rem}dd a{text-decoration-color:transparent}dd a:is(:hover,:focus-visible){text-decoration-color:currentColor}.gnd-links-none,.gnd-links-credit{margin-top:.75rem}
@media(width<26em){dl{grid-template-columns:1fr}dt{padding:.35rem 0 0}dd{padding:0 0 .35rem;border:0;flex-direction:column}}
@media(width>=26em){.gnd-links-item:has(+.gnd-links-item)::after{content:' ·'}}`;
const FRAME = createFrame(STYLE);
export const POLICY = FRAME.policy;

/** @param answer in reading order */
export function listAnswer(answer: LinksAnswer, input: Input, locale: Locale, link: DoorLink): Answer {
  const chosen = chosenOf(answer, input);
  const list = html`${listOf(answer, chosen, input, locale)}${input.credit !== 'off' && credit(answer, locale, link)}`;
  if (input.form === 'fragment') return page(html`<div class="gnd-links">${list}</div>`.markup);
  const { preferredName, displayName = preferredName, typeLabel, description, differentiated } = answer.entity;
  const total = chosen.reduce((sum, { items }) => sum + items.length, 0);
  const content = html`<p class="kind soft">${locale.t(typeLabel)}</p>
    <h1><bdi>${displayName}</bdi> ${total > 0 && html`<small>${locale.count(total, TEXT.links)}</small>`}</h1>
    ${description !== undefined && html`<p lang="de"><bdi>${description}</bdi></p>`}
    ${differentiated === false && html`<p class="soft">${locale.t(TEXT.undifferentiated)}${answer.links.total > 0 && html` ${locale.t(TEXT.ofDifferentPersons)}`}</p>`}${list}`;
  return framePage(displayName, content, locale);
}

/** A frame for an identifier that is malformed, unknown, deleted or withheld. @param gnd the identifier, or another text that was given */
export function missingFrame(
  code: keyof typeof TEXT.missing,
  gnd: string,
  successors: readonly GndId[],
  locale: Locale,
  link: DoorLink,
): Answer {
  const { t, count } = locale;
  const home = locale.to('home');
  const next = successors.map((successor) => {
    const page = link('entityPage', { gnd: successor });
    return page === undefined ? html` GND ${successor}` : html` <a href="${page}" rel="noopener">GND ${successor}</a>`;
  });
  const reason = t(gnd === '' ? TEXT.empty : TEXT.missing[code], { gnd });
  const content = html`<h1>${reason}</h1>
    ${next.length > 0 && html`<p>${count(next.length, TEXT.successors)}${next}</p>`}
    ${code === 'unknown_gnd_id' && hasValidCheckDigit(gnd as GndId) && html`<p><a href="${GND_URI_PREFIX}${gnd}" rel="noopener">${t(TEXT.atDnb)}</a></p>`}
    ${home !== undefined && html`<p class="gnd-links-credit"><a href="${home}" rel="noopener">${t(TEXT.search)}</a></p>`}`;
  return framePage(reason, content, locale, PROBLEMS[code].status);
}

/** A frame for keys that name nothing, for the person who embeds it. */
export function unknownKeysFrame({ status, errors = [] }: Problem, locale: Locale): Answer {
  const { t, count } = locale;
  const keys = locale.to('document', { page: 'keys' });
  const title = count(errors.length, TEXT.unknownKeys);
  const content = html`<h1>${title}</h1>
    <ul>
      ${errors.map(({ detail }) => html`<li>${detail}</li>`)}
    </ul>
    ${keys !== undefined && html`<p class="gnd-links-credit"><a href="${keys}" rel="noopener">${t(TEXT.keys)}</a></p>`}`;
  return framePage(title, content, locale, status);
}

function framePage(name: string, content: Html, { language, t }: Locale, status = 200): Answer {
  const title = `${name} · ${t(TEXT.site)}`;
  const body = html`<main class="gnd-links">${content}</main>`;
  return FRAME.write({ title, language, body }, status === 200 ? {} : { status, cacheControl: 'public, max-age=60' });
}

/** The selected links, by category. */
function chosenOf({ links }: LinksAnswer, { include, exclude, limit }: Input): readonly Category[] {
  let left = limit ?? Number.POSITIVE_INFINITY;
  return links.categories.map((one) => {
    const isNamed = (keys: readonly string[], collection: string) =>
      keys.some((key) => key === one.category || key === collection);
    const items = one.items
      .filter(({ collection }) => include.length === 0 || isNamed(include, collection))
      .filter(({ collection }) => !isNamed(exclude, collection))
      .slice(0, left);
    left -= items.length;
    return { ...one, items };
  });
}

/** The list of the selected links. */
function listOf({ links }: LinksAnswer, chosen: readonly Category[], { form }: Input, locale: Locale): Html {
  const { t, count } = locale;
  const rows = chosen.map(({ label, items }) => {
    const shown = items.map((link) => itemOf(link, locale));
    // A single further one takes no more room than the line that opens the rest.
    const folded = form === 'fragment' || shown.length <= VISIBLE + 1 ? [] : shown.splice(VISIBLE);
    return (
      items.length > 0 &&
      html`<dt class="gnd-links-category">${t(label)}</dt>
        <dd class="gnd-links-items">
          ${shown}
          ${
            folded.length > 0 &&
            html`<details>
              <summary>${count(folded.length, TEXT.folded)}</summary>
              ${folded}
            </details>`
          }
        </dd>`
    );
  });
  if (rows.every((row) => row === false)) {
    return html`<p class="gnd-links-none">${t(links.total === 0 ? TEXT.none : TEXT.noneSelected)}</p>`;
  }
  return html`<dl class="gnd-links-list">${rows}</dl>`;
}

function itemOf({ url, label, hits = 1 }: Link, { t }: Locale): Html {
  return html`<span class="gnd-links-item"
    ><a class="gnd-links-link" href="${url}" rel="noopener">${label}</a
    >${hits > 1 && html` <span class="gnd-links-hits">${t(TEXT.hits, { n: hits })}</span>`}</span
  > `;
}

function credit({ entity, links, snapshot }: LinksAnswer, locale: Locale, link: DoorLink): Html {
  const { t, day } = locale;
  const ofType = TEXT.more[entity.type as keyof typeof TEXT.more] ?? TEXT.more.AuthorityResource;
  const more = entity.differentiated === false ? TEXT.record : ofType;
  const page = link('entityPage', { gnd: entity.gnd });
  const register = link('sourcesPage');
  return html`<p class="gnd-links-credit">
    ${page !== undefined && html`<a href="${page}" rel="noopener">${t(more)}</a> · `}${t(TEXT.date, { date: day(snapshot.date) })}${
      register !== undefined && links.total > 0 && html` · <a href="${register}" rel="noopener">${t(TEXT.licences)}</a>`
    }
  </p>`;
}
