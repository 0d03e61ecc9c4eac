/** The hash of what a snapshot holds, whatever the files look like; `docs/snapshot-format.md` defines it. */
import { createHash, type Hash } from 'node:crypto';

export interface ContentHasher {
  /** @param digest SHA-256 of the answer, uncompressed; in order of the identifiers */
  entity(digest: Uint8Array): void;
  redirect(from: number, to: number): void;
  /** @param successors JSON list */
  deletion(id: number, successors: string): void;
  digest(): string;
}

export function createContentHasher(): ContentHasher {
  const answers = createHash('sha256');
  const redirects = createHash('sha256');
  const deletions = createHash('sha256');
  const line = (hash: Hash, text: string) => hash.update(`${text}\n`);
  return {
    entity: (digest) => void answers.update(digest),
    redirect: (from, to) => void line(redirects, `${from} ${to}`),
    deletion: (id, successors) => void line(deletions, `${id} ${successors}`),
    digest: () =>
      createHash('sha256').update(answers.digest()).update(redirects.digest()).update(deletions.digest()).digest('hex'),
  };
}
