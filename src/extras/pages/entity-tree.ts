/** The hierarchy of a term: the broader terms above it, and the narrower terms below it. */
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import type { GndId } from '../../core/model/gnd-id.ts';
import { readAnswer } from '../../core/snapshot/stored-answer.ts';
import { type Inbound, INBOUND_GROUPS } from '../../core/search/inbound.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { section } from './elements.ts';
import { type Entity, type NamedReference, namedReferences } from './entity-facts.ts';
import { relationsPath } from './entity-relations.ts';
import texts from './texts/entity.json' with { type: 'json' };

/** Number of levels above a term; each level costs reading a record. */
const LEVELS = 3;

/** Levels of broader terms, the nearest first. Further levels follow only the first term of the level before. */
export async function broaderTerms(entity: Entity, store: Store): Promise<readonly (readonly NamedReference[])[]> {
  const levels: (readonly NamedReference[])[] = [];
  const seen = new Set<string>([entity.gnd]);
  let current: Entity | undefined = entity;
  while (current !== undefined && levels.length < LEVELS) {
    const terms = namedReferences(current.attributes, INBOUND_GROUPS.narrower).filter(({ gnd }) => !seen.has(gnd));
    const [first] = terms;
    if (first === undefined) break;
    for (const { gnd } of terms) seen.add(gnd);
    levels.push(terms);
    const found = await store.entity(first.gnd as GndId);
    current = found === undefined || !('answer' in found) ? undefined : readAnswer(found.answer).entity;
  }
  return levels;
}

export function termTree(
  { gnd: own, preferredName, displayName = preferredName }: Entity,
  levels: readonly (readonly NamedReference[])[],
  inbound: readonly Inbound[],
  locale: Locale,
): Html | false {
  const narrower = inbound.find(({ group }) => group === 'narrower');
  if (levels.length === 0 && narrower === undefined) return false;
  const { t, link } = locale;
  const term = ({ gnd, name: label }: NamedReference) =>
    html`<a href="${link(`/gnd/${encodeURIComponent(gnd)}`)}"><bdi>${label}</bdi></a>`;
  const below = (narrower?.cards ?? []).map(({ gnd, displayName, preferredName }) =>
    html`<li>${term({ gnd, name: displayName ?? preferredName })}</li>`); // prettier-ignore
  const center = html`<li>
    <b><bdi>${displayName}</bdi></b>
    ${
      below.length > 0 &&
      html`<ul>
        ${below}${narrower?.isCut === true && html`<li><a href="${link(relationsPath(own, 'narrower'))}">${t(texts.relations.page.more)}</a></li>`}
      </ul>`
    }
  </li>`;
  // From the nearest level outwards: each level encloses the tree below it.
  const tree = levels.reduce<Html>(
    (inner, terms) =>
      html`<li>
        ${terms.map((one, at) => html`${at > 0 && ' · '}${term(one)}`)}
        <ul>
          ${inner}
        </ul>
      </li>`,
    center,
  );
  return section('tree', t(texts.page.tree), html`<ul class="tree">${tree}</ul>`); // prettier-ignore
}
