/** `GET /api/v1/sources`, `/status` and `/openapi.json`, over the sample. */
import { hostname } from 'node:os';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { SourcesAnswer, StatusAnswer } from '../../../src/core/interface/register-schemas.ts';
import { CATEGORY_KEYS } from '../../../src/core/snapshot/links-answer.ts';
import { useSample } from './sample.ts';

const sample = useSample();
const sources = () => sample.json<SourcesAnswer>('/sources');
const status = () => sample.json<StatusAnswer>('/status');

describe('the sources', () => {
  it('include every source that asserts a link, and status counts as many', async () => {
    const register = (await sources()).sources;
    const keys = register.map(({ key }) => key);
    const asserting = (await sample.entities()).flatMap(({ links }) =>
      links.categories.flatMap(({ items }) => items.flatMap(({ assertedBy }) => assertedBy)),
    );
    expect([...new Set(asserting)].filter((key) => !keys.includes(key))).toEqual([]);
    const states = Object.values((await status()).sources).reduce((sum, n) => sum + n, 0);
    expect(states).toBe(keys.length);
  });

  it('have counts of their links that agree with the answers', async () => {
    const links = (await sample.entities()).flatMap(({ links: all }) => all.categories.flatMap(({ items }) => items));
    for (const { key, scope, kind } of (await sources()).sources) {
      if (kind !== 'links') continue;
      const own = links.filter(({ assertedBy }) => assertedBy.includes(key));
      expect(scope.links, key).toBe(own.length);
      expect([...scope.collections].toSorted()).toEqual(
        [...new Set(own.map(({ collection }) => collection))].toSorted(),
      );
    }
  });

  it('come with all categories in their order, and with the label of every linked collection', async () => {
    const { categories, collections } = await sources();
    expect(categories.map(({ key }) => key)).toEqual(CATEGORY_KEYS);
    for (const { label } of categories) expect([label.de, label.en]).not.toContain('');
    const linked = (await sample.entities()).flatMap(({ links }) => links.categories.flatMap(({ items }) => items));
    const labels = new Map(collections.map(({ key, label }) => [key, label]));
    for (const { collection, label } of linked) expect(labels.get(collection), collection).toBe(label);
  });
});

describe('the status', () => {
  it('counts the seconds since the start', async () => {
    const { uptimeSeconds } = await status();
    expect(Number.isInteger(uptimeSeconds) && uptimeSeconds >= 0 && uptimeSeconds < 600).toBe(true);
  });

  it('contains no host name, path or version of a library', async () => {
    const answer = await status();
    const text = JSON.stringify(answer);
    expect(text).not.toMatch(/\/(?:tmp|home|srv|var|usr|work)\b|node|sqlite|fastify|pino|redis|valkey/i);
    expect(text).not.toContain(hostname());
    const versions = text.match(/\d+\.\d+\.\d+/g) ?? [];
    expect(versions.filter((version) => ![answer.apiVersion, answer.release].includes(version))).toEqual([]);
  });
});

it('the description lists every value of its open sets that occurs', async () => {
  const document = await sample.json<object>('/openapi.json');
  const ajv = new Ajv2020({ strict: false, formats: { date: true, 'date-time': true } });
  ajv.addKeyword({
    keyword: 'x-extensible-enum',
    validate: (values: readonly unknown[], value: unknown) => values.includes(value),
  });
  ajv.addSchema(document, 'api');
  const ids = (await sample.entities()).map(({ entity }) => entity.gnd);
  const from = (...paths: readonly string[]) => Promise.all(paths.map((path) => sample.json(path)));
  const answers: readonly (readonly [schema: string, answers: readonly unknown[]])[] = [
    ['LinksAnswer', await sample.entities()],
    [
      'SearchAnswer',
      await from(...['johann', 'göthe', 'Q5879', '1012979490', '118540238'].map((q) => `/search?q=${q}`)),
    ],
    ['CoverageAnswer', await from(`/coverage?ids=${ids.slice(0, 90).join(',')},x,1,Q5879,40743354,118540239`)],
    ['SourcesAnswer', await from('/sources')],
    ['StatusAnswer', await from('/status')],
    [
      'Problem',
      await from('/search', '/gnd/118540239/links', '/gnd/40743354/links', '/gnd/15199613X/links', '/coverage'),
    ],
  ];
  for (const [schema, given] of answers) {
    const validate = ajv.compile({ $ref: `api#/components/schemas/${schema}` });
    for (const answer of given) {
      validate(answer);
      expect(validate.errors ?? [], schema).toEqual([]);
    }
  }
});
