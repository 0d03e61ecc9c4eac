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
    '`fresh`: the source is up to date or completed. `unscheduled`: the source announces no schedule, so nobody can say whether there should be a newer version. `stale`: the source is older than its schedule allows. `held`: a newer version was held back because it looks wrong. `failing`: the source could not be fetched, or its file cannot be used.',
});

const SourceValue = described('Source', 'A source with its origin, licence, age and scope.', {
  key: text('Stable key, which `assertedBy` uses.'),
  title: Label,
  description: Label,
  kind: closedSet(SOURCE_KINDS, {
    description: 'Kind of source: a dump of records, a list of links, or a list of merged and deleted identifiers.',
  }),
  origin: object('Publisher and address of the source.', {
    publisher: text('Name of the publisher.'),
    homepage: Type.Optional(address('Address of a page about the source.')),
    downloadUrl: Type.Optional(address('Address from which the data are fetched.')),
    format: text('Format of the file.'),
  }),
  licence: object('Licence for the data from the source.', {
    spdx: Type.Optional(text('SPDX identifier.', ['CC0-1.0'])),
    url: Type.Optional(address('Address of the licence text.')),
    statement: text('The licence in words, or `not stated` if the publisher states no licence.'),
  }),
  freshness: object('Age of the version in use, and whether it is too old.', {
    retrievedAt: Type.Optional(instant('Time at which this version was fetched.')),
    checkedAt: Type.Optional(instant('Time of the last check for a newer version.')),
    nextCheck: Type.Optional(
      instant('Time from which the next check is due. The field is absent if there will be none.'),
    ),
    declaredDate: Type.Optional(day('Date that the source itself states.')),
    observedSince: Type.Optional(day('Day on which the service first loaded the current content of the source.')),
    cadence: vocabulary('Interval at which the publisher releases new versions.', Object.keys(CADENCES)),
    ageDays: Type.Optional(
      count(
        'Days since the date that the source states. If it states none, the count begins on the day on which the service first loaded the current content of the source.',
      ),
    ),
    state: FreshnessStateName,
    since: Type.Optional(
      day(
        'First day of this state. The field is absent if the source is `fresh` or `unscheduled`, or if the day is unknown.',
      ),
    ),
    reason: Type.Optional(text('Reason why the source is stale, held or failing.')),
  }),
  scope: object('Contribution of the source to the snapshot.', {
    types: list('Types of the entities.', EntityTypeName),
    categories: list('Keys of the categories to which the links belong.', categoryKey('Key of a category.')),
    collections: list('Keys of the collections to which the links belong.', text('Key of a collection.')),
    entities: count('Number of entities that the source describes or has links for.'),
    links: count('Number of links that the source contains.'),
    description: Label,
  }),
  import: object('Result of reading the file.', {
    read: count('Number of records read.'),
    accepted: count('Number of records used.'),
    rejected: counts('Number of records not used, by reason.'),
    sha256: Type.Optional(text('SHA-256 of the file, in hexadecimal digits.')),
  }),
  contradictions: Type.Optional(
    Type.Array(text('A contradiction, as a sentence.'), {
      minItems: 1,
      description: 'Contradictions between the list, the hosts that its links lead to, and its entry in the register.',
    }),
  ),
});

const RetiredSourceValue = described('RetiredSource', 'A source that is no longer fetched.', {
  key: text('Key of the source. No other source will ever have this key.'),
  title: Label,
  since: day('First day on which the source was no longer fetched.'),
  reason: Label,
});

const CategoryValue = described('Category', 'A category of links.', {
  key: categoryKey('Key of the category.'),
  label: Label,
  description: Label,
});

const CollectionHealthValue = described(
  'CollectionHealth',
  'Result of the last check of sample addresses in the collection.',
  {
    sampled: count('Number of addresses in the last sample. Addresses without a clear result count only here.'),
    ok: count('Number of addresses that lead to a page.'),
    moved: count('Number of addresses that redirect permanently to another page.'),
    gone: count('Number of addresses that no longer exist or that lead to a page without content.'),
    blocked: count('Number of addresses that refused the check but may be open to people.'),
    since: day('Day since which the links have led to pages, or have led nowhere.'),
    checkedAt: instant('Time of the last check.'),
  },
);

const CollectionValue = described('Collection', 'A collection that links lead to.', {
  key: text('Stable key, which the field `collection` of a link uses.'),
  label: text('Name that the collection uses for itself.'),
  category: categoryKey('Key of the category to which the collection belongs.'),
  publisher: Type.Optional(text('Name of the publisher.')),
  homepage: Type.Optional(address('Address of a page about the collection.')),
  health: Type.Optional(CollectionHealthValue),
});

const EntityDecisionCounts = described(
  'EntityDecisions',
  'Decisions of the operator about entities, by verdict. The identifiers of the entities and the reasons are not published.',
  {
    withheld: count('Number of decisions to withhold a whole entity.'),
    without: count('Number of decisions to withhold some attributes or names of an entity.'),
  },
);

export const SourcesAnswerSchema = described('SourcesAnswer', 'The register of sources.', {
  ...HEAD,
  sources: list('The active sources.', SourceValue),
  retired: list('Sources that are no longer fetched.', RetiredSourceValue),
  categories: list('The categories, in the order in which answers list them.', CategoryValue),
  collections: list('The collections that links lead to.', CollectionValue),
  curationLicence: object(
    'Licence of the collections, the categories and the decisions about links, which this service itself contributes.',
    {
      spdx: text('SPDX identifier.', ['CC0-1.0']),
      url: address('Address of the licence text.'),
      statement: text('The licence in words, and what it applies to.'),
    },
  ),
  entityDecisions: EntityDecisionCounts,
});
export type SourcesAnswer = Immutable<Static<typeof SourcesAnswerSchema>>;

const Health = closedSet(['pass', 'warn', 'fail'], {
  title: 'Health',
  description: '`pass`: everything is in order. `warn`: the service works, but has a fault. `fail`: it does not work.',
});

const Check = described('Check', 'Check of a part of the service.', {
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
  output: Type.Optional(text('Description of the fault, as a sentence. The field is absent if there is none.')),
});

const NotFreshValue = described(
  'NotFresh',
  'A source that is older than its schedule allows, or whose last download was not used.',
  {
    key: text('Key of the source.'),
    state: FreshnessStateName,
    since: Type.Optional(day('First day of this state, if it is known.')),
    reason: text('Reason why the source is stale, held or failing.', ['4 days behind its daily schedule']),
  },
);

const RunReport = described(
  'Upkeep',
  'Runs of one kind: the last run that ended, the last successful run, and the run in progress.',
  {
    last: Type.Optional(LastRun),
    lastSuccess: Type.Optional(
      object('The last successful run.', { ...RUN_END, ageSeconds: count('Seconds since the run ended.') }),
    ),
    running: Type.Optional(RunInProgress),
    nextDue: Type.Optional(NextDue),
    overdue: Type.Boolean({ description: '`true` if the next run should have begun more than six hours ago.' }),
  },
);

const CompletenessValue = described(
  'Completeness',
  'Completeness of the harvested changes. The field is absent if nothing is harvested.',
  {
    harvestedThrough: instant('Time up to which the snapshot contains all changes from the publisher.'),
    auditedThrough: Type.Optional(instant('Time up to which all changes were harvested a second time.')),
    missed: count(
      'Number of records that the first harvest missed and that a second one found within the last 30 days.',
    ),
    unreadByReason: Type.Optional(
      byKey(
        Type.Integer({ minimum: 1 }),
        'Number of records that were harvested but cannot be used, by reason. The field is absent if there are none.',
      ),
    ),
    held: count(
      'Number of days for which the changes will be harvested again, because there were far fewer than expected or some are missing.',
    ),
    lagMinutes: count('Minutes since `harvestedThrough`.'),
    checkedAt: Type.Optional(
      instant('Time at which changes were last harvested again, by the clock of the repository.'),
    ),
    dump: Type.Optional(
      object('Comparison of the harvest with the newest dump.', {
        date: day('Date of the snapshot that contains the dump.'),
        compared: count('Number of records in the dump that were compared with the harvest.'),
        missedByType: counts('Number of compared records that were missing from the previous snapshot, by type.'),
        outdatedByType: counts('Number of compared records that were outdated in the previous snapshot, by type.'),
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
    counts: object('Contents of the snapshot, in numbers.', {
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
  sources: object('Number of sources in each state of freshness.', {
    fresh: count('Number of sources that are up to date or completed.'),
    unscheduled: count('Number of sources that state no schedule.'),
    stale: count('Number of sources that are older than their schedule allows.'),
    held: count('Number of sources for which a newer version was held back because it looks wrong.'),
    failing: count('Number of sources that could not be fetched or have an unusable file.'),
  }),
  notFresh: list('The sources that are not fresh, those with the latest change of state first.', NotFreshValue),
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
      { description: 'Runs that keep the data fresh. The field is absent before the first update.' },
    ),
  ),
  completeness: Type.Optional(CompletenessValue),
});
export type StatusAnswer = Immutable<Static<typeof StatusAnswerSchema>>;
