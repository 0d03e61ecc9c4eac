/** Keys of collections, categories and groups: an unknown one is a visible error, at every address that takes keys. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleForFile } from '../../docs/sample-service.ts';

const root = join(import.meta.dirname, '../../..');
const service = sampleForFile({ limits: {} });

it.each([
  '/embed/118540238?include=wikipedia-de',
  '/embed/118540238?include=encyclopedia+wikipedia-de',
  '/embed/118540238?exclude=wikipedia-de&form=fragment',
  '/embed/118540238?include=wikipedia-de&form=json',
  '/resolve?ids=118540238&to=wikipedia-de',
  '/resolve?ids=118540238&to=links:wikipedia-de',
  '/relations/118540238?group=wikipedia-de',
  '/api/v1/search?q=faust&type=wikipedia-de',
])('%s is refused, and the answer names the key or its parameter', async (path) => {
  const answer = await service.get(path);
  expect(answer.status).toBe(400);
  expect(answer.text).toMatch(/wikipedia-de|\blinks\b|\bgroup\b|\btype\b/);
  expect(answer.text).not.toMatch(/Keine Verweise|No links/);
});

describe('the documents', () => {
  const files = globSync(['README.md', 'docs/*.md', 'src/extras/pages/docs/*.md'], { cwd: root });
  const keysIn = (text: string) => [
    ...Array.from(text.matchAll(/\b(?:include|exclude)=["“]?([\w\s,+-]+?)(?=["”`&\s)])/g), ([, keys = '']) => keys),
    ...Array.from(
      text.matchAll(/(?:for example|zum Beispiel) `([a-z][a-z_-]+(?: [a-z][a-z_-]+)+)`/g),
      ([, keys = '']) => keys,
    ),
  ];

  it('name keys that exist', () => {
    const { categories, collections } = service.store.snapshot;
    const known = new Set([...categories, ...collections].map(({ key }) => key));
    const named = files.flatMap((file) =>
      keysIn(readFileSync(join(root, file), 'utf8')).flatMap((keys) => keys.split(/[\s,+]+/).filter(Boolean)),
    );
    expect(named).toContain('dewiki');
    expect(named.filter((key) => !known.has(key))).toEqual([]);
  });
});
