/** `/llms.txt`: the service on one page of Markdown, for developers of programs that use it. */
import type { Context, Door } from '../../http/door.ts';
import type { DoorLink } from '../../http/door-link.ts';
import { SERVICES_PATH } from '../services.ts';
import { MAX_TARGET } from '../../http/request.ts';
import { CATEGORY_KEYS } from '../../snapshot/links-answer.ts';
import { MAX_IDS } from '../coverage.ts';
import { textFrom } from '../texts.ts';

export function llmsText(context: Pick<Context, 'baseUrl' | 'link' | 'doors'>): string {
  const { baseUrl, link, doors } = context;
  const endpoints = doors.filter(({ operation }) => operation !== undefined).map((door) => doorLine(door, baseUrl));
  const hints = doors.flatMap(({ announcement }) => {
    if (announcement?.hint === undefined) return [];
    const { name, text } = announcement.hint;
    const page = link('document', { page: announcement.document });
    return `${page === undefined ? name : `[${name}](${page})`}: ${text(baseUrl)}`;
  });
  const documents = [
    ['Documentation', link('guide')],
    ['What you can rely on', link('document', { page: 'promise' })],
  ].flatMap(([name, page]) => (page === undefined ? [] : `- [${name}](${page})`));
  return textFrom('llms', {
    endpoints: endpoints.join('\n'),
    categories: CATEGORY_KEYS.join(', '),
    maxIds: String(MAX_IDS),
    maxTarget: String(MAX_TARGET),
    hints: hints.length === 0 ? '' : `## Other interfaces\n\n${hints.map((hint) => `- ${hint}\n`).join('')}\n`,
    files: filesLine(link),
    openapi: link('openapi') ?? '',
    services: baseUrl + SERVICES_PATH,
    more: [...documents, `- [Register of sources](${link('sources')}): ${REGISTER}`].join('\n'),
  });
}

const REGISTER = 'origin, licence and freshness of the data. The data of the GND are under CC0';

/** The line about dumps, which have every entity, but only the links that may be passed on. */
function filesLine(link: DoorLink): string {
  const files = link('dumps');
  if (files === undefined) return '- Do not crawl. For all data, build a snapshot from the public sources.';
  const changes = link('changes');
  const ofSnapshots = changes === undefined ? '' : `; the changes of each snapshot are at ${changes}`;
  return `- Do not crawl: all entities, with the links that may be passed on, are in files at ${files}${ofSnapshots}.`;
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
