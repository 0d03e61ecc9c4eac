/** `/collections/{key}`: one collection, with the health of its addresses and the sources that link to it. */
import { LATEST } from '../../core/snapshot/dump-folder.ts';
import type { Door } from '../../core/http/door.ts';
import { html, type Html } from '../../core/http/html.ts';
import type { Locale } from '../../core/http/locale.ts';
import { createNewestFiles, type NewestFiles } from '../../core/snapshot/dump-folder.ts';
import { type Definition, definitionList, externalLink, pageHead, readableAddress, section } from './elements.ts';
import { healthBadge, healthExplained, healthSentence, type RegisteredCollection } from '../keeper/health-words.ts';
import { documentAnswer } from './layout.ts';
import { pageDoor, segment } from './page-door.ts';
import { problemAnswer } from './problem-answer.ts';
import type { ReadRegister, Register } from './register.ts';
import { stateBadge } from './source-words.ts';
import texts from './texts/collection.json' with { type: 'json' };

const TEXT = texts.page;

/** @param dumps folder of dumps, where there are any */
export function collectionPage(readRegister: ReadRegister, dumps?: string): Door {
  const newestFiles = createNewestFiles(dumps);
  return pageDoor({
    path: '/collections/{key}',
    summary: 'One collection and whether its links are alive',
    parameters: { key: segment('Key of the collection.', 'viaf') },
    // The page links to files of the newest dump.
    dependsOn: 'file',
    examples: ['/collections/viaf', '/collections/dewiki?lang=en'],
    async answer({ key }, { call }, locale) {
      const { t, link } = locale;
      const path = `/collections/${encodeURIComponent(key)}`;
      const register = await readRegister(call);
      const collection = register.collections.find((one) => one.key === key);
      if (collection === undefined) {
        const next = html`<p><a href="${link('/sources')}">${t(TEXT.all)}</a></p>`;
        return problemAnswer({ locale, path, code: 'not_found', text: TEXT.unknown, next });
      }
      return documentAnswer({
        locale,
        title: collection.label,
        description: t(TEXT.lead),
        path,
        main: mainOf(collection, register, await newestFiles(), locale),
      });
    },
  });
}

function mainOf(collection: RegisteredCollection, register: Register, { names }: NewestFiles, locale: Locale): Html {
  const { t, link, to } = locale;
  const { key, label, category, publisher, homepage, health } = collection;
  const categoryLabel = register.categories.find((one) => one.key === category)?.label;
  const files = [`links/${key}.tsv.gz`, `links/${key}.beacon.txt.gz`].filter((name) => names.has(name));
  const facts: readonly Definition[] = [
    [TEXT.category, categoryLabel === undefined ? category : t(categoryLabel)],
    [TEXT.publisher, publisher !== undefined && html`<bdi>${publisher}</bdi>`],
    [TEXT.homepage, homepage !== undefined && externalLink(homepage, html`<bdi>${readableAddress(homepage)}</bdi>`)],
    [TEXT.key, html`<code>${key}</code>`],
    [
      TEXT.files,
      files.length > 0 &&
        files.map(
          (name) =>
            html`<a href="${to('dumpFile', { path: `${LATEST}/${name}` })}" download
              >${name.includes('beacon') ? 'BEACON' : 'TSV'}</a
            > `,
        ),
    ],
  ];
  const sources = register.sources.filter(({ scope }) => scope.collections.includes(key));
  return html`${pageHead(
    {
      icon: category,
      kind: html`<a href="${link('/sources')}">${t(TEXT.all)}</a>`,
      title: html`<bdi>${label}</bdi>`,
      lead: t(TEXT.lead),
    },
    locale,
  )}
  ${definitionList('fact-list', facts, locale)}
  ${section(
    'health',
    t(TEXT.health),
    html`<p>${healthBadge(health, locale)} ${healthSentence(health, locale)}</p>`,
    html`<p class="soft">${healthExplained(locale)}</p>`,
  )}
  ${section(
    'sources',
    t(TEXT.sources),
    html`<ul class="plain-list">
      ${sources.map(
        (source) =>
          html`<li>
            <a href="${link(`/sources/${encodeURIComponent(source.key)}`)}">${t(source.title)}</a>
            ${stateBadge(source.freshness.state, locale)}
          </li>`,
      )}
    </ul>`,
  )}`;
}
