/** The sources that assert the links of an entity: who they are, how old they are, whom to tell of a mistake. */
import type { SourcesAnswer } from '../api/register-schemas.ts';
import type { LinksAnswer } from '../api/schemas.ts';
import type { PageRequest } from '../http/page.ts';
import type { Label } from '../model/entity.ts';
import { externalLink } from './external-link.ts';
import { foldedList } from './folded-list.ts';
import { html, type Html } from './html.ts';
import { dayIn, inLanguage, linkTo, type Speech } from './language.ts';
import { counted, fill } from './phrase.ts';

type Source = SourcesAnswer['sources'][number];
export type Sources = ReadonlyMap<string, Source>;

/** For so many milliseconds the register of one snapshot is not asked for again; its dates change once a day. */
const KEPT = 60_000;

/** The register by key, remembered: it is large, and every entity needs it. */
export function createSourceRegister(now: () => number = Date.now) {
  let known: { readonly snapshot: string; readonly until: number; readonly sources: Sources } | undefined;
  return async (snapshot: string, ask: PageRequest['ask']): Promise<Sources> => {
    if (known?.snapshot === snapshot && now() < known.until) return known.sources;
    const { status, body } = await ask('/api/v1/sources');
    if (status !== 200) return new Map();
    const sources = new Map((body as SourcesAnswer).sources.map((source) => [source.key, source]));
    known = { snapshot, until: now() + KEPT, sources };
    return sources;
  };
}

const TEXT = {
  stated: { de: 'Stand {date}', en: 'as of {date}' },
  observed: { de: 'unverändert seit {date}', en: 'unchanged since {date}' },
  stale: { de: 'veraltet', en: 'out of date' },
  held: { de: 'neue Fassung zurückgehalten', en: 'newer copy held back' },
  failing: { de: 'nicht mehr abrufbar', en: 'cannot be fetched' },
  report: { de: 'Falschen Verweis melden', en: 'Report a wrong link' },
  explain: {
    de: 'Verweise werden von diesen Quellen übernommen, nicht geändert. Fehler lassen sich dort berichtigen.',
    en: 'Links are taken from these sources unchanged. Mistakes are corrected there.',
  },
} as const satisfies Record<string, Label>;

const LINKS = {
  one: { de: '{n} Verweis auf dieser Seite', en: '{n} link on this page' },
  many: { de: '{n} Verweise auf dieser Seite', en: '{n} links on this page' },
} as const;
const MORE = {
  one: { de: '{n} weitere Quelle', en: '{n} more source' },
  many: { de: '{n} weitere Quellen', en: '{n} more sources' },
} as const;
/** So many are shown at once. */
const VISIBLE = 6;
const AGE = {
  one: { de: '{n} Tag alt', en: '{n} day old' },
  many: { de: '{n} Tage alt', en: '{n} days old' },
} as const;

/** `Kalliope, Stand 13.10.2026`: by whom a link is asserted. */
export function createAttribution(sources: Sources, speech: Speech): (keys: readonly string[]) => Html {
  const known = new Map<string, Html>();
  const one = (key: string) => {
    const made = known.get(key) ?? attribution(key, sources.get(key), speech);
    known.set(key, made);
    return made;
  };
  return (keys) => html`${keys.map((key, index) => html`${index > 0 && ' · '}${one(key)}`)}`;
}

function attribution(key: string, source: Source | undefined, speech: Speech): Html {
  const title = source === undefined ? key : inLanguage(source.title, speech);
  const link = html`<a href="${linkTo(`/sources/${encodeURIComponent(key)}`, speech)}">${title}</a>`;
  return source === undefined ? link : html`${link}, ${dateOf(source, speech)}`;
}

function dateOf({ freshness }: Source, speech: Speech): string {
  const { declaredDate, observedSince } = freshness;
  const text = declaredDate === undefined ? TEXT.observed : TEXT.stated;
  return fill(text, { date: dayIn(declaredDate ?? observedSince ?? '', speech) }, speech);
}

/** Every source of the page once, the busiest first. */
export function sourceList(categories: LinksAnswer['links']['categories'], sources: Sources, speech: Speech): Html {
  const counts = new Map<string, number>();
  for (const { items } of categories) {
    for (const key of items.flatMap(({ assertedBy }) => assertedBy)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return html`<p class="soft">${inLanguage(TEXT.explain, speech)}</p>
    ${foldedList(
      sorted.map(([key, count]) => sourceItem(key, sources.get(key), count, speech)),
      { visible: VISIBLE, className: 'source-list', summary: (n) => counted(n, MORE, speech) },
    )}`;
}

function sourceItem(key: string, source: Source | undefined, count: number, speech: Speech): Html {
  const { state = 'fresh', ageDays } = source?.freshness ?? {};
  const homepage = source?.origin.homepage;
  return html`${attribution(key, source, speech)}
    ${ageDays !== undefined && html`<span class="soft">(${counted(ageDays, AGE, speech)})</span>`}
    ${state !== 'fresh' && html` <span class="badge warn">${inLanguage(TEXT[state], speech)}</span>`}
    <div class="soft">
      ${counted(count, LINKS, speech)}
      ${homepage !== undefined && html` · ${externalLink(homepage, inLanguage(TEXT.report, speech))}`}
    </div>`;
}
