/** The page of an identifier that is no longer in the data describes its former entity. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSnapshot } from '../../../src/cli/installation.ts';
import { doors as contract } from '../../../src/core/interface/interface.ts';
import { doors as site } from '../../../src/extras/pages/site.ts';
import { snapshotOf, type State } from '../../build/diff/states.ts';
import { forFile } from '../../for-file.ts';
import { serve } from '../../core/http/serving.ts';
import { publishIn } from '../../build/runs/running.ts';
import { temporaryForFile } from '../../temporary.ts';
import { readPage } from './reading.ts';

const FREE = { licence: { spdx: 'CC0-1.0', statement: 'CC0' } };
const [CAI, DAN, EVE] = ['118500003', '118500004', '118500005'];
const STATES: Readonly<Record<string, State>> = {
  '2026-11-20': { [CAI]: { name: 'Celan, Cai', born: '1920' }, [DAN]: { name: 'Donne, Dan' }, [EVE]: { name: 'Eve' } },
  '2026-11-21': { [CAI]: { deleted: true }, [EVE]: { name: 'Eve' } },
  '2026-11-23': { [CAI]: { deleted: true }, [EVE]: { name: 'Eliot, Eve' } },
};

const folder = temporaryForFile();
const service = forFile(async () => {
  const dumps = join(folder, 'dumps');
  let directory = '';
  for (const [day, state] of Object.entries(STATES)) {
    directory = await snapshotOf(folder, state, day, { gnd: FREE, redirects: FREE });
    const now = new Date(`${day}T03:00:00Z`);
    const options = { snapshots: join(folder, 'snapshots'), keep: 1, changesDays: 400, now };
    await publishIn(dumps, directory, options);
  }
  const doors = [...contract(), ...site({ release: '1.2.3', dumps })];
  return serve({ doors, store: await openSnapshot(directory) });
});

it.each([
  [CAI, 410, 'The GND names no successor.', 'Celan, Cai', '* 1920'],
  [DAN, 404, 'The newer data of the GND no longer have the record.', 'Donne, Dan', ''],
])('the page of %s is %d, with name and dates of the former entity', async (gnd, status, reason, name, dates) => {
  const { status: answered, text } = await service.get(`/gnd/${gnd}?lang=en`);
  const page = readPage(text);
  expect([answered, page.errors]).toEqual([status, []]);
  expect(page.main()).toContain('Up to the data of 20 Nov 2026 this was:');
  expect(page.main()).toContain(`${name} GND ${gnd}`);
  expect(page.main()).toContain(dates);
  expect(page.main()).toContain(reason);
  expect(page.main()).toContain('look it up in the catalogue of the DNB');
  // The search field has the name, and no link leads to the page itself.
  expect(text).toContain(`value="${name}"`);
  expect(text).toContain(`<strong><bdi>${name}</bdi></strong>`);
});

it('the page of an identifier that never was in the data describes no entity', async () => {
  const { text } = await service.get('/gnd/118500006?lang=en');
  expect(text).not.toContain('this was:');
});
