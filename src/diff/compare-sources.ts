/** What two snapshots say otherwise of their sources: new, gone, of another content, or only looked at again. */
import { isDeepStrictEqual } from 'node:util';
import type { Source } from '../model/source.ts';
import type { SourceDiff, SourceFacts } from './snapshot-diff.ts';

/** Those that differ, by key. */
export function compareSources(before: readonly Source[], after: readonly Source[]): readonly SourceDiff[] {
  const earlier = new Map(before.map((source) => [source.key, source]));
  const later = new Map(after.map((source) => [source.key, source]));
  return [...new Set([...earlier.keys(), ...later.keys()])].sort().flatMap((key) => {
    const [was, is] = [earlier.get(key), later.get(key)];
    if (isDeepStrictEqual(was, is)) return [];
    return [
      {
        key,
        change: changeOf(was, is),
        ...(was !== undefined && { before: factsOf(was) }),
        ...(is !== undefined && { after: factsOf(is) }),
      },
    ];
  });
}

function changeOf(was: Source | undefined, is: Source | undefined): SourceDiff['change'] {
  if (was === undefined) return 'new';
  if (is === undefined) return 'gone';
  if (was.import.sha256 !== is.import.sha256) return 'renewed';
  return isDeepStrictEqual({ ...was, observation: is.observation }, is) ? 'confirmed' : 'altered';
}

function factsOf({ observation, import: { accepted }, scope }: Source): SourceFacts {
  const { retrievedAt, checkedAt } = observation;
  return {
    ...(retrievedAt !== undefined && { retrievedAt }),
    ...(checkedAt !== undefined && { checkedAt }),
    accepted,
    links: scope.links,
  };
}
