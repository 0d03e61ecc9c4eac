/** `/changes` and `/changes.atom`: what recent snapshots changed. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DoorLink } from '../../core/http/door-link.ts';
import { Type } from 'typebox';
import { json, redirect } from '../../core/http/answer.ts';
import { atomFeed } from '../../shared/http/atom.ts';
import { type Answer, type Context, type Door, door, type Use } from '../../core/http/door.ts';
import { lenient, wantsPage } from '../../core/http/parameters.ts';
import { changesIn } from '../../shared/dumps/change-words.ts';
import { languageParameter, type Locale, localeFor } from '../../shared/http/locale.ts';
import { isProblem, type Problem, problem } from '../../core/http/problems.ts';
import { changeIndexName, isIndexDamaged } from '../../shared/dumps/change-index.ts';
import {
  CHANGES_FILE,
  CHANGES_FOLDER,
  readChanges,
  readDumpIndex,
  readLatest,
  type RecentChanges,
} from '../../shared/dumps/dump-folder.ts';
import {
  address,
  API_VERSION,
  count,
  HEAD,
  headOf,
  instant,
  named,
  SnapshotReference,
  text,
  list,
  counts,
} from '../../core/model/schema.ts';
import type { Installation } from '../../core/interface/installation.ts';
import { changesForDoor, since } from './changes-for.ts';
import { type AppliedChange, changesSince } from './changes-since.ts';

const USE: Use = {
  group: 'data',
  name: { de: 'Änderungen', en: 'Changes' },
  purpose: {
    de: 'Dateien und ein Feed nennen, was sich mit jedem Datenstand geändert hat; damit halten Sie eigene Kopien aktuell.',
    en: 'Files and a feed contain the changes in each new state of the data, so you can keep your own copies up to date.',
  },
  example: (baseUrl) => `${baseUrl}/changes.atom`,
  pages: [{ door: 'files', fragment: 'changes' }],
};

const file = {
  url: Type.Optional(
    address(
      'Address of a file of changes, which can be applied to a dump. The field is absent if the service offers no files.',
    ),
  ),
  name: text('Name of the file.'),
  bytes: count('Size of the compressed file in bytes.'),
  lines: count('Number of lines.'),
  sha256: text('SHA-256 of the compressed file, in hexadecimal digits.'),
};
const changed = counts('Number of entities and links by kind of change.');
const ChangesSinceSchema = named('ChangesSince', {
  ...HEAD,
  since: SnapshotReference,
  files: list(
    'Files to be applied in this order.',
    Type.Object({ ...file, from: SnapshotReference, to: SnapshotReference, counts: changed }),
  ),
});
const ChangesSchema = named('Changes', {
  apiVersion: HEAD.apiVersion,
  snapshot: Type.Optional(SnapshotReference),
  snapshots: list(
    'Published snapshots, the newest first.',
    Type.Object({
      at: instant('Time at which the snapshot was published.'),
      apiVersion: HEAD.apiVersion,
      from: Type.Optional(SnapshotReference),
      to: SnapshotReference,
      file: Type.Optional(Type.Object(file)),
      counts: Type.Optional(changed),
    }),
  ),
});
const COMMON = {
  // With hundreds of states an answer takes milliseconds.
  quota: { name: 'links' },
  summary: 'Changes between the latest snapshots',
  dependsOn: 'file',
  cacheControl: 'public, max-age=300',
} as const;
const NO_CHANGES = problem('not_found', { detail: 'This service does not publish changes.' });

export function doors({ dumps }: Installation): readonly Door[] {
  return [
    door({
      ...COMMON,
      name: 'changes',
      path: '/changes',
      parameters: lenient({ format: wantsPage, since }),
      examples: dumps === undefined ? [] : ['/changes'],
      service: {
        id: 'changes',
        answers: { 'application/json': Type.Union([ChangesSchema, ChangesSinceSchema]) },
        redirects: true,
      },
      ...(dumps !== undefined && { damagedFiles: () => damagedFiles(dumps) }),
      async answer({ format: isForPeople, since: from }, { link }) {
        if (dumps === undefined) return NO_CHANGES;
        // Browsers get the page instead, where pages are served.
        const page = link('files');
        if (isForPeople && page !== undefined && from === '') return redirect(303, `${page}#changes`);
        const changes = await readChanges(dumps);
        return from === '' ? changesAnswer(changes, link) : sinceAnswer(changes, from, link);
      },
    }),
    door({
      ...COMMON,
      name: 'changesFeed',
      path: '/changes.atom',
      parameters: lenient({ lang: languageParameter }),
      examples: dumps === undefined ? [] : ['/changes.atom'],
      service: { id: 'changesFeed', answers: { 'application/atom+xml': undefined } },
      ...(dumps !== undefined && { use: USE }),
      async answer({ lang }, context) {
        if (dumps === undefined) return NO_CHANGES;
        const recent = await readChanges(dumps);
        const changes = recent.snapshots.length > 0 ? recent : await firstState(dumps);
        const begun = await stat(dumps).catch(() => undefined);
        return feedAnswer(
          changes,
          begun?.mtime ?? new Date(context.store.snapshot.builtAt),
          context,
          localeFor(lang, context),
        );
      },
    }),
    changesForDoor(dumps),
  ];
}

function changesAnswer({ snapshots }: RecentChanges, link: DoorLink): Answer {
  const newest = snapshots[0]?.to;
  const body = {
    apiVersion: API_VERSION,
    snapshot: newest && { id: newest.id, date: newest.date },
    snapshots: snapshots.map(({ file, ...change }) => ({ ...change, file: file && addressed(file, link) })),
  };
  return json(body);
}

/** The files of changes since `from`, in the order in which clients apply them. */
function sinceAnswer(recent: RecentChanges, from: string, link: DoorLink): Answer | Problem {
  const chain = changesSince(recent, from);
  if (isProblem(chain)) return chain;
  const files = chain.changes.map(({ from: before, to, counts, file }) => ({
    ...addressed(file, link),
    from: before,
    to,
    counts,
  }));
  const snapshot = chain.changes.at(-1)?.to ?? chain.since;
  return json({ ...headOf(snapshot), since: chain.since, files });
}

/** The address is absent where the files are not served. */
function addressed(file: AppliedChange['file'], link: DoorLink) {
  return { url: link('dumpFile', { path: `${CHANGES_FOLDER}/${file.name}` }), ...file };
}

/** The newest dump as the first state, for a folder without changes; nothing where there is no readable dump. */
async function firstState(dumps: string): Promise<RecentChanges> {
  const latest = await readLatest(dumps);
  const index = latest === undefined ? undefined : await readDumpIndex(join(dumps, latest)).catch(() => undefined);
  if (index === undefined) return { snapshots: [] };
  const { snapshot, apiVersion } = index;
  const { id, date, builtAt } = snapshot;
  return { snapshots: [{ at: builtAt, apiVersion, to: { id, date } }] };
}

const TITLE = { de: 'GND-Verweise: Änderungen', en: 'GND Links: changes' };
const ENTRY = { de: 'Stand vom {day}', en: 'State of {day}' };

/** @param begun time from which the feed exists */
function feedAnswer(
  { snapshots }: RecentChanges,
  begun: Date,
  { baseUrl, link }: Pick<Context, 'baseUrl' | 'link'>,
  locale: Locale,
): Answer {
  const { t, day, language } = locale;
  const entries = snapshots.map(({ at, to, file, counts }) => {
    const path = file === undefined ? `${to.id}/index.json` : `${CHANGES_FOLDER}/${file.name}`;
    return {
      at,
      key: to.id,
      title: `${t(ENTRY, { day: day(to.date) })} (${to.id})`,
      link: link('dumpFile', { path }) ?? link('changes') ?? baseUrl,
      summary: changesIn(counts, locale),
    };
  });
  return atomFeed({
    address: `${baseUrl}/changes.atom`,
    title: t(TITLE),
    author: 'GND Links',
    language,
    begun: begun.toISOString(),
    entries,
  });
}

/** Names of the damaged files in a folder of changes. */
async function damagedFiles(folder: string): Promise<readonly string[]> {
  const changes = await readChanges(folder).catch(() => undefined);
  if (changes === undefined) return [CHANGES_FILE];
  const damaged: string[] = [];
  for (const { name, lines } of changes.snapshots.flatMap(({ file }) => file ?? []))
    if (await isIndexDamaged(join(folder, CHANGES_FOLDER, name), lines - 1)) damaged.push(changeIndexName(name));
  return damaged;
}
