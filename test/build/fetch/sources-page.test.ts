import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CADENCES } from '../../../src/core/model/source.ts';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { loadRegister } from '../../../src/build/sources/register/register.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { SHIPPED_CONFIG } from '../ingest/site.ts';
import { readList } from '../readers/beacon-reading.ts';

const config = (name: string): string => join(SHIPPED_CONFIG, name);
const curation = await loadCuration(SHIPPED_CONFIG);
const register = parse(readFileSync(config('sources.yaml'), 'utf8')) as {
  readonly sources: readonly Readonly<Record<string, unknown>>[];
};

describe('docs/sources.md', () => {
  const page = readFileSync(join(SHIPPED_CONFIG, '../docs/sources.md'), 'utf8');
  const blocks = (language: string): readonly string[] =>
    [...page.matchAll(new RegExp(`^\\x60{3}${language}\\n([^]*?)^\\x60{3}$`, 'gm'))].map(([, code]) => code as string);
  const yaml = blocks('yaml');
  const indented = (code: string): string => code.replace(/^(?=.)/gm, '  ');

  it.each([
    [
      0,
      [
        ['118540238', 'https://archive.example.org/gnd/118540238', 12, undefined],
        ['118575449', 'https://archive.example.org/gnd/118575449', 3, undefined],
        ['11850553X', 'https://archive.example.org/gnd/11850553X', undefined, undefined],
      ],
    ],
    [1, [['118540238', 'https://archive.example.org/person/17', undefined, 'Goethe, Johann Wolfgang von']]],
  ] as const)('shows list %i, which is read as the text says and has no flaw', async (number, expected) => {
    const { links, defects } = await readList(blocks('text')[number] ?? '');
    expect(defects).toEqual([]);
    expect(links.map(({ gnd, url, hits, annotation }) => [gnd, url, hits, annotation])).toEqual(expected);
  });

  it('shows an entry that the register accepts, active and retired', async () => {
    const active = yaml[0] as string;
    const rest = yaml.find((text) => text.startsWith('state: retired')) as string;
    const file = join(temporaryDirectory(), 'sources.yaml');
    for (const [text, state] of [
      [active, 'active'],
      [active + indented(rest), 'retired'],
    ] as const) {
      writeFileSync(file, `sources:\n${indented(text)}`);
      expect(await loadRegister(file, new Set())).toMatchObject([{ key: 'example-archive', state }]);
    }
  });

  it('shows a harvest that the register accepts', async () => {
    const file = join(temporaryDirectory(), 'sources.yaml');
    const label = '{ de: x, en: x }';
    const more = ['title', 'description'].map((field) => `  ${field}: ${label}\n`).join('');
    const licence = `  licence: { statement: CC0 }\n  scope: { description: ${label} }\n`;
    writeFileSync(
      file,
      `sources:\n${indented((yaml.find((text) => text.startsWith('- key: gnd-changes')) as string) + more + licence)}`,
    );
    expect(await loadRegister(file, new Set())).toMatchObject([{ key: 'gnd-changes', updates: true }]);
  });

  it('shows a collection that matches the links of the list', async () => {
    const folder = temporaryDirectory();
    copyFileSync(config('categories.yaml'), join(folder, 'categories.yaml'));
    writeFileSync(join(folder, 'collections.yaml'), `collections:\n${indented(yaml[1] as string)}`);
    const { target } = await loadCuration(folder);
    for (const path of ['gnd/118540238', 'person/17']) {
      const url = `https://archive.example.org/${path}`;
      expect(target(url)).toMatchObject({ collection: 'example-archive', url });
    }
  });

  it('states the days of every cadence', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (?:(\d+) days?|(never)|–) +\|$/gm)];
    const days = Object.fromEntries(
      rows.map(([, cadence, number, never]) => [cadence, never ? Number.POSITIVE_INFINITY : number && Number(number)]),
    );
    expect(days).toEqual({ ...CADENCES });
  });

  it('lists every field of an entry and every switch', () => {
    for (const source of register.sources) {
      for (const [name, value] of Object.entries(source)) {
        const parts = ['origin', 'scope', 'beacon'].includes(name) ? Object.keys(value as object) : [name];
        for (const part of parts)
          expect(page, part).toMatch(new RegExp(`^\\| .*\x60(?:\\w+\\.)?${part}\x60.* \\|`, 'm'));
      }
    }
  });

  it('lists the categories in their order', () => {
    const named = /^The categories are ([^]*?)\. Answers/m.exec(page)?.[1] ?? '';
    expect([...named.matchAll(/`(\w+)`/g)].map(([, key]) => key)).toEqual(curation.categories.map(({ key }) => key));
  });
});
