/** `/problems` and `/problems/{slug}`: meaning and advice for every kind of problem, at addresses of the contract. */
import { STATUS_CODES } from 'node:http';
import type { Context, Door, ProblemPage } from '../../core/http/door.ts';
import type { Label } from '../../core/model/entity.ts';
import { problemExample } from '../../core/interface/openapi.ts';
import { type ProblemCode, PROBLEMS, problemOfSlug, problemSlug } from '../../core/http/problems.ts';
import { contents } from './document-contents.ts';
import { type Definition, definitionList, section, table } from './elements.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { isExcerpt, pageDoor, segment, withoutLanguage } from './page-door.ts';
import { entryOf, languageOf, type Locale, localeFor } from '../../shared/http/locale.ts';
import { helpFor, PROBLEM_TEXT, problemAnswer } from './problem-answer.ts';
import texts from './texts/problem.json' with { type: 'json' };

const TEXT = texts.page;

/** Header fields that the advice speaks of. */
const FIELDS: Partial<Record<ProblemCode, readonly string[]>> = {
  method_not_allowed: ['Allow: GET, HEAD, OPTIONS'],
  unsupported_media_type: ['Accept-Post: application/json, text/plain, application/x-www-form-urlencoded'],
  rate_limited: [
    'Retry-After: 17',
    'RateLimit-Policy: "links";q=600;w=60, "links-burst";q=300;w=1',
    'RateLimit: "links";r=0;t=17, "links-burst";r=300;t=1',
  ],
  data_unreadable: ['Retry-After: 5'],
  overloaded: ['Retry-After: 5'],
};

const CODES = (Object.keys(PROBLEMS) as ProblemCode[]).toSorted((a, b) => PROBLEMS[a].status - PROBLEMS[b].status);

const GROUPS = Object.keys(texts.groups) as (keyof typeof texts.groups)[];

/** A text in which the addresses of the interface are links. */
const linked = (text: string, { absolute }: Locale) =>
  html`${text.split(/(\/api\/[\w./]+\w)/).map((part, at) => (at % 2 === 0 ? part : html`<a href="${absolute(part)}">${part}</a>`))}`;

/** A text with the parts between backticks as code. */
const codesIn = (text: string) =>
  html`${text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`;

export function problemPages(): readonly Door[] {
  return [
    pageDoor({
      path: '/problems',
      summary: 'All kinds of problems',
      parameters: {},
      // The footer says whether the data are an excerpt, and the page is also served without data.
      dependsOn: 'file',
      examples: ['/problems'],
      answer: (_, { doors }, locale) => ({
        title: locale.t(TEXT.all),
        description: locale.t(TEXT.lead),
        heading: { icon: 'lost', lead: locale.t(TEXT.lead) },
        main: listOf(doors, locale),
      }),
    }),
    {
      ...pageDoor({
        name: 'problem',
        path: '/problems/{slug}',
        summary: 'A kind of problem',
        parameters: { slug: segment('The code of the problem, with hyphens.', 'unknown-gnd-id') },
        // The footer says whether the data are an excerpt, and the page is also served without data.
        dependsOn: 'file',
        examples: ['/problems/unknown-gnd-id'],
        answer({ slug }, context, locale) {
          const { t, link } = locale;
          const code = problemOfSlug(slug);
          const path = `/problems/${encodeURIComponent(slug)}`;
          if (code === undefined) return problemAnswer({ locale, path, code: 'not_found' });
          const { title, meaning } = PROBLEM_TEXT[code];
          const kind = html`<a href="${link('/problems')}">${t(TEXT.all)}</a>`;
          return {
            title: t(title),
            description: t(meaning),
            path,
            heading: { icon: 'lost', kind, lead: t(meaning) },
            main: mainOf(code, context, locale),
          };
        },
      }),
      problemPage,
    },
  ];
}

/** The page in place of a page that was refused or does not exist. */
const problemPage: ProblemPage = ({ code, status, retryAfter }, { path: asked, query, headers }, context) => {
  // Two slashes at the beginning of a link would lead to another host.
  const path = asked.replace(/^\/*/, '/');
  const locale = { ...localeFor(languageOf(query, headers), context), isExcerpt: isExcerpt(context.snapshot) };
  // The link repeats the request.
  return problemAnswer({ locale, path: withoutLanguage(`${path}?${query}`), code, status, retryAfter });
};

/** The group of a problem says who must act: the client changes the request, waits, or tells the operator. */
function groupOf(code: ProblemCode): keyof typeof texts.groups {
  const { status } = PROBLEMS[code];
  if (status === 408 || status === 429 || status === 503) return 'wait';
  return status < 500 ? 'request' : 'operator';
}

function listOf(doors: readonly Door[], locale: Locale): Html {
  const { t, link } = locale;
  const rowOf = (code: ProblemCode) => {
    const { title, meaning, advice } = PROBLEM_TEXT[code];
    const slug = problemSlug(code);
    const name = html`<a id="${slug}" href="${link(`/problems/${slug}`)}">${t(title)}</a>
      <small>HTTP ${PROBLEMS[code].status} · <code>${code}</code></small>`;
    return [name, t(meaning), linked(t(advice), locale)];
  };
  const head = [t(TEXT.problem), t(TEXT.meaning), t(TEXT.advice)];
  const codes = Map.groupBy(CODES, groupOf);
  const groups = GROUPS.map((group) => {
    const rows = codes.get(group)?.map(rowOf) ?? [];
    return section(group, t(texts.groups[group]), table({ className: 'problems', head, rows }));
  });
  const sections = GROUPS.map((group) => ({ id: group, heading: t(texts.groups[group]) }));
  return html`<div class="with-contents">
    ${contents('problems', sections, doors, locale)}
    <div class="document">${groups}</div>
  </div>`;
}

function mainOf(code: ProblemCode, context: Pick<Context, 'link' | 'doors'>, locale: Locale): Html {
  const { t } = locale;
  const { status } = PROBLEMS[code];
  const { advice } = PROBLEM_TEXT[code];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    ...(FIELDS[code] ?? []),
  ].join('\n');
  const example = `${head}\n\n${JSON.stringify(problemExample(code, status, context.link), undefined, 2)}`;
  const note = entryOf<Label>(texts.notes, code);
  const facts: readonly Definition[] = [
    [TEXT.status, code === 'request_too_long' ? `${status}, 431` : status],
    [TEXT.code, html`<code>${code}</code>`],
  ];
  return html`<div class="with-contents">
    ${contents('problems', [], context.doors, locale)}
    <div class="document">
      <h2>${t(TEXT.advice)}</h2>
      <p>${linked(t(advice), locale)}</p>
      ${helpFor(code, locale)} ${definitionList('fact-list', facts, locale)}
      <h2>${t(TEXT.example)}</h2>
      <pre tabindex="0" aria-label="${t(TEXT.example)}"><code>${example}</code></pre>
      ${note && html`<p class="syntax">${codesIn(t(note))}</p>`}
    </div>
  </div>`;
}
