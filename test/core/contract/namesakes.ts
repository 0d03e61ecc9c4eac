/** A snapshot of any number of persons with the same name. */
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { entityWith } from '../../snapshot-writer.ts';
import { openWritten } from '../api/fixture.ts';

export async function openNamesakes(number: number): Promise<Store> {
  const entities = Array.from({ length: number }, (_, n) => {
    // Most of these check digits are wrong, which does not matter here.
    return entityWith({ gnd: `1${10_000_000 + n}` as GndId, type: 'Person', preferredName: 'Müller, Anna' });
  });
  return openWritten(entities);
}
