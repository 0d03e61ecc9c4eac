/** A search for works by the name of a person finds works that have this name; a link leads to those that the person made. */
import type { SearchPage } from '../../core/search/search.ts';
import { MATCH_CLASSES } from '../../core/search/tuning.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { relationsPath } from './entity-relations.ts';
import type { ResultsQuery } from './results-query.ts';
import { naturalName } from './titles.ts';
import texts from './texts/results.json' with { type: 'json' };

/** @param first hits of all types @returns false unless works are searched for and the words are a name or the surname of a person who has some */
export async function worksOfPerson(
  { type }: ResultsQuery,
  first: SearchPage['items'],
  store: Pick<Store, 'relations'>,
  { t, link }: Locale,
): Promise<Html | false> {
  const person = first.find((hit) => hit.type === 'Person' && hit.score >= MATCH_CLASSES.surname.score);
  if (!type.includes('Work') || person === undefined) return false;
  const { gnd } = person;
  const [works] = await store.relations(gnd, ['works'], { limit: 1, offset: 0 });
  if (works === undefined || works.total === 0) return false;
  const label = t(texts.page.worksOf, { name: naturalName(person), n: works.total });
  return html`<p><a href="${link(relationsPath(gnd, 'works'))}">${label}</a></p>`;
}
