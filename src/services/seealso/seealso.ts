/** The SeeAlso interface of the former beacon.findbuch.de, so that its clients work again with another host name. */
import { type Problem, problem } from '../../api/problems.ts';
import { type PageAnswer, redirectTo } from '../../http/page.ts';
import type { Service, ServiceRequest } from '../../http/service.ts';
import type { GndId } from '../../model/gnd-id.ts';
import type { Snapshot } from '../../store/store.ts';
import { findLinks, keysNamed, readGnd } from './find-links.ts';
import {
  choiceDocument,
  emptyDocument,
  isCallback,
  jsonp,
  type Language,
  openSearchDocument,
  seeAlsoUri,
  simpleList,
  sourcesDocument,
  unapiDocument,
} from './formats.ts';
import type { Row, Selection } from './rows.ts';

/** As long as the original let clients keep what they got. */
const CACHE = 'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=86400';
/** Characters of an identifier that are looked at; a web address with one is shorter. */
const MAX_ID = 500;
const SCRIPT = 'text/javascript; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const XML = 'application/xml; charset=utf-8';

/** What a client asked for, and what is known of it. */
interface Asked {
  readonly values: URLSearchParams;
  readonly language: Language;
  /** Public address of this list without a query. */
  readonly listUrl: string;
  /** Of the BEACON file of all identifiers, or of the only collection that is included. */
  readonly dumpUrl: string | undefined;
  /** As it was sent, without control characters; absent when it was not. */
  readonly id: string | undefined;
  /** Undefined for what is no GND identifier. */
  readonly gnd: GndId | undefined;
  readonly rows: readonly Row[];
}

/**
 * Both lists answer the same: `pnd-aks` is the name that clients know, `gnd` understands a selection as well.
 * @param hasDumps whether there are files of whole collections
 */
export function seeAlsoServices(hasDumps: boolean): readonly Service[] {
  return ['pnd-aks', 'gnd'].flatMap((list) =>
    ['', '/', '/{exclusions}'].map((rest) => ({
      path: `/seealso/${list}${rest}`,
      quota: 'links' as const,
      async respond(request: ServiceRequest) {
        const values = new URLSearchParams(request.query);
        // What no XML document may hold, and no identifier does.
        const id = values
          .get('id')
          ?.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
          .slice(0, MAX_ID);
        const asked = id === undefined ? undefined : readGnd(id);
        const selection = readSelection(list, request.segment ?? '', values, request.store.snapshot);
        const found = asked === undefined ? undefined : await findLinks(request.store, asked, selection);
        const respond = FORMATS.get(values.get('format')?.toLowerCase() ?? '') ?? unapi;
        return respond({
          values,
          language: selection.language,
          listUrl: `${request.baseUrl}/seealso/${list}`,
          dumpUrl: hasDumps ? dumpUrl(request, selection) : undefined,
          id,
          gnd: found?.gnd,
          rows: found?.rows ?? [],
        });
      },
    })),
  );
}

/** @param exclusions segments of the path, `-{alias}` each; unknown aliases are ignored */
function readSelection(list: string, exclusions: string, values: URLSearchParams, snapshot: Snapshot): Selection {
  const keysOf = (names: readonly string[]) => new Set(names.flatMap((name) => keysNamed(name, snapshot)));
  const named = (parameter: string) =>
    (values.get(parameter) ?? '')
      .toLowerCase()
      .split(/[\s,]+/u)
      .filter(Boolean);
  const left = exclusions
    .toLowerCase()
    .split('/')
    .filter((segment) => segment.startsWith('-'))
    .map((segment) => segment.slice(1));
  if (list !== 'gnd') return { exclude: keysOf(left), language: 'de' };
  const include = named('include');
  return {
    ...(include.length > 0 && { include: keysOf(include) }),
    exclude: keysOf([...left, ...named('exclude')]),
    language: values.get('lang') === 'en' ? 'en' : 'de',
  };
}

function dumpUrl({ store, baseUrl }: ServiceRequest, { include }: Selection): string | undefined {
  if (include === undefined) return `${baseUrl}/dumps/latest/all.beacon.txt.gz`;
  const [only, other] = store.snapshot.collections.filter(({ key }) => include.has(key));
  return only === undefined || other !== undefined
    ? undefined
    : `${baseUrl}/dumps/latest/links/${only.key}.beacon.txt.gz`;
}

type Respond = (asked: Asked) => PageAnswer | Problem;

const FORMATS: ReadonlyMap<string, Respond> = new Map<string, Respond>(
  Object.entries<Respond>({
    seealso({ values, gnd, rows }) {
      const list = simpleList(gnd === undefined ? '' : seeAlsoUri(gnd), rows);
      const callback = values.get('callback');
      if (callback === null) return document(200, 'application/json', JSON.stringify(list));
      if (isCallback(callback)) return document(200, SCRIPT, jsonp(callback, list));
      const detail = 'The callback may have letters, digits and the characters _ $ . [ ] only, at most 128 in all.';
      return problem('invalid_request', { detail, errors: [{ parameter: 'callback', code: 'malformed', detail }] });
    },
    redirect({ id, gnd, rows, listUrl, language }) {
      const [first] = rows;
      if (gnd === undefined) return document(400, HTML, emptyDocument(id ?? '', 'invalid', language));
      if (first === undefined) return document(404, HTML, emptyDocument(gnd, 'none', language));
      if (rows.length === 1) return redirectToLink(first.url);
      return document(200, HTML, choiceDocument(rows, `${listUrl}?format=sources&id=${gnd}`, language));
    },
    sources: ({ gnd, rows, language }) =>
      document(
        200,
        'application/xhtml+xml; charset=utf-8',
        sourcesDocument(gnd === undefined ? '' : seeAlsoUri(gnd), rows, language),
      ),
    opensearchdescription: ({ listUrl }) =>
      document(200, 'application/opensearchdescription+xml; charset=utf-8', openSearchDocument(listUrl)),
    beacon: ({ dumpUrl: url }) =>
      url === undefined
        ? problem('not_found', {
            detail:
              'There are files of all identifiers and of one collection (“include”), where the service offers dumps.',
          })
        : redirectToLink(url),
  }),
);

/** The formats that there are, for none or one that is not known. */
function unapi({ id, rows }: Asked): PageAnswer {
  if (id === undefined) return document(200, XML, unapiDocument(undefined));
  return document(rows.length > 0 ? 300 : 404, XML, unapiDocument(id));
}

function document(status: number, contentType: string, text: string): PageAnswer {
  return { status, contentType, body: Buffer.from(text), cacheControl: CACHE };
}

/** @param url of the data; the field takes it as a browser would ask for it */
export const redirectToLink = (url: string): PageAnswer => redirectTo(302, new URL(url).href, CACHE);
