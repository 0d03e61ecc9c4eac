/** `/changes` and `/changes.atom`: the last snapshots with what they changed, and sources that turned held, failing or back. */
import { problem } from '../../api/problems.ts';
import { CHANGES_FOLDER, readChanges, type RecentChanges, type SnapshotChange } from '../../dump/publish.ts';
import type { PageAnswer } from '../../http/page.ts';
import type { Service } from '../../http/service.ts';

const CACHE = 'public, max-age=300';

/** @param folder of dumps; without it nothing is known of changes */
export function changesServices(folder: string | undefined): readonly Service[] {
  const make = { '/changes': changesAnswer, '/changes.atom': feedAnswer };
  return Object.entries(make).map(([path, answer]) => ({
    path,
    async respond({ baseUrl }) {
      if (folder === undefined) return problem('not_found', { detail: 'This service does not publish changes.' });
      return answer(await readChanges(folder), baseUrl);
    },
  }));
}

function fileUrl({ file }: SnapshotChange, baseUrl: string): string | undefined {
  return file && `${baseUrl}/dumps/${CHANGES_FOLDER}/${file.name}`;
}

function changesAnswer({ snapshots, sources }: RecentChanges, baseUrl: string): PageAnswer {
  const body = {
    snapshots: snapshots.map((change) => {
      const url = fileUrl(change, baseUrl);
      const { at, from, to, counts, file } = change;
      return { at, ...(from && { from }), to, ...(counts && { counts }), ...(file && { file: { url, ...file } }) };
    }),
    sources,
  };
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify(body)), cacheControl: CACHE };
}

interface Entry {
  readonly at: string;
  /** RFC 4287 §4.2.6: never another for the same event. */
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly summary: string;
}

const STATES = { held: 'held', failing: 'failing', back: 'back in order' } as const;

function entriesOf({ snapshots, sources }: RecentChanges, baseUrl: string): readonly Entry[] {
  const states = sources.map(({ at, key, title, state, reason = '' }) => ({
    at,
    id: `${baseUrl}/changes#${key}-${at}`,
    title: `${title.en}: ${STATES[state]}`,
    link: `${baseUrl}/sources/${key}`,
    summary: reason,
  }));
  const issued = snapshots.map((change) => {
    const counted = Object.entries(change.counts ?? {}).map(([what, number]) => `${what}: ${number}`);
    return {
      at: change.at,
      id: `${baseUrl}/changes#${change.to.id}`,
      title: `Snapshot ${change.to.id}`,
      link: fileUrl(change, baseUrl) ?? `${baseUrl}/dumps/${change.to.id}/index.json`,
      summary: counted.join(', '),
    };
  });
  return [...issued, ...states].toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

/** RFC 4287 */
function feedAnswer(recent: RecentChanges, baseUrl: string): PageAnswer {
  const entries = entriesOf(recent, baseUrl);
  const self = escape(`${baseUrl}/changes.atom`);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>GND Links: changes</title><id>${self}</id><link rel="self" href="${self}"/>`,
    `<author><name>GND Links</name></author><updated>${entries[0]?.at ?? '1970-01-01T00:00:00Z'}</updated>`,
    ...entries.map(
      ({ at, id, title, link, summary }) =>
        `<entry><id>${escape(id)}</id><title>${escape(title)}</title><updated>${at}</updated>` +
        `<link href="${escape(link)}"/><summary>${escape(summary)}</summary></entry>`,
    ),
    '</feed>\n',
  ];
  return {
    contentType: 'application/atom+xml; charset=utf-8',
    body: Buffer.from(lines.join('\n')),
    cacheControl: CACHE,
  };
}

/** @param text without control characters, as all texts of the data */
function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
