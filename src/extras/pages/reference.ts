/** The part of `/docs/reference` that is generated from the doors: operations, problems and header fields. */
import type { Door, Operation } from '../../core/http/door.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { quotaIn } from './status.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import { type ProblemCode, PROBLEMS, ProblemSchema, problemSlug } from '../../core/http/problems.ts';
import type { LimitsInForce } from '../../core/quotas/quota-table.ts';
import { OPENAPI_HEADERS } from '../../core/interface/openapi-headers.ts';
import { EVERYWHERE, problemsOf } from '../../core/interface/openapi.ts';
import { breakable, codeFigure, codeToCopy, type Definition, definitionList, section, table } from './elements.ts';
import { inLanguage } from './reference-german.ts';
import { fieldsOf, parameterList, type Place, prose } from './reference-schema.ts';
import documents from './texts/docs.json' with { type: 'json' };
import texts from './texts/reference.json' with { type: 'json' };

const TEXT = texts.page;

type Described = Door & { readonly operation: Operation };

/** The fragment of an operation in the page; fragments are part of the contract. @param path path of the door */
const anchorOf = (path: string) => `get-${path.replace(/[{}]/g, '-')}`;

const describedIn = (doors: readonly Door[]) => doors.filter((door): door is Described => door.operation !== undefined);

/** The sections in their order, for the contents of the page. */
export function referenceSections(doors: readonly Door[], { t }: Locale) {
  return [
    ...describedIn(doors).map(({ path }) => ({
      id: anchorOf(path),
      heading: html`<code>${breakable(path.replace('/api/v1', ''))}</code>`,
    })),
    { id: 'problems', heading: t(TEXT.problems) },
    { id: 'fields', heading: t(TEXT.fields) },
  ];
}

/** @param limits the quotas in force */
export function reference(doors: readonly Door[], limits: LimitsInForce, locale: Locale): Html {
  return html`${overview(doors, locale)} ${describedIn(doors).map((door) => operation(door, limits, locale))}
  ${problems(locale)} ${headerFields(locale)}`;
}

/** All addresses, each with a link to its section. */
function overview(doors: readonly Door[], { t }: Locale): Html {
  const rows = describedIn(doors).map(({ path, operation: { id } }) => [
    html`<a href="#${anchorOf(path)}"><code>GET ${breakable(path)}</code></a>`,
    t(labelOf(documents.answers, id)),
  ]);
  return html`${table({ className: 'plain', name: t(TEXT.overview), head: [t(TEXT.address), t(TEXT.answer)], rows })}
    <p><a href="#problems">${t(TEXT.anyProblem)}</a></p>`;
}

function operation(door: Described, limits: LimitsInForce, locale: Locale): Html {
  const { t } = locale;
  const { id, description, answers } = door.operation;
  const { shape } = door.parameters;
  const place: Place = { locale, id, described: new Set() };
  return html`<section class="operation" aria-labelledby="${anchorOf(door.path)}">
    <h2 id="${anchorOf(door.path)}"><code>GET ${breakable(door.path)}</code></h2>
    <p class="lead">${t(labelOf(documents.answers, id))}</p>
    <p>${prose(description, locale)}</p>
    ${commands(door, locale)}
    <h3>${t(TEXT.parameters)}</h3>
    ${Object.keys(shape).length > 0 ? parameterList(shape, place) : html`<p>${t(TEXT.noParameters)}</p>`}
    ${definitionList('fact-list', factsOf(door, limits, locale), locale)} ${exampleAnswers(door, locale)}
    ${Object.entries(answers).map(
      ([type, { schema }]) =>
        html`<details class="answer">
          <summary>${t(TEXT.answer)} <code>${type}</code></summary>
          ${fieldsOf(schema, place)}
        </details>`,
    )}
    <h3>${t(TEXT.ownProblems)}</h3>
    ${problemList(problemsOf(door), locale)}
  </section>`;
}

function factsOf(
  { quota, cacheControl, dependsOn }: Door,
  limits: LimitsInForce,
  locale: Locale,
): readonly Definition[] {
  const { t } = locale;
  return [
    [TEXT.quota, quota === undefined ? t(TEXT.noQuota) : quotaIn(limits[quota.name], locale)],
    [TEXT.caching, html`<code>${cacheControl}</code>`],
    [TEXT.changes, t(texts.changes[dependsOn])],
  ];
}

/** Requests to copy, and to open in the browser. */
function commands({ examples }: Door, locale: Locale): readonly Html[] {
  const { t, absolute, address } = locale;
  const targets = examples.filter((example) => typeof example === 'string');
  return targets.map((target) => {
    const label = t(TEXT.command);
    return html`${codeToCopy(`curl '${absolute(target)}'`, `${label}: ${target}`, locale, label)}
      <p>
        <a href="${address(target)}">${t(TEXT.open)}<span class="visually-hidden">: ${target}</span></a>
      </p>`;
  });
}

function exampleAnswers({ operation: { answers } }: Described, locale: Locale): readonly Html[] {
  return Object.values(answers).flatMap(({ examples }) => {
    const all = Object.values(examples);
    return all.map(({ summary, value }, at) => {
      const title = locale.t(TEXT.exampleAnswer);
      return html`<details ${at === 0 && html` open`}>
        <summary>${title}: ${prose(summary, locale)}</summary>
        ${codeFigure(exampleText(value, all[0]?.value), `${title}: ${inLanguage(summary, locale)}`)}
      </details>`;
    });
  });
}

/** An example; after the first of an answer, only with the members in which it differs from the first. */
function exampleText(value: unknown, first: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const repeated = new Map(value === first ? [] : Object.entries(first ?? {}));
  const own = Object.entries(value).filter(([key, member]) => !repeated.has(key) || repeated.get(key) !== member);
  const text = JSON.stringify(Object.fromEntries(own), undefined, 2);
  return own.length < Object.keys(value).length ? text.replace('{', '{\n  …') : text;
}

/** Codes of problems; the page of each explains it. */
function problemList(codes: readonly ProblemCode[], { link }: Locale): Html {
  const inOrder = codes.toSorted((a, b) => PROBLEMS[a].status - PROBLEMS[b].status);
  return html`<ul class="row">
    ${inOrder.map(
      (code) =>
        html`<li>
          ${PROBLEMS[code].status} <a href="${link(`/problems/${problemSlug(code)}`)}"><code>${code}</code></a>
        </li>`,
    )}
  </ul>`;
}

function problems(locale: Locale): Html {
  const { t, link } = locale;
  return section(
    'problems',
    t(TEXT.problems),
    html`<p>${t(TEXT.aboutProblems)} <a href="${link('/problems')}">${t(TEXT.allProblems)}</a></p>`,
    html`<h3>${t(TEXT.everywhere)}</h3>`,
    problemList(EVERYWHERE, locale),
    fieldsOf(ProblemSchema, { locale, id: 'problem', described: new Set() }),
  );
}

function headerFields(locale: Locale): Html {
  const entries = Object.entries(OPENAPI_HEADERS).map(([name, { schema, description, example, required }]) => {
    return { name, required, field: { ...schema, description, examples: [example] } };
  });
  const schema = {
    properties: Object.fromEntries(entries.map(({ name, field }) => [name, field])),
    required: entries.filter(({ required }) => required).map(({ name }) => name),
  };
  return section('fields', locale.t(TEXT.fields), fieldsOf(schema, { locale, id: 'header', described: new Set() }));
}
