/** The hashes of all inputs on which a snapshot depends, and the part of them that enters its fingerprint. */
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { loadCuration } from '../../../src/build/sources/register/curation.ts';
import { describeInputs, readInputs, statCopies } from '../../../src/build/ingest/inputs.ts';
import type { BuildInput } from '../../../src/build/sources/fetch/build-inputs.ts';
import { temporaryDirectory, temporaryFile } from '../../temporary.ts';
import { otherConfig, registered, SHIPPED_CONFIG } from './site.ts';

const RETRIEVED = { retrievedAt: '2026-11-20T03:00:00Z', checkedAt: '2026-11-20T03:00:00Z' };

function sources(): { readonly file: string; readonly given: readonly BuildInput[] } {
  const folder = temporaryDirectory();
  const given = ['a', 'b'].map((key) => ({ ...registered(folder, { key, content: key }), observation: RETRIEVED }));
  return { file: join(folder, 'a'), given };
}

const hash = async (given: readonly BuildInput[], { release = '1', config = SHIPPED_CONFIG } = {}) => {
  const curation = await loadCuration(config);
  const inputs = await readInputs(given, release, config, curation, new Date('2026-11-20T03:00:00Z'));
  return [inputs.hash, inputs.dataHash, describeInputs(inputs.recipe, given)];
};

const first = ([source, ...others]: readonly BuildInput[], more: Partial<BuildInput>): readonly BuildInput[] =>
  source === undefined ? [] : [{ ...source, ...more }, ...others];

it.each<[what: string, change: (given: readonly BuildInput[]) => ReturnType<typeof hash>, isDescribed?: boolean]>([
  ['release', (given) => hash(given, { release: '2' })],
  ['label of the vocabulary', (given) => hash(given, { config: otherConfig(temporaryDirectory()) })],
  ['fact of a source', (given) => hash(first(given, { cadence: 'daily' }))],
  ['day in the register', (given) => hash(first(given, { retrievedAt: '2026-11-19' })), false],
  ['source more', (given) => hash([...given, ...first(given, { key: 'c' }).slice(0, 1)])],
])('the hash differs with another %s', async (_, change, isDescribed = true) => {
  const { given } = sources();
  const [before, after] = [await hash(given), await change(given)];
  expect(before.map((one, place) => one !== after[place])).toEqual([true, true, isDescribed]);
});

it.each<[what: string, more: Partial<BuildInput>]>([
  ['a note', { note: 'a remark' }],
  ['another look', { observation: { ...RETRIEVED, checkedAt: '2026-11-21T03:00:00Z' } }],
])('the hash is the same with %s, and for any order of sources', async (_, more) => {
  const { given } = sources();
  expect(await hash(first(given, more).toReversed())).toEqual(await hash(given));
});

it('the hash depends on the times of a local file, but not on those of an accepted copy, which has its hash in its name', async () => {
  const { file, given } = sources();
  const accepted = temporaryFile('a', `accepted-${'0'.repeat(16)}`);
  const copy = first(given, { file: accepted });
  const [local, kept] = [await hash(given), await hash(copy)];
  utimesSync(file, 1, 1);
  utimesSync(accepted, 1, 1);
  expect((await hash(given))[1]).not.toBe(local[1]);
  expect(await hash(copy)).toEqual(kept);
});

it('the hash of the data does not depend on the time of retrieval', async () => {
  const { given } = sources();
  const later = first(given, { observation: { ...RETRIEVED, retrievedAt: '2026-11-21T03:00:00Z' } });
  const [[, data], [all, same]] = [await hash(given), await hash(later)];
  expect([same === data, all === (await hash(given))[0]]).toEqual([true, false]);
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
