/** A page in the place of one that could not be made, because the interface answered a problem. */
import type { ProblemDocument } from '../api/problem-schema.ts';
import { type ProblemCode, PROBLEMS, problemSlug } from '../api/problems.ts';
import type { InnerAnswer, PageAnswer } from '../http/page.ts';
import type { Label } from '../model/entity.ts';
import { html, type Part } from './html.ts';
import { inLanguage, linkTo, type Speech } from './language.ts';
import { documentAnswer } from './layout.ts';
import { PROBLEM_TEXT, TEXT } from './problem-text.ts';

export interface ProblemPage {
  readonly speech: Speech;
  /** Of the page that was asked for, without `lang`. */
  readonly path: string;
  readonly code: ProblemCode;
  /** That of the problem if absent. */
  readonly status?: number;
  /** Words of the page itself, in the place of those that every occurrence has. */
  readonly text?: Label;
  /** What to do now. */
  readonly next?: Part;
}

export function problemAnswer({ speech, path, code, status, text, next }: ProblemPage): PageAnswer {
  const say = (label: Label) => inLanguage(label, speech);
  const title = say(PROBLEM_TEXT[code].title);
  const main = html`<h1>${title}</h1>
    <p class="notice bad">${say(text ?? PROBLEMS[code].page)}</p>
    ${next ?? html`<p>${say(PROBLEM_TEXT[code].advice)}</p>`}
    <p class="soft">
      HTTP ${status ?? PROBLEMS[code].status},
      <a href="${linkTo(`/problems/${problemSlug(code)}`, speech)}">${code}</a> ·
      <a href="${linkTo('/status', speech)}">${say(TEXT.service)}</a>
    </p>`;
  return documentAnswer({ speech, title, path, main, status: status ?? PROBLEMS[code].status });
}

/** The same for what the interface answered from within. */
export function problemAnswerOf({ status, body }: InnerAnswer, speech: Speech, path: string): PageAnswer {
  const code = (body as Partial<ProblemDocument> | undefined)?.code ?? '';
  const known = Object.hasOwn(PROBLEMS, code) ? (code as ProblemCode) : 'internal_error';
  return problemAnswer({ speech, path, code: known, status });
}
