/** A page in the place of one that there is not, or that could not be made. */
import { type ProblemCode, PROBLEMS, problemSlug } from '../../http/problems.ts';
import type { Answer, InternalAnswer } from '../../http/door.ts';
import type { Label } from '../../model/entity.ts';
import { html, type Part } from '../../http/html.ts';
import { problemIn } from './internal-call.ts';
import { documentAnswer, searchForm } from './layout.ts';
import type { Locale } from '../../http/locale.ts';
import texts from './texts/problem.json' with { type: 'json' };

/** Name, meaning and advice of every problem. */
export const PROBLEM_TEXT: Readonly<Record<ProblemCode, Readonly<Record<'title' | 'meaning' | 'advice', Label>>>> =
  texts.problems;

export interface ProblemAnswer {
  readonly locale: Locale;
  /** Path of the page that was asked for, without `lang`. */
  readonly path: string;
  readonly code: ProblemCode;
  /** That of the problem if absent. */
  readonly status?: number;
  /** Words of the page itself, in the place of those that every occurrence has. */
  readonly text?: Label;
  /** Advice for this case. */
  readonly next?: Part;
}

export function problemAnswer({ locale, path, code, text, next, ...more }: ProblemAnswer): Answer {
  const { t, link } = locale;
  const { status = PROBLEMS[code].status } = more;
  const title = t(PROBLEM_TEXT[code].title);
  const isLost = code === 'not_found' && next === undefined;
  const main = html`<h1>${title}</h1>
    <p class="notice bad">${t(text ?? (isLost ? texts.page.nothing : PROBLEM_TEXT[code].meaning))}</p>
    ${
      isLost &&
      html`<h2>${t(texts.page.search)}</h2>
        ${searchForm(locale)}`
    }
    ${next ?? html`<p>${t(PROBLEM_TEXT[code].advice)}</p>`}
    <p class="soft">
      HTTP ${status}, <a href="${link(`/problems/${problemSlug(code)}`)}">${code}</a> ·
      <a href="${link('/status')}">${t(texts.page.service)}</a>
    </p>`;
  return documentAnswer({ locale, title, path, main, status, hasSearch: !isLost });
}

/** The same for what the API answered. */
export function problemAnswerOf({ status, body }: InternalAnswer, locale: Locale, path: string): Answer {
  const { code = '' } = problemIn(body);
  const known = Object.hasOwn(PROBLEMS, code) ? (code as ProblemCode) : 'internal_error';
  return problemAnswer({ locale, path, code: known, status });
}
