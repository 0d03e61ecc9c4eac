/** Checks what was loaded into a cluster against the header: the numbers of documents, and the hash over every answer. */
import { hash } from 'node:crypto';
import { UnusableSnapshot } from '../header.ts';
import { inflateAnswer } from '../inflate-answer.ts';
import { createContentHasher } from '../sqlite/checksum.ts';
import { type Ask, LONG, searchAll } from './client.ts';
import type { RecordDocument } from './documents.ts';

/** Documents that are read at a time, some two megabytes. */
const PAGE = 2_000;

/** Undefined where there is no index. */
export async function countDocuments(ask: Ask, index: string): Promise<number | undefined> {
  await ask('POST', `/${index}/_refresh`, { timeout: LONG, may: 404 });
  return (await ask<{ count?: number }>('GET', `/${index}/_count`, { timeout: LONG, may: 404 })).count;
}

/** Reads every answer, redirect and deletion back. @throws UnusableSnapshot when they are not those of the header: then they are removed, to be written anew */
export async function verifyContent(ask: Ask, index: string, stated: string, advance: (documents: number) => void) {
  const content = createContentHasher();
  for await (const page of recordPages(ask, index)) {
    for (const { id, answer, target, successors } of page) {
      if (answer !== undefined) content.entity(hash('sha256', inflateAnswer(Buffer.from(answer, 'base64')), 'buffer'));
      else if (target !== undefined) content.redirect(id, target);
      else content.deletion(id, successors ?? '');
    }
    advance(page.length);
  }
  const found = content.digest();
  if (found === stated) return;
  await ask('DELETE', `/${index}`);
  throw new UnusableSnapshot(`the answers in ${index} have hash ${found}, but the header states ${stated}`);
}

/** By identifier, ascending; one page is asked for while the one before is looked at. */
async function* recordPages(ask: Ask, index: string): AsyncIterable<readonly RecordDocument[]> {
  const read = async (after: number) => {
    const body = { size: PAGE, query: { range: { id: { gt: after } } }, sort: ['id'], track_total_hits: false };
    const [found] = await searchAll<RecordDocument>(ask, [{ index, body }], LONG);
    return found?.hits.map(({ _source }) => _source) ?? [];
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
