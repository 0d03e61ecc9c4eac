/** `GET /api/v1/coverage`, over every entity of the sample. */
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { CoverageAnswer, CoverageRowValue } from '../../../src/core/interface/coverage-schema.ts';
import { CATEGORY_KEYS } from '../../../src/core/snapshot/links-answer.ts';
import { useSample } from './sample.ts';

const sample = useSample();

/** All entities, some former and deleted identifiers, and invalid ones. */
async function lists(): Promise<readonly (readonly string[])[]> {
  const entities = (await sample.entities()).map(({ entity }) => entity);
  const ids: string[] = [...entities.map(({ gnd }) => gnd), ...entities.flatMap(({ formerIds }) => formerIds)];
  ids.push('15199613X', '118999990', '118540239', '40743354', 'Q5879', 'x', '1');
  return Array.from({ length: Math.ceil(ids.length / 100) }, (_, index) => ids.slice(index * 100, index * 100 + 100));
}

describe('the request', () => {
  it('has a parameter for the format, which Accept does not change', async () => {
    for (const accept of ['text/csv', 'application/json', 'image/png', '*/*;q=0']) {
      const [json, csv] = await Promise.all(
        ['json', 'csv'].map((format) => sample.fetch(`/coverage?ids=1-1&format=${format}`, { headers: { accept } })),
      );
      expect([json?.headers.get('content-type'), csv?.headers.get('content-type')]).toEqual([
        'application/json',
        'text/csv; charset=utf-8; header=present',
      ]);
    }
  });

  it('is refused with the same problem in both formats', async () => {
    for (const query of ['', 'ids=', `ids=${'1,'.repeat(101)}`, 'ids=1&x=2', 'ids=%ff']) {
      const [json, csv] = await Promise.all(
        ['json', 'csv'].map((format) => sample.fetch(`/coverage?${query}&format=${format}`)),
      );
      expect([json?.status, csv?.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
      expect(await csv?.json()).toEqual(await json?.json());
    }
  });
});

describe('the report', () => {
  it('has one row per identifier in the given order, a correct summary, and the counts of each entity', async () => {
    const answers = new Map((await sample.entities()).map((answer) => [answer.entity.gnd, answer]));
    for (const ids of await lists()) {
      const { items, summary } = await sample.json<CoverageAnswer>(`/coverage?ids=${ids.join(',')}`);
      expect(items.map(({ input }) => input)).toEqual(ids);
      const { requested, distinct, ...verdicts } = summary;
      expect([requested, distinct]).toEqual([ids.length, new Set(ids).size]);
      expect(Object.values(verdicts).reduce((sum, n) => sum + n, 0)).toBe(ids.length);
      for (const row of items.filter(({ links }) => links !== undefined)) {
        const answer = answers.get(row.gnd ?? '');
        const categories = answer?.links.categories ?? [];
        expect(row, row.input).toMatchObject({
          type: answer?.entity.type,
          preferredName: answer?.entity.preferredName,
          links: answer?.links.total,
          byCategory: Object.fromEntries(categories.map(({ category, total }) => [category, total])),
          missingCategories: CATEGORY_KEYS.filter((key) => !categories.some(({ category }) => category === key)),
        });
        const asserting = categories.flatMap((category) => category.items.flatMap(({ assertedBy }) => assertedBy));
        expect(row.sources?.toSorted()).toEqual([...new Set(asserting)].toSorted());
      }
    }
  });

  it('agrees with the answer about each identifier', async () => {
    const statuses = {
      covered: 200,
      no_links: 200,
      redirected: 200,
      deleted: 410,
      withheld: 451,
      unknown: 404,
      invalid: 400,
    };
    for (const ids of await lists()) {
      const { items } = await sample.json<CoverageAnswer>(`/coverage?ids=${ids.join(',')}`);
      for (const { input, verdict, reason, suggestion } of items) {
        const response = await sample.fetch(`/gnd/${encodeURIComponent(input)}/links`);
        const body = (await response.json()) as { reason?: string; suggestion?: string };
        expect(response.status, input).toBe(statuses[verdict]);
        expect([body.reason, body.suggestion], input).toEqual([reason, suggestion]);
      }
    }
  });
});

describe('the table', () => {
  it('has the same values as the report', async () => {
    const LEADING = [
      'input',
      'verdict',
      'reason',
      'suggestion',
      'gnd',
      'uri',
      'type',
      'preferredName',
      'links',
    ] as const;
    for (const ids of await lists()) {
      const { items } = await sample.json<CoverageAnswer>(`/coverage?ids=${ids.join(',')}`);
      const text = await (await sample.fetch(`/coverage?ids=${ids.join(',')}&format=csv`)).text();
      const counted = ({ byCategory }: CoverageRowValue, key: string) => byCategory && (byCategory[key] ?? 0);
      expect(parse(text, { relaxColumnCount: true, bom: true })).toEqual([
        [...LEADING, ...CATEGORY_KEYS, 'sources', 'successors'],
        ...items.map((row) =>
          [
            ...LEADING.map((key) => row[key]),
            ...CATEGORY_KEYS.map((key) => counted(row, key)),
            row.sources?.join(' '),
            row.successors?.join(' '),
          ].map((cell) => String(cell ?? '')),
        ),
      ]);
    }
  });
});
