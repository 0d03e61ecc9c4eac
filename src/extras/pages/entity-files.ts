/** The links of one entity as files: CSV for spreadsheets, BEACON for collectors of lists, and a redirect to JSON. */
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { csv, redirect, text } from '../../core/http/answer.ts';
import { type Answer, type Door, door } from '../../core/http/door.ts';
import { lenient } from '../../core/http/parameters.ts';
import { readingOrder } from '../../core/interface/lookup/reading-order.ts';
import { bodyOf } from './internal-call.ts';
import { pageDoor, segment } from './page-door.ts';

type Linked = Pick<LinksAnswer, 'entity' | 'links'>;

const FILES: readonly (readonly [name: string, write: (linked: Linked, fileName: string) => Answer])[] = [
  ['links.csv', linksCsv],
  ['links.txt', linksBeacon],
];

/** @param gnd identifier as it was sent, decoded */
export function linksAddress(baseUrl: string, gnd: string): string {
  return `${baseUrl}/api/v1/gnd/${encodeURIComponent(gnd.toWellFormed())}/links`;
}

/** `/gnd/{gnd}.json`, an address that people try: redirects to the interface. */
const jsonDoor = door({
  path: '/gnd/{gnd}.json',
  summary: 'Leads to the links of an entity',
  audience: 'programs',
  parameters: lenient({ gnd: segment('GND identifier.', '118540238') }),
  work: 'light',
  dependsOn: 'release',
  cacheControl: 'public, max-age=3600',
  examples: ['/gnd/118540238.json'],
  answer: ({ gnd }, { baseUrl }) => redirect(308, linksAddress(baseUrl, gnd)),
});

export function entityFiles(): readonly Door[] {
  const files = FILES.map(([name, write]) =>
    pageDoor({
      path: `/gnd/{gnd}/${name}`,
      summary: 'The links of an entity as a file',
      parameters: { gnd: segment('GND identifier.', '118540238') },
      quota: { name: 'links' },
      dependsOn: 'snapshot',
      examples: [`/gnd/118540238/${name}`],
      async answer({ gnd }, { call, store }) {
        const answer = await bodyOf<LinksAnswer>(call, `/api/v1/gnd/${encodeURIComponent(gnd)}/links`);
        const inOrder = await readingOrder(store);
        return write(inOrder(answer), `gnd-${answer.entity.gnd}-${name}`);
      },
    }),
  );
  return [...files, jsonDoor];
}

const COLUMNS = ['gnd', 'category', 'collection', 'label', 'url', 'relation', 'hits', 'annotation', 'sources'];

function linksCsv({ entity, links }: Linked, fileName: string): Answer {
  const rows = links.categories.flatMap(({ category, items }) =>
    items.map(({ collection, label, url, relation, hits, annotation, assertedBy }) => [
      entity.gnd,
      category,
      collection,
      label,
      url,
      relation,
      hits,
      annotation,
      assertedBy.join(' '),
    ]),
  );
  return csv([COLUMNS, ...rows], fileName);
}

/** A BEACON list with complete addresses as targets, so that it can contain links into all collections. BEACON, §3 */
function linksBeacon({ entity, links }: Linked, fileName: string): Answer {
  const lines = links.categories.flatMap(({ items }) =>
    items.map(({ url, hits, label }) => [entity.gnd, hits ?? label.replace(/[|\s]+/g, ' '), url].join('|')),
  );
  const list = ['#FORMAT: BEACON', '#PREFIX: https://d-nb.info/gnd/', '', ...lines, ''].join('\n');
  return text(list, { headers: { 'content-disposition': `attachment; filename="${fileName}"` } });
}
