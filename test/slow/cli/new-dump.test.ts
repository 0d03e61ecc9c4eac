/** A new dump shows how many records a harvest has lost: in the report, the status, the page and the metrics. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { StatusAnswer } from '../../../src/core/interface/register-schemas.ts';
import { body, list, serverForTest } from '../../build/fetch/misbehaving-server.ts';
import { dump, record } from '../../build/ingest/site.ts';
import { identifierOf, person, type Repository, repositoryForTest } from '../../build/harvest/repository.ts';
import { addHarvest } from '../../cli/harvested-place.ts';
import { atInstant, place } from '../../cli/place.ts';
import { watch } from '../../cli/watching.ts';

const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2026-11-10T00:00:00Z');
const instantOn = (day: number, hour: number): number => BEGIN + day * DAY_MS + hour * 3_600_000;
const gndOf = (place: number): string => String(118_500_000 + place);

/** Records 0–39 are in the first dump; on each of days 1–5, four old records change and two are new. */
const OLD = 40;
const DAYS = [1, 2, 3, 4, 5];
const changedOn = (day: number) => [0, 1, 2, 3].map((n) => 4 * day + n);
const addedOn = (day: number) => [0, 1].map((n) => OLD + 2 * day + n);
/** Records that the repository does not list: two changed ones (on different days) and a new one. */
const LOST = { stale: [changedOn(2)[1] ?? 0, changedOn(3)[2] ?? 0], missed: [addedOn(4)[0] ?? 0] };

/** Writes the dump of a day. */
function writeDump(folder: string, days: readonly number[]): string {
  const modified = new Map(Array.from({ length: OLD }, (_, n) => [n, instantOn(0, 10)]));
  for (const day of days) for (const n of [...changedOn(day), ...addedOn(day)]) modified.set(n, instantOn(day, 10));
  const nodes = [...modified].flatMap(([n, at]) => [
    record(gndOf(n), `Person ${n}`),
    {
      '@id': `https://d-nb.info/gnd/${gndOf(n)}/about`,
      'http://purl.org/dc/terms/modified': [{ '@value': new Date(at).toISOString().replace('Z', '') }],
    },
  ]);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `persons-${days.length}.jsonld.gz`);
  writeFileSync(file, gzipSync(dump(nodes)));
  return file;
}

function liveThroughDay(repository: Repository, day: number): void {
  repository.now = instantOn(day, 10);
  const latest = new Date(repository.now).toISOString().replace(/\D/g, '').slice(0, 14);
  for (const n of [...changedOn(day), ...addedOn(day)]) {
    const marc = person(gndOf(n), `Person ${n}`);
    const dated = marc.replace('<datafield', `<controlfield tag="005">${latest}.0</controlfield><datafield`);
    repository.put(identifierOf(gndOf(n)), dated);
  }
}

/** Updates with the first dump, a harvest of five days, and the second dump; then starts the service. */
async function newDumpAfter(lost: readonly number[]) {
  const server = await serverForTest();
  const site = place(server);
  const serveFile = (path: string, file: string) =>
    server.on(path, (request, response) => body(readFileSync(file))(request, response));
  const files = join(site.folder, 'published');
  serveFile('/persons', writeDump(files, []));
  server.on(site.path, body(list(1_000)));
  const repository = await repositoryForTest(new Date(BEGIN).toISOString());
  addHarvest(site, repository);
  for (const n of lost) repository.hidden.add(identifierOf(gndOf(n)));
  const updateAt = (day: number, ...args: string[]) => {
    repository.now = instantOn(day, 22);
    return atInstant(repository.now, () => site.update('--page-pause', '0', ...args));
  };
  const first = await updateAt(0);
  expect(first).toMatchObject({ code: 0 });
  for (const day of DAYS) liveThroughDay(repository, day);
  expect(await updateAt(DAYS.length)).toMatchObject({ code: 0 });
  const look = await watch(site.out);
  const before = await look();
  serveFile('/persons', writeDump(files, DAYS));
  const { code, out, err } = await updateAt(DAYS.length + 1, '--json');
  const after = await look();
  const dumpIn = ({ status }: typeof after) => (JSON.parse(status) as StatusAnswer).completeness?.dump;
  const { harvestCheck } = JSON.parse(out) as { harvestCheck?: object };
  return { code, err, harvestCheck, former: dumpIn(before), dump: dumpIn(after), after, updateAt, look };
}

/** Number of compared records: all of the second dump, except those of the harvest's last day. */
const COMPARED = OLD + (DAYS.length - 1) * 2 - changedOn(5).length;

describe('a new dump', () => {
  it('shows what the harvest has lost in the report, the status, the page and the metrics', async () => {
    const { updateAt, look, ...told } = await newDumpAfter([...LOST.stale, ...LOST.missed]);
    const { err, dump: check, after } = told;
    expect([told.code, told.former]).toEqual([0, undefined]);
    expect(err).toContain(
      `Checked the harvest against the new dump: ${COMPARED} records, missed 1 (Person 1), stale 2 (Person 2).`,
    );
    expect(check).toEqual({
      date: '2026-11-16',
      compared: COMPARED,
      missedByType: { Person: 1 },
      outdatedByType: { Person: 2 },
    });
    const examples = [...LOST.stale, ...LOST.missed].map(gndOf);
    expect(told.harvestCheck).toMatchObject({ missed: { Person: 1 }, stale: { Person: 2 }, examples });
    expect(after.page).toContain('16 Nov 2026: 3 records were missing or outdated');
    expect(after.metrics).toMatch(/^harvest_dump_records\{state="missed"\} 1$/m);
    expect(after.metrics).toMatch(/^harvest_dump_records\{state="stale"\} 2$/m);
    // The numbers persist until the next dump.
    expect(await updateAt(DAYS.length + 2)).toMatchObject({ code: 0 });
    expect((JSON.parse((await look()).status) as StatusAnswer).completeness?.dump).toEqual(check);
  });

  it('shows no missing records when the harvest has lost none', async () => {
    const { err, dump: check, after } = await newDumpAfter([]);
    expect(err).toContain(`Checked the harvest against the new dump: ${COMPARED} records, missed 0, stale 0.`);
    expect(check).toEqual({ date: '2026-11-16', compared: COMPARED, missedByType: {}, outdatedByType: {} });
    expect(after.page).toContain('16 Nov 2026: nothing was missing');
    expect(after.metrics).toMatch(/^harvest_dump_records\{state="missed"\} 0$/m);
  });
});
