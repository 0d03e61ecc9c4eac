/** Compares a list with its register entry: #NAME and targets of the list with the registered collection. */
import type { Target } from '../addresses/target.ts';
import type { Statement } from '../readers/reader.ts';
import { type Curation, OTHER_COLLECTION } from './curation.ts';
import type { RegisteredSource } from './register.ts';

/** Share of the links that a collection needs to count as the collection of the list. */
const MAJORITY = 0.5;
/** Largest number of hosts that are counted; a list with more of them does not lead into a single collection. */
const MAX_HOSTS = 1_000;
/** Words that the name of any list may contain. */
const COMMON =
  /^(?:gnd|pnd|beacon|personen|persons|datenbank|database|register|links?|list|liste|the|und|and|der|die|das|des|von|in|im|zu|zur|of|at|de|org|net|com|www|https?)$/;

export function createListCheck(
  source: Pick<RegisteredSource, 'collection'>,
  curation: Pick<Curation, 'collections' | 'target'>,
) {
  const byCollection = new Map<string, number>();
  const byHost = new Map<string, number>();
  let links = 0;
  let name: string | undefined;

  function addLink({ host, collection }: Pick<Target, 'host' | 'collection'>): void {
    links += 1;
    if (collection !== undefined) increment(byCollection, collection);
    else if (byHost.has(host) || byHost.size < MAX_HOSTS) increment(byHost, host);
  }

  return {
    /** Takes a statement of the list, in order; ignores all but the header and links. */
    add(statement: Statement): void {
      if (statement.kind === 'header') name = statement.fields['NAME'];
      const target = statement.kind === 'link' ? curation.target(statement.url) : undefined;
      if (target !== undefined) addLink(target);
    },
    /** Takes a link by its target. */
    addLink,
    /** Contradictions between register and list, in sentences for the operator; none for a list without links. */
    contradictions(): readonly string[] {
      const registered = source.collection;
      if (links === 0 || registered === undefined || registered === OTHER_COLLECTION) return [];
      const [commonest, count] = mostOf(byCollection);
      if (commonest !== undefined && commonest !== registered && count >= MAJORITY * links)
        return [
          `Most links (${count} of ${links}) lead to addresses of collection ${commonest}, but the register names ${registered}.`,
        ];
      if ((byCollection.get(registered) ?? 0) >= MAJORITY * links) return [];
      const { label, homepage = '' } = curation.collections.get(registered) ?? { label: registered };
      const registeredWords = wordsOf(`${label} ${registered} ${homepage}`);
      const host = mostOf(byHost)[0] ?? '';
      const named = name === undefined || overlap(wordsOf(name), registeredWords);
      if (named || overlap(wordsOf(host), registeredWords)) return [];
      return [
        `The list calls itself “${name}” and leads to ${host || 'other collections'}; the register says it is ${label}.`,
      ];
    },
  };
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostOf(counts: ReadonlyMap<string, number>): readonly [key: string | undefined, count: number] {
  return [...counts].sort(([, a], [, b]) => b - a)[0] ?? [undefined, 0];
}

/** The words of a text in lower case and without accents. Omits {@link COMMON} words and words of up to two letters. */
function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\d]+/u).filter((word) => word.length > 2 && !COMMON.test(word));
}

/** Whether a word contains a word of the other text: "literaturtirol" contains "tirol". */
function overlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.some((other) => one.includes(other) || other.includes(one)));
}
