/** `/relations/{gnd}`: groups of relations in both directions, in pages. */
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../docs/markdown.ts';
import { sampleForFile } from '../../docs/sample-service.ts';
import { ATTRIBUTES } from '../../../src/core/model/entity.ts';
import { INBOUND_GROUPS } from '../../../src/core/search/inbound.ts';

interface Group {
  readonly group: string;
  readonly direction: string;
  readonly total: number;
  readonly items: readonly { readonly gnd: string; readonly preferredName?: string; readonly type?: string }[];
}

const GOETHE = '118540238';
const service = sampleForFile();
const get = (path: string) => service.get(`/relations/${path}`);
async function groups(path: string): Promise<readonly Group[]> {
  const answer = await get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return (answer.json() as { groups: readonly Group[] }).groups;
}

describe('the relations of an entity', () => {
  it('name snapshot and interface, and begin with the references of the record itself', async () => {
    const answer = (await get(GOETHE)).json();
    expect(answer).toMatchObject({ apiVersion: '1.0.0', gnd: GOETHE, snapshot: { id: expect.any(String) as string } });
    const all = await groups(GOETHE);
    expect(all.map(({ direction }) => direction)).toEqual(
      all
        .map(({ direction }) => direction)
        .toSorted()
        .toReversed(),
    );
    expect(all.find(({ group }) => group === 'placeOfBirth')).toEqual({
      group: 'placeOfBirth',
      direction: 'outgoing',
      total: 1,
      items: [expect.objectContaining({ gnd: '4018118-2', preferredName: 'Frankfurt am Main' })],
    });
    for (const { total, items } of all) expect(items).toHaveLength(Math.min(20, total));
  });

  it('have the role that the record states', async () => {
    const [family] = await groups(`${GOETHE}?group=familialRelationship`);
    expect(family?.items).toContainEqual(
      expect.objectContaining({ preferredName: 'Goethe, Johann Caspar', role: 'Vater' }),
    );
  });

  it('are the same in pages of any size, and in the other direction', async () => {
    const all = (await groups('4018118-2')).filter(({ total }) => total > 1);
    expect(all.length).toBeGreaterThan(0);
    for (const { group, total } of all) {
      const [whole] = await groups(`4018118-2?group=${group}&limit=100`);
      const paged: unknown[] = [];
      for (let offset = 0; offset < total; offset += 1)
        paged.push(...((await groups(`4018118-2?group=${group}&limit=1&offset=${offset}`))[0]?.items ?? []));
      expect(paged).toEqual(whole?.items);
      expect(paged).toHaveLength(total);
    }
  });

  it('have links to the next and the previous page', async () => {
    const group = (await groups('4018118-2')).find(({ total }) => total > 1)?.group;
    const page = await get(`4018118-2?group=${group}&limit=1&offset=1`);
    expect(page.headers['link']).toContain(`/relations/4018118-2?group=${group}&limit=1&offset=0>; rel="prev"`);
    expect((await get(`4018118-2?group=${group}&limit=1`)).headers['link']).toContain('offset=1>; rel="next"');
  });

  it('of a merged record are those of the surviving entity', async () => {
    expect((await get('1012979490')).json()).toMatchObject({ gnd: GOETHE, redirectedFrom: ['1012979490'] });
  });

  it('in an empty group are empty', async () => {
    expect(await groups(`${GOETHE}?group=held`)).toEqual([
      { group: 'held', direction: 'incoming', total: 0, items: [] },
    ]);
    expect(await groups(`${GOETHE}?group=topic`)).toEqual([
      { group: 'topic', direction: 'outgoing', total: 0, items: [] },
    ]);
  });

  it.each([
    [`${GOETHE}?group=nobody`, 400, 'group'],
    [`${GOETHE}?limit=21`, 400, 'limit'],
    [`${GOETHE}?offset=1`, 400, 'offset'],
    [`${GOETHE}?group=works&limit=100&offset=99901`, 400, 'offset'],
    ['118540239', 404, undefined],
    ['nonsense', 400, 'gnd'],
  ])('are refused for invalid parameters: %s', async (path, status, parameter) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    const { errors = [] } = answer.json() as { errors?: readonly { parameter: string }[] };
    expect(errors[0]?.parameter).toBe(parameter);
  });

  it.each(['docs/relations.md', 'src/extras/pages/docs/relations.de.md', 'src/extras/pages/docs/relations.en.md'])(
    'have groups that %s names',
    (document) => {
      const text = readDocument(document);
      expect(Object.keys(INBOUND_GROUPS).filter((group) => !text.includes(`\`${group}\``))).toEqual([]);
    },
  );

  it('have groups whose names state the direction', () => {
    const outgoing = new Set(Object.values(ATTRIBUTES).flat());
    expect(Object.keys(INBOUND_GROUPS).filter((name) => outgoing.has(name))).toEqual([]);
  });
});
