/** For any history of changes and faults: after each successful harvest the record store equals the repository. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DownloadFailed } from '../../../src/build/sources/download/download-failure.ts';
import type { Granularity } from '../../../src/core/model/datestamp.ts';
import { expectAllKnown, harvestPlace, type HarvestPlace } from './harvesting.ts';
import { type Behaviour, changed, identifierOf, person, type Repository, text } from './repository.ts';

type Step =
  | { readonly kind: 'put'; readonly number: number }
  | { readonly kind: 'remove'; readonly number: number }
  | { readonly kind: 'wait'; readonly minutes: number }
  | { readonly kind: 'forget' }
  | { readonly kind: 'harvest'; readonly maxPages: number; readonly fault: Fault | undefined; readonly after: number };
type Fault = 'status' | 'cut' | 'page' | 'change';

const number = fc.integer({ min: 0, max: 11 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), number }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 20_000 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'forget' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('harvest' as const),
      maxPages: fc.constantFrom(1, 2, 3, 500, 500),
      fault: fc.option(fc.constantFrom<Fault>('status', 'cut', 'page', 'change'), { nil: undefined, freq: 1 }),
      after: fc.integer({ min: 1, max: 6 }),
    }),
  },
);

const FAULTS: Readonly<Record<Exclude<Fault, 'change'>, Behaviour>> = {
  status: text('', 503),
  cut: changed((answer) => answer.slice(0, -40)),
  page: text('<html></html>'),
};

let versions = 0;
function change(repository: Repository, index: number): void {
  versions += 1;
  const name = String(118_500_000 + index);
  repository.put(identifierOf(name), person(name, `Version, ${versions}`));
}

async function live(place: HarvestPlace, steps: readonly Step[]): Promise<number> {
  const { repository } = place;
  let compared = 0;
  for (const each of steps) {
    // Without an advancing clock, a harvest would miss changes with the datestamp of the end of its list.
    repository.now += 1_000;
    if (each.kind === 'put') change(repository, each.number);
    else if (each.kind === 'remove') repository.remove(identifierOf(String(118_500_000 + each.number)));
    else if (each.kind === 'wait') repository.now += each.minutes * 60_000;
    else if (each.kind === 'forget') repository.forgetTokens();
    else if (await harvested(place, each)) {
      compared += 1;
      expectAllKnown(place);
    }
  }
  repository.now += 1_000;
  repository.fault = undefined;
  while (!(await harvested(place, { maxPages: 500, fault: undefined, after: 0 })));
  expectAllKnown(place);
  return compared + 1;
}

/** @returns whether the record store must now equal the repository */
async function harvested(
  { repository, harvest }: HarvestPlace,
  { maxPages, fault, after }: Pick<Extract<Step, { kind: 'harvest' }>, 'maxPages' | 'fault' | 'after'>,
): Promise<boolean> {
  const first = repository.requests.length;
  let changed = false;
  repository.fault = (_, request) => {
    if (fault === undefined || request - first !== after) return undefined;
    if (fault !== 'change') return FAULTS[fault];
    // Records change while the list is being paged through.
    changed = true;
    repository.now += 1_000;
    change(repository, after);
    return undefined;
  };
  try {
    const { finished } = await harvest({ maxPages });
    return finished && !changed;
  } catch (error) {
    if (!(error instanceof DownloadFailed)) throw error;
    return false;
  }
}

const RUNS = 6;

it.each(['YYYY-MM-DDThh:mm:ssZ', 'YYYY-MM-DD'] satisfies Granularity[])(
  'a record store equals its repository with %s, after any changes, faults and interruptions',
  async (granularity) => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
        fc.integer({ min: 1, max: 5 }),
        async (steps, pageSize) => {
          const place = await harvestPlace(0, { pageSize });
          place.repository.granularity = granularity;
          compared += await live(place, steps);
        },
      ),
      { numRuns: RUNS },
    );
    // The stores were compared after many steps, not only at the end.
    expect(compared).toBeGreaterThan(2 * RUNS);
  },
);
