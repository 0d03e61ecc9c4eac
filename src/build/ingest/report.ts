/** The report of a build: numbers of read, used and refused records per source, with reasons. */
import type { BuildInput } from '../sources/fetch/build-inputs.ts';
import type { Curation } from '../sources/register/curation.ts';
import type { Decision, Decisions } from '../sources/register/decisions.ts';
import { defined, omit } from '../../shared/omit.ts';
import type { ListChange } from '../../core/model/source.ts';
import { unpackGndId } from '../../core/model/gnd-id.ts';
import type { BuildNotes, DecisionNote, SnapshotNote, SourceNote } from '../../core/snapshot/build-notes.ts';
import type { SnapshotHeader } from '../../core/snapshot/header.ts';
import type { Snapshot } from '../../core/snapshot/store.ts';
import { addCounts, type Counts, mostFrequent } from '../../shared/counts.ts';
import type { SourceCounters } from './counters.ts';
import type { timeStages } from './progress.ts';
import type { MergedSources } from './stages.ts';
import { type OpenIdentities, openIdentities } from './tasks/identities.ts';

/** `report.json`, which `gnd-links build --json` also prints. */
export type BuildReport = ReturnType<typeof makeReport>;
export type SourceReport = BuildReport['sources'][number];

/** @param costs times of the stages, and the number of checkpoints that an interrupted build had left */
export function makeReport(
  sources: readonly BuildInput[],
  snapshot: SnapshotHeader,
  { counters, redirects, conflicts, decided, metDecisions, identities }: MergedSources,
  costs: {
    readonly stages: ReturnType<ReturnType<typeof timeStages>['times']>;
    readonly resumedStages: number;
  },
  { decisions, entityDecisions }: Pick<Curation, 'decisions' | 'entityDecisions'>,
  sitemap: BuildNotes['sitemap'],
  before: BuildNotes | undefined,
) {
  using openedIdentities = openIdentities(identities);
  const met = new Set([...decided.withheld, ...metDecisions]);
  const unknownHosts: Counts = {};
  for (const source of counters) addCounts(unknownHosts, source.unknownHosts);
  return {
    snapshot: { id: snapshot.id, date: snapshot.date, contentHash: snapshot.contentHash },
    builtAt: snapshot.builtAt,
    seconds: costs.stages.reduce((total, { seconds }) => total + seconds, 0),
    /** Largest resident memory of the process so far. */
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    snapshotBytes: Object.values(snapshot.files).reduce((total, { bytes }) => total + bytes, 0),
    ...costs,
    counts: snapshot.counts,
    redirects,
    /** Entities with conflicts, by collection. */
    conflicts: mostFrequent(conflicts),
    /** Links into collections that are not curated, by host. */
    unknownHosts: mostFrequent(unknownHosts, 1000),
    entityDecisions: decided.decisions,
    unusedDecisions: [
      ...unusedDecisions(decisions.all, counters),
      // They have ended, or the sources have nothing to leave out.
      ...entityDecisions.all.map(({ place }) => place).filter((place) => !met.has(place)),
    ],
    sources: counters.map((counted) => sourceReport(sources, counted, snapshot, decisions, openedIdentities)),
    sitemap,
    history: [noteOf(snapshot), ...(before?.history ?? []).filter(({ id }) => id !== snapshot.id)].slice(
      0,
      HISTORY_LENGTH,
    ),
  } satisfies BuildNotes & Record<string, unknown>;
}

/** Number of snapshots in the history, the new one included. */
const HISTORY_LENGTH = 10;

function noteOf({ id, date, builtAt, counts }: Snapshot): SnapshotNote {
  return { id, date, builtAt, entities: counts.entities, links: counts.links };
}

function sourceReport(
  sources: readonly BuildInput[],
  counters: SourceCounters,
  snapshot: Snapshot,
  decisions: Decisions,
  identities: OpenIdentities,
) {
  const source = sources.find(({ key }) => key === counters.key);
  const isList = source?.origin.format === 'beacon';
  const contact = counters.header?.fields['CONTACT'];
  const described = snapshot.sources.find(({ key }) => key === counters.key);
  if (described === undefined) throw new Error(`source ${counters.key} is not in the header`);
  return {
    key: counters.key,
    format: source?.origin.format ?? '',
    bytes: counters.bytes,
    seconds: counters.seconds,
    ...(counters.failure !== undefined && { failure: counters.failure }),
    import: described.import,
    details: mostFrequent(counters.details),
    notices: mostFrequent(counters.notices),
    contradictions: counters.contradictions,
    linksByCollection: mostFrequent(counters.scope.collections),
    examples: counters.examples.map((example) => omit(example, 'gnd')),
    decisions: decisions.all
      .filter(({ gnd }) => identities.isShown(gnd))
      .flatMap((decision) => noteOfDecision(decision, counters)),
    ...(contact && { contact }),
    ...(isList && counters.header && { header: counters.header.fields }),
    ...(isList && { reading: defined({ beacon: source.beacon, relation: source.relation, guard: source.guard }) }),
    firstEntities: counters.scope.firstEntities.map(unpackGndId),
    scope: { entities: counters.scope.entities, links: counters.scope.links },
    ...(source?.change && { change: shownChange(source.change, identities) }),
  } satisfies SourceNote & Record<string, unknown>;
}

/** The change without the numbers of withheld entities. */
function shownChange({ added, removed }: ListChange, identities: OpenIdentities): ListChange {
  const shown = ({ ids, first }: ListChange['added']) => ({
    ids,
    first: first.filter((gnd) => !identities.isWithheld(gnd)),
  });
  return { added: shown(added), removed: shown(removed) };
}

function noteOfDecision(decision: Decision, { decisions }: SourceCounters): DecisionNote[] {
  const { gnd, url, verdict, to, relation, reason, since, by, place } = decision;
  const links = decisions[place];
  if (links === undefined) return [];
  return [defined({ place, gnd, url, verdict, to, relation, reason, since, by, links })];
}

/**
 * Places of decisions that apply to no link: they have expired, or the sources are corrected. A decision about an address in a
 * collection that the snapshot does not have is left out.
 */
function unusedDecisions(decisions: Decisions['all'], counters: readonly SourceCounters[]): readonly string[] {
  const met = new Set(counters.flatMap((source) => Object.keys(source.decisions)));
  const ofMet = decisions.filter(({ place }) => met.has(place)).map(({ urlCollection }) => urlCollection);
  const present = new Set([...ofMet, ...counters.flatMap(({ scope }) => Object.keys(scope.collections))]);
  const isPresent = (collection: string | undefined) => collection === undefined || present.has(collection);
  return decisions
    .filter(({ place, urlCollection }) => !met.has(place) && isPresent(urlCollection))
    .map(({ place }) => place);
}
