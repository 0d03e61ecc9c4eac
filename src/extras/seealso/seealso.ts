/** The SeeAlso interface of the former beacon.findbuch.de, so that its clients work again with another host name. */
import { Type } from 'typebox';
import type { Html } from '../../shared/http/html.ts';
import { entryOf, type Language } from '../../shared/http/locale.ts';
import { page, redirect, text } from '../../core/http/answer.ts';
import { type Answer, type Context, type Door, door } from '../../core/http/door.ts';
import { callback, jsonOrScript } from '../../shared/http/jsonp.ts';
import { type InputOf, lenient, type Parameter, textParameter } from '../../core/http/parameters.ts';
import { type Problem, problem } from '../../core/http/problems.ts';
import type { GndId } from '../../core/model/gnd-id.ts';
import { ALL_FILE, createNewestFiles, LATEST, type NewestFiles } from '../../shared/dumps/dump-folder.ts';
import { gndIdIn } from '../../core/model/read-identifiers.ts';
import type { Installation } from '../../core/interface/installation.ts';
import {
  CACHE,
  choiceDocument,
  emptyDocument,
  openSearchDocument,
  redirectToLink,
  seeAlsoUri,
  simpleList,
  sourcesDocument,
  unapiDocument,
} from './formats.ts';
import { resolverDoors } from './resolver.ts';
import { findLinks, isNamed, type SeeAlsoLink, type Selection } from './rows.ts';

/** Longest text that is read as an identifier, in characters; a web address with one is shorter. */
const MAX_ID = 500;

/** An answer in XML. @param format of the media type, such as `xhtml+xml` */
const xml = ({ markup }: Html, format: string, more: Partial<Answer> = {}): Answer =>
  text(`<?xml version="1.0" encoding="UTF-8"?>\n${markup}\n`, {
    contentType: `application/${format}; charset=utf-8`,
    ...more,
  });

/** Names of collections and categories, in lower case. */
const names = (description: string): Parameter<readonly string[]> => ({
  ...textParameter(description),
  read: ([value = '']) => value.toLowerCase().match(/[^\s,]+/gu) ?? [],
});

/** Identifier as sent, without characters that XML forbids; absent when it was not sent. */
const id: Parameter<string | undefined> = {
  ...textParameter('GND identifier.', '118540238'),
  read: ([value]) => value?.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '').slice(0, MAX_ID),
};

const language: Parameter<Language> = {
  ...textParameter('Language of the labels: `en` for English, otherwise German.', 'en'),
  read: ([value]) => (value === 'en' ? 'en' : 'de'),
};

const exclusions: Parameter<readonly string[]> = {
  in: 'path',
  description: 'Names of collections to leave out, each as `-{name}`, with slashes between them.',
  schema: { type: 'string' },
  example: '-wikipedia',
  read: (_, __, { segment = '' }) => segment.toLowerCase().match(/(?<=(?:^|\/)-)[^/]*/gu) ?? [],
};

/** Whether a person opens the answer in a browser. Programs do not send `Sec-Fetch-Dest`, and get their usual answer. */
const isOpened: Parameter<boolean> = {
  in: 'query',
  description:
    'This parameter is ignored; the header field `Sec-Fetch-Dest` says whether the answer is opened as a page.',
  varies: 'Sec-Fetch-Dest',
  schema: { type: 'string' },
  read: (_, __, { headers }) => headers['sec-fetch-dest'] === 'document',
};

/** Media types of the answers: the four arrays of OpenSearch, and the other formats. */
const ANSWERS = {
  'application/json': Type.Unsafe<readonly unknown[]>({ type: 'array', minItems: 4, maxItems: 4, items: {} }),
  'text/javascript': undefined,
  'application/xhtml+xml': undefined,
  'application/opensearchdescription+xml': undefined,
  'application/xml': undefined,
  'text/html': undefined,
};

/** Both lists give the same answers. Clients know the name `pnd-aks`; `gnd` also reads `include`, `exclude` and `lang`. */
export function doors({ dumps }: Installation): readonly Door[] {
  const newestFiles = createNewestFiles(dumps);
  const lists = ['pnd-aks', 'gnd'].flatMap((list) =>
    ['', '/{exclusions}'].map((rest) => {
      const path = `/seealso/${list}${rest}`;
      const example = path.replace('{exclusions}', '-wikipedia');
      return door({
        path,
        ...(rest === '' && { mayEndWithSlash: true }),
        summary: 'The links of an identifier, in the form that SeeAlso clients read',
        parameters,
        quota: { name: 'links' },
        dependsOn: 'snapshot',
        cacheControl: CACHE,
        examples: [`${example}?format=seealso&id=118540238`, `${example}?format=sources&id=118540238`],
        ...(rest === '' && {
          service: { id: `seealso-${list}`, answers: ANSWERS, redirects: true, refusals: 'text/html' } as const,
        }),
        ...(path === '/seealso/gnd' && {
          use: {
            group: 'site',
            name: { de: 'SeeAlso', en: 'SeeAlso' },
            purpose: {
              de: 'Programme für beacon.findbuch.de erhalten hier Antworten in der gewohnten Form; nur der Rechnername ändert sich.',
              en: 'Programs that query beacon.findbuch.de get answers in the same form here; only the host name changes.',
            },
            example: (baseUrl) => `curl '${baseUrl}/seealso/pnd-aks?format=seealso&id=118540238'`,
            pages: [{ door: 'document', values: { page: 'seealso' } }],
          },
          announcement: {
            document: 'seealso',
            hint: {
              name: 'SeeAlso',
              text: (baseUrl) => `the interface of the former beacon.findbuch.de, at ${baseUrl}/seealso/gnd`,
            },
          },
        }),
        answer: (input, context) => answer(list, input, context, newestFiles),
      });
    }),
  );
  return [...lists, ...resolverDoors()];
}

async function answer(
  list: string,
  input: Input,
  context: Context,
  newestFiles: ReturnType<typeof createNewestFiles>,
): Promise<Answer | Problem> {
  const { store, baseUrl, link } = context;
  const gnd = input.id === undefined ? undefined : gndIdIn(input.id);
  const selection = selectionOf(list, input);
  const links = gnd === undefined ? undefined : await findLinks(store, gnd, selection);
  const isList = input.format === 'sources' || (input.format === 'redirect' && (links?.rows.length ?? 0) > 1);
  // Where pages are served, people read the list on the page of the entity.
  const entityPage =
    input.opened && isList && links !== undefined && links.rows.length > 0
      ? link('entityPage', { gnd: links.gnd, lang: input.lang })
      : undefined;
  if (entityPage !== undefined) return redirect(302, entityPage, CACHE);
  const respond = entryOf(FORMATS, input.format) ?? unapi;
  return respond({
    callback: input.callback,
    language: selection.language,
    listUrl: `${baseUrl}/seealso/${list}`,
    dumpUrl: input.format === 'beacon' ? dumpUrl(context, selection, await newestFiles()) : undefined,
    id: input.id,
    gnd: links?.gnd,
    rows: links?.rows ?? [],
  });
}

/** Unknown names are ignored. */
function selectionOf(list: string, { exclusions: left, include, exclude, lang }: Input): Selection {
  if (list !== 'gnd') return { exclude: new Set(left), language: 'de' };
  return {
    ...(include.length > 0 && { include: new Set(include) }),
    exclude: new Set([...left, ...exclude]),
    language: lang,
  };
}

/** @returns undefined where the newest dump has no such file */
function dumpUrl({ store, link }: Context, { include }: Selection, { names: files }: NewestFiles) {
  const [only, other] = store.snapshot.collections.filter((one) => include !== undefined && isNamed(one, include));
  const one = only !== undefined && other === undefined ? `links/${only.key}.beacon.txt.gz` : '';
  const name = include === undefined ? ALL_FILE : one;
  return files.has(name) ? link('dumpFile', { path: `${LATEST}/${name}` }) : undefined;
}

/** A request of a client, and the entity that it found. */
interface ListRequest extends Pick<Input, 'id' | 'callback'> {
  readonly language: Language;
  /** Public address of this list without a query. */
  readonly listUrl: string;
  /** Address of the BEACON file of all identifiers, or of the only collection that is included. */
  readonly dumpUrl: string | undefined;
  /** The identifier; undefined if the text is not a GND identifier. */
  readonly gnd: GndId | undefined;
  readonly rows: readonly SeeAlsoLink[];
}

type Respond = (request: ListRequest) => Answer | Problem;

const FORMATS: Readonly<Record<string, Respond>> = {
  seealso: ({ callback: name, gnd, rows }) =>
    jsonOrScript(simpleList(gnd === undefined ? '' : seeAlsoUri(gnd), rows), name),
  redirect({ id: sent, gnd, rows, listUrl, language: own }) {
    const [first] = rows;
    if (gnd === undefined) return page(emptyDocument(sent ?? '', 'invalid', own), { status: 400, cacheControl: CACHE });
    if (first === undefined) return page(emptyDocument(gnd, 'none', own), { status: 404, cacheControl: CACHE });
    if (rows.length === 1) return redirectToLink(first.url);
    return page(choiceDocument(rows, `${listUrl}?format=sources&id=${gnd}`, own));
  },
  sources: ({ gnd, rows, language: own }) =>
    xml(sourcesDocument(gnd === undefined ? '' : seeAlsoUri(gnd), rows, own), 'xhtml+xml'),
  opensearchdescription: ({ listUrl }) => xml(openSearchDocument(listUrl), 'opensearchdescription+xml'),
  beacon: ({ dumpUrl: url }) =>
    url === undefined
      ? problem('not_found', {
          detail:
            'There is no such file. A service with dumps has a file of all identifiers, and one of each collection, for example with include=wikidata.',
        })
      : redirectToLink(url),
};

const parameters = lenient({
  id,
  format: {
    ...textParameter('Format of the answer.', 'seealso'),
    schema: { type: 'string', enum: Object.keys(FORMATS) },
    read: ([value = '']) => value.toLowerCase(),
  },
  callback,
  exclusions,
  include: names('Only these collections and categories.'),
  exclude: names('Collections and categories to leave out.'),
  lang: language,
  opened: isOpened,
});
type Input = InputOf<typeof parameters>;

/** The list of formats, for a request without a format or with an unknown one. */
function unapi({ id: sent, rows }: ListRequest): Answer {
  const more = sent === undefined ? {} : { status: rows.length > 0 ? 300 : 404, cacheControl: CACHE };
  return xml(unapiDocument(sent), 'xml', more);
}
