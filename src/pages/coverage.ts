/** `/coverage`: a list of identifiers checked. The form is free; `/coverage/report` shows data and counts against the quota. */
import { MAX_IDS } from '../api/coverage.ts';
import type { CoverageAnswer } from '../api/coverage-schema.ts';
import { type PageAnswer, redirectTo } from '../http/page.ts';
import { coverageForm, type FormState } from './coverage-form.ts';
import { coverageReport } from './coverage-report.ts';
import { CallRefused, problemIn, type SitePage } from './internal-call.ts';
import { documentAnswer } from './layout.ts';
import type { Locale } from './locale.ts';
import { type ReadRegister, registerIfAny } from './register.ts';
import texts from './texts/coverage.json' with { type: 'json' };

const TEXT = texts.page;

const FORM = '/coverage';
const REPORT = '/coverage/report';

export function coveragePages(readRegister: ReadRegister): readonly SitePage[] {
  return [
    {
      path: FORM,
      answer({ query, locale }) {
        if (idsOf(query) !== '') return redirectTo(303, `${locale.address(REPORT)}?${query}`);
        return pageAnswer(locale, { path: FORM, form: {} });
      },
    },
    {
      path: REPORT,
      quota: 'coverage',
      async answer({ query, locale, call }) {
        const ids = idsOf(query);
        const path = reportPath(splitIds(ids));
        if (ids === '') {
          return pageAnswer(locale, { path: FORM, status: 400, form: { error: locale.t(TEXT.missing) } });
        }
        const { status, body } = await call(`/api/v1/coverage?ids=${encodeURIComponent(ids)}`);
        const problem = problemIn(body);
        if (problem.code === 'too_many_ids') {
          const { maximum = MAX_IDS, received = 0 } = problem;
          return pageAnswer(locale, {
            path,
            status,
            form: { ids, error: locale.t(TEXT.tooMany, { received, maximum }) },
          });
        }
        if (status !== 200) throw new CallRefused({ status, body });
        const report = body as CoverageAnswer;
        // Without the register categories go by their keys.
        const categories = (await registerIfAny(readRegister, call))?.categories;
        const result = coverageReport(report, categories ?? [], locale, reportPath);
        return pageAnswer(locale, { path, form: { ids, result }, cacheControl: 'public, max-age=60' });
      },
    },
  ];
}

interface Parts {
  readonly path: string;
  readonly form: FormState;
  readonly status?: number;
  readonly cacheControl?: string;
}

function pageAnswer(locale: Locale, { form, ...document }: Parts): PageAnswer {
  return documentAnswer({
    ...document,
    locale,
    title: locale.t(TEXT.title),
    description: locale.t(TEXT.description),
    ...coverageForm(locale, REPORT, form),
  });
}

/** Forms of other pages may give the field several times. */
function idsOf(query: string): string {
  return new URLSearchParams(query).getAll('ids').join('\n').trim();
}

/** As the API splits them; a blank behind a prefix belongs to the identifier. */
function splitIds(ids: string): readonly string[] {
  const joined = ids.replace(/(\(DE-588\)|\bgnd:)\s+/giu, '$1');
  return joined.split(/[\s,;]+/u).filter((id) => id !== '');
}

function reportPath(ids: readonly string[]): string {
  return `${REPORT}?ids=${ids.map(encodeURIComponent).join(',')}`;
}
