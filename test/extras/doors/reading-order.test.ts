/** All doors but the interface list links in the same order: those for readers first, authority files last. */
import { describe, expect, it } from 'vitest';
import { type ReadingOrder, readingOrder } from '../../../src/shared/lookup/reading-order.ts';
import { openDoors } from '../../../src/cli/doors.ts';
import type { LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { sampleForFile } from '../../docs/sample-service.ts';

const GOETHE = '118540238';
const service = sampleForFile({ limits: {} });
const bodyOf = async (target: string) => (await service.get(target)).json() as Record<string, unknown>;
const urlsOf = ({ links }: Pick<LinksAnswer, 'links'>) =>
  links.categories.flatMap(({ items }) => items.map(({ url }) => url));

const paths = (await openDoors({ release: '1.2.3' })).map(({ path }) => path);

/** Addresses in the order in which a door shows them, for the existing doors. */
const DOORS: readonly [name: string, path: string, read: () => Promise<readonly string[]>][] = [
  [
    'the data of the box',
    '/embed/{gnd}',
    async () => {
      return urlsOf((await bodyOf(`/embed/${GOETHE}?form=json`)) as unknown as LinksAnswer);
    },
  ],
  [
    'the page for frames',
    '/embed/{gnd}',
    async () => {
      const { text } = await service.get(`/embed/${GOETHE}?form=fragment&credit=off`);
      return [...text.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
    },
  ],
  [
    'SeeAlso',
    '/seealso/gnd',
    async () => {
      return ((await bodyOf(`/seealso/gnd?format=seealso&id=${GOETHE}`)) as unknown as string[][])[3] ?? [];
    },
  ],
  [
    'resolve to links',
    '/resolve',
    async () => {
      const { items } = (await bodyOf(`/resolve?ids=${GOETHE}&to=links&relation=sameAs,about`)) as {
        items: { targets: { links: { url: string }[] } }[];
      };
      return items[0]?.targets.links.map(({ url }) => url) ?? [];
    },
  ],
  [
    'the entity page',
    '/gnd/{gnd}',
    async () => {
      const { text } = await service.get(`/gnd/${GOETHE}`);
      const sections = text.slice(text.indexOf('class="entity-links"'), text.indexOf('class="entity-facts"'));
      const links = [...sections.matchAll(/<section class="links".*?<\/section>/gs)]
        .map(([section]) => section)
        .join('');
      return [
        ...new Set(
          [...links.matchAll(/<a href="(https?:[^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&')),
        ),
      ];
    },
  ],
];

describe.each(DOORS.filter(([, path]) => paths.includes(path)))('%s', (_, __, read) => {
  it('lists links in reading order', async () => {
    const contract = (await bodyOf(`/api/v1/gnd/${GOETHE}/links`)) as unknown as LinksAnswer;
    const inOrder = await readingOrder(service.store);
    const expected = urlsOf(inOrder(contract));
    const shown = await read();
    expect(shown).toEqual(expected.filter((url) => shown.includes(url)));
    expect(new Set(shown)).toEqual(new Set(expected));
  });
});

describe('the reading order', () => {
  const orderOf = (linksByCollection?: Readonly<Record<string, number>>): Promise<ReadingOrder> =>
    readingOrder({
      notes: () =>
        linksByCollection === undefined
          ? Promise.reject(new Error('no notes'))
          : Promise.resolve({ history: [], sitemap: [], sources: [{ key: 'a', linksByCollection }] } as never),
    } satisfies Pick<Store, 'notes'>);
  const link = (collection: string, url: string) => ({ collection, label: collection, url });
  const answer = {
    links: {
      total: 5,
      categories: [
        { category: 'authority', items: [link('isni', 'https://isni.org/1')] },
        { category: 'unheard-of', items: [link('x', 'https://x.example/1')] },
        { category: 'biography', items: ['b', 'a', 'c'].map((key) => link(key, `https://${key}.example/`)) },
        { category: 'archive', items: [10, 2, 1].map((n) => link('z', `https://z.example/${n}`)) },
      ],
    },
  } as unknown as Pick<LinksAnswer, 'links'>;

  it('puts large collections before small ones, and sorts numbers by value', async () => {
    const read = urlsOf((await orderOf({ a: 1, b: 2, c: 7 }))(answer));
    expect(read).toEqual([
      ...['c', 'b', 'a'].map((key) => `https://${key}.example/`),
      ...[1, 2, 10].map((n) => `https://z.example/${n}`),
      'https://x.example/1',
      'https://isni.org/1',
    ]);
  });

  it('puts the same concept before similar ones', async () => {
    const items = ['close', undefined, 'exact'].map((match, n) => ({ ...link('a', `https://a.example/${n}`), match }));
    const concepts = { links: { total: 3, categories: [{ category: 'authority', items }] } } as never;
    expect(urlsOf((await orderOf())(concepts)).map((url) => url.at(-1))).toEqual(['1', '2', '0']);
  });

  it('sorts collections without counts by name', async () => {
    const { links } = (await orderOf())(answer);
    expect(links.categories[0]?.items.map(({ collection }) => collection)).toEqual(['a', 'b', 'c']);
  });
});
