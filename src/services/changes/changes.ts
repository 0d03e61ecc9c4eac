/** `/changes` and `/changes.atom`: the last snapshots with what they changed, and sources that turned held, failing or back. */
import { problem } from '../../api/problems.ts';
import { CHANGES_FOLDER, readChanges, type RecentChanges } from '../../dump/publish.ts';
import type { PageAnswer } from '../../http/page.ts';
import type { Service } from '../../http/service.ts';
import { escapeText } from '../../pages/html.ts';

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

function changesAnswer({ snapshots, sources }: RecentChanges, baseUrl: string): PageAnswer {
  const body = {
    snapshots: snapshots.map(({ file, ...change }) => ({
      ...change,
      ...(file && { file: { url: `${baseUrl}/dumps/${CHANGES_FOLDER}/${file.name}`, ...file } }),
    })),
    sources,
  };
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify(body)), cacheControl: CACHE };
}

/** An entry of the feed. @param key of the event, never that of another: RFC 4287 §4.2.6 */
function entry(feed: string, at: string, key: string, title: string, link: string, summary = '') {
  const xml =
    `<entry><id>${escapeText(`${feed}#${key}`)}</id><title>${escapeText(title)}</title><updated>${at}</updated>` +
    `<link href="${escapeText(link)}"/><summary>${escapeText(summary)}</summary></entry>`;
  return { at, xml };
}

/** RFC 4287 */
function feedAnswer({ snapshots, sources }: RecentChanges, baseUrl: string): PageAnswer {
  const feed = `${baseUrl}/changes.atom`;
  const states = sources.map(({ at, key, title, state, reason }) =>
    entry(feed, at, `${key}-${at}`, `${title.en}: ${state}`, `${baseUrl}/sources/${key}`, reason),
  );
  const issued = snapshots.map(({ at, to, file, counts = {} }) => {
    const counted = Object.entries(counts).map(([what, number]) => `${what}: ${number}`);
    const path = file === undefined ? `${to.id}/index.json` : `${CHANGES_FOLDER}/${file.name}`;
    return entry(feed, at, to.id, `Snapshot ${to.id}`, `${baseUrl}/dumps/${path}`, counted.join(', '));
  });
  const entries = [...issued, ...states].toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const self = escapeText(feed);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>GND Links: changes</title><id>${self}</id><link rel="self" href="${self}"/>`,
    `<author><name>GND Links</name></author><updated>${entries[0]?.at ?? '1970-01-01T00:00:00Z'}</updated>`,
    ...entries.map(({ xml }) => xml),
    '</feed>\n',
  ];
  const contentType = 'application/atom+xml; charset=utf-8';
  return { contentType, body: Buffer.from(lines.join('\n')), cacheControl: CACHE };
}
