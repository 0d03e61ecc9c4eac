/** `/use`: every way to use the service, each with an example to copy; most come from the list of doors. */
import type { Door, Use, UseGroup } from '../../core/http/door.ts';
import { hasDump } from '../../shared/dumps/dump-folder.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { codeToCopy, linkRow, section } from './elements.ts';
import { pathOf } from './documents.ts';
import { pageDoor } from './page-door.ts';
import texts from './texts/use.json' with { type: 'json' };

const TEXT = texts.page;
const GROUPS = Object.keys(texts.groups) as UseGroup[];

/** The most common use: a link to the page of an entity. */
const LINK: Use = {
  group: 'site',
  ...texts.link,
  example: (baseUrl) => `<a href="${baseUrl}/gnd/118540238">Goethe</a>`,
  pages: [{ door: 'entityPage', values: { gnd: '118540238' } }],
};

/** The use that does not belong to a door: to publish a list. */
const OWN_LIST: Use = {
  group: 'data',
  ...texts.ownList,
  example: () => texts.list.en,
  pages: [{ door: 'document', values: { page: 'add-a-list' } }],
};

/** @param dumps folder of dumps; uses of files are shown only where there are files */
export function usePage(dumps?: string): Door {
  return pageDoor({
    path: '/use',
    summary: 'Every way to use the service',
    parameters: {},
    dependsOn: 'file',
    examples: ['/use', '/use?lang=en'],
    async answer(_, { doors }, locale) {
      const hasFiles = await hasDump(dumps);
      const uses = doors
        .flatMap(({ use = [] }) => use)
        .filter(({ pages }) => hasFiles || pages.every(({ door }) => door !== 'files'));
      return {
        title: locale.t(TEXT.title),
        description: locale.t(TEXT.lead),
        heading: { icon: 'use', lead: locale.t(TEXT.lead) },
        main: mainOf([LINK, ...uses, OWN_LIST], doors, locale),
        scripts: ['copy.js'],
      };
    },
  });
}

function mainOf(uses: readonly Use[], doors: readonly Door[], locale: Locale): Html {
  const { t, link } = locale;
  const isPasted = ({ example }: Use) => Number(example?.('').startsWith('<') === true);
  // Examples to paste into a page come first, because they need the least work, and a wide one after two others.
  const ordered = uses.toSorted((a, b) => isPasted(b) - isPasted(a) || Number(isWide(a)) - Number(isWide(b)));
  const groups = GROUPS.map((group) => [group, ordered.filter((use) => use.group === group)] as const);
  const documents = Object.entries(texts.documents).map(
    ([path, label]) => [path.replace(/^[^#]+/, (page) => link(page)), t(label)] as const,
  );
  const served = groups.filter(([, members]) => members.length > 0);
  return html`${linkRow(t(TEXT.groups), [
    ...served.map(([group]) => [`#${group}`, t(texts.groups[group])] as const),
    ['#documents', t(TEXT.documents)],
  ])}
  ${served.map(([group, members]) =>
    section(
      group,
      t(texts.groups[group]),
      html`<div class="uses">${members.map((use) => card(use, doors, locale))}</div>`,
    ),
  )}
  ${section('documents', t(TEXT.documents), linkRow(t(TEXT.documents), documents))}`;
}

/** Whether the example has a long line: the address of a script and its hash. */
const isWide = ({ example }: Use) => example?.('').includes('<script') === true;

function card(use: Use, doors: readonly Door[], locale: Locale): Html {
  const { name, purpose, example, pages } = use;
  const { t, absolute } = locale;
  const title = t(name);
  const links = pages.map((page) => {
    const path = pathOf(page, doors, locale);
    const label = page.door === 'document' || page.door === 'guide' ? TEXT.more : TEXT.open;
    return (
      path !== undefined && html`<a href="${path}">${t(label)}<span class="visually-hidden">: ${title}</span></a> `
    );
  });
  return html`<article class="use${isWide(use) && ' wide'}">
    <h3>${title}</h3>
    <p>${t(purpose)}</p>
    ${example && codeToCopy(example(absolute('')), t(TEXT.example, { name: title }), locale)}
    <p class="row">${links}</p>
  </article>`;
}
