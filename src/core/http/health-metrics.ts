/** Metrics about the health of collections: results of the probe that the current snapshot contains. */
import { type CollectionHealth, isDead, countUnclear } from '../model/source.ts';
import type { Snapshot } from '../snapshot/store.ts';

export const HEALTH_METRICS = {
  collections: {
    type: 'gauge',
    help: 'Collections of the snapshot in force by health: alive, dead, or unknown where no probe has looked.',
    labels: ['health'],
  },
  collection_dead_since_timestamp_seconds: {
    type: 'gauge',
    help: 'Time since which a dead collection is dead. Missing for all others.',
    labels: ['collection'],
  },
  probe_addresses: {
    type: 'gauge',
    help: 'Addresses from which the health of collections is counted, by verdict.',
    labels: ['verdict'],
  },
  probe_last_look_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last probe of an address that the snapshot in force knows. Missing before the first probe.',
    labels: [],
  },
} as const;

/** A value of a metric. */
export interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

export const HEALTH_SAMPLES: Readonly<
  Record<keyof typeof HEALTH_METRICS, (snapshot: Pick<Snapshot, 'collections'>) => readonly Sample[]>
> = {
  collections({ collections }) {
    const states = collections.map(({ health }) => (health ? (isDead(health) ? 'dead' : 'alive') : 'unknown'));
    const count = (health: string): number => states.filter((state) => state === health).length;
    return ['alive', 'dead', 'unknown'].map((health) => ({ value: count(health), labels: { health } }));
  },
  collection_dead_since_timestamp_seconds: ({ collections }) =>
    collections.flatMap(({ key, health }) =>
      health && isDead(health) ? [{ value: Date.parse(health.since) / 1000, labels: { collection: key } }] : [],
    ),
  probe_addresses({ collections }) {
    const all = collections.flatMap(({ health }) => health ?? []);
    const sum = (read: (health: CollectionHealth) => number) => all.reduce((total, health) => total + read(health), 0);
    const counts = {
      ok: sum(({ ok }) => ok),
      moved: sum(({ moved }) => moved),
      gone: sum(({ gone }) => gone),
      blocked: sum(({ blocked }) => blocked),
      unknown: sum(countUnclear),
    };
    return all.length === 0 ? [] : Object.entries(counts).map(([verdict, value]) => ({ value, labels: { verdict } }));
  },
  probe_last_look_timestamp_seconds({ collections }) {
    const last = collections
      .flatMap(({ health }) => health?.checkedAt ?? [])
      .toSorted()
      .at(-1);
    return last === undefined ? [] : [{ value: Date.parse(last) / 1000 }];
  },
};
