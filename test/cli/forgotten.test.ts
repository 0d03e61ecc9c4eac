/**
 * The GND, or the operator, removes something about a person: after the next update nothing that is served has it, and
 * nothing else has changed.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDoors } from '../../src/cli/doors.ts';
import { openSnapshot, readings, vocabularyIn } from '../../src/cli/installation.ts';
import { readRunLog } from '../../src/core/snapshot/run-log.ts';
import { serve } from '../core/http/serving.ts';
import { answerOf } from '../build/ingest/site.ts';
import { temporaryDirectory, temporaryForFile } from '../temporary.ts';
import {
  answersOf,
  filesIn,
  FORMER,
  HUSBAND,
  openWorld,
  OTHER,
  PERSON,
  type State,
  STRANGER,
  type Trace,
  tracesIn,
  WORK,
} from './forgotten.ts';

const decision = { gnd: PERSON, reason: 'Request of the person.', since: '2026-11-20', by: 'trial' };
const EVERYTHING: readonly Trace[] = ['name', 'variant', 'date', 'place', 'profession', 'note'];

/** What is removed, the state of the sources afterwards, and the traces that must be gone. */
const CASES: readonly (readonly [what: string, after: State, gone: readonly Trace[]])[] = [
  ['an attribute', { record: 'without dates' }, ['date', 'place']],
  ['a name', { record: 'without variant' }, ['variant']],
  ['the record, which the GND deletes', { record: 'none', gone: `${PERSON}\n` }, EVERYTHING],
  ['the record, which is merged', { record: 'none', gone: `${PERSON} ${OTHER}\n` }, ['date', 'place', 'profession']],
  ['the entity, which is withheld', { decisions: [{ ...decision, verdict: 'withheld' }] }, EVERYTHING],
  [
    'attributes and names by a decision',
    {
      decisions: [
        {
          ...decision,
          verdict: 'without',
          attributes: ['dateOfBirth', 'placeOfBirth'],
          names: ['Obsthain, Quirine'],
        },
      ],
    },
    ['variant', 'date', 'place'],
  ],
];

const before = temporaryForFile();

beforeAll(async () => {
  const world = openWorld(before);
  // The first state lacks the date, so that the second one gives a file of changes with the whole answer.
  expect(await world.update('2026-11-10', { record: 'without dates' })).toMatchObject({ code: 0 });
  expect(await world.update('2026-11-11', {})).toMatchObject({ code: 0 });
}, 60_000);

/** A service over the current snapshot and the dumps of a world. */
async function serviceOf({ config, out, dumps }: ReturnType<typeof openWorld>) {
  const store = await openSnapshot(out, config);
  const { schemes } = await readings(config);
  const doors = await openDoors({ release: '1.2.3', dumps, schemes, vocabulary: await vocabularyIn(config) });
  const service = await serve({
    doors,
    store,
    updates: () => readRunLog(out),
    baseUrl: 'https://links.example.org',
    exemptNetworks: ['127.0.0.0/8'],
  });
  onTestFinished(async () => {
    await service.close();
    await store.close();
  });
  return { service, doors };
}

it('before, answers, files and databases have all of it', async () => {
  const world = openWorld(before);
  const { service, doors } = await serviceOf(world);
  const answers = await answersOf(service, doors, []);
  const calls = answers.filter(({ place }) => place.includes('tools/call'));
  expect(calls.filter(({ text }) => text.includes('Zwetschgenbaum')).length).toBeGreaterThan(5);
  for (const places of [answers, filesIn(world.dumps), filesIn(join(world.out, 'current'))])
    for (const trace of EVERYTHING) expect(tracesIn(places, [trace]), trace).not.toEqual([]);
});

describe.each(CASES)('when %s is removed', (_, after, gone) => {
  it('nothing has it any more', async () => {
    const folder = temporaryDirectory();
    cpSync(before, folder, { recursive: true, verbatimSymlinks: true });
    const world = openWorld(folder);
    const formerly = filesIn(world.dumps).map(({ place }) => place);
    const earlier = await othersIn(world.out);
    const ran = await world.update('2026-11-20', after);
    expect(ran).toMatchObject({ code: 0 });
    const { service, doors } = await serviceOf(world);
    const files = filesIn(world.dumps);
    const addresses = [...formerly, ...files.map(({ place }) => place)];
    const isDecided = after.decisions !== undefined;
    const places = [
      { place: 'the output', text: ran.out + ran.err },
      ...files,
      // Of decisions, older snapshots are removed as well.
      ...filesIn(isDecided ? world.out : join(world.out, 'current')),
      ...(await answersOf(service, doors, addresses)),
    ];
    expect(tracesIn(places, gone)).toEqual([]);
    expect(await othersIn(world.out)).toEqual(earlier);
  });
});

/** Answers about all others, without references to the person or to whom she was merged into. */
async function othersIn(out: string): Promise<readonly unknown[]> {
  const answers = await Promise.all([HUSBAND, WORK, STRANGER].map((gnd) => answerOf(join(out, 'current'), gnd)));
  return answers.map((answer) => {
    if (typeof answer === 'string') return answer;
    const { snapshot: _, entity, ...others } = answer;
    const attributes = Object.entries(entity.attributes).flatMap(([key, values]) => {
      const left = values.filter((value) => ![PERSON, FORMER, OTHER].includes(gndIn(value)));
      return left.length === 0 ? [] : [[key, left]];
    });
    // The description of a work names its author.
    const { description, ...facts } = entity;
    return { ...others, entity: { ...facts, attributes, ...(entity.gnd !== WORK && { description }) } };
  });
}

const gndIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'gnd' in value ? String(value.gnd) : '';
