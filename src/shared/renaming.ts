/** Remarks that a corporate body was renamed, such as `1919 Umbenennung`: its date is that of a name, not of a foundation. */

const RENAMED = /umbenannt|umbenennung|namensänderung|namenswechsel/i;

/** Whether a remark says nothing but that, and the given date. */
export const isOnlyRenaming = (remark: string, date: string): boolean =>
  remark.includes(date) && RENAMED.test(remark) && !/[\p{L}\d]/u.test(remark.replace(date, '').replace(RENAMED, ''));

/** The remarks of an entity that say so. */
export const renamingsOf = (attributes: Readonly<Record<string, readonly unknown[]>>): readonly string[] =>
  (attributes['biographicalOrHistoricalInformation'] ?? [])
    .filter((remark) => typeof remark === 'string')
    .filter((remark) => RENAMED.test(remark));
