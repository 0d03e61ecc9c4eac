/** The neighbours of an entity: other works of the same author, other terms with the same broader term. */
import { html, type Html } from '../../core/http/html.ts';
import type { Locale } from '../../core/http/locale.ts';
import type { GndId } from '../../core/model/gnd-id.ts';
import { type Inbound, INBOUND_GROUPS } from '../../core/search/inbound.ts';
import type { Store } from '../../core/snapshot/store.ts';
import { section } from './elements.ts';
import { remarkIn } from './entity-dates.ts';
import { type Entity, type NamedReference, namedReferences } from './entity-facts.ts';
import { relationsPath } from './entity-relations.ts';
import texts from './texts/entity.json' with { type: 'json' };

const TEXT = texts.page;
/** Number of neighbours. One more is requested, because the entity itself is among them. */
const SHOWN = 6;

/** For each type with neighbours: attributes that name the shared entity, and the group of relations to that entity. */
const SHARED = {
  Work: {
    // Attributes that name the author of a work; artists and contributors only took part in it.
    keys: INBOUND_GROUPS.works.filter((key) => key !== 'artist' && key !== 'contributor'),
    group: 'works',
    title: TEXT.sameAuthor,
  },
  SubjectHeading: {
    keys: INBOUND_GROUPS.narrower,
    group: 'narrower',
    title: TEXT.sameTerm,
  },
} as const;

export interface Neighbours {
  /** The entity that all neighbours refer to. */
  readonly shared: NamedReference;
  readonly kind: keyof typeof SHARED;
  readonly cards: Inbound['cards'];
  readonly isCut: boolean;
}

/** @returns undefined where there are none */
export async function neighboursOf(
  { gnd: own, type, attributes }: Entity,
  store: Store,
): Promise<Neighbours | undefined> {
  if (type !== 'Work' && type !== 'SubjectHeading') return undefined;
  const { keys, group } = SHARED[type];
  const [shared] = namedReferences(attributes, keys);
  if (shared === undefined) return undefined;
  const found = (await store.inbound(shared.gnd as GndId, SHOWN + 1)).find((one) => one.group === group);
  const cards = (found?.cards ?? []).filter(({ gnd }) => gnd !== own);
  if (cards.length === 0) return undefined;
  return { shared, kind: type, cards: cards.slice(0, SHOWN), isCut: found?.isCut === true || cards.length > SHOWN };
}

export function neighbourSection({ shared, kind, cards, isCut }: Neighbours, locale: Locale): Html {
  const { t, link } = locale;
  const { group, title } = SHARED[kind];
  const items = cards.map(
    ({ gnd, displayName, preferredName, description }) =>
      html`<li>
        <a href="${link(`/gnd/${encodeURIComponent(gnd)}`)}"><bdi>${displayName ?? preferredName}</bdi></a>
        ${description !== undefined && description !== shared.name && html`<small class="soft" lang="de"><bdi>${remarkIn(description, locale)}</bdi></small>`}
      </li>`,
  );
  return section(
    'neighbours',
    t(title, { name: shared.name }),
    html`<ul class="plain-list neighbours">
      ${items}
    </ul>`,
    isCut && html`<p><a href="${link(relationsPath(shared.gnd, group))}">${t(texts.relations.page.more)}</a></p>`,
  );
}
