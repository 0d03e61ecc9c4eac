/** Makes a problem page, for a page that does not exist or cannot be made. */
import { type ProblemCode, PROBLEMS, problemSlug } from '../../core/http/problems.ts';
import type { Answer, InternalAnswer } from '../../core/http/door.ts';
import type { Label } from '../../core/model/entity.ts';
import { filled, joined } from './elements.ts';
import { html, type Html, type Part } from '../../shared/http/html.ts';
import { RETRY_SECONDS } from '../../core/http/response.ts';
import { hasValidCheckDigit } from '../../core/model/gnd-id.ts';
import { gndIdIn } from '../../core/model/read-identifiers.ts';
import { decodePercent } from '../../core/model/text.ts';
import { problemIn } from './internal-call.ts';
import { documentAnswer, searchForm } from './layout.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import texts from './texts/problem.json' with { type: 'json' };

/** Name, meaning and advice of every problem. */
export const PROBLEM_TEXT: Readonly<Record<ProblemCode, Readonly<Record<'title' | 'meaning' | 'advice', Label>>>> =
  texts.problems;

/** Links that help out of a problem, besides its advice. */
export function helpFor(code: ProblemCode, { t, link }: Locale): Html | false {
  const help = entryOf<Readonly<Record<string, Label>>>(texts.help, code);
  if (help === undefined) return false;
  const links = Object.entries(help).map(([to, label]) => {
    const [path = '', fragment] = to.split('#');
    return html`<a href="${link(path)}${fragment && `#${fragment}`}">${t(label)}</a>`;
  });
  return html`<p>${joined(links)}</p>`;
}

interface ProblemAnswer {
  readonly locale: Locale;
  /** Path of the requested page, without `lang`. */
  readonly path: string;
  readonly code: ProblemCode;
  /** Status; the default is that of the problem. */
  readonly status?: number;
  /** Text for this occurrence instead of the general one. */
  readonly text?: Label;
  /** Advice for this case. */
  readonly next?: Part;
  /** Seconds to wait, where they are known. */
  readonly retryAfter?: string | undefined;
}

export function problemAnswer({ locale, path, code, text, next, ...more }: ProblemAnswer): Answer {
  const { t, link } = locale;
  const { status = PROBLEMS[code].status } = more;
  const title = t(PROBLEM_TEXT[code].title);
  // General texts name header fields, which people do not know.
  const words = entryOf<(typeof texts.toPeople)['rate_limited']>(texts.toPeople, code) ?? PROBLEM_TEXT[code];
  const isLost = code === 'not_found' && next === undefined;
  const [before, after] = t(text ?? words.meaning).split('{path}');
  const lead = isLost
    ? html`${before}<code class="path">${shownAddress(path)}</code>${after} ${t(words.advice)}`
    : before;
  const seconds = Number(more.retryAfter ?? RETRY_SECONDS);
  // The state of the service says nothing about a client that asked too often.
  const state = code !== 'rate_limited' && html`<a href="${link('/status')}">${t(texts.page.service)}</a> · `;
  const heading = { icon: isBrief(status) ? 'wait' : 'lost', lead, isGone: true };
  const main = html`${isBrief(status) && waiting(seconds, path, locale)}
  ${
    next ??
    (isLost
      ? elsewhere(path, locale)
      : html`<p>${t(words.advice)}</p>
          ${helpFor(code, locale)}`)
  }
  ${
    code !== 'not_found' &&
    html`<p class="soft">
      ${state}${t(texts.page.programs)}: HTTP ${status},
      <a href="${link(`/problems/${problemSlug(code)}`)}"><code>${code}</code></a>
    </p>`
  }`;
  // A refused search stays in the search box.
  const q = path.startsWith('/search?') ? new URLSearchParams(path.slice(path.indexOf('?'))).get('q') : null;
  const document = { locale, title, path, heading, main, status, hasSearch: !isLost, ...(q !== null && { q }) };
  if (!isBrief(status)) return documentAnswer(document);
  // Without scripts, the browser itself loads the page again.
  const head = html`<noscript><meta http-equiv="refresh" content="${seconds}" /></noscript>`;
  return documentAnswer({ ...document, head, scripts: ['countdown.js'] });
}

/** Longest address that is shown, in characters. */
const LONGEST = 200;
const GND_IN_ADDRESS = /(?<!\d)\d[\d-]{6,9}[\dX](?!\d)/giu;

/** The address that was asked for, the page of a GND identifier in it, and other ways to go on. */
function elsewhere(path: string, locale: Locale): Html {
  const { t, link } = locale;
  const ids = (decodePercent(path) ?? path).match(GND_IN_ADDRESS) ?? [];
  const gnd = ids.flatMap((id) => gndIdIn(id) ?? []).find(hasValidCheckDigit);
  const links = Object.entries(texts.elsewhere).map(([to, label]) => html`<a href="${link(to)}">${t(label)}</a>`);
  return html`${gnd && html`<p>${t(texts.page.entity)} <a href="${link(`/gnd/${gnd}`)}">GND ${gnd}</a></p>`}
    <h2>${t(texts.page.search)}</h2>
    ${searchForm(locale)}
    <p>${joined(links)}</p>`;
}

/** The address as people read it; with characters that nobody sees, as it was sent. Lines break between its parts only. */
function shownAddress(path: string): Html {
  const decoded = decodePercent(path) ?? path;
  const characters = Array.from(/\p{C}/u.test(decoded) ? path : decoded);
  const shown = characters.slice(0, LONGEST).join('') + (characters.length > LONGEST ? '…' : '');
  return html`${shown.split(/(?<=[^/]\/)/).map((part) => html`<span>${part}</span>`)}`;
}

const isBrief = (status: number) => status === 429 || status === 503;

/** The seconds to wait. A script counts them down and loads the page again; a request before would only be refused. */
function waiting(seconds: number, path: string, { t, link }: Locale): Html {
  return html`<div class="waiting card" data-reload="${seconds}">
    <p>${filled(t(texts.page.wait), html`<b data-seconds>${seconds}</b>`)}</p>
    <progress max="${seconds}" value="0" aria-hidden="true"></progress>
    <noscript>
      <p><a class="button" href="${link(path)}">${t(texts.page.reload)}</a></p>
    </noscript>
  </div>`;
}

/** The problem page for an answer of the API. */
export function problemAnswerOf({ status, body }: InternalAnswer, locale: Locale, path: string): Answer {
  const { code = '' } = problemIn(body);
  const known = Object.hasOwn(PROBLEMS, code) ? (code as ProblemCode) : 'internal_error';
  return problemAnswer({ locale, path, code: known, status });
}
