/** Other names of an entity: those in Latin script first, other scripts folded. */
import { html, type Html, type Part } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { folded, foldedList, plainList, section } from './elements.ts';
import type { Entity } from './entity-facts.ts';
import { spelledWords } from '../../core/search/names/search-text.ts';
import { naturalName, PUNCTUATED, withoutFamily } from './titles.ts';
import texts from './texts/entity.json' with { type: 'json' };

/** Number of visible names; further ones are folded. */
const VISIBLE = 12;
const LATIN = /\p{Script=Latin}/u;
const LETTER = /\p{L}/u;

const isLatin = (name: string) => LATIN.test(name) || !LETTER.test(name);

/** @returns the names nearest to the title first, without those among the facts, such as short names */
export function otherNames(entity: Entity, { t, number, count, language }: Locale): Html | false {
  const { names = [], attributes } = entity;
  const { type, preferredName } = entity;
  const heading = naturalName(entity);
  const said = new Set<unknown>([...Object.values(attributes).flat(), preferredName, heading, withoutFamily(heading)]);
  const title = pairsOf(heading);
  const plain = (name: string) =>
    PUNCTUATED.has(type) ? withoutFamily(naturalName({ type, preferredName: name })) : name;
  const variantNames = [...new Set(entity.variantNames.map(plain))]
    .filter((name) => !said.has(name))
    .map((name) => [name, likeness(pairsOf(name), title)] as const)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name]) => name);
  if (variantNames.length === 0) return false;
  const languages = new Map(names.flatMap(({ value, lang }) => (lang === undefined ? [] : [[value, lang] as const])));
  const namesOfLanguages = new Intl.DisplayNames(language, { type: 'language' });
  const item = (name: string): Part => {
    const lang = languages.get(name);
    if (lang === undefined) return html`<bdi>${name}</bdi>`;
    return html`<bdi lang="${lang}">${name}</bdi> <span class="soft">${namesOfLanguages.of(lang)}</span>`;
  };
  const latin = variantNames.filter(isLatin).map(item);
  const other = variantNames.filter((name) => !isLatin(name)).map(item);
  const fold = { visible: VISIBLE, summary: (n: number) => count(n, texts.moreNames), className: 'names' };
  const counted = html`${t(texts.page.names)} <span class="count">${number(variantNames.length)}</span>`;
  return section(
    'names',
    counted,
    latin.length > 0 && foldedList(latin, fold),
    latin.length === 0
      ? foldedList(other, fold)
      : other.length > 0 && folded(count(other.length, texts.otherScripts), plainList(other, fold.className)),
  );
}

/** Pairs of neighbouring letters in the words of a name. */
function pairsOf(name: string): ReadonlySet<string> {
  return new Set(spelledWords(name).flatMap((word) => Array.from(word, (_, at) => word.slice(at, at + 2))));
}

/** The share of pairs that two names have in common, from 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return (2 * one.intersection(other).size) / Math.max(1, one.size + other.size);
}
