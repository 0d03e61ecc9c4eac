/** `GET /api/v1/coverage`, over every entity of the sample. */
import { describe, expect, it } from 'vitest';
import type { CoverageAnswer } from '../../../src/core/interface/coverage-schema.ts';
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
