/** Gains and losses of a list in comparison with its previous copy: counts and examples. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildInputs } from '../../../src/build/sources/fetch/build-inputs.ts';
import { changeOfList } from '../../../src/build/sources/fetch/list-change.ts';
import { packGndId, type GndId } from '../../../src/core/model/gnd-id.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { placeForTest, source, stateOf } from './fetching.ts';
import { body, HEADER, identifiers, list } from './misbehaving-server.ts';

it('gains and losses are the differences of two sets of identifiers, with the lowest as examples', async () => {
  const folder = temporaryDirectory();
  const known = identifiers(60) as GndId[];
  const files = [join(folder, 'before'), join(folder, 'after')] as const;
  const some = fc.array(fc.constantFrom(...known), { maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(some, some, async (before, after) => {
      writeFileSync(files[0], `${HEADER}${before.join('\n')}\n`);
      writeFileSync(files[1], `${HEADER}${after.join('|1\n')}\n`);
      const told = (ids: ReadonlySet<GndId>) => {
        const sorted = [...ids].sort((a, b) => packGndId(a) - packGndId(b));
        return { ids: sorted.length, first: sorted.slice(0, 20) };
      };
      const [was, is] = [new Set(before), new Set(after)];
      expect(await changeOfList(...files, source('https://example.org/'))).toEqual({
        added: told(is.difference(was)),
        removed: told(was.difference(is)),
      });
    }),
    { numRuns: 50 },
  );
});

it('gains and losses are kept with an accepted or held copy, and are an input of the build', async () => {
  const { sources, entry, answered } = await placeForTest();
  const publish = async (day: string, text: string) => {
    await answered(body(text), day);
    return stateOf(sources);
  };
  expect((await publish('2026-01-01', list(100))).accepted).not.toHaveProperty('change');
  const { accepted } = await publish('2026-02-01', list(101, HEADER, 1));
  const change = { added: { ids: 2, first: identifiers(2, 100) }, removed: { ids: 1, first: identifiers(1) } };
  expect(accepted?.change).toEqual(change);
  expect((await publish('2026-03-01', `#NAME: A list\n${list(101, HEADER, 1)}`)).accepted?.change).toEqual(change);
  const { held } = await publish('2026-04-01', list(1, HEADER, 1));
  expect(held?.change).toMatchObject({ added: { ids: 0 }, removed: { ids: 100 } });
  expect(await buildInputs([entry], sources)).toMatchObject([{ change }]);
});
