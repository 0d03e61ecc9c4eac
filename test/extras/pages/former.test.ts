/** The page of an identifier that is no longer in the data describes its former entity. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSnapshot } from '../../../src/cli/installation.ts';
import { INTERFACE } from '../../../src/core/interface/interface.ts';
import { doors as site } from '../../../src/extras/pages/site.ts';
import { snapshotOf, type State } from '../../build/dump/states.ts';
import { forFile } from '../../for-file.ts';
import { serve } from '../serving.ts';
import { publishIn } from '../../build/runs/running.ts';
import { temporaryForFile } from '../../temporary.ts';
import { readPage } from './reading.ts';
import { askDoor, textOf } from '../../core/http/ask-door.ts';
import { FRESH_SOURCE, SOURCES } from '../../core/api/fixture.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';

const FREE = { licence: { spdx: 'CC0-1.0', statement: 'CC0' } };
const [CAI, DAN, EVE] = ['118500003', '118500004', '118500005'];
const STATES: Readonly<Record<string, State>> = {
  '2026-11-20': { [CAI]: { name: 'Celan, Cai', born: '1815' }, [DAN]: { name: 'Donne, Dan' }, [EVE]: { name: 'Eve' } },
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
    const options = { snapshots: join(folder, 'snapshots'), changesDays: 400, now };
    await publishIn(dumps, directory, options);
  }
  const doors = [...INTERFACE, ...site({ release: '1.2.3', dumps })];
  return serve({ doors, store: await openSnapshot(directory) });
});

it('the page of a deleted person who is not living shows name and dates', async () => {
  const { status, text } = await service.get(`/gnd/${CAI}?lang=en`);
  const page = readPage(text);
  expect([status, page.errors]).toEqual([410, []]);
  expect(page.main()).toContain('In the data up to 20 Nov 2026, this identifier stood for:');
  expect(page.main()).toContain(`Cai Celan GND ${CAI}`);
  expect(page.main()).toContain('* 1815');
  expect(page.main()).toContain('The GND names no successor.');
  expect(page.main()).toContain('What the Deutsche Nationalbibliothek says about this identifier');
  // The search field has the name, and no link leads to the page itself.
  expect(text).toContain('value="Celan, Cai"');
  expect(text).toContain('<strong><bdi>Cai Celan</bdi></strong>');
  const { text: relations } = await service.get(`/gnd/${CAI}/relations?lang=en`);
  expect(readPage(relations).main()).toContain(`Cai Celan GND ${CAI}`);
});

it('the page of a person who vanished and may be living has no name', async () => {
  const { status, text } = await service.get(`/gnd/${DAN}?lang=en`);
  const page = readPage(text);
  expect([status, page.errors]).toEqual([404, []]);
  expect(page.main()).toContain(
    'In the data up to 20 Nov 2026, this identifier stood for a person. The name is no longer stored here',
  );
  expect(page.main()).toContain('The newer data of the GND no longer contain the record.');
  expect(text).not.toContain('Donne');
});

it('the page of an identifier that never was in the data describes no entity, and leads to the DNB', async () => {
  const { text } = await service.get('/gnd/118500058?lang=en');
  expect(text).not.toContain('stood for:');
  expect(readPage(text).hrefs()).toContainEqual(expect.stringContaining('d-nb.info/gnd/118500058'));
});

it('the page of a deleted identifier names the lists that still have it', async () => {
  const [list = FRESH_SOURCE, other = FRESH_SOURCE] = SOURCES;
  const examplesOf = (excerpt: string) => [{ reason: 'deleted_gnd_id', line: 7, excerpt }];
  const notes = {
    sources: [
      { key: list.key, examples: examplesOf(CAI) },
      { key: other.key, examples: examplesOf(`${CAI}1`) },
    ],
  };
  const answer = await askDoor(site({ release: '1.2.3' }), `/gnd/${CAI}?lang=en`, {
    call: async () => ({ status: 410, body: { code: 'deleted_gnd_id', gnd: CAI } }),
    store: { snapshot: { sources: SOURCES, counts: { entities: 1 } }, notes: async () => notes } as unknown as Store,
  });
  expect(readPage(textOf(answer)).texts('p')).toContain(`The identifier is still listed in: ${list.title.en}.`);
});
