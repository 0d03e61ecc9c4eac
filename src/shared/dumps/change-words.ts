/** The changes of a snapshot in words, for the page of files and the feed. */
import type { Locale, Plural } from '../http/locale.ts';
import { CHANGE_KINDS, type ChangeCounts } from './dump-folder.ts';

const FIRST = { de: 'Kein früherer Stand zum Vergleich', en: 'No earlier state to compare with' };
const NONE = { de: 'keine Änderungen', en: 'no changes' };
const ENTITIES = { de: 'Entitäten: {kinds}', en: 'Entities: {kinds}' };
const KINDS = {
  added: { de: '{n} neu', en: '{n} added' },
  changed: { de: '{n} geändert', en: '{n} changed' },
  redirected: { de: '{n} zusammengeführt', en: '{n} merged' },
  deleted: { de: '{n} gelöscht oder ausgeblendet', en: '{n} deleted or withheld' },
};
const LINKS: Readonly<Record<'linksAdded' | 'linksRemoved', Plural>> = {
  linksAdded: {
    one: { de: '{n} Verweis mehr', en: '{n} link added' },
    many: { de: '{n} Verweise mehr', en: '{n} links added' },
  },
  linksRemoved: {
    one: { de: '{n} Verweis weniger', en: '{n} link removed' },
    many: { de: '{n} Verweise weniger', en: '{n} links removed' },
  },
};

export const hasChanges = (counts: ChangeCounts): boolean => Object.values(counts).some((n) => n > 0);

/** @param counts undefined for the first snapshot */
export function changesIn(counts: ChangeCounts | undefined, { t, count }: Locale): string {
  if (counts === undefined) return t(FIRST);
  const kinds = CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => t(KINDS[kind], { n: counts[kind] }));
  const entities = kinds.length === 0 ? [] : [t(ENTITIES, { kinds: kinds.join(', ') })];
  const links = (['linksAdded', 'linksRemoved'] as const).filter((kind) => counts[kind] > 0);
  const all = [...entities, ...links.map((kind) => count(counts[kind], LINKS[kind]))];
  return all.length === 0 ? t(NONE) : all.join('; ');
}
