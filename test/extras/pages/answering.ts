/** Requests a page without a server; the test supplies the answers of the interface. */
import type { Answer, Context, Door } from '../../../src/core/http/door.ts';
import { doors as siteDoors } from '../../../src/extras/pages/site.ts';
import type { Store } from '../../../src/core/snapshot/store.ts';
import { SOURCES } from '../../core/api/fixture.ts';
import { askDoor, textOf } from '../../core/http/ask-door.ts';
import { readPage } from './reading.ts';

export const createSite = (): readonly Door[] => siteDoors({ release: '1.2.3' });
const site = createSite();

/** A store without data beyond the interface. */
const STORE = {
  snapshot: { sources: SOURCES, collections: [], counts: { entities: 10_000_000 } },
  notes: async () => undefined,
  namesakes: async () => [],
  relations: async () => [],
} as unknown as Store;

/** @param target path and query of a GET, e.g. `/problems/not-found?lang=en` @param doors pages, by default all */
export async function answerOf(
  target: string,
  context: Partial<Context> = {},
  doors = site,
): Promise<Answer & { readonly page: ReturnType<typeof readPage> }> {
  const answer = await askDoor(doors, target, { store: STORE, ...context });
  if ('kind' in answer) throw new Error(`${target} is refused: ${answer.code}`);
  return { ...answer, page: readPage(textOf(answer)) };
}
