/** `/coverage`: a list of identifiers checked. The form is free; `/coverage/report` shows data and counts against the quota. */
import { MAX_IDS } from '../api/coverage.ts';
import type { CoverageAnswer } from '../api/coverage-schema.ts';
import type { ProblemDocument } from '../api/problem-schema.ts';
import type { SourcesAnswer } from '../api/register-schemas.ts';
import type { Page, PageAnswer, PageRequest } from '../http/page.ts';
import { coverageForm, type FormState } from './coverage-form.ts';
import { coverageReport } from './coverage-report.ts';
import { TEXT } from './coverage-text.ts';
import { html } from './html.ts';
import { inLanguage, linkTo, numberIn, type Speech, speechOf } from './language.ts';
import { documentAnswer } from './layout.ts';
import { fill } from './phrase.ts';
import { problemAnswerOf } from './problem-answer.ts';

const FORM = '/coverage';
const REPORT = '/coverage/report';

export function coveragePages(): readonly Page[] {
  const categories = rememberedCategories();
  return [
    { path: FORM, answer: answerForm },
    { path: REPORT, quota: 'coverage', answer: (request) => answerReport(request, categories) },
  ];
}

function answerForm(request: PageRequest): PageAnswer {
  if (idsOf(request) !== '') return movedTo(`${REPORT}?${request.query}`);
  const speech = speechOf(request);
  return pageAnswer(speech, { path: FORM, form: {} });
}

async function answerReport(request: PageRequest, categories: CategoriesOf): Promise<PageAnswer> {
  const speech = speechOf(request);
  const ids = idsOf(request);
  const path = reportPath(splitIds(ids));
  if (ids === '') return pageAnswer(speech, { path: FORM, status: 400, form: { error: say(TEXT.missing, speech) } });
  const { status, body } = await request.ask(`/api/v1/coverage?ids=${encodeURIComponent(ids)}`);
  if (status === 200) {
    const report = body as CoverageAnswer;
    const result = coverageReport(report, await categories(request, report.snapshot.id), speech, reportPath);
    return pageAnswer(speech, { path, form: { ids, result }, cacheControl: 'public, max-age=60' });
  }
  const problem = body as ProblemDocument;
  if (problem.code !== 'too_many_ids') return problemAnswerOf({ status, body }, speech, path);
  return pageAnswer(speech, { path, status, form: { ids, ...tooMany(ids, problem, speech) } });
}

interface Parts {
  readonly path: string;
  readonly form: FormState;
  readonly status?: number;
  readonly cacheControl?: string;
}

function pageAnswer(speech: Speech, { form, ...document }: Parts): PageAnswer {
  return documentAnswer({
    ...document,
    speech,
    title: say(TEXT.title, speech),
    description: say(TEXT.description, speech),
    ...coverageForm(speech, REPORT, form),
  });
}

/** Forms of other pages may give the field several times. */
function idsOf({ query }: PageRequest): string {
  return new URLSearchParams(query).getAll('ids').join('\n').trim();
}

/** As the interface splits them; a blank behind a prefix belongs to the identifier. */
function splitIds(ids: string): readonly string[] {
  const joined = ids.replace(/(\(DE-588\)|\bgnd:)\s+/giu, '$1');
  return joined.split(/[\s,;]+/u).filter((id) => id !== '');
}

function reportPath(ids: readonly string[]): string {
  return `${REPORT}?ids=${ids.map(encodeURIComponent).join(',')}`;
}

/** The list in blocks that can be asked for one after another. */
function tooMany(ids: string, { maximum = MAX_IDS, received = 0 }: ProblemDocument, speech: Speech): FormState {
  const all = splitIds(ids);
  const blocks = Array.from({ length: Math.ceil(all.length / maximum) }, (_, block) => block * maximum);
  const number = (n: number) => numberIn(n, speech);
  const result = html`<ul>
    ${blocks.map((from) => {
      const to = Math.min(from + maximum, all.length);
      const address = linkTo(reportPath(all.slice(from, to)), speech);
      return html`<li>
        <a href="${address}">${fill(TEXT.block, { from: number(from + 1), to: number(to) }, speech)}</a>
      </li>`;
    })}
  </ul>`;
  return { error: fill(TEXT.tooMany, { received: number(received), maximum: number(maximum) }, speech), result };
}

function movedTo(location: string): PageAnswer {
  const headers = { location };
  return {
    status: 303,
    contentType: 'text/html; charset=utf-8',
    body: Buffer.alloc(0),
    cacheControl: 'no-store',
    headers,
  };
}

function say(label: Parameters<typeof inLanguage>[0], speech: Speech): string {
  return inLanguage(label, speech);
}

export type Categories = SourcesAnswer['categories'];
type CategoriesOf = (request: PageRequest, snapshot: string) => Promise<Categories>;

/** The register is large and the same for a whole snapshot. */
function rememberedCategories(): CategoriesOf {
  let known: { readonly snapshot: string; readonly categories: Categories } | undefined;
  return async (request, snapshot) => {
    if (known?.snapshot !== snapshot) {
      const { status, body } = await request.ask('/api/v1/sources');
      if (status !== 200) return [];
      known = { snapshot, categories: (body as SourcesAnswer).categories };
    }
    return known.categories;
  };
}
