/** `/sources/{key}`: one source: where it comes from, how fresh it is, what it covers, and what could be used of it. */
import type { SourcesAnswer } from '../api/register-schemas.ts';
import type { Page } from '../http/page.ts';
import type { Label } from '../model/entity.ts';
import { externalLink, readableAddress } from './external-link.ts';
import { html, type Html, type Part } from './html.ts';
import { dayIn, linkTo, numberIn, type Speech } from './language.ts';
import { documentAnswer, speaking } from './layout.ts';
import { counted } from './phrase.ts';
import { problemAnswer, problemAnswerOf } from './problem-answer.ts';
import { REJECTIONS } from './source-defects.ts';
import { DAYS, FORMATS, TEXT } from './source-text.ts';
import {
  cadenceLabel,
  KINDS,
  type RegisteredSource,
  rejectedShare,
  stateBadge,
  STATES,
  typeLabel,
} from './source-words.ts';
import { createRegisterReader, pageOf } from './sources-register.ts';
import { licenceOf, shareIn } from './sources-table.ts';

type Say = (label: Label) => string;

export function sourcePage(): Page {
  const readRegister = createRegisterReader();
  return {
    path: '/sources/{key}',
    async answer(request) {
      const { speech, say } = speaking(request);
      const { segment = '' } = request;
      const path = `/sources/${encodeURIComponent(segment)}`;
      const read = await readRegister(request);
      if (read.kind === 'problem') return problemAnswerOf(read.answer, speech, path);
      const source = read.register.sources.find(({ key }) => key === segment);
      if (source === undefined) {
        const next = html`<p><a href="${linkTo('/sources', speech)}">${say(TEXT.all)}</a></p>`;
        return problemAnswer({ speech, path, code: 'not_found', text: TEXT.unknown, next });
      }
      return pageOf(read, `${segment} ${speech.language} ${speech.isChosen}`, () =>
        documentAnswer({
          speech,
          title: say(source.title),
          description: say(source.description),
          path,
          main: mainOf(source, read.register, speech, say),
        }),
      );
    },
  };
}

function mainOf(source: RegisteredSource, register: SourcesAnswer, speech: Speech, say: Say): Html {
  return html`<p><a href="${linkTo('/sources', speech)}">${say(TEXT.all)}</a></p>
    <h1 dir="auto">${say(source.title)}</h1>
    <p class="lead" dir="auto">${say(source.description)}</p>
    <div class="halves">
      <section aria-labelledby="about">
        <h2 id="about">${say(TEXT.about)}</h2>
        ${originOf(source, say)}
      </section>
      <section aria-labelledby="freshness">
        <h2 id="freshness">${say(TEXT.freshness)}</h2>
        ${freshnessOf(source, speech, say)}
      </section>
    </div>
    <section aria-labelledby="scope">
      <h2 id="scope">${say(TEXT.scope)}</h2>
      ${scopeOf(source, register, speech, say)}
    </section>
    <section aria-labelledby="import">
      <h2 id="import">${say(TEXT.import)}</h2>
      ${importOf(source, speech, say)}
    </section>
    <section class="notice" aria-labelledby="mistake">
      <h2 id="mistake">${say(TEXT.mistake)}</h2>
      <p>${say(TEXT.mistakeText)}</p>
      <p>
        ${
          source.origin.homepage === undefined
            ? say(TEXT.noContact)
            : externalLink(source.origin.homepage, say(TEXT.report))
        }
      </p>
    </section>`;
}

type Fact = readonly [label: Label, value: Part];

/** Facts without a value are left out. */
function factList(facts: readonly Fact[], say: Say): Html {
  return html`<dl class="fact-list">
    ${facts
      .filter(([, value]) => value !== undefined && value !== false)
      .map(
        ([label, value]) =>
          html`<dt>${say(label)}</dt>
            <dd>${value}</dd>`,
      )}
  </dl>`;
}

function originOf(source: RegisteredSource, say: Say): Html {
  const { publisher, homepage, downloadUrl, format } = source.origin;
  const address = (url: string | undefined) =>
    url !== undefined && externalLink(url, html`<bdi>${readableAddress(url)}</bdi>`);
  const { spdx, statement } = source.licence;
  const facts: readonly Fact[] = [
    [TEXT.publisher, html`<bdi>${publisher}</bdi>`],
    [TEXT.homepage, address(homepage)],
    [TEXT.download, address(downloadUrl)],
    [TEXT.format, FORMATS[format] ? say(FORMATS[format]) : format],
    [TEXT.kind, say(KINDS[source.kind])],
    [
      TEXT.licence,
      [licenceOf(source, say), spdx !== undefined && spdx !== statement && html`<br /><bdi>${statement}</bdi>`],
    ],
    [TEXT.key, html`<code>${source.key}</code>`],
  ];
  return factList(facts, say);
}

function freshnessOf({ freshness, import: { sha256 } }: RegisteredSource, speech: Speech, say: Say): Html {
  const { state, reason, ageDays, cadence, declaredDate, observedSince, retrievedAt, checkedAt } = freshness;
  const moments: readonly (readonly [Label, string | undefined])[] = [
    [TEXT.declared, declaredDate],
    [TEXT.observed, observedSince],
    [TEXT.retrieved, retrievedAt],
    [TEXT.checked, checkedAt],
  ];
  const facts: readonly Fact[] = [
    [TEXT.state, [stateBadge(state, say), ' ', say(STATES[state].explanation)]],
    [TEXT.reason, reason !== undefined && html`<span lang="en">${reason}</span>`],
    [TEXT.age, ageDays !== undefined && counted(ageDays, DAYS, speech)],
    [TEXT.cadence, say(cadenceLabel(cadence))],
  ];
  return html`${sha256 === undefined && html`<p class="notice bad">${say(TEXT.noneUsed)}</p>`} ${factList(facts, say)}
    <h3>${say(TEXT.history)}</h3>
    <ol class="moments plain-list">
      ${moments
        .filter((moment): moment is readonly [Label, string] => moment[1] !== undefined)
        .map(([label, at]) => html`<li><time datetime="${at}">${dayIn(at, speech)}</time> ${say(label)}</li>`)}
    </ol>
    <p class="soft">${say(TEXT.historyNote)}</p>`;
}

function scopeOf({ scope }: RegisteredSource, register: SourcesAnswer, speech: Speech, say: Say): Html {
  const categories = register.categories.filter(({ key }) => scope.categories.includes(key));
  const collections = register.collections.filter(({ key }) => scope.collections.includes(key));
  const facts: readonly Fact[] = [
    [TEXT.entities, numberIn(scope.entities, speech)],
    [TEXT.links, numberIn(scope.links, speech)],
    [TEXT.types, scope.types.length > 0 && scope.types.map((type) => say(typeLabel(type))).join(', ')],
    [TEXT.categories, categories.length > 0 && categories.map(({ label }) => say(label)).join(', ')],
  ];
  const groups = categories.map(
    ({ key, label }) =>
      html`<dt>${say(label)}</dt>
        <dd>
          <ul class="collections plain-list">
            ${collections
              .filter(({ category }) => category === key)
              .map(
                ({ label: name, homepage }) =>
                  html`<li><bdi>${homepage === undefined ? name : externalLink(homepage, name)}</bdi></li>`,
              )}
          </ul>
        </dd>`,
  );
  return html`<p dir="auto">${say(scope.description)}</p>
    ${factList(facts, say)}
    ${
      collections.length === 0
        ? html`<p class="soft">${say(TEXT.noLinks)}</p>`
        : html`<details ${collections.length <= 40 && html`open`}>
            <summary>${say(TEXT.collections)} (${numberIn(collections.length, speech)})</summary>
            <dl class="fact-list">${groups}</dl>
          </details>`
    }`;
}

function importOf(source: RegisteredSource, speech: Speech, say: Say): Html {
  const { read, accepted, rejected, sha256 } = source.import;
  const reasons = Object.entries(rejected).toSorted(([, a], [, b]) => b - a);
  const refused = reasons.reduce((sum, [, count]) => sum + count, 0);
  const facts: readonly Fact[] = [
    [TEXT.read, numberIn(read, speech)],
    [TEXT.accepted, numberIn(accepted, speech)],
    [TEXT.rejected, `${numberIn(refused, speech)} (${shareIn(rejectedShare(source.import), speech)})`],
    [TEXT.checksum, sha256 !== undefined && html`<code class="checksum">${sha256}</code>`],
  ];
  const row = ([reason, count]: readonly [string, number]) => {
    const words = Object.hasOwn(REJECTIONS, reason) ? REJECTIONS[reason] : undefined;
    return html`<tr>
      <th scope="row">
        ${words === undefined ? reason : say(words)} ${words !== undefined && html`<code>${reason}</code>`}
      </th>
      <td class="number">${numberIn(count, speech)}</td>
      <td class="number">${shareIn(read === 0 ? undefined : Math.min(1, count / read), speech)}</td>
    </tr>`;
  };
  return html`<p class="soft">${say(TEXT.importText)}</p>
    ${factList(facts, say)}
    ${
      reasons.length === 0
        ? html`<p>${say(TEXT.noRejections)}</p>`
        : html`<table class="rejections">
            <caption>
              ${say(TEXT.why)}
            </caption>
            <thead>
              <tr>
                <th scope="col">${say(TEXT.rejectionReason)}</th>
                <th scope="col" class="number">${say(TEXT.number)}</th>
                <th scope="col" class="number">${say(TEXT.share)}</th>
              </tr>
            </thead>
            <tbody>
              ${reasons.map(row)}
            </tbody>
          </table>`
    }`;
}
