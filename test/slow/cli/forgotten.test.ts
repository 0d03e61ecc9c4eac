/**
 * The GND, or the operator, removes something about a person: after the next update nothing that is served has it, and
 * nothing else has changed.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory, temporaryForFile } from '../../temporary.ts';
import {
  answersOf,
  EVERYTHING,
  filesIn,
  openWorld,
  othersIn,
  REMOVALS,
  serviceOver,
  tracesIn,
} from '../../cli/forgotten.ts';

const before = temporaryForFile();

beforeAll(async () => {
  const world = openWorld(before);
  // The first state lacks the date, so that the second one gives a file of changes with the whole answer.
  expect(await world.update('2026-11-10', { record: 'without dates' })).toMatchObject({ code: 0 });
  expect(await world.update('2026-11-11', {})).toMatchObject({ code: 0 });
});

/** A service over the current snapshot and the dumps of a world. */
const serviceOf = async (world: ReturnType<typeof openWorld>) => {
  const { store, doors, service } = await serviceOver(world, world.out);
  onTestFinished(async () => {
    await service.close();
    await store.close();
  });
  return { service, doors };
};

it('before, answers, files and databases have all of it', async () => {
  const world = openWorld(before);
  const { service, doors } = await serviceOf(world);
  const answers = await answersOf(service, doors, []);
  const calls = answers.filter(({ place }) => place.includes('tools/call'));
  expect(calls.filter(({ text }) => text.includes('Zwetschgenbaum')).length).toBeGreaterThan(5);
  for (const places of [answers, filesIn(world.dumps), filesIn(join(world.out, 'current'))])
    for (const trace of EVERYTHING) expect(tracesIn(places, [trace]), trace).not.toEqual([]);
});

describe.each(REMOVALS)('when %s is removed', (_, after, gone) => {
  it('nothing has it any more', async () => {
    const folder = temporaryDirectory();
    cpSync(before, folder, { recursive: true, verbatimSymlinks: true });
    const world = openWorld(folder);
    const formerly = filesIn(world.dumps).map(({ place }) => place);
    const earlier = await othersIn(join(world.out, 'current'));
    const ran = await world.update('2026-11-20', after);
    expect(ran).toMatchObject({ code: 0 });
    const { service, doors } = await serviceOf(world);
    const files = filesIn(world.dumps);
    const addresses = [...formerly, ...files.map(({ place }) => place)];
    const isDecided = after.decisions !== undefined;
    // Where all of it is in no file, or a decision removes it, answers are asked as well; other removals are parts of these.
    const isAsked = isDecided || gone === EVERYTHING;
    const places = [
      { place: 'the output', text: ran.out + ran.err },
      ...files,
      // Of decisions, older snapshots are removed as well.
      ...filesIn(isDecided ? world.out : join(world.out, 'current')),
      ...(isAsked ? await answersOf(service, doors, addresses) : []),
    ];
    expect(tracesIn(places, gone)).toEqual([]);
    expect(await othersIn(join(world.out, 'current'))).toEqual(earlier);
  });
});
