/** Puts the history of sources and collections into words, for pages, reports and feeds. */
import type { Collection, Source, SourceEvent } from '../../core/model/source.ts';
import { labelOf, type Locale } from '../../shared/http/locale.ts';
import texts from './texts/keeper.json' with { type: 'json' };

interface News {
  /** Permanent identifier, unique within the source or collection. */
  readonly id: string;
  /** RFC 3339 instant. */
  readonly at: string;
  readonly kind: SourceEvent['kind'] | 'dead' | 'alive';
  readonly title: string;
  /** Reason that the plausibility check gives, as an English sentence. */
  readonly reason?: string;
}

/** News of a source, newest first. */
export function newsOfSource({ observation }: Source, { t }: Locale): readonly News[] {
  return (observation.events ?? []).map((event) => {
    const { at, kind, ...values } = event;
    const [reason, numbers] = 'reason' in event ? [event.reason, {}] : [undefined, values];
    const title = t(labelOf(texts.events, kind), numbers as Readonly<Record<string, number>>);
    return { id: `${kind}-${at}`, at, kind, title, ...(reason !== undefined && { reason }) };
  });
}

/** When the collection died or came back, newest first. */
export function newsOfCollection({ key, label, health }: Collection, { t }: Locale): readonly News[] {
  const turns = health?.turns ?? [];
  return turns.toReversed().map(({ day, dead }) => {
    const kind = dead ? 'dead' : 'alive';
    return { id: `${kind}-${key}-${day}`, at: `${day}T00:00:00Z`, kind, title: t(texts.events[kind], { label }) };
  });
}

export const byTime = (a: News, b: News): number => (a.at < b.at ? 1 : Number(a.at > b.at) * -1);
