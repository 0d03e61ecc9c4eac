/** Makes the documents of pages, and makes each only once: who gets the same object may keep its compressed forms. */
import type { PageAnswer } from './page.ts';

/**
 * @param state what the document depends on; the last answer is given again until it changes
 * @param make gets that state
 */
export function remembered(state: () => string, make: (state: string) => PageAnswer): () => PageAnswer {
  let last: { readonly state: string; readonly answer: PageAnswer } | undefined;
  return () => {
    const current = state();
    if (last?.state !== current) last = { state: current, answer: make(current) };
    return last.answer;
  };
}

/** A document in plain text. */
export function plainText(text: string, cacheControl: string): PageAnswer {
  return { contentType: 'text/plain; charset=utf-8', body: Buffer.from(text), shared: true, cacheControl };
}
