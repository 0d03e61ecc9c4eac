/** `/docs` and `/docs/{page}`: documents written in Markdown; the doors add their descriptions to `/docs/reference`. */
import { Marked } from 'marked';
import { redirect } from '../../core/http/answer.ts';
import type { Context, Door } from '../../core/http/door.ts';
import { contents, type Section } from './document-contents.ts';
import { isServed, namesOf, OWN_PATHS, pathOfDocument, sourceOf, titleOf } from './documents.ts';
import { breakable, codeFigure, codeToCopy, hostOf, linkRow, pageHead, table } from './elements.ts';
import { GND_EDITORS, GND_OFFICER } from './gnd-editors.ts';
import { escapeText, html, type Html } from '../../shared/http/html.ts';
import { type GndId, toGndId } from '../../core/model/gnd-id.ts';
import { MAIL } from '../../core/model/text.ts';
import { LIFESPAN_YEARS } from '../../shared/dumps/living.ts';
import { textParameter } from '../../core/http/parameters.ts';
import { WINDOW_SECONDS } from '../../core/quotas/quota-table.ts';
import { createRouter } from '../../core/http/router.ts';
import { type Page, pageDoor, segment } from './page-door.ts';
import { entryOf, labelOf, type Locale } from '../../shared/http/locale.ts';
import { problemAnswer } from './problem-answer.ts';
import { THUMBNAIL_PATH } from './thumbnail.ts';
import { reference, referenceSections } from './reference.ts';
import keeper from '../keeper/texts/keeper.json' with { type: 'json' };
import texts from './texts/docs.json' with { type: 'json' };

const TEXT = texts.page;

/** Languages of answers and output, which are shortened: nobody copies them. */
const ANSWERS: ReadonlySet<string> = new Set(['json', 'csv', 'output']);

/** Name of the document that the description of all operations follows. */
const REFERENCE = 'reference';

export const docsPages: readonly Door[] = [
  ...Object.entries(OWN_PATHS).map(([name, path]) =>
    pageDoor({
      ...(name === 'guide' && { name: 'guide' as const }),
      path,
      summary: 'A document',
      parameters: { gnd: textParameter('Entity to which the prepared messages on `/about` refer.') },
      // The footer says whether the data are an excerpt, and the page is also served without data.
      dependsOn: 'file',
      examples: [path, `${path}?lang=en`],
      answer({ gnd }, context, locale) {
        const elsewhere = name === 'privacy' || name === 'accessibility' ? locale.operator[name] : undefined;
        if (elsewhere !== undefined) return redirect(303, elsewhere);
        return documentPage(name, context, locale, name === 'about' ? toGndId(gnd) : undefined);
      },
    }),
  ),
  pageDoor({
    name: 'document',
    path: '/docs/{page}',
    summary: 'A document',
    parameters: { page: segment('Name of the document.', 'promise') },
    // The footer says whether the data are an excerpt, and the page is also served without data.
    dependsOn: 'file',
    examples: ['/docs/promise', '/docs/reference?lang=en'],
    answer({ page }, context, locale) {
      const own = entryOf(OWN_PATHS, page);
      if (own !== undefined) return redirect(301, locale.link(own));
      if (namesOf(context.doors).includes(page)) return documentPage(page, context, locale);
      return problemAnswer({ locale, path: `/docs/${encodeURIComponent(page)}`, code: 'not_found' });
    },
  }),
];

/** @param entity that the letters of the document are about */
function documentPage(name: string, { doors, limits }: Context, locale: Locale, entity?: GndId): Page {
  const text = textOf(name, doors, locale, entity);
  const { title, description, beginning, rest } = readDocument(name, text, doors, locale);
  const sections = sectionsOf(name, text, doors, locale);
  const isAlone = isOfTheSite(name);
  const jumps =
    isAlone &&
    linkRow(
      locale.t(TEXT.sections),
      sections.map(({ id, heading }) => [`#${id}`, heading]),
    );
  return {
    title,
    description,
    path: pathOfDocument(name),
    main: html`<div class="${isAlone ? 'alone' : 'with-contents'}">
      ${!isAlone && contents(name, sections, doors, locale)}
      <div class="document">
        ${beginning} ${jumps} ${name === REFERENCE && reference(doors, limits, locale)} ${rest}
      </div>
    </div>`,
    scripts: ['copy.js'],
  };
}

/** Whether a document is about the site and its operator: it stands apart from the contents of the documentation. */
const isOfTheSite = (name: string) => name !== 'guide' && name in OWN_PATHS;

/** The sections of a document, those of the reference also from the doors. */
function sectionsOf(name: string, text: string, doors: readonly Door[], locale: Locale): readonly Section[] {
  const headings = text.matchAll(/^## (.+) \{#([\w-]+)\}$/gm);
  const written = Array.from(headings, ([, heading = '', id = '']) => ({ id, heading }));
  return name === REFERENCE ? [...referenceSections(doors, locale), ...written] : written;
}

/** The other documents in Markdown: rows with the address of each interface that has a guide, and a list of all others. */
function guides(doors: readonly Door[], locale: Locale) {
  const entries = namesOf(doors)
    .filter((name) => name !== 'guide')
    .map((name) => ({
      path: doors.find(({ announcement }) => announcement?.document === name)?.path,
      guide: `[${titleOf(name, locale)}](/docs/${name}): ${locale.t(labelOf(texts.guides, name))}`,
    }));
  return {
    services: entries.flatMap(({ path, guide }) => (path === undefined ? [] : `| \`${path}\` | ${guide} |`)).join('\n'),
    guides: entries.flatMap(({ path, guide }) => (path === undefined ? `- ${guide}` : [])).join('\n'),
  };
}

/** Title, and description: the first paragraph, as text. */
function readDocument(name: string, text: string, doors: readonly Door[], locale: Locale) {
  const [, first = ''] = /^# .+\n+((?:[^\n]+\n?)+)/m.exec(text) ?? [];
  const description = first.replace(/\[([^\]]+)\]\([^)]*\)|[`*]/g, '$1').replace(/\s+/g, ' ');
  const marked = markdownFor(name, doors, locale);
  const markup = (part: string): Html => ({ markup: marked.parse(part, { async: false }) });
  // The page puts descriptions of operations, or links to all sections, before the first section.
  const end = name === REFERENCE || isOfTheSite(name) ? text.search(/^## /m) : text.length;
  return {
    title: titleOf(name, locale),
    description: description.trim(),
    beginning: markup(text.slice(0, end)),
    rest: markup(text.slice(end)),
  };
}

/** The Markdown of a document, with values for `{{name}}`, and without sections about interfaces that are not served. */
function textOf(name: string, doors: readonly Door[], locale: Locale, entity?: GndId): string {
  const { absolute, operator, number, t } = locale;
  const baseUrl = absolute('');
  const kept = doors.some(({ path }) => path === THUMBNAIL_PATH) ? ` ${t(texts.pictures.kept)}` : '';
  const pictures = t(texts.pictures[operator.pictures ?? 'ask']) + kept;
  const logging = operator.accessLog === false ? 'off' : 'on';
  const seconds = number(WINDOW_SECONDS);
  const [stored, log, untraceable] = [texts.stored, texts.log, texts.untraceable].map((text) => t(text[logging], { seconds })); // prettier-ignore
  const webServer = operator.isBehindProxy === true ? ` ${t(TEXT.webServer)}` : '';
  // Without a log nothing is written, so there is nothing to say of its addresses.
  const disk = logging === 'on' ? ` ${t(TEXT.disk)}` : '';
  const counts = t(texts.counts[operator.countsTogether === true ? 'together' : 'alone']);
  const letter = entity && { subject: `GND ${entity}`, body: `${absolute(`/gnd/${entity}`)}\n\n` };
  const contact = operator.contact && contactLink(operator.contact, letter);
  const nobody = t(operator.isDemonstration === true ? TEXT.demonstration : TEXT.noContact);
  const basis = t(texts.basis[operator.legalBasis ?? 'either']);
  const editors = contactLink(GND_EDITORS, letter);
  const officer = contactLink(GND_OFFICER, letter);
  const values = Object.assign(
    {
      baseUrl,
      operatorLines: operatorLines(locale, contact, nobody),
      basis,
      editors,
      officer,
      pictures,
      stored,
      log,
      untraceable,
      webServer,
      disk,
      counts,
    },
    contact === undefined
      ? { contact: `[${t(keeper.steps.operator)}](/about#operator)`, noContact: ` ${nobody}` }
      : { contact, noContact: '' },
    { excerpt: locale.isExcerpt ? ` ${t(TEXT.excerpt)}` : '' },
    { lifespan: number(LIFESPAN_YEARS), window: seconds },
    name === 'guide' && guides(doors, locale),
    ...doors.map(({ announcement }) => announcement?.placeholders?.(baseUrl)),
  );
  const filled = sourceOf(name, locale).replace(
    /\{\{(\w+)\}\}/g,
    (gap, key: string) => entryOf<string>(values, key) ?? gap,
  );
  const sections = filled.split(/^(?=##)/m);
  return sections.filter((section) => !section.includes('{{')).join('');
}

/** The operator, as a list in Markdown: semicolons divide what the operator states. */
function operatorLines({ operator, t }: Locale, contact: string | undefined, nobody: string): string {
  const { name = '', imprint } = operator;
  const stated = name.split(';').filter((part) => part.trim() !== '');
  const link = imprint && `[${hostOf(imprint)}](${imprint})`;
  return [
    ...stated.map((part) => asMarkdown(part.trim())),
    contact === undefined ? nobody : t(TEXT.contact, { contact }),
    ...(link === undefined ? [] : [t(TEXT.imprint, { link })]),
  ]
    .map((line) => `- ${line}`)
    .join('\n');
}

const MAILS = new RegExp(`(${MAIL.source})`);

/** A text as one line of Markdown, in which nothing is markup or a gap to fill, and only e-mail addresses are links. */
const asMarkdown = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .split(MAILS)
    .map((part, at) => (at % 2 === 0 ? part.replace(/[!-/:-@[-`{-~]/g, '\\$&') : `<${part}>`))
    .join('');

/** A link in Markdown to a web or mail address; a mail has subject and beginning of the letter. */
function contactLink(contact: string, letter: Readonly<Record<string, string>> | undefined): string {
  if (/^(?!mailto:)[a-z]+:/.test(contact)) return `<${contact}>`;
  const address = contact.replace(/^mailto:/, '');
  const fields = Object.entries(letter ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `[${address}](mailto:${address}${fields.length > 0 ? `?${fields.join('&')}` : ''})`;
}

/**
 * Also renders anchors (`## Heading {#anchor}`), and fences with a name after the language as text to copy, except for
 * answers; the part of a name before `: ` is for screen readers only. Links keep the language of the page.
 */
function markdownFor(name: string, doors: readonly Door[], locale: Locale): Marked {
  const { t, link, address } = locale;
  const findDoor = createRouter(doors.map((door) => [door.path, door] as const));
  return new Marked({
    renderer: {
      heading({ depth, tokens, text }) {
        const [, id] = / \{#([\w-]+)\}$/.exec(text) ?? [];
        const content = this.parser.parseInline(tokens).replace(/ \{#[\w-]+\}$/, '');
        if (depth === 1)
          return pageHead({ icon: name === 'about' ? 'site' : 'document', title: { markup: content } }, locale).markup;
        return `<h${depth}${id === undefined ? '' : ` id="${id}"`}>${content}</h${depth}>\n`;
      },
      code({ text, lang = '' }) {
        const [, language = '', caption = ''] = /^(\S*)\s*(.*)$/.exec(lang) ?? [];
        const shown = caption.replace(/^.*: /, '');
        if (ANSWERS.has(language)) return codeFigure(text, caption, shown).markup;
        if (caption !== '') return codeToCopy(text, caption, locale, shown).markup;
        return html`<pre tabindex="0"><code>${breakable(text)}</code></pre>`.markup;
      },
      codespan({ text }) {
        return html`<code>${breakable(text)}</code>`.markup;
      },
      table({ header, rows }) {
        const [head = [], ...cells] = [header, ...rows].map((row) =>
          row.map(({ tokens }) => ({ markup: this.parser.parseInline(tokens) })),
        );
        return table({ className: 'plain', name: t(TEXT.table), head, rows: cells }).markup;
      },
      link({ href, tokens }) {
        const [path = ''] = href.split(/[?#]/);
        const [, other] = /^\/docs\/([\w-]+)/.exec(path) ?? [];
        // The link leads to a page, or to a document about an interface, that is not served.
        const isMissing =
          href.startsWith('/') && (findDoor(path) === undefined || (other !== undefined && !isServed(other, doors)));
        if (isMissing) return this.parser.parseInline(tokens);
        const isPage = href.startsWith('/') && !/^\/(?:api|assets|embed|dumps)\/|\.\w+$/.test(href);
        const target = isPage
          ? href.replace(/^[^#]+/, (page) => link(page))
          : href.startsWith('/')
            ? address(href)
            : href;
        return `<a href="${escapeText(target)}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
}
