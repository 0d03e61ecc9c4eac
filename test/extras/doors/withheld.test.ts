/** Every door says the right thing about an entity that the operator withholds: that it is withheld, or nothing. */
import { expect, it } from 'vitest';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { forFile } from '../../for-file.ts';
import { draftOf, IDS, openWritten, snapshotEntity } from '../../core/api/fixture.ts';
import { serve } from '../serving.ts';

const WITHHELD = '118505793';

const service = forFile(async () => {
  const entities = [snapshotEntity(draftOf(IDS.covered))];
  const fixture = await openWritten(entities, { write: (writer) => writer.withhold(WITHHELD as GndId) });
  return serve({ fixture });
});

it.each<[path: string, status: number, text: RegExp]>([
  [`/api/v1/gnd/${WITHHELD}/links`, 451, /(?=.*"code":"withheld_gnd_id").*"gnd":"118505793"/],
  [`/api/v1/coverage?ids=${WITHHELD}`, 200, /"withheld":1.*"verdict":"withheld","gnd":"118505793"/],
  [`/api/v1/coverage?ids=${WITHHELD}&format=csv`, 200, /118505793,withheld,,,118505793,/],
  [`/api/v1/search?q=${WITHHELD}`, 200, /"items":\[\]/],
  [
    `/gnd/${WITHHELD}?lang=en`,
    451,
    /^(?!.*d-nb\.info\/gnd\/118505793).*operator of this service has withheld it.*write to the operator\./s,
  ],
  [
    '/gnd/118505794?lang=en',
    404,
    /^(?!.*d-nb\.info\/gnd\/118505793).*the right check digit, the identifier would be\s*<a href="\/gnd\/118505793\?lang=en"/s,
  ],
  [`/gnd/${WITHHELD}/relations?lang=de`, 451, /Das hat der Betreiber dieses Dienstes entschieden/],
  [`/resolve?ids=${WITHHELD}`, 200, /"verdict":"unknown","reason":"withheld"/],
  [`/relations/${WITHHELD}`, 451, /withheld_gnd_id/],
  [`/embed/${WITHHELD}?lang=en`, 451, /The entry 118505793 is withheld here/],
  [`/embed/${WITHHELD}?form=json`, 451, /withheld_gnd_id/],
  [`/seealso/gnd?format=seealso&id=${WITHHELD}`, 200, /^\["[^"]*118505793",\[\],\[\],\[\]\]/],
  [`/reconcile?queries=${encodeURIComponent(JSON.stringify({ a: { query: WITHHELD } }))}`, 200, /"result":\[\]/],
])('%s is answered %i', async (path, status, text) => {
  const answer = await service.get(path);
  expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(text)]);
});
