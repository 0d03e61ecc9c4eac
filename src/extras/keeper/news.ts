/** Puts the history of sources and collections into words, for pages, reports and feeds. */
import type { Collection, Source, SourceEvent, SourceObservation } from '../../core/model/source.ts';
import type { Label } from '../../core/model/entity.ts';
import { entryOf, labelOf, type Language, type Locale } from '../../shared/http/locale.ts';
import texts from './texts/keeper.json' with { type: 'json' };
import reasons from './texts/reasons.json' with { type: 'json' };

/** A sentence with its language: English where there are no words for it in the language of the page. */
export interface Wording {
  readonly text: string;
  readonly language: Language;
}

type Problem = NonNullable<SourceObservation['problem']>;

/** Why a copy was not used, in the language of the page if there are words for it. */
export function reasonIn({ code = '', reason }: Pick<Problem, 'code' | 'reason'>, { t, language }: Locale): Wording {
  const [kind = '', status = ''] = code.split('_');
  const words = entryOf<Label>(reasons.problems, code) ?? entryOf<Label>(reasons.problems, kind);
  return words === undefined ? { text: reason, language: 'en' } : { text: t(words, { status }), language };
}

interface News {
  /** Permanent identifier, unique within the source or collection. */
  readonly id: string;
  /** RFC 3339 instant. */
  readonly at: string;
  readonly kind: SourceEvent['kind'] | 'dead' | 'alive';
  readonly title: string;
  /** Why a copy was not used. */
  readonly reason?: Wording;
}

function newsOfSource({ observation }: Source, locale: Locale): readonly News[] {
  return (observation.events ?? []).map((event) => {
    const { at, kind, ...numbers } = event;
    const title = locale.t(labelOf(texts.events, kind), numbers as Readonly<Record<string, number>>);
    return { id: `${kind}-${at}`, at, kind, title, ...('reason' in event && { reason: reasonIn(event, locale) }) };
  });
}

/** When the collection died or came back. */
function newsOfCollection({ key, label, health }: Collection, { t }: Locale): readonly News[] {
  const turns = health?.turns ?? [];
  return turns.map(({ day, dead }) => {
    const kind = dead ? 'dead' : 'alive';
    return { id: `${kind}-${key}-${day}`, at: `${day}T00:00:00Z`, kind, title: t(texts.events[kind], { label }) };
  });
}

const byTime = (a: News, b: News): number => (a.at < b.at ? 1 : Number(a.at > b.at) * -1);

/** News of a source and of the collections that its links lead into, newest first. */
export function newsOf(source: Source, collections: readonly Collection[], locale: Locale): readonly News[] {
  const own = collections.filter(({ key }) => source.scope.collections.includes(key));
  return [...newsOfSource(source, locale), ...own.flatMap((one) => newsOfCollection(one, locale))].toSorted(byTime);
}
