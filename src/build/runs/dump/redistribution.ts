/** The data that dumps may contain: answers without the links that only restricted sources assert. */
import type { LinksAnswer } from '../../../core/snapshot/links-answer.ts';
import { isRedistributable, licenceName, type Source } from '../../../core/model/source.ts';
import { UnusableSnapshot } from '../../../core/snapshot/header.ts';
import type { Snapshot } from '../../../core/snapshot/store.ts';
import { parseAnswer } from '../../../core/snapshot/stored-answer.ts';

/**
 * A line of `answers.jsonl`: the body of `/links` without the parts that depend on a request. Its totals are those of the
 * interface; `leftOut` is the number of links that are not in the line.
 */
export type DumpedAnswer = Omit<LinksAnswer, 'requested' | 'redirectedFrom' | 'links'> & {
  readonly links: LinksAnswer['links'] & { readonly leftOut: number };
};
export type DumpedLink = LinksAnswer['links']['categories'][number]['items'][number];

/** A dump would have records that must not be redistributed. */
export class NotRedistributable extends UnusableSnapshot {}

/**
 * Sources that the operator has not released and whose licence is unknown or forbids redistribution.
 * @throws NotRedistributable when such a source has records, because parts of records cannot be left out
 */
export function restrictedSources({ sources }: Snapshot): readonly Source[] {
  const restricted = sources.filter((source) => !isRedistributable(source));
  const records = restricted.find(({ kind, import: { accepted } }) => kind !== 'links' && accepted > 0);
  if (records === undefined) return restricted;
  throw new NotRedistributable(
    `the licence of ${records.key} (${records.licence.statement}) does not permit redistribution of its records; ` +
      'if its publisher permits it, set redistributable: true in the register',
  );
}

/** Names of the licences of sources, sorted. */
export const licencesOf = (sources: readonly Source[]): readonly string[] =>
  [...new Set(sources.map(({ licence }) => licenceName(licence)))].sort();

export interface Redistributed {
  readonly answer: DumpedAnswer;
  /** The answer as compact JSON. */
  readonly text: string;
}

/**
 * Leaves out links that only restricted sources assert. A link that other sources also assert keeps its address and the
 * keys of these sources, but loses its number of hits and its note, which may be from a restricted source.
 * @param restricted keys of sources
 * @returns a function of the inflated answer
 */
export function createRedistribution(restricted: ReadonlySet<string>): (body: Buffer) => Redistributed {
  const isRestricted = (key: string) => restricted.has(key);

  function redistributedLink(link: DumpedLink): readonly DumpedLink[] {
    if (!link.assertedBy.some(isRestricted)) return [link];
    const assertedBy = link.assertedBy.filter((key) => !isRestricted(key));
    const { url, collection, label, relation } = link;
    return assertedBy.length === 0 ? [] : [{ url, collection, label, relation, assertedBy }];
  }

  function withoutRestricted(answer: DumpedAnswer): DumpedAnswer {
    const categories = answer.links.categories.map((category) => ({
      ...category,
      items: category.items.flatMap(redistributedLink),
    }));
    const { total } = answer.links;
    const leftOut = total - categories.reduce((sum, { items }) => sum + items.length, 0);
    const links = { total, leftOut, categories };
    if (leftOut === 0) return { ...answer, links };
    const left = new Set(categories.flatMap(({ items }) => items.map(({ url }) => url)));
    const conflicts = answer.conflicts
      .map(({ collection, urls }) => ({ collection, urls: urls.filter((url) => left.has(url)) }))
      .filter(({ urls }) => urls.length > 1);
    return { ...answer, conflicts, links };
  }

  return (body) => {
    const text = body.toString();
    const { requested, links: stored, ...others } = parseAnswer(body);
    const { total, categories } = stored;
    const answer: DumpedAnswer = { ...others, links: { total, leftOut: 0, categories } };
    const isAffected =
      restricted.size > 0 &&
      categories.some(({ items }) => items.some(({ assertedBy }) => assertedBy.some(isRestricted)));
    if (!isAffected) {
      // Texts contain only escaped quotation marks, so the patterns match nothing but the members.
      const stated = text
        .replace(`,"requested":"${requested}"`, '')
        .replace(`"links":{"total":${total},`, `"links":{"total":${total},"leftOut":0,`);
      return { answer, text: stated };
    }
    const redistributed = withoutRestricted(answer);
    return { answer: redistributed, text: JSON.stringify(redistributed) };
  };
}
