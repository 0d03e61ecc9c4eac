/** `/llms.txt`: the service on one page of Markdown, for developers of programs that use it. */
import type { Context, Door } from '../../http/door.ts';
import type { DoorLink } from '../../http/door-link.ts';
import { SERVICES_PATH } from '../services.ts';
import { MAX_TARGET } from '../../http/request.ts';
import { CATEGORY_KEYS } from '../../snapshot/links-answer.ts';
import { MAX_IDS } from '../coverage.ts';

export function llmsText(context: Pick<Context, 'baseUrl' | 'link' | 'doors'>): string {
  const { baseUrl, link, doors } = context;
  const endpoints = doors.filter(({ operation }) => operation !== undefined).map((door) => doorLine(door, baseUrl));
  const hints = doors.flatMap(({ announcement }) => {
    if (announcement?.hint === undefined) return [];
    const { name, text } = announcement.hint;
    const page = link('document', { page: announcement.document });
    return `${page === undefined ? name : `[${name}](${page})`}: ${text(baseUrl)}`;
  });
  const guide = link('guide');
  const promise = link('document', { page: 'promise' });
  return `# GND Links

> Public, read-only JSON over HTTP: the entities of the GND (Gemeinsame Normdatei, the authority file of the
> German-speaking libraries) and curated links from each of them into the web. No key, no registration, read only.

An entity is a person, family, corporate body, conference or event, place, subject heading or work. Its identifier is
the GND number, e.g. \`118540238\` for Johann Wolfgang von Goethe; as a URI \`https://d-nb.info/gnd/118540238\`.

## Endpoints

${endpoints.join('\n')}

## From a name to links

1. Ask search for the name: \`q\` is plain text without operators, words in any order. Namesakes are common: compare
   \`type\`, \`years\` and \`description\`, do not take the first item unseen. \`"differentiated": false\` is a record that
   stands for several people. \`"approximate": true\` says that only similar spellings were found.
2. Take \`gnd\` of the right item, and ask for its links. When \`redirectedFrom\` is in the answer, the record was merged:
   keep \`entity.gnd\`, not the requested identifier.
3. \`links.categories\` groups the links. Each item has \`url\`, \`collection\`, \`label\` and \`relation\`: \`sameAs\` (the
   target describes the same entity) or \`about\` (it says something about it). The categories are
   ${CATEGORY_KEYS.join(', ')}.
4. \`assertedBy\` names the sources that say so, as keys of /api/v1/sources, where licence and age of each are. A link
   is a statement of its sources, not of this service. \`conflicts\` lists links of which at most one can be right.

To check many identifiers, ask coverage with up to ${MAX_IDS} of them at a time: one verdict per identifier, as JSON or CSV.

${hints.length === 0 ? '' : `## Other interfaces\n\n${hints.map((hint) => `- ${hint}\n`).join('')}\n`}## Errors

All are \`application/problem+json\` (RFC 9457). Decide by \`code\`, which is stable; \`detail\` is for people; \`type\` leads
to a page that explains it, or is \`about:blank\`. \`suggestion\` names the identifier that was probably meant. A
parameter that is unknown, repeated or out of bounds is a 400 that names it in \`errors\`. \`deleted_gnd_id\` (410) may
name \`successors\`. \`withheld_gnd_id\` (451) is an entity that the operator does not show. No result
of a search is a 200 with an empty list.

## Limits and politeness

- Links, search and coverage each have a quota per client: \`RateLimit-Policy\` and \`RateLimit\` of every answer state the
  quota and the rest of it. The quotas in force are in /api/v1/status. After 429 or 503 wait as long as \`Retry-After\` says.
- A coverage request counts as one, however many identifiers it has.
- Keep answers; repeat a request with \`If-None-Match\`. Data change with a snapshot, which every answer names.
- An address has at most ${MAX_TARGET} characters. Send a \`User-Agent\` with an address where you can be reached.
${filesLine(link)}

## More

- [OpenAPI 3.1 description](${link('openapi')}): every parameter, field, header and error
- [OpenAPI 3.1 description of the other interfaces](${baseUrl}${SERVICES_PATH})
${guide === undefined ? '' : `- [Documentation](${guide})\n`}${promise === undefined ? '' : `- [What you may rely on](${promise})\n`}- [Register of sources](${link('sources')}): origin, licence and freshness of the data. Data of the GND are CC0

Members, categories and codes that you do not know may appear at any time: ignore them. Version 1 only grows.
`;
}

/** The line about files of all data. */
function filesLine(link: DoorLink): string {
  const files = link('dumps');
  if (files === undefined) return '- Do not crawl. For all data, build a snapshot from the public sources.';
  const changes = link('changes');
  return `- Do not crawl: all data are in files at ${files}${changes === undefined ? '' : `, and the changes of each snapshot at ${changes}`}.`;
}

/** E.g. `- [Search across all entity types](…/api/v1/search?q=…): GET /api/v1/search?q&type&limit&offset`. */
function doorLine({ path, summary, parameters: { shape } }: Door, baseUrl: string): string {
  const all = Object.entries(shape);
  const inPath = all.filter(([, parameter]) => parameter.in === 'path');
  const inQuery = all.filter(([, parameter]) => parameter.in === 'query');
  const examplePath = inPath.reduce((text, [name, { example }]) => text.replace(`{${name}}`, String(example)), path);
  const required = inQuery.filter(([, parameter]) => parameter.required);
  const exampleQuery = new URLSearchParams(
    Object.fromEntries(required.map(([name, { example }]) => [name, String(example)])),
  ).toString();
  const names = inQuery.map(([name]) => name);
  return `- [${summary}](${baseUrl}${withQuery(examplePath, exampleQuery)}): \`GET ${withQuery(path, names.join('&'))}\``;
}

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}
