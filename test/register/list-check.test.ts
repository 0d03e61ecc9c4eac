/** The check of a list against its register entry: what contradicts what, and that no real list is accused. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beaconReader } from '../../src/readers/beacon.ts';
import { openInput } from '../../src/readers/input.ts';
import { loadCuration } from '../../src/register/curation.ts';
import { createListCheck } from '../../src/register/list-check.ts';
import { loadRegister, type RegisteredSource } from '../../src/register/register.ts';

const root = join(import.meta.dirname, '..', '..');
const config = (name: string): string => join(root, 'config', name);
const curation = await loadCuration(config(''));
const register = await loadRegister(config('sources.yaml'), new Set(curation.collections.keys()));

async function contradictions(
  input: AsyncIterable<Uint8Array>,
  source: Pick<RegisteredSource, 'collection' | 'beacon'>,
): Promise<readonly string[]> {
  const check = createListCheck(source, curation);
  for await (const batch of beaconReader.read(input, source.beacon === undefined ? {} : { beacon: source.beacon }))
    for (const statement of batch) check.add(statement);
  return check.contradictions();
}

async function* list(name: string | undefined, ...urls: readonly string[]): AsyncGenerator<Uint8Array> {
  const header = `#FORMAT: BEACON\n${name === undefined ? '' : `#NAME: ${name}\n`}#PREFIX: https://d-nb.info/gnd/\n`;
  const lines = urls.map((url, index) => `${118_500_000 + index}||${url}\n`);
  yield new TextEncoder().encode(header + lines.join(''));
}

describe('a list', () => {
  it.each([
    [
      'of the Vorarlberg Chronik',
      'Vorarlberg Chronik',
      'http://apps.vol.example/chronik/1',
      'lltirol',
      /Vorarlberg Chronik.*Lexikon/,
    ],
    ['into another collection', 'VIAF', 'https://viaf.org/viaf/12', 'lltirol', /collection viaf, but .* lltirol/],
    [
      'into no collection, of which the register names none',
      'Some list',
      'http://unknown.example.org/1',
      undefined,
      undefined,
    ],
    ['of the right name', 'BEACON Literatur in Tirol', 'http://unknown.example.org/1', 'lltirol', undefined],
    ['with the right host', 'Whatever', 'http://www.literaturtirol.at/1', 'lltirol', undefined],
    ['without a name', undefined, 'http://unknown.example.org/1', 'lltirol', undefined],
    ['into its collection', 'Whatever', 'https://viaf.org/viaf/12', 'viaf', undefined],
    ['that is known to lead anywhere', 'Whatever', 'http://unknown.example.org/1', 'other', undefined],
    ['whose addresses tell', 'Whatever', 'https://viaf.org/viaf/12', undefined, undefined],
  ])('%s', async (_, name, url, collection, expected) => {
    const found = await contradictions(list(name, url, url), collection === undefined ? {} : { collection });
    if (expected === undefined) expect(found).toEqual([]);
    else expect(found.join('\n')).toMatch(expected);
  });

  it('without links contradicts nothing', async () => {
    expect(await contradictions(list('Vorarlberg Chronik'), { collection: 'lltirol' })).toEqual([]);
  });
});

const data = join(root, '..', 'shared', 'data');
const rows = readFileSync(join(import.meta.dirname, 'shipped-register', 'lists.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1);

describe.skipIf(!existsSync(data))('real lists (needs ../shared/data)', () => {
  it.each(rows.map((row) => row.split('\t') as [string, string]))(
    '%s does not contradict the entry %s',
    async (file, key) => {
      const source = register.find((each) => each.key === key);
      expect(await contradictions(openInput(join(data, file)), source ?? {})).toEqual([]);
    },
  );
});
