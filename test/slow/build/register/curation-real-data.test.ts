import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCuration } from '../../../../src/build/sources/register/curation.ts';
import { SHIPPED_CONFIG } from '../../../build/ingest/site.ts';
import { DATA, present, unpacked } from '../../../real-data.ts';

const curation = await loadCuration(SHIPPED_CONFIG);

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

describe.skipIf(!present)('real records (needs ../shared/data)', () => {
  const filesIn = (folder: string) => readdirSync(new URL(folder, DATA)).map((name) => folder + name);

  it('have known collections for at least 99 % of their links', () => {
    let links = 0;
    let own = 0;
    const unknown = new Map<string, number>();
    for (const file of ['gnd/lds-jsonld-derived/', 'gnd/entityfacts/'].flatMap(filesIn)) {
      const json: unknown = JSON.parse(unpacked(file).toString());
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
    const stated = /"@id"\s*:\s*"([^"]+)",\s*"collection"\s*:\s*\{\s*"abbr"\s*:\s*"([^"]+)"/g;
    for (const file of filesIn('gnd/entityfacts/')) {
      for (const [, url = '', code = ''] of unpacked(file).toString().matchAll(stated)) {
        const target = curation.target(url);
        if (target === undefined || target.own !== undefined) continue;
        compared += 1;
        expect(target.collection, `${url} ${code}`).toBe(curation.byCode(code));
      }
    }
    expect(compared).toBeGreaterThan(200);
  });
});
