/** The probe: slowly requests sampled addresses of each collection, and reports which collections are alive. */
import { dayOf, daysBefore } from '../../../core/model/days.ts';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { eachTogether } from '../../../shared/files/together.ts';
import { isDead } from '../../../core/model/source.ts';
import { HeldForLoss } from '../fetch/plausibility.ts';
import type { HttpClient } from '../download/http-client.ts';
import { assess, type HealthReport, readHealth, writeHealth } from './health.ts';
import { look, type LookOptions } from './look.ts';
import { appendObservation, compactObservations, type Observation, readObservations } from './observations.ts';
import { type Clock, createPace } from '../download/pace.ts';
import { healthFile, observationsFile } from './files.ts';
import { PROBE_LIMITS } from './limits.ts';
import { createRobots } from './robots.ts';

/** Largest number of addresses of a collection that are preferred because they were absent at their last look. */
const MAX_ABSENT = 5;

/** Sampled addresses by collection. */
type Sample = Readonly<Record<string, readonly string[]>>;

export interface ProbeOptions {
  /** Folder of sources. */
  readonly sources: string;
  readonly sample: Sample;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** Whether a person has accepted that many collections are dead. */
  readonly acceptLoss?: boolean | undefined;
  readonly onLook?: (observation: Observation) => void;
}

/**
 * Does a run. An interrupted run keeps its observations.
 * @returns the number of addresses requested in this run, and the health of the collections
 * @throws HeldForLoss when too many collections seem to be dead, which points to the probe itself: the health of the last run
 * stays; the reason of the signal; errors of the disk
 */
export async function probe(options: ProbeOptions) {
  const { sources, sample, http, clock, signal, onLook } = options;
  const files = { observations: observationsFile(sources), health: healthFile(sources) };
  await mkdir(dirname(files.health), { recursive: true });
  const sampled = new Set(Object.values(sample).flat());
  const kept = await compactObservations(
    files.observations,
    await readObservations(files.observations),
    sampled,
    clock.now(),
  );
  const observations = [...kept];
  const pace = createPace(clock, PROBE_LIMITS.pauseMs);
  const lookOptions: LookOptions = { http, pace, robots: createRobots(http, pace) };
  const before = await readHealth(files.health);

  let report: HealthReport;
  let held: HeldForLoss | undefined;
  let writing = Promise.resolve();
  async function lookAt({ collection, url }: Chosen, stopped: AbortSignal): Promise<void> {
    const outcome = await look(url, { ...lookOptions, signal: stopped });
    const observation = { at: clock.now().toISOString(), collection, url, ...outcome };
    observations.push(observation);
    // One after the other: concurrent appends could mix their lines.
    await (writing = writing.then(() => appendObservation(files.observations, observation)));
    onLook?.(observation);
  }
  try {
    const byHost = Map.groupBy(choose(sample, kept, clock.now()), ({ url }) => new URL(url).host);
    const work = async (ofHost: readonly Chosen[], stopped: AbortSignal): Promise<void> => {
      for (const chosen of ofHost) await lookAt(chosen, stopped);
    };
    await eachTogether(byHost.values(), PROBE_LIMITS.hosts, work, signal);
  } finally {
    await writing.catch(() => undefined);
    report = assess(observations, before);
    held = options.acceptLoss === true ? undefined : newlyDead(report, before);
    if (held === undefined) await writeHealth(files.health, report);
  }
  if (held !== undefined) throw held;
  return { looks: observations.length - kept.length, report };
}

/** Largest share of the living collections, and largest number, that may die at once. */
const MAX_DEATHS = { share: 0.25, number: 4 };

function newlyDead(report: HealthReport, before: HealthReport | undefined): HeldForLoss | undefined {
  const living = Object.entries(before?.collections ?? {}).filter(([, health]) => !isDead(health));
  const dead = living.flatMap(([key]) => {
    const now = report.collections[key];
    return now !== undefined && isDead(now) ? [key] : [];
  });
  if (dead.length <= MAX_DEATHS.number || dead.length <= MAX_DEATHS.share * living.length) return undefined;
  return new HeldForLoss(
    `The results of the probe are held: ${dead.length} of the ${living.length} collections that were alive before seem to be dead now (${dead.slice(0, 10).join(', ')}). ` +
      `To use them, run the command with --accept-loss`,
  );
}

type Chosen = Pick<Observation, 'collection' | 'url'>;

/**
 * Chooses today's addresses. A collection first has a few that were absent at their last look, then new ones, then the
 * ones with the oldest observations. Collections take turns, so that the daily limit leaves none of them out.
 */
export function choose(sample: Sample, observations: readonly Observation[], now: Date): readonly Chosen[] {
  const last = new Map(observations.map((look) => [look.url, look]));
  const today = dayOf(now);
  const done = observations.filter(({ at }) => at.startsWith(today));
  const doneIn = Map.groupBy(done, ({ collection }) => collection);
  const due = daysBefore(now, PROBE_LIMITS.againDays).toISOString();
  const lastLook = (url: string): string => last.get(url)?.at ?? '';
  const perCollection = Object.entries(sample).map(([collection, urls]) => {
    const open = urls.filter((url) => URL.canParse(url) && lastLook(url) <= due);
    open.sort((a, b) => (lastLook(a) < lastLook(b) ? -1 : Number(lastLook(a) > lastLook(b))));
    const absent = open.filter((url) => [404, 410].includes(last.get(url)?.status ?? 0)).slice(0, MAX_ABSENT);
    const room = PROBE_LIMITS.perCollection - (doneIn.get(collection)?.length ?? 0);
    const chosen = [...new Set([...absent, ...open])].slice(0, Math.max(0, room));
    return chosen.map((url) => ({ collection, url }));
  });
  const rounds = Array.from({ length: PROBE_LIMITS.perCollection }, (_, turn) =>
    perCollection.flatMap((chosen) => chosen.slice(turn, turn + 1)),
  );
  return rounds.flat().slice(0, Math.max(0, PROBE_LIMITS.perDay - done.length));
}
