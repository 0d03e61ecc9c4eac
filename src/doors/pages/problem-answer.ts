/** A problem page, instead of a page that does not exist or could not be made. */
import { type ProblemCode, PROBLEMS, problemSlug } from '../../http/problems.ts';
import type { Answer, InternalAnswer } from '../../http/door.ts';
import type { Label } from '../../model/entity.ts';
import { html, type Html, type Part } from '../../http/html.ts';
import { RETRY_SECONDS } from '../../http/response.ts';
import { problemIn } from './internal-call.ts';
import { documentAnswer, searchForm } from './layout.ts';
import { entryOf, type Locale } from '../../http/locale.ts';
import texts from './texts/problem.json' with { type: 'json' };

/** Name, meaning and advice of every problem. */
export const PROBLEM_TEXT: Readonly<Record<ProblemCode, Readonly<Record<'title' | 'meaning' | 'advice', Label>>>> =
  texts.problems;

export interface ProblemAnswer {
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
  // General texts name fields, which people do not know.
  const words = entryOf<(typeof texts.toPeople)['rate_limited']>(texts.toPeople, code) ?? PROBLEM_TEXT[code];
  const isLost = code === 'not_found' && next === undefined;
  const main = html`<h1>${title}</h1>
    <p class="notice bad">${t(text ?? (isLost ? texts.page.nothing : words.meaning))}</p>
    ${
      isLost &&
      html`<h2>${t(texts.page.search)}</h2>
        ${searchForm(locale)}`
    }
    ${next ?? html`<p>${t(words.advice)}</p>`}
    ${isBrief(status) && waiting(Number(more.retryAfter ?? RETRY_SECONDS), path, locale)}
    <p class="soft">
      HTTP ${status}, <a href="${link(`/problems/${problemSlug(code)}`)}">${code}</a> ·
      <a href="${link('/status')}">${t(texts.page.service)}</a>
    </p>`;
  const scripts = isBrief(status) ? ['countdown.js'] : [];
  return documentAnswer({ locale, title, path, main, status, scripts, hasSearch: !isLost });
}

const isBrief = (status: number) => status === 429 || status === 503;

/** The seconds to wait, which a script counts down, with a link that works without it. */
function waiting(seconds: number, path: string, { t, link }: Locale): Html {
  const [before = '', after = ''] = t(texts.page.wait).split('{n}');
  return html`<p class="waiting">
    <a class="button" href="${link(path)}">${t(texts.page.reload)}</a>
    <span data-reload="${seconds}" hidden>${before}<span data-seconds>${seconds}</span>${after}</span>
  </p>`;
}

/** The problem page for an answer of the API. */
export function problemAnswerOf({ status, body }: InternalAnswer, locale: Locale, path: string): Answer {
  const { code = '' } = problemIn(body);
  const known = Object.hasOwn(PROBLEMS, code) ? (code as ProblemCode) : 'internal_error';
  return problemAnswer({ locale, path, code: known, status });
}
