/** The hash of all inputs on which a snapshot depends. */
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { hashByContent, readInputs, readRecipe, statCopies } from '../../../src/build/ingest/inputs.ts';
import type { BuildInput } from '../../../src/build/sources/fetch/build-inputs.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { otherConfig, registered, SHIPPED_CONFIG } from './site.ts';

const RETRIEVED = { retrievedAt: '2026-11-20T03:00:00Z', checkedAt: '2026-11-20T03:00:00Z' };

function sources(): { readonly file: string; readonly given: readonly BuildInput[] } {
  const folder = temporaryDirectory();
  const given = ['a', 'b'].map((key) => ({ ...registered(folder, { key, content: key }), observation: RETRIEVED }));
  return { file: join(folder, 'a'), given };
}

const hash = async (given: readonly BuildInput[], { release = '1', config = SHIPPED_CONFIG } = {}) => {
  const curation = await loadCuration(config);
  return [
    (await readInputs(given, release, config, curation)).hash,
    await hashByContent(await readRecipe(release, config, curation), given),
  ];
};

const first = ([source, ...others]: readonly BuildInput[], more: Partial<BuildInput>): readonly BuildInput[] =>
  source === undefined ? [] : [{ ...source, ...more }, ...others];

it.each<[what: string, change: (given: readonly BuildInput[]) => ReturnType<typeof hash>]>([
  ['release', (given) => hash(given, { release: '2' })],
  ['label of the vocabulary', (given) => hash(given, { config: otherConfig(temporaryDirectory()) })],
  ['fact of a source', (given) => hash(first(given, { cadence: 'daily' }))],
  ['day in the register', (given) => hash(first(given, { retrievedAt: '2026-11-19' }))],
  ['source more', (given) => hash([...given, ...first(given, { key: 'c' }).slice(0, 1)])],
])('the hash differs with another %s', async (_, change) => {
  const { given } = sources();
  const [before, after] = [await hash(given), await change(given)];
  for (const [place, one] of before.entries()) expect(after[place]).not.toBe(one);
});

it.each<[what: string, more: Partial<BuildInput>]>([
  ['a note', { note: 'a remark' }],
  ['another look', { observation: { ...RETRIEVED, checkedAt: '2026-11-21T03:00:00Z' } }],
])('the hash is the same with %s, and for any order of sources', async (_, more) => {
  const { given } = sources();
  expect(await hash(first(given, more).toReversed())).toEqual(await hash(given));
});

it('the hash depends on the state of copies in the file system for a build, and on their contents for an update', async () => {
  const { file, given } = sources();
  const [state, content] = await hash(given);
  utimesSync(file, 1, 1);
  const [touched, same] = await hash(given);
  expect([touched === state, same === content]).toEqual([false, true]);
  writeFileSync(file, 'c');
  expect((await hash(given))[1]).not.toBe(content);
});

it('the facts of a copy are its size and compression, or that it is missing', async () => {
  const { file, given } = sources();
  const packed = gzipSync('a');
  writeFileSync(file, packed);
  const missing = first(given, { key: 'gone', file: `${file}.gone` }).slice(0, 1);
  const copies = await statCopies([...given, ...missing]);
  expect(copies.get('a')).toMatchObject({ bytes: packed.length, isCompressed: true });
  expect(copies.get('b')).toMatchObject({ bytes: 1, isCompressed: false });
  expect(copies.get('gone')).toEqual({ bytes: 0, isCompressed: false, identity: 'missing' });
});
