/** The shapes of the register of sources and of the status report. */
import { type Static, type TOptional, Type } from 'typebox';
import { perQuota, QuotaValue } from '../quotas/quota-table.ts';
import { CADENCES, FRESHNESS_STATES, SOURCE_KINDS } from '../model/source.ts';
import { LastRun, NextDue, RUN_END, RunInProgress, SCHEDULED_KINDS, type ScheduledKind } from '../snapshot/run-log.ts';
import {
  closedSet,
  type Immutable,
  text,
  vocabulary,
  count,
  day,
  instant,
  address,
  described,
  list,
  byKey,
  Label,
  SnapshotReference,
  HEAD,
  object,
  counts,
} from '../model/schema.ts';
import { EntityTypeName, categoryKey } from '../snapshot/links-answer.ts';

const FreshnessStateName = closedSet(FRESHNESS_STATES, {
  description:
    '`unscheduled`: the source announces no schedule, so nobody can say whether there should be a newer version. ' +
    '`stale`: older than its cadence. `held`: a newer copy was refused as implausible. `failing`: it could not be fetched.',
});

const SourceValue = described('Source', 'A data source: origin, licence, freshness and scope.', {
  key: text('Stable key, as in `assertedBy`.'),
  title: Label,
  description: Label,
  kind: closedSet(SOURCE_KINDS, {
    description: 'Dump of records, list of links, or list of merged and deleted identifiers.',
  }),
  origin: object('Publisher and address of the source.', {
    publisher: text('Name of the publisher.'),
    homepage: Type.Optional(address('Address of a page about the source.')),
    downloadUrl: Type.Optional(address('Address from which the data are fetched.')),
    format: text('Format of the file.'),
  }),
  licence: object('Licence of the data of the source.', {
    spdx: Type.Optional(text('SPDX identifier.', ['CC0-1.0'])),
    url: Type.Optional(address('Text of the licence.')),
    statement: text('A sentence for people; `not stated` where the publisher says nothing.'),
  }),
  freshness: object('Age of the copy in use, and whether it is too old.', {
    retrievedAt: Type.Optional(instant('Time at which this copy was fetched.')),
    checkedAt: Type.Optional(instant('Time of the last check for a newer copy.')),
    nextCheck: Type.Optional(instant('Time from which the next check is due; absent when there will be none.')),
    declaredDate: Type.Optional(day('Day that the source itself states.')),
    observedSince: Type.Optional(day('Day on which this content was first seen.')),
    cadence: vocabulary('Interval at which the publisher renews the source.', Object.keys(CADENCES)),
    ageDays: Type.Optional(count('Days since the declared date, or else since this content was first seen.')),
    state: FreshnessStateName,
    since: Type.Optional(
      day('First day of that state; absent when the source is `fresh` or `unscheduled`, or the day is unknown.'),
    ),
    reason: Type.Optional(text('Reason why the source is stale, held or failing, as a sentence.')),
  }),
  scope: object('Contribution of the source to the snapshot.', {
    types: list('Types of the entities.', EntityTypeName),
    categories: list('Keys of the categories of the links.', categoryKey('Key of a category.')),
    collections: list('Keys of the collections of the links.', text('Key of a collection.')),
    entities: count('Number of entities that the source describes or links.'),
    links: count('Number of links that the source asserts.'),
    description: Label,
  }),
  import: object('Result of reading the file.', {
    read: count('Number of records read.'),
    accepted: count('Number of records used.'),
    rejected: counts('Number of records refused, by reason.'),
    sha256: Type.Optional(text('SHA-256 of the file, in hexadecimal digits.')),
  }),
  contradictions: Type.Optional(
    Type.Array(text('A contradiction, as a sentence.'), {
      minItems: 1,
      description: 'Contradictions between the list, the hosts that it leads to and its entry in the register.',
    }),
  ),
});

const RetiredSourceValue = described('RetiredSource', 'A source that is not fetched any more.', {
  key: text('Key of the source; no other source gets it.'),
  title: Label,
  since: day('Day on which the source ended.'),
  reason: Label,
});

const CategoryValue = described('Category', 'A kind of link target.', {
  key: categoryKey('Key of the category.'),
  label: Label,
  description: Label,
});

const CollectionHealthValue = described('CollectionHealth', 'Result of probing some addresses of the collection.', {
  sampled: count('Number of addresses in the last probe: those counted below, and those without a clear verdict.'),
  ok: count('Number of addresses that lead to a page.'),
  moved: count('Number of addresses that redirect permanently to a page elsewhere.'),
  gone: count('Number of addresses that no longer exist, or lead to a page without content.'),
  blocked: count('Number of addresses that refused the probe, but perhaps not people.'),
  since: day('Day since which the collection has been in its present state, alive or dead.'),
  checkedAt: instant('Time of the last probe.'),
});

const CollectionValue = described('Collection', 'A data set that links lead to.', {
  key: text('Stable key, as in the `collection` of a link.'),
  label: text('Name that the collection itself uses.'),
  category: categoryKey('Key of the category of the collection.'),
  publisher: Type.Optional(text('Name of the publisher.')),
  homepage: Type.Optional(address('Address of a page about the collection.')),
  health: Type.Optional(CollectionHealthValue),
});

const EntityDecisionCounts = described(
  'EntityDecisions',
  'Decisions of the operator about entities, by verdict. Identifiers and reasons are not published.',
  {
    withheld: count('Number of decisions by which nothing of an entity is shown.'),
    without: count('Number of decisions by which an entity is shown without some attributes or names.'),
  },
);

export const SourcesAnswerSchema = described('SourcesAnswer', 'The register of sources.', {
  ...HEAD,
  sources: list('The active sources.', SourceValue),
  retired: list('Sources that are no longer fetched.', RetiredSourceValue),
  categories: list('Categories, in the order in which answers list them.', CategoryValue),
  collections: list('The collections that links lead to.', CollectionValue),
  curationLicence: object(
    'Licence of the collections, categories and decisions about links, which are work of this service.',
    {
      spdx: text('SPDX identifier.', ['CC0-1.0']),
      url: address('Text of the licence.'),
      statement: text('Subject of the licence, as a sentence for people.'),
    },
  ),
  entityDecisions: EntityDecisionCounts,
});
export type SourcesAnswer = Immutable<Static<typeof SourcesAnswerSchema>>;

const Health = closedSet(['pass', 'warn', 'fail'], {
  title: 'Health',
  description: '`pass`, `warn`: in service with a fault, or `fail`.',
});

const Check = described('Check', 'A check of a part of the service.', {
  name: vocabulary('Name of the part of the service that was checked.', [
    'store',
    'limiter',
    'freshness',
    'updates',
    'completeness',
    'files',
  ]),
  status: Health,
  observedValue: Type.Optional(Type.Number({ description: 'Measured value.' })),
  observedUnit: Type.Optional(text('Unit of the measured value.')),
  output: Type.Optional(text('Description of the fault, as a sentence; absent when the check passes.')),
});

const NotFreshValue = described(
  'NotFresh',
  'A source that is older than its cadence, or whose last download was not used.',
  {
    key: text('Key of the source.'),
    state: FreshnessStateName,
    since: Type.Optional(day('First day of that state, where it is known.')),
    reason: text('Reason why the source is stale, held or failing, as a sentence.', [
      '4 days behind its daily schedule',
    ]),
  },
);

const RunReport = described(
  'Upkeep',
  'Runs of one kind: the last one, the last that did not fail, and the one in progress.',
  {
    last: Type.Optional(LastRun),
    lastSuccess: Type.Optional(
      object('The last run that did not fail.', { ...RUN_END, ageSeconds: count('Seconds since the run ended.') }),
    ),
    running: Type.Optional(RunInProgress),
    nextDue: Type.Optional(NextDue),
    overdue: Type.Boolean({ description: '`true` when the next run should have succeeded hours ago.' }),
  },
);

const CompletenessValue = described(
  'Completeness',
  'Completeness of the harvested changes; absent where nothing is harvested.',
  {
    harvestedThrough: instant('Time up to which every change of the publisher is in the snapshot.'),
    auditedThrough: Type.Optional(instant('Time up to which all changes were harvested a second time.')),
    missed: count('Number of records that harvests had missed and audits of the last 30 days found.'),
    unreadByReason: Type.Optional(
      byKey(
        Type.Integer({ minimum: 1 }),
        'Number of records that were harvested but cannot be used, by reason; absent where there are none.',
      ),
    ),
    held: count(
      'Number of days that brought far fewer records than expected, or have a gap, and will be harvested again.',
    ),
    lagMinutes: count('Minutes since `harvestedThrough`.'),
    checkedAt: Type.Optional(instant('Time of the last audit, by the clock of the repository.')),
    dump: Type.Optional(
      object('Comparison of the harvest with the newest dump.', {
        date: day('Date of the snapshot with the dump.'),
        compared: count('Number of records that are older than the harvest.'),
        missedByType: counts('Number of these records that the previous snapshot did not have, by type.'),
        outdatedByType: counts('Number of these records that the previous snapshot had in an older version, by type.'),
      }),
    ),
  },
);

export const StatusAnswerSchema = described('StatusAnswer', 'State of the service and of its data.', {
  apiVersion: HEAD.apiVersion,
  snapshot: described('SnapshotReport', 'The snapshot in use.', {
    ...SnapshotReference.properties,
    builtAt: instant('Time at which the snapshot was built.'),
    ageDays: count('Days since the date of the snapshot.'),
    format: Type.Integer({ description: 'Version of the snapshot format.' }),
    counts: object('Numbers of the contents.', {
      entities: count('Number of entities.'),
      byType: counts('Number of entities by type.'),
      links: count('Number of links.'),
      byCategory: counts('Number of links by category.'),
      redirects: count('Number of identifiers of merged records.'),
    }),
  }),
  entityDecisions: EntityDecisionCounts,
  status: Health,
  release: text('Version of the software.'),
  sources: object('Number of sources by state of freshness.', {
    fresh: count('Number of sources that are as new as announced, or finished.'),
    unscheduled: count('Number of sources that announce no schedule.'),
    stale: count('Number of sources that are older than their cadence.'),
    held: count('Number of sources whose newer copy was refused as implausible.'),
    failing: count('Number of sources that could not be fetched.'),
  }),
  notFresh: list('The sources that are not fresh, the latest first.', NotFreshValue),
  limits: object(
    'The quotas in force.',
    perQuota(() => QuotaValue),
  ),
  uptimeSeconds: count('Seconds since the start of the server.'),
  checks: list('Checks of the parts of the service.', Check),
  updates: Type.Optional(
    Type.Object(
      Object.fromEntries(SCHEDULED_KINDS.map((kind) => [kind, Type.Optional(RunReport)])) as Record<
        ScheduledKind,
        TOptional<typeof RunReport>
      >,
      { description: 'Runs that keep the data fresh; absent before the first update.' },
    ),
  ),
  completeness: Type.Optional(CompletenessValue),
});
export type StatusAnswer = Immutable<Static<typeof StatusAnswerSchema>>;
