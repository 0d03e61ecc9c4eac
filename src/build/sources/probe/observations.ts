/** The observations of the probe and their file, which has a line for each look at an address. */
import { daysBefore } from '../../../core/model/days.ts';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { appendLine, replaceFile } from '../../../shared/files/durable-file.ts';
import { jsonLines } from '../../../shared/files/lines.ts';

const page = Type.Object({
  /** Hash of the text without mark-up, numbers and the words of the address: equal for generic pages of a host. */
  fingerprint: Type.String(),
  /** Set where the page states that there is nothing at the address. */
  missing: Type.Optional(Type.Literal(true)),
  /** Set where the page asks for a captcha, a login or consent, or announces maintenance. */
  challenge: Type.Optional(Type.Literal(true)),
  /** Set where the page states that its domain is for sale. */
  parked: Type.Optional(Type.Literal(true)),
  /** Set where the content is not in the beginning of the page: a script or a frame draws it, or it follows later. */
  empty: Type.Optional(Type.Literal(true)),
});
export type PageFacts = Static<typeof page>;

const observationSchema = Type.Object({
  /** RFC 3339 instant. */
  at: Type.String({ format: 'date-time' }),
  /** Key of the collection. */
  collection: Type.String(),
  url: Type.String(),
  /** Status of the last response; absent when there was none. */
  status: Type.Optional(Type.Integer()),
  /** Reason why there is no response: `host_not_found`, `timeout` …; `robots` if robots.txt forbids requests. */
  failure: Type.Optional(Type.String()),
  /** Address of the last response, if different after redirects. */
  final: Type.Optional(Type.String()),
  /** All redirects were permanent. RFC 9110 §15.4.2, §15.4.9 */
  permanent: Type.Optional(Type.Literal(true)),
  page: Type.Optional(page),
});

export type Observation = Static<typeof observationSchema>;

const validator = Compile(observationSchema);

/** Number of days for which observations are kept; the newest one is kept as long as its address is sampled. */
const KEPT_DAYS = 30;

/** Observations, oldest first; none without a file. Skips lines that are not observations. */
export async function readObservations(file: string): Promise<readonly Observation[]> {
  const observations: Observation[] = [];
  for await (const value of jsonLines(file)) if (validator.Check(value)) observations.push(value);
  return observations;
}

/** The observation is on the disk when the promise is fulfilled. */
export async function appendObservation(file: string, observation: Observation): Promise<void> {
  await appendLine(file, JSON.stringify(observation));
}

/** Removes old observations, and addresses that are no longer sampled. @returns the remaining observations */
export async function compactObservations(
  file: string,
  observations: readonly Observation[],
  sampled: ReadonlySet<string>,
  now: Date,
): Promise<readonly Observation[]> {
  const newest = new Map(observations.map((observation) => [observation.url, observation]));
  const since = daysBefore(now, KEPT_DAYS).toISOString();
  const kept = observations.filter(
    (observation) =>
      sampled.has(observation.url) && (observation.at >= since || newest.get(observation.url) === observation),
  );
  if (kept.length < observations.length)
    await replaceFile(file, kept.map((observation) => `${JSON.stringify(observation)}\n`).join(''));
  return kept;
}
