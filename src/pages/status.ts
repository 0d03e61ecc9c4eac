/** `/status`: how the service and its data are, for people. */
import { LIMITED } from '../api/endpoint.ts';
import type { StatusAnswer } from '../api/register-schemas.ts';
import type { Page } from '../http/page.ts';
import type { Label } from '../model/entity.ts';
import { html, type Html, type Part } from './html.ts';
import { dayIn, linkTo, numberIn, type Speech } from './language.ts';
import { documentAnswer, speaking } from './layout.ts';
import { counted, fill } from './phrase.ts';
import { problemAnswerOf } from './problem-answer.ts';
import { STATES, stateBadge, typeLabel } from './source-words.ts';
import { isStatus } from './sources-register.ts';
import { AGE, CHECKS, HEALTH, LIMITED_LABELS, SPANS, TEXT, UNITS } from './status-text.ts';

type Say = (label: Label) => string;
type Check = StatusAnswer['checks'][number];

export function statusPage(): Page {
  return {
    path: '/status',
    async answer(request) {
      const { speech, say } = speaking(request);
      const told = await request.ask('/api/v1/status');
      if (!isStatus(told.body)) return problemAnswerOf(told, speech, '/status');
      return documentAnswer({
        speech,
        title: say(TEXT.title),
        description: say(TEXT.description),
        path: '/status',
        main: mainOf(told.body, speech, say),
        status: told.status,
        cacheControl: 'no-store',
      });
    },
  };
}

function mainOf(report: StatusAnswer, speech: Speech, say: Say): Html {
  const { headline, text } = HEALTH[report.status];
  const mood = report.status === 'pass' ? 'good' : HEALTH[report.status].badge;
  return html`<h1>${say(TEXT.title)}</h1>
    <div class="health notice ${mood}">
      <p>
        <strong>${say(headline)}</strong><br />
        ${say(text)}
      </p>
      <a class="button quiet" href="${linkTo('/status', speech)}">${say(TEXT.again)}</a>
    </div>
    <div class="halves">
      <section aria-labelledby="data">
        <h2 id="data">${say(TEXT.data)}</h2>
        ${dataOf(report, speech, say)}
      </section>
      <section aria-labelledby="sources">
        <h2 id="sources">${say(TEXT.sources)}</h2>
        ${sourcesOf(report, speech, say)}
        <h2>${say(TEXT.service)}</h2>
        ${factList(
          [
            [TEXT.uptime, spanOf(report.uptimeSeconds, speech)],
            [TEXT.release, report.release],
            [TEXT.api, report.apiVersion],
          ],
          say,
        )}
      </section>
    </div>
    <section aria-labelledby="checks">
      <h2 id="checks">${say(TEXT.checks)}</h2>
      ${checksOf(report.checks, speech, say)}
    </section>
    <section aria-labelledby="quotas">
      <h2 id="quotas">${say(TEXT.quotas)}</h2>
      <p>${say(TEXT.quotasText)}</p>
      ${quotasOf(report.limits, speech, say)}
    </section>
    <p><a href="/api/v1/status">${say(TEXT.json)}</a></p>`;
}

function factList(facts: readonly (readonly [label: Label, value: Part])[], say: Say): Html {
  return html`<dl class="fact-list">
    ${facts.map(
      ([label, value]) =>
        html`<dt>${say(label)}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

function dataOf({ snapshot }: StatusAnswer, speech: Speech, say: Say): Html {
  const { entities, links, redirects, byType } = snapshot.counts;
  const types = Object.entries(byType).toSorted(([, a], [, b]) => b - a);
  return html`${factList(
      [
        [TEXT.date, `${dayIn(snapshot.date, speech)} (${counted(snapshot.ageDays, AGE, speech)})`],
        [TEXT.entities, numberIn(entities, speech)],
        [TEXT.links, numberIn(links, speech)],
        [TEXT.redirects, numberIn(redirects, speech)],
        [TEXT.snapshot, html`<code>${snapshot.id}</code>`],
        [TEXT.built, html`<time datetime="${snapshot.builtAt}">${dayIn(snapshot.builtAt, speech)}</time>`],
        [TEXT.format, snapshot.format],
      ],
      say,
    )}
    <details>
      <summary>${say(TEXT.byType)}</summary>
      <table class="plain-numbers">
        <tbody>
          ${types.map(
            ([type, count]) =>
              html`<tr>
                <th scope="row">${say(typeLabel(type))}</th>
                <td class="number">${numberIn(count, speech)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>`;
}

function sourcesOf({ sources }: StatusAnswer, speech: Speech, say: Say): Html {
  const states = Object.keys(STATES) as (keyof typeof STATES)[];
  return html`<table class="plain-numbers">
      <tbody>
        ${states.map(
          (state) =>
            html`<tr>
              <th scope="row"><a href="${linkTo(`/sources?state=${state}`, speech)}">${stateBadge(state, say)}</a></th>
              <td class="number">${numberIn(sources[state], speech)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="soft">${say(TEXT.sourcesText)}</p>`;
}

function checksOf(checks: readonly Check[], speech: Speech, say: Say): Html {
  return html`<table class="checks">
    <thead>
      <tr>
        <th scope="col">${say(TEXT.check)}</th>
        <th scope="col">${say(TEXT.result)}</th>
      </tr>
    </thead>
    <tbody>
      ${checks.map((check) => {
        const words = CHECKS[check.name];
        const { badge, label } = HEALTH[check.status];
        return html`<tr>
          <th scope="row">
            ${words === undefined ? check.name : say(words.name)}
            ${words && html`<small>${say(words.explanation)}</small>`}
          </th>
          <td>
            <span class="badge ${badge}">${say(label)}</span> ${valueOf(check, speech)}
            ${check.output !== undefined && html`<small lang="en">${check.output}</small>`}
          </td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

function valueOf({ observedValue, observedUnit = '' }: Check, speech: Speech): string {
  if (observedValue === undefined) return '';
  const words = UNITS[observedUnit];
  return words === undefined
    ? `${numberIn(observedValue, speech)} ${observedUnit}`
    : counted(observedValue, words, speech);
}

function quotasOf(limits: StatusAnswer['limits'], speech: Speech, say: Say): Html {
  const hasSites = LIMITED.some((name) => limits[name].site !== undefined);
  return html`<table class="quotas">
    <thead>
      <tr>
        <th scope="col">${say(TEXT.endpoint)}</th>
        <th scope="col">${say(TEXT.quota)}</th>
        ${hasSites && html`<th scope="col" class="number">${say(TEXT.site)}</th>`}
      </tr>
    </thead>
    <tbody>
      ${LIMITED.map((name) => {
        const { quota, windowSeconds, burst, site } = limits[name];
        const { label, operation } = LIMITED_LABELS[name];
        const gaps = {
          n: numberIn(quota, speech),
          seconds: numberIn(windowSeconds, speech),
          burst: numberIn(burst, speech),
        };
        return html`<tr>
          <th scope="row"><a href="${linkTo(`/docs/${operation}`, speech)}">${say(label)}</a></th>
          <td>${fill(TEXT.perWindow, gaps, speech)}</td>
          ${hasSites && html`<td class="number">${site === undefined ? say(TEXT.noSite) : numberIn(site, speech)}</td>`}
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** The two largest units: `3 days, 4 hours`. */
function spanOf(seconds: number, speech: Speech): string {
  let rest = seconds;
  const parts: string[] = [];
  for (const [size, words] of SPANS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(counted(count, words, speech));
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? counted(0, SPANS.at(-1)?.[1] ?? AGE, speech) : parts.join(', ');
}
