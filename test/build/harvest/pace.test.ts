/** The pace of a harvest and its audit, measured at the repository: the promised pause is before every request. */
import { expect, it } from 'vitest';
import type { Clock } from '../../../src/build/sources/download/pace.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { harvestInto, registered } from './harvesting.ts';
import { fill, identifierOf, repositoryForTest } from './repository.ts';

const DAY = 86_400_000;
const [HARVEST_MS, AUDIT_MS] = [500, 1_000];

it('a harvest sends at most a request per half second, and an audit one per second, including repetitions', async () => {
  const repository = await repositoryForTest();
  let now = 0;
  const clock: Clock = {
    now: () => new Date(now),
    pause: async (milliseconds) => void (now += milliseconds),
  };
  const arrivals: { readonly at: number; readonly verb: string }[] = [];
  let failures = 0;
  repository.fault = (query) => {
    const verb = query.get('verb') ?? '';
    arrivals.push({ at: now, verb });
    // One ListIdentifiers fails twice, so it is repeated, and then requested in halves.
    if (verb !== 'ListIdentifiers' || failures > 1) return undefined;
    failures += 1;
    return (_, response) => void response.writeHead(502).end();
  };
  fill(repository, 60, 118_500_000, 30);
  const lost = ['118500003', '118500021', '118500040'].map(identifierOf);
  for (const identifier of lost) repository.hidden.add(identifier);
  const folder = temporaryDirectory();
  const night = () =>
    harvestInto(
      folder,
      registered(repository),
      { pauseMs: HARVEST_MS },
      { retries: 1, maximumPauseMs: 1 },
      { requestsPerDay: 300, pauseMs: AUDIT_MS },
      clock,
    );
  await night();
  repository.hidden.clear();
  repository.now += 5 * DAY;
  expect(await night()).toMatchObject({ audited: { missed: 3, fetched: 3, failure: undefined } });

  const verbs = arrivals.map(({ verb }) => verb);
  expect(new Set(verbs)).toEqual(new Set(['Identify', 'ListRecords', 'ListIdentifiers', 'GetRecord']));
  const gaps = arrivals.slice(1).map(({ at }, index) => at - (arrivals[index]?.at ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(HARVEST_MS);
  // The audit begins with the second Identify of a night.
  const audit = verbs.lastIndexOf('ListRecords');
  expect(Math.min(...gaps.slice(audit))).toBeGreaterThanOrEqual(AUDIT_MS);
});
