/** Checks what was loaded into a cluster against the header: the numbers of documents, and the hash over every answer. */
import { hash } from 'node:crypto';
import { inflateAnswer } from '../inflate-answer.ts';
import { type SnapshotHeader, UnusableSnapshot } from '../header.ts';
import { createContentHasher } from '../sqlite/checksum.ts';
import { type Client, type Hits, whole } from './client.ts';
import type { RecordDocument } from './documents.ts';

/** Documents that are read at a time, some two megabytes. */
const PAGE = 2_000;
const TIMEOUT = 120_000;

export async function countDocuments({ ask }: Client, index: string): Promise<number> {
  await ask('POST', `/${index}/_refresh`, { timeout: TIMEOUT });
  const { count } = await ask<{ count: number }>('GET', `/${index}/_count`, { timeout: TIMEOUT });
  return count;
}

/** Reads every answer, redirect and deletion back. @throws UnusableSnapshot when they are not those of the header */
export async function verifyContent(
  client: Client,
  index: string,
  header: SnapshotHeader,
  advance: (documents: number) => void,
): Promise<void> {
  const content = createContentHasher();
  for await (const page of recordPages(client, index)) {
    for (const { id, answer, target, successors } of page) {
      if (answer !== undefined) content.entity(hash('sha256', inflateAnswer(Buffer.from(answer, 'base64')), 'buffer'));
      else if (target !== undefined) content.redirect(id, target);
      else content.deletion(id, successors ?? '');
    }
    advance(page.length);
  }
  const found = content.digest();
  if (found !== header.contentHash)
    throw new UnusableSnapshot(
      `the answers in ${index} have hash ${found}, but the header states ${header.contentHash}`,
    );
}

/** By identifier, ascending; one page is asked for while the one before is looked at. */
async function* recordPages({ ask }: Client, index: string): AsyncIterable<readonly RecordDocument[]> {
  const read = async (after: number) => {
    const body = {
      size: PAGE,
      query: { range: { id: { gt: after } } },
      sort: [{ id: 'asc' }],
      track_total_hits: false,
    };
    const query = { allow_partial_search_results: false };
    const { hits } = whole(
      await ask<Hits<RecordDocument>>('POST', `/${index}/_search`, { body, query, timeout: TIMEOUT }),
    );
    return hits.map(({ _source }) => _source);
  };
  for (let next = read(-1); ;) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    next = read(last.id);
    next.catch(() => undefined);
    yield page;
  }
}
