/** Any query reads no more of the index than its budget allows, and the bounded search finds the right entities. */
import { join } from 'node:path';
import { type DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileQueries } from '../../../bench/search/hostile-queries.ts';
import { ENTITY_TYPES } from '../../../src/core/model/entity.ts';
import { type GndId, packGndId } from '../../../src/core/model/gnd-id.ts';
import { type Budget, createBudget } from '../../../src/core/search/budget.ts';
import { COSTS, LIMITS } from '../../../src/core/search/tuning.ts';
import type { SearchEngine } from '../../../src/core/search/engine.ts';
import { readQuery } from '../../../src/core/search/query/query.ts';
import { foldName } from '../../../src/core/search/names/folded-name.ts';
import { indexedWords } from '../../../src/core/search/index-fields.ts';
import { createMatcher } from '../../../src/core/search/match.ts';
import { createSearch } from '../../../src/core/search/search.ts';
import { openDatabase } from '../../../src/core/sqlite/schema.ts';
import { createSearchEngine } from '../../../src/core/sqlite/search-engine.ts';
import { decodeSearchRow, encodeSearchRow } from '../../../src/core/snapshot/codec/search-row.ts';
import { writeSearch } from '../../../src/build/ingest/snapshot/write-search.ts';
import { entityWith } from '../../snapshot-writer.ts';
import { temporaryForFile } from '../../temporary.ts';

/** Each word is in about half as many names as the previous one. */
const WORDS = `johann maria institut universitat kongress berlin heinrich geschichte bibliothek wissenschaft
  donaudampfschifffahrtsgesellschaft 1871 xiv 6 straße von e.coli`.split(/\s+/);
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
const ENTITIES = 4_000;

function nameOf(n: number): string {
  const words = WORDS.filter((_, place) => (n * (2 * place + 7)) % 2 ** Math.ceil((place + 2) / 2) === 0);
  return [LETTERS[n % 26], ...words, `${LETTERS[(n * 7) % 26]}${LETTERS[(n * 11) % 26]}${n % 97}`].join(' ');
}

/** Services that know no identifier. */
const SERVICES = { identify: () => [], refute: async () => new Map(), survivorOf: async () => undefined };

const folder = temporaryForFile();
let search: DatabaseSync;
let metered: ReturnType<typeof meteredEngine>;
beforeAll(() => {
  const rows = Array.from({ length: ENTITIES }, (_, n) => {
    const gnd = `${4_000_000 + n}-1` as GndId;
    const type = ENTITY_TYPES[n % 3] ?? 'Work';
    const card = { gnd, type, preferredName: nameOf(n), description: nameOf(n + 1) };
    return {
      id: packGndId(gnd),
      row: decodeSearchRow(encodeSearchRow(entityWith(card, { prominence: ENTITIES - n }))),
    };
  });
  writeSearch(join(folder, 'search.sqlite'), join(folder, 'keys.sqlite'), rows);
  search = openDatabase(join(folder, 'search.sqlite'));
  metered = meteredEngine();
});
afterAll(() => search.close());

/** An engine over the file, which counts the entries and rows that its statements read. */
function meteredEngine() {
  const lists = new Map<string, readonly number[]>();
  const arms = ENTITY_TYPES.map((type) => `SELECT rowid AS rank FROM word_${type} WHERE word_${type} MATCH ?1`);
  const ranksOf = (list: string) => {
    const known =
      lists.get(list) ??
      search
        .prepare(arms.join(' UNION ALL '))
        .all(list)
        .map(({ rank }) => rank as number);
    lists.set(list, known);
    return known;
  };
  const work = { rows: 0, entries: 0 };
  function meter(sql: string, [text, limit]: readonly unknown[], rows: readonly unknown[]): void {
    if (/FROM (?:candidate|hit)/.test(sql)) work.rows += rows.length;
    if (!sql.includes('MATCH') || sql.includes('count(*)')) return;
    // A statement with a limit stops at its last row.
    const end = rows.length === limit ? Number((rows.at(-1) as readonly unknown[] | undefined)?.[0] ?? 0) : Infinity;
    const read = String(text).split(' AND ').map((list) => ranksOf(list).filter((rank) => rank <= end).length); // prettier-ignore
    const all = read.reduce((sum, size) => sum + size, 0);
    work.entries += read.length === 1 ? rows.length : Math.min(all, Math.min(...read) * (1 + COSTS.leap.value * (read.length - 1))); // prettier-ignore
  }
  const prepare = (sql: string) => {
    const statement = search.prepare(sql);
    const all = (...parameters: never[]) => {
      const rows = statement.all(...parameters);
      meter(sql, parameters, rows);
      return rows;
    };
    return { setReturnArrays: () => statement.setReturnArrays(true), all, get: (...parameters: never[]) => all(...parameters)[0] }; // prettier-ignore
  };
  const engine = createSearchEngine({ prepare } as unknown as DatabaseSync);
  const reset = () => {
    Object.assign(work, { rows: 0, entries: 0 });
  };
  return { engine, work, reset };
}

const word = fc.constantFrom(...WORDS);
const letter = fc.constantFrom(...LETTERS);
const many = (part: fc.Arbitrary<string>, between = ' ') =>
  fc.array(part, { minLength: 2, maxLength: 40 }).map((parts) => parts.join(between));
const misspelt = fc.tuple(word, fc.nat(30), letter).map(([one, at, other]) => one.slice(0, at) + other + one.slice(at + 1)); // prettier-ignore
const SHAPES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  letters: many(letter),
  'one letter again and again': letter.map((one) => `${one} `.repeat(100)),
  beginnings: many(fc.tuple(word, fc.integer({ min: 1, max: 4 })).map(([one, length]) => one.slice(0, length))),
  'shortened words': many(word.map((one) => `${one.slice(0, 3)}.`)),
  digits: many(fc.nat(99_999).map(String)),
  years: many(fc.oneof(fc.integer({ min: 1000, max: 2030 }).map(String), letter)),
  ordinals: many(fc.constantFrom('1st', '6th', 'VI.', 'IX', 'x', '5', '3.', 'v')),
  'words of everybody': many(word),
  quoted: many(word).map((text) => `"${text}"`),
  'chains of hyphens': many(word, '-'),
  'misspelt words': many(misspelt),
  'words of 24 letters and more': many(fc.string({ unit: letter, minLength: 24, maxLength: 60 })),
  'one endless word': fc.string({ unit: letter, minLength: 100, maxLength: 200 }),
  mixed: many(fc.oneof(word, letter, misspelt, fc.nat(2030).map(String))),
};

describe('a query reads no more than its budget', () => {
  /** Rows outside the budget: those shown, and entities with the whole text as name or identifier. */
  const ROWS = 500;

  /** The engine, and the budgets of the questions for words that it gets. */
  function watchedEngine() {
    const budgets = new Set<Budget | undefined>();
    const find: SearchEngine['find'] = (questions) => {
      for (const one of questions) if (one.by === 'words') budgets.add(one.budget);
      return metered.engine.find(questions);
    };
    return { engine: { ...metered.engine, find }, budgets };
  }

  async function expectBounded(budget: number, queries: readonly { q: string; limit: number; offset: number }[]) {
    const { work, reset } = metered;
    const { engine, budgets } = watchedEngine();
    const bounded = createSearch({ ...SERVICES, engine, budget });
    for (const query of queries) {
      reset();
      budgets.clear();
      await bounded(query);
      const spent = [...budgets].flatMap((one) => one?.spent() ?? []);
      expect(spent.length, query.q).toBeLessThanOrEqual(1);
      expect(spent[0] ?? 0, query.q).toBeLessThanOrEqual(budget);
      expect(work.entries, query.q).toBeLessThanOrEqual(spent[0] ?? 0);
      expect(work.rows, query.q).toBeLessThanOrEqual(budget / COSTS.row.value + ROWS);
    }
  }
  it('if it is a name to be matched, however many readings it has', async () => {
    const { work, reset } = metered;
    const { engine, budgets } = watchedEngine();
    const match = createMatcher({ ...SERVICES, engine, attributesOf: async () => ({}) });
    for (const name of [
      'Johann Maria (Universität Kongress Berlin), 1800-1871',
      'Heinrich Geschichte: Bibliothek, geb. Wissenschaft-Kongress 1871 1872 1873',
      'a b c d e f g h i j k l 1871-1914',
      'Johan Mria Insttut Universtat Kongrss Berln',
    ]) {
      reset();
      budgets.clear();
      await match([{ name, years: [1871, 1914], limit: 5 }]);
      expect(budgets.size, name).toBe(1);
      expect([...budgets][0]?.spent(), name).toBeLessThanOrEqual(LIMITS.budget.value);
      expect(work.entries, name).toBeLessThanOrEqual(LIMITS.budget.value);
    }
  });

  const BUDGETS = [0, 20_000, 100_000, LIMITS.budget.value];
  const pages = fc.constantFrom({ limit: 20, offset: 0 }, { limit: 100, offset: 900 }, { limit: 1, offset: 999 });

  it.each(Object.entries(SHAPES))('if it is made of %s', async (_, shape) => {
    const query = fc.record({ q: shape.map((text) => text.slice(0, 200)), page: pages }).map(({ q, page }) => ({ q, ...page })); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...BUDGETS), query, (budget, one) => expectBounded(budget, [one])),
      { numRuns: 12 },
    );
  });

  it.each(BUDGETS)('of %i if it is made of anything', (budget) =>
    expectBounded(budget, hostileQueries({ common: WORDS, short: ['von', 'e', 'xi'] }, 100, 14)),
  );
});

it.each([20_000, 100_000, LIMITS.budget.value])(
  'several pages show the same as one page, and an exact total is right, with a budget of %i',
  async (budget) => {
    const options = { ...SERVICES, engine: metered.engine };
    const [search, unbounded] = [createSearch({ ...options, budget }), createSearch({ ...options, budget: 50 * LIMITS.budget.value })]; // prettier-ignore
    const ids = async (q: string, limit: number, offset: number) =>
      (await search({ q, limit, offset })).items.map(({ gnd }) => gnd);
    const asked = fc.oneof(...Object.values(SHAPES)).map((text) => text.slice(0, 60));
    await fc.assert(
      fc.asyncProperty(asked, async (q) => {
        const pages = [await ids(q, 20, 0), await ids(q, 20, 20), await ids(q, 20, 40), await ids(q, 40, 60)];
        expect(pages.flat()).toEqual(await ids(q, 100, 0));
        const { total } = await search({ q, limit: 20, offset: 0 });
        if (total.relation === 'exact') expect(total).toEqual((await unbounded({ q, limit: 20, offset: 0 })).total);
      }),
      { numRuns: 20 },
    );
  },
);

it('a small budget is enough for single words', async () => {
  const search = createSearch({ ...SERVICES, engine: metered.engine, budget: 40_000 });
  const page = await search({ q: 'johann maria institut universitat kongress nobody', limit: 20, offset: 0 });
  expect(page).toMatchObject({ approximate: true });
  expect(page.items.length).toBeGreaterThan(0);
});

describe('the words of a query', () => {
  const asked = fc.uniqueArray(fc.oneof(word, letter), { minLength: 1, maxLength: 7 }).map((words) => words.join(' '));
  const isMet = (name: ReadonlySet<string>, { forms, prefix }: ReturnType<typeof readQuery>['words'][number]) =>
    [...name].some((one) => forms.includes(one) || (prefix !== undefined && one.startsWith(prefix)));
  const names = Array.from({ length: ENTITIES }, (_, n) => indexedWords([foldName(nameOf(n))]));

  it.each([
    ['all together or the rarest two first', LIMITS.budget.value],
    ['among the most prominent entities with the rarest', 12_000],
  ])('find the entities that bear all of them, searched for %s', async (_, entries) => {
    const { engine, work, reset } = metered;
    await fc.assert(
      fc.asyncProperty(asked, async (q) => {
        reset();
        const { words } = readQuery(q);
        const budget = createBudget(entries);
        const [found] = await engine.find([{ by: 'words', words, limit: 60, budget }]);
        expect(work.entries).toBeLessThanOrEqual(budget.spent());
        const ranks = found?.candidates.map(({ rank }) => rank) ?? [];
        const right = names.flatMap((name, n) => (words.every((one) => isMet(name, one)) ? n + 1 : [])).slice(0, 60);
        expect(ranks).toEqual(found?.isComplete ? right : right.slice(0, ranks.length));
      }),
      { numRuns: 50 },
    );
  });

  it('are searched for in whole lists if they are frequent, and the unread part is refunded', async () => {
    metered.reset();
    const { words } = readQuery('johann j');
    const budget = createBudget(12_000);
    const [found] = await metered.engine.find([{ by: 'words', words, limit: 1, budget }]);
    const right = names.flatMap((name, n) => (words.every((one) => isMet(name, one)) ? n + 1 : [])).slice(0, 1);
    expect(found?.candidates.map(({ rank }) => rank)).toEqual(right);
    expect(found?.isComplete).toBe(true);
    expect(budget.spent()).toBeLessThan(2_000);
  });
});
