/** What the page of results says, in both languages. */
import type { Label } from '../model/entity.ts';

export const TEXT = {
  title: { de: 'Suche', en: 'Search' },
  titleOf: { de: 'Suche: {q}', en: 'Search: {q}' },
  intro: {
    de: 'Gesucht wird in allen Namen der GND-Entitäten, auch nach GND-Nummern und nach Kennungen oder Adressen, auf die verwiesen wird.',
    en: 'The search covers all names of GND entities, GND identifiers, and identifiers or addresses that are linked to.',
  },
  results: { de: 'Ergebnisse', en: 'Results' },
  filter: { de: 'Nach Art einschränken', en: 'Narrow by type' },
  all: { de: 'Alle', en: 'All' },
  approximate: { de: 'Keine genauen Treffer; ähnliche Schreibungen:', en: 'No exact matches; similar spellings:' },
  range: { de: 'Angezeigt: {from}–{to}', en: 'Showing {from}–{to}' },
  noHits: { de: 'Kein Treffer', en: 'No match' },
  noHitsFor: { de: 'Zu „{q}“ wurde nichts gefunden.', en: 'Nothing was found for “{q}”.' },
  withoutFilter: { de: 'Ohne Einschränkung nach Art suchen', en: 'Search without narrowing by type' },
  beyond: { de: 'So weit reichen die Ergebnisse nicht.', en: 'The results do not reach that far.' },
  firstPage: { de: 'Zur ersten Seite', en: 'To the first page' },
  more: {
    de: 'Angezeigt werden höchstens 1.000 Treffer. Mit weiteren Wörtern, einem Jahr oder einer Art lässt sich die Suche eingrenzen.',
    en: 'At most 1,000 matches are shown. More words, a year or a type narrow the search.',
  },
  pages: { de: 'Ergebnisseiten', en: 'Pages of results' },
  page: { de: 'Seite', en: 'Page' },
  previous: { de: 'Zurück', en: 'Previous' },
  next: { de: 'Weiter', en: 'Next' },
  undifferentiated: { de: 'nicht individualisiert', en: 'undifferentiated' },
  foundBy: { de: 'Gefunden über:', en: 'Found by:' },
} as const satisfies Record<string, Label>;

export const TOTALS = {
  exact: { one: { de: '{n} Treffer', en: '{n} match' }, many: { de: '{n} Treffer', en: '{n} matches' } },
  atLeast: {
    one: { de: 'Mindestens {n} Treffer', en: 'At least {n} match' },
    many: { de: 'Mehr als {n} Treffer', en: 'More than {n} matches' },
  },
} as const;

/** What to try when nothing was found. */
export const ADVICE: readonly Label[] = [
  {
    de: 'Weniger Wörter eingeben; Vornamen dürfen abgekürzt sein.',
    en: 'Use fewer words; forenames may be abbreviated.',
  },
  {
    de: 'Eine andere Schreibung oder Namensform versuchen, etwa die der Originalsprache.',
    en: 'Try another spelling or form of the name, such as that of the original language.',
  },
  {
    de: 'Nummern vollständig eingeben: GND-Nummer, Wikidata-Q-Nummer, VIAF, ISNI, ORCID oder eine Web-Adresse.',
    en: 'Enter identifiers in full: GND, Wikidata Q-number, VIAF, ISNI, ORCID, or a web address.',
  },
];

/** How a hit was found. */
export const FIELDS: Readonly<Record<string, Label>> = {
  preferredName: { de: 'bevorzugter Name', en: 'preferred name' },
  displayName: { de: 'Name in natürlicher Folge', en: 'name in natural order' },
  variantName: { de: 'weiterer Name', en: 'other name' },
  gnd: { de: 'GND-Nummer', en: 'GND identifier' },
  formerId: { de: 'frühere GND-Nummer', en: 'former GND identifier' },
  identifier: { de: 'Kennung', en: 'identifier' },
  url: { de: 'verwiesene Adresse', en: 'linked address' },
};

/** What is wrong with a question, by parameter and code of the interface; by parameter alone where the code says no more. */
export const MISTAKES: Readonly<Record<string, Label>> = {
  'q too_short': {
    de: 'Der Suchtext braucht mindestens 2 Zeichen.',
    en: 'The search text needs at least 2 characters.',
  },
  'q too_long': {
    de: 'Der Suchtext darf höchstens 200 Zeichen haben.',
    en: 'The search text may have at most 200 characters.',
  },
  type: { de: 'Diese Art von Entität gibt es nicht.', en: 'There is no such type of entity.' },
  page: { de: 'Die Seiten reichen von 1 bis 50.', en: 'Pages go from 1 to 50.' },
  other: { de: 'Die Suche kann so nicht ausgeführt werden.', en: 'The search cannot be carried out like this.' },
};
