/** The parts of a generated set, each of which can be written on its own, and what is known of it afterwards. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ListTally, printList } from './beacon.ts';
import { createCorpus } from './entity.ts';
import { ENTITY_FACTS_FILE, printEntityFacts } from './entity-facts.ts';
import { DUMP_FILES, printDump } from './jsonld.ts';
import { type Kind, KINDS } from './kinds.ts';
import { LINK_LISTS } from './link-lists.ts';
import { writePieces, type Written } from './output.ts';

export const PARTS = [...KINDS, 'entity-facts', 'beacon'] as const;
export type Part = (typeof PARTS)[number];

export interface Settings {
  readonly entities: number;
  readonly seed: number;
  /** Records in a chunk of the dumps. */
  readonly chunk: number;
  readonly out: string;
}

/** What a file holds, by its name. */
export type Files = Readonly<Record<string, Written & ({ readonly records: number } | ListTally)>>;

/** Writes a part into the folder, which is made if need be. */
export async function writePart(part: Part, { entities, seed, chunk, out }: Settings): Promise<Files> {
  mkdirSync(out, { recursive: true });
  const corpus = createCorpus(seed, entities);
  if (part === 'beacon') {
    const files: Record<string, Files[string]> = {};
    for (const [number, list] of LINK_LISTS.entries()) {
      const tally: ListTally = { lines: 0, strangers: 0, merged: 0, malformed: 0 };
      const written = await writePieces(join(out, `${list.key}.txt`), printList(corpus, number, tally));
      files[`${list.key}.txt`] = { ...tally, ...written };
    }
    return files;
  }
  if (part === 'entity-facts') {
    const tally = { records: 0 };
    const written = await writePieces(join(out, ENTITY_FACTS_FILE), printEntityFacts(corpus, tally));
    return { [ENTITY_FACTS_FILE]: { ...tally, ...written } };
  }
  const written = await writePieces(join(out, DUMP_FILES[part]), printDump(corpus, part, chunk));
  return { [DUMP_FILES[part]]: { records: corpus.counts[part], ...written } };
}

/** The files of a part. */
export function filesOf(part: Part): readonly string[] {
  if (part === 'beacon') return LINK_LISTS.map(({ key }) => `${key}.txt`);
  return [part === 'entity-facts' ? ENTITY_FACTS_FILE : DUMP_FILES[part satisfies Kind]];
}
