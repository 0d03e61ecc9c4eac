/** The completeness of harvests, computed from their record stores. */
import { dayOf, daysBefore } from '../../../core/model/days.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Completeness } from '../../../core/snapshot/completeness.ts';
import { addCounts } from '../../../shared/counts.ts';
import type { RegisteredSource } from '../register/register.ts';
import { AUDIT_AGES } from './audit-store.ts';
import { completeBeforeGaps, datestampBefore } from './harvest.ts';
import { heldDays } from './held-days.ts';
import { describeDamage, openRecordStore, RECORD_STORE_FILE, type RecordStore } from './record-store.ts';

/** Number of days over which missed records are counted. */
const RECENT_DAYS = 30;

/** Computes the completeness of one harvest, without any request. @param now in milliseconds */
export function completenessOf(store: RecordStore, now: number): Completeness {
  const state = store.state();
  const { missed } = store.audit.logged(dayOf(daysBefore(now, RECENT_DAYS)));
  const held = heldDays(store).map(({ day }) => day);
  const gaps = store.gaps().map(({ from }) => from.slice(0, 10));
  const { complete } = completeBeforeGaps(store);
  const [first] = held;
  const beforeHeld = first && state ? datestampBefore(first, state.granularity) : complete;
  return {
    harvestedThrough: earlier(complete, beforeHeld),
    auditedThrough: store.audit.progress(AUDIT_AGES[0])?.through,
    missed,
    pending: store.audit.countMissing(),
    unread: store.audit.countUnread(),
    held: [...new Set([...held, ...gaps])].sort(),
    checkedAt: store.audit.lastAt(),
  };
}

/**
 * The completeness of all harvested sources together: datestamps are those of the source that is furthest behind.
 * @param sources folder of the sources' folders
 * @returns undefined where nothing was harvested yet
 * @throws DownloadFailed `record_store_damaged`
 */
export function completenessOfSources(
  register: readonly RegisteredSource[],
  sources: string,
  now: Date,
): Completeness | undefined {
  const all = register.flatMap(({ key, state, origin: { oai } }) => {
    const file = join(sources, key, RECORD_STORE_FILE);
    if (oai === undefined || state === 'retired' || !existsSync(file)) return [];
    try {
      using store = openRecordStore(file, oai);
      return [completenessOf(store, now.getTime())];
    } catch (error) {
      throw describeDamage(error);
    }
  });
  return all.length === 0 ? undefined : all.reduce(combine);
}

/** The earlier datestamp; undefined where one is not known. */
function earlier(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || other === undefined ? undefined : one < other ? one : other;
}

function combine(a: Completeness, b: Completeness): Completeness {
  const unread = { ...a.unread };
  addCounts(unread, b.unread ?? {});
  return {
    harvestedThrough: earlier(a.harvestedThrough, b.harvestedThrough),
    auditedThrough: earlier(a.auditedThrough, b.auditedThrough),
    missed: a.missed + b.missed,
    pending: a.pending + b.pending,
    unread,
    held: [...new Set([...a.held, ...b.held])].sort(),
    checkedAt: earlier(a.checkedAt, b.checkedAt),
  };
}
