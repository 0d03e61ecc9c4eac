/** One order of links at every door but the contract: what people read first stands first, authorities last. */
import { describe, expect, it } from 'vitest';
import { type ReadingOrder, readingOrder } from '../../src/doors/lookup/reading-order.ts';
import { TOOLS } from '../../src/doors/mcp/tools.ts';
import type { LinksAnswer } from '../../src/snapshot/links-answer.ts';
import type { Store } from '../../src/snapshot/store.ts';
import { serveSample } from '../docs/sample-service.ts';
import { forFile } from '../for-file.ts';

const GOETHE = '118540238';
const service = forFile(serveSample);
const bodyOf = async (target: string) => (await service.get(target)).json() as Record<string, unknown>;
const urlsOf = ({ links }: Pick<LinksAnswer, 'links'>) =>
  links.categories.flatMap(({ items }) => items.map(({ url }) => url));
const addressesIn = (text: string) => text.match(/https?:\/\/[^\s|",<]+/g) ?? [];

/** Addresses in the order in which a door shows them. */
const DOORS: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  async 'the data of the box'() {
    return urlsOf((await bodyOf(`/embed/${GOETHE}?form=json`)) as unknown as LinksAnswer);
  },
  async 'the page for frames'() {
    const { text } = await service.get(`/embed/${GOETHE}?form=fragment&credit=off`);
    return [...text.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  },
  async SeeAlso() {
    return ((await bodyOf(`/seealso/gnd?format=seealso&id=${GOETHE}`)) as unknown as string[][])[3] ?? [];
  },
  async CSV() {
    const { text } = await service.get(`/gnd/${GOETHE}/links.csv`);
    return text
      .split('\r\n')
      .slice(1)
      .flatMap((line) => addressesIn(line)[0] ?? []);
  },
  async BEACON() {
    const { text } = await service.get(`/gnd/${GOETHE}/links.txt`);
    return text.split('\n').flatMap((line) => (line.startsWith(GOETHE) ? line.split('|').slice(2) : []));
  },
  async 'resolve to links'() {
    const { items } = (await bodyOf(`/resolve?ids=${GOETHE}&to=links&relation=sameAs,about`)) as {
      items: { targets: { links: { url: string }[] } }[];
    };
    return items[0]?.targets.links.map(({ url }) => url) ?? [];
  },
  async 'the entity page'() {
    const { text } = await service.get(`/gnd/${GOETHE}`);
    const sections = text.slice(text.indexOf('class="entity-links"'), text.indexOf('class="entity-facts"'));
    const links = [...sections.matchAll(/<section class="links".*?<\/section>/gs)].map(([section]) => section).join('');
    return [
      ...new Set([...links.matchAll(/<a href="(https?:[^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))),
    ];
  },
};

describe.each(Object.entries(DOORS))('%s', (_, read) => {
  it('shows links in reading order', async () => {
    const contract = (await bodyOf(`/api/v1/gnd/${GOETHE}/links`)) as unknown as LinksAnswer;
    const inOrder = await readingOrder(service.store);
    const expected = urlsOf(inOrder(contract));
    const shown = await read();
    expect(shown).toEqual(expected.filter((url) => shown.includes(url)));
    expect(new Set(shown)).toEqual(new Set(expected));
  });
});

it('the tool for language models shows links in reading order', async () => {
  const tool = TOOLS.find(({ name }) => name === 'get_links');
  const answer = (await tool?.run(service.store, { gnd: GOETHE } as never)) as { links: { category: string }[] };
  const categories = answer.links.map(({ category }) => category);
  expect([categories[0], categories.at(-1)]).toEqual(['encyclopedia', 'authority']);
});

it('a column of OpenRefine has the first link that a reader meets', async () => {
  const asked = JSON.stringify({ ids: [GOETHE], properties: [{ id: 'links:encyclopedia', settings: { limit: '1' } }] });
  const { rows } = (await bodyOf(`/reconcile?extend=${encodeURIComponent(asked)}`)) as {
    rows: Record<string, Record<string, { str: string }[]>>;
  };
  expect(rows[GOETHE]?.['links:encyclopedia']?.[0]?.str).toContain('de.wikipedia.org');
});

describe('the order', () => {
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

  it('is that of large collections before small ones, and of numbers as people count', async () => {
    const read = urlsOf((await orderOf({ a: 1, b: 2, c: 7 }))(answer));
    expect(read).toEqual([
      ...['c', 'b', 'a'].map((key) => `https://${key}.example/`),
      ...[1, 2, 10].map((n) => `https://z.example/${n}`),
      'https://x.example/1',
      'https://isni.org/1',
    ]);
  });

  it('is that of names where nobody counted', async () => {
    const { links } = (await orderOf())(answer);
    expect(links.categories[0]?.items.map(({ collection }) => collection)).toEqual(['a', 'b', 'c']);
  });
});
