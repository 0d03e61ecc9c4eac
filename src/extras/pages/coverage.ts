/** `/coverage`: the form that checks a list of identifiers, and `/coverage/report`, which counts against the quota. */
import { splitIdentifiers } from '../../core/model/split-identifiers.ts';
import { MAX_IDS } from '../../core/interface/coverage.ts';
import type { CoverageAnswer } from '../../core/interface/coverage-schema.ts';
import { redirect } from '../../core/http/answer.ts';
import type { Answer, Door } from '../../core/http/door.ts';
import { textParameter } from '../../core/http/parameters.ts';
import { coverageForm, type FormState } from './coverage-form.ts';
import { coverageReport } from './coverage-report.ts';
import { CallRefused, problemIn } from './internal-call.ts';
import { documentAnswer } from './layout.ts';
import { pageDoor } from './page-door.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { type ReadRegister, registerIfAny } from './register.ts';
import texts from './texts/coverage.json' with { type: 'json' };

const TEXT = texts.page;

const FORM = '/coverage';
const REPORT = '/coverage/report';

const parameters = {
  ids: {
    ...textParameter('GND identifiers, in any separation.', '118540238,4065105-8'),
    isList: true,
    // A form of another site may send the field several times.
    read: (values: readonly string[]) => values.join('\n').trim(),
  },
} as const;

export function coveragePages(readRegister: ReadRegister): readonly Door[] {
  return [
    pageDoor({
      name: 'coveragePage',
      path: FORM,
      summary: 'The form for lists of identifiers',
      parameters,
      dependsOn: 'release',
      examples: [FORM],
      answer({ ids }, { target }, locale) {
        if (ids !== '') return redirect(303, `${locale.address(REPORT)}${target.slice(target.indexOf('?'))}`);
        return coveragePage(locale, { path: FORM, form: {} });
      },
    }),
    pageDoor({
      name: 'coverageReport',
      path: REPORT,
      summary: 'A list of identifiers, checked',
      parameters,
      quota: { name: 'coverage' },
      dependsOn: 'snapshot',
      cacheControl: 'public, max-age=60',
      examples: [`${REPORT}?ids=118540238,4065105-8`],
      async answer({ ids }, { call }, locale) {
        const path = reportPath(splitIdentifiers(ids).values);
        if (ids === '') {
          return coveragePage(locale, { path: FORM, status: 400, form: { error: locale.t(TEXT.missing) } });
        }
        const { status, body } = await call(`/api/v1/coverage?ids=${encodeURIComponent(ids)}`);
        const problem = problemIn(body);
        if (problem.code === 'too_many_ids') {
          const { maximum = MAX_IDS, received = 0 } = problem;
          return coveragePage(locale, {
            path,
            status,
            form: { ids, error: locale.t(TEXT.tooMany, { received, maximum }) },
          });
        }
        if (status !== 200) throw new CallRefused({ status, body });
        const report = body as CoverageAnswer;
        // Without the register, categories are shown by their keys.
        const categories = (await registerIfAny(readRegister, call))?.categories;
        const result = coverageReport(report, categories ?? [], locale, reportPath);
        const cacheControl = categories === undefined ? 'no-store' : 'public, max-age=60';
        return coveragePage(locale, { path, form: { ids, result }, cacheControl });
      },
    }),
  ];
}

interface Parts {
  readonly path: string;
  readonly form: FormState;
  readonly status?: number;
  readonly cacheControl?: string;
}

function coveragePage(locale: Locale, { form, ...document }: Parts): Answer {
  return documentAnswer({
    ...document,
    locale,
    title: locale.t(TEXT.title),
    description: locale.t(TEXT.description),
    ...coverageForm(locale, form),
  });
}

function reportPath(ids: readonly string[]): string {
  return `${REPORT}?ids=${ids.map(encodeURIComponent).join(',')}`;
}
