import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadCuration } from '../../../../src/build/sources/register/curation.ts';

const root = join(import.meta.dirname, '../../../..');
const shared = join(root, '..', 'shared');
const curation = await loadCuration(join(root, 'config'));

function read(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

/** All addresses in a dump that are stated as sameAs, a match, or a page. */
function* linksOf(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const member of node) yield* linksOf(member);
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (/(?:[#/]|^)(?:sameAs|page|\w+Match)$/.test(key) && Array.isArray(value)) {
        for (const object of value as readonly Readonly<Record<string, unknown>>[]) {
          const url = object['@id'] ?? object['@value'];
          if (typeof url === 'string') yield url;
        }
      }
    }
  }
}

describe.skipIf(!existsSync(join(shared, 'data', 'gnd')))('real records (needs ../shared/data)', () => {
  const folders = ['lds-jsonld-derived', 'entityfacts'].map((name) => join(shared, 'data', 'gnd', name));

  it('have known collections for at least 99 % of their links', () => {
    let links = 0;
    let own = 0;
    const unknown = new Map<string, number>();
    for (const file of folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))) {
      const json: unknown = JSON.parse(read(file));
      const records = Array.isArray(json)
        ? json.flat()
        : '@id' in (json as object)
          ? [json]
          : Object.values(json as object);
      for (const url of linksOf(records)) {
        const target = curation.target(url);
        if (target?.own !== undefined) own += 1;
        else {
          links += 1;
          if (target?.collection === undefined)
            unknown.set(target?.host ?? url, (unknown.get(target?.host ?? url) ?? 0) + 1);
        }
      }
    }
    expect(links).toBeGreaterThan(15_000);
    expect(own).toBeGreaterThan(1_000);
    const missed = [...unknown.values()].reduce((sum, count) => sum + count, 0);
    expect(missed / links, JSON.stringify([...unknown])).toBeLessThan(0.01);
  });

  it('have the codes of the shipped collections', () => {
    let compared = 0;
    for (const file of readdirSync(folders[1] as string)) {
      for (const [, url, code] of read(join(folders[1] as string, file)).matchAll(
        /"@id"\s*:\s*"([^"]+)",\s*"collection"\s*:\s*\{\s*"abbr"\s*:\s*"([^"]+)"/g,
      )) {
        const target = curation.target(url as string);
        if (target === undefined || target.own !== undefined) continue;
        compared += 1;
        expect(target.collection, `${url} ${code}`).toBe(curation.byCode(code as string));
      }
    }
    expect(compared).toBeGreaterThan(200);
  });
});
