/** Related entities of which only the identifiers are known, and where their names are. */
import { referenceOf } from '../../core/model/entity.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { externalLink, filled, gndRecords, MAX_RECORDS, recordLink } from './elements.ts';
import texts from './texts/entity.json' with { type: 'json' };

type Value = LinksAnswer['entity']['attributes'][string][number];

const TEXT = texts.facts.page;

/** Whether only the identifier of a related entity is known. */
export const isNameless = (value: Value) => referenceOf(value) !== undefined && referenceOf(value)?.label === undefined;

export const namelessIn = (values: readonly Value[]): readonly string[] =>
  values.filter(isNameless).flatMap((value) => referenceOf(value)?.gnd ?? []);

interface Elsewhere {
  /** The page of the group, which has the names if they are too many for one search. */
  readonly page: string;
  /** Whether other entities of the group are named before. */
  readonly isMore: boolean;
}

/** A link to the name of the only identifier, or to the names of all. */
export function namesElsewhere(
  nameless: readonly string[],
  { page, isMore }: Elsewhere,
  { t, link }: Locale,
): Html | undefined {
  const [first, ...others] = nameless;
  if (first === undefined) return undefined;
  const inWords = () => {
    if (others.length === 0) return filled(t(TEXT.nameAtDnb), recordLink(first));
    const text = t(isMore ? TEXT.more : TEXT.entries, { n: nameless.length });
    if (nameless.length > MAX_RECORDS) return html`<a href="${link(page)}">${text}</a>`;
    return filled(t(TEXT.namesAtLobid), externalLink(gndRecords(nameless), text));
  };
  return isMore ? filled(t(TEXT.and), inWords()) : inWords();
}
