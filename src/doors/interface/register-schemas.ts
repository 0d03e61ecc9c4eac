/** The shapes of the register of sources and of the status report. */
import { type Static, Type } from 'typebox';
import { perLimited } from '../../quotas/limited.ts';
import { CADENCES } from '../../model/source.ts';
import { FAILURES, SCHEDULED, STAGES } from '../../snapshot/run-log.ts';
import {
  closedSet,
  type Immutable,
  text,
  vocabulary,
  count,
  day,
  instant,
  address,
  named,
  byKey,
  Label,
  SnapshotReference,
  HEAD,
} from '../../model/schema.ts';
import { EntityTypeName, categoryKey } from '../../snapshot/links-answer.ts';

const FreshnessStateName = closedSet(['fresh', 'stale', 'held', 'failing'], {
  description:
    '`stale`: older than its cadence. `held`: a newer copy was refused as implausible. `failing`: it could not be fetched.',
});

export const SourceValue = named(
  'Source',
  {
    key: text('Stable key, as in `assertedBy`.'),
    title: Label,
    description: Label,
    kind: closedSet(['entities', 'links', 'redirects'], {
      description: 'Dump of records, list of links, or list of merged and deleted identifiers.',
    }),
    origin: Type.Object({
      publisher: Type.String(),
      homepage: Type.Optional(address('About the source.')),
      downloadUrl: Type.Optional(address('Where the data come from.')),
      format: Type.String(),
    }),
    licence: Type.Object({
      spdx: Type.Optional(text('SPDX identifier.', ['CC0-1.0'])),
      url: Type.Optional(address('Text of the licence.')),
      statement: text('A sentence for people; `not stated` where the publisher says nothing.'),
    }),
    freshness: Type.Object({
      retrievedAt: Type.Optional(instant('When this copy was fetched.')),
      checkedAt: Type.Optional(instant('When somebody last looked for a newer one.')),
      nextCheck: Type.Optional(instant('From when on the next look is due; absent when there will be none.')),
      declaredDate: Type.Optional(day('Day that the source itself states.')),
      observedSince: Type.Optional(day('First day with this content.')),
      cadence: vocabulary('How often the publisher renews it.', Object.keys(CADENCES)),
      ageDays: Type.Optional(count('Days since the declared date, or else since this content was first seen.')),
      state: FreshnessStateName,
      since: Type.Optional(day('First day of that state; absent when it is `fresh` or the day is unknown.')),
      reason: Type.Optional(text('Why it is held or failing.')),
    }),
    scope: Type.Object({
      types: Type.Array(EntityTypeName),
      categories: Type.Array(categoryKey('Category it has links in.')),
      collections: Type.Array(text('Collection it has links into.')),
      entities: count('Entities it describes or links.'),
      links: count('Links it asserts.'),
      description: Label,
    }),
    import: Type.Object({
      read: count('Records met.'),
      accepted: count('Records used.'),
      rejected: byKey(Type.Integer({ minimum: 0 }), 'Records refused, by reason.'),
      sha256: Type.Optional(text('SHA-256 of the file.')),
    }),
    contradictions: Type.Optional(
      Type.Array(text('A sentence.'), {
        minItems: 1,
        description: 'Where the list, the hosts it leads to and its entry in the register contradict each other.',
      }),
    ),
  },
  { description: 'A data source: origin, licence, freshness and scope.' },
);

const RetiredSourceValue = named(
  'RetiredSource',
  {
    key: text('Its key, which no other source gets.'),
    title: Label,
    since: day('When it ended.'),
    reason: Label,
  },
  { description: 'A source that is not fetched any more.' },
);

export const CategoryValue = named('Category', {
  key: categoryKey('Key of the category.'),
  label: Label,
  description: Label,
});

const CollectionHealthValue = named(
  'CollectionHealth',
  {
    sampled: count('Addresses that were looked at last: the sum of the counts, and of those without a clear verdict.'),
    ok: count('Lead to a page.'),
    moved: count('Lead to a page elsewhere, for good.'),
    gone: count('Are not there any more, or lead to a page about nothing.'),
    blocked: count('Refused to the probe, perhaps not to people.'),
    since: day('Since then the collection is alive, or dead, as it is now.'),
    checkedAt: instant('Of the last look.'),
  },
  { description: 'What a probe of some addresses of the collection found.' },
);

export const CollectionValue = named('Collection', {
  key: text('Stable key, as in links.'),
  label: text('The name the collection itself uses.'),
  category: categoryKey('Its category.'),
  publisher: Type.Optional(Type.String()),
  homepage: Type.Optional(address('About the collection.')),
  health: Type.Optional(CollectionHealthValue),
});

export const SourcesAnswerSchema = named('SourcesAnswer', {
  ...HEAD,
  sources: Type.Array(SourceValue),
  retired: Type.Array(RetiredSourceValue, { description: 'Sources that are on record only.' }),
  categories: Type.Array(CategoryValue, { description: 'In the order in which answers list them.' }),
  collections: Type.Array(CollectionValue),
  curationLicence: Type.Object(
    {
      spdx: text('SPDX identifier.', ['CC0-1.0']),
      url: address('Text of the licence.'),
      statement: text('What it is about.'),
    },
    { description: 'Licence of what this service adds itself: collections, categories, decisions about links.' },
  ),
});
export type SourcesAnswer = Immutable<Static<typeof SourcesAnswerSchema>>;

const Health = closedSet(['pass', 'warn', 'fail'], { title: 'Health' });

export const Quota = named(
  'Quota',
  {
    quota: count('Requests per window; of `reconcile`, queries.'),
    windowSeconds: Type.Integer({ minimum: 1 }),
    burst: count('Of these at most so many within one second.'),
    site: Type.Optional(count('Requests per window of a whole IPv6 /48; absent when there is no such limit.')),
  },
  { description: 'Requests allowed per client address (IPv6: per /64).' },
);

export const Check = named('Check', {
  name: vocabulary('What was looked at.', ['store', 'limiter', 'freshness', 'updates', 'completeness']),
  status: Health,
  observedValue: Type.Optional(Type.Number()),
  observedUnit: Type.Optional(Type.String()),
  output: Type.Optional(text('What is wrong.')),
});

const NotFreshValue = named(
  'NotFresh',
  {
    key: text('Key of the source.'),
    state: FreshnessStateName,
    since: Type.Optional(day('First day of that state, where it is known.')),
    reason: Type.Optional(text('Why it is held or failing.')),
  },
  { description: 'A source that is older than its cadence, or whose last download was not used.' },
);

const RUN_STAGES = [...new Set(SCHEDULED.flatMap((kind) => STAGES[kind]))];

const upkeepEnd = {
  at: instant('When it was over.'),
  seconds: Type.Number({ minimum: 0, description: 'How long it took.' }),
  outcome: vocabulary('`failed`, or what was achieved.', [
    'built',
    'observed',
    'idle',
    'harvested',
    'audited',
    'failed',
  ]),
};

export const UpkeepValue = named(
  'Upkeep',
  {
    last: Type.Optional(
      Type.Object({
        ...upkeepEnd,
        stage: Type.Optional(vocabulary('What it was at when it failed.', RUN_STAGES)),
        reason: Type.Optional(vocabulary('Why it failed.', Object.keys(FAILURES))),
        detail: Type.Optional(text('The reason as a sentence.')),
      }),
    ),
    lastSuccess: Type.Optional(Type.Object({ ...upkeepEnd, ageSeconds: count('Seconds since it was over.') })),
    running: Type.Optional(
      Type.Object({
        since: instant('When it began.'),
        stage: vocabulary('What it is at.', RUN_STAGES),
      }),
    ),
    nextDue: Type.Optional(instant('When the next one should begin.')),
    overdue: Type.Boolean({ description: 'The next one should have ended well hours ago.' }),
  },
  { description: 'How updates or harvests went; the last one, and the last that did not fail.' },
);

export const CompletenessValue = named(
  'Completeness',
  {
    harvestedThrough: instant('Everything that the publisher changed up to here is in the snapshot.'),
    auditedThrough: Type.Optional(instant('Everything up to here was asked for a second time.')),
    missed: count('Records that a harvest had missed and an audit of the last 30 days found.'),
    held: count('Days that brought far less than expected, or have a gap, and wait to be asked again.'),
    lagMinutes: count('Minutes since `harvestedThrough`.'),
    checkedAt: Type.Optional(instant('The last audit, by the clock of the repository.')),
    dump: Type.Optional(
      Type.Object(
        {
          date: day('Date of the snapshot with the dump.'),
          compared: count('Records that are older than the harvest.'),
          missed: byKey(Type.Integer({ minimum: 0 }), 'Records among them that were not there before, by type.'),
          stale: byKey(
            Type.Integer({ minimum: 0 }),
            'Records among them that were there in an older version, by type.',
          ),
        },
        { description: 'The harvest, checked against the newest dump.' },
      ),
    ),
  },
  { description: 'How complete the harvested changes are; absent where nothing is harvested.' },
);

export const StatusAnswerSchema = named('StatusAnswer', {
  apiVersion: HEAD.apiVersion,
  snapshot: named('SnapshotReport', {
    ...SnapshotReference.properties,
    builtAt: instant('When the snapshot was built.'),
    ageDays: count('Days since its date.'),
    format: Type.Integer({ description: 'Version of the snapshot format.' }),
    counts: Type.Object({
      entities: count('Entities.'),
      byType: byKey(Type.Integer({ minimum: 0 }), 'Entities by type.'),
      links: count('Links.'),
      byCategory: byKey(Type.Integer({ minimum: 0 }), 'Links by category.'),
      redirects: count('Identifiers of merged records.'),
    }),
  }),
  status: Health,
  release: text('Version of the software.'),
  sources: Type.Object({
    fresh: count('Sources in this state.'),
    stale: count('Sources in this state.'),
    held: count('Sources in this state.'),
    failing: count('Sources in this state.'),
  }),
  notFresh: Type.Array(NotFreshValue, { description: 'The sources that are not fresh, the latest first.' }),
  limits: Type.Object(
    perLimited(() => Quota),
    { description: 'The quotas in force.' },
  ),
  uptimeSeconds: count('Seconds since the start.'),
  checks: Type.Array(Check),
  updates: Type.Optional(
    Type.Object(
      {
        update: Type.Optional(UpkeepValue),
        harvest: Type.Optional(UpkeepValue),
        audit: Type.Optional(UpkeepValue),
      },
      { description: 'What keeps the data fresh; absent before the first update.' },
    ),
  ),
  completeness: Type.Optional(CompletenessValue),
});
export type StatusAnswer = Immutable<Static<typeof StatusAnswerSchema>>;
