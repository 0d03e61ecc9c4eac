/** Recognises lists of other identifiers than those of the GND. */
import { ANY_IDENTIFIER, looksForeign } from '../any-identifier.ts';
import { idsByRow, isBeacon, readPasted } from '../coverage-list.ts';

/** Least share of other identifiers in such a list. */
const SHARE = 0.6;

/** The number of other identifiers and addresses; 0 if most entries are GND identifiers or no identifiers. */
export function foreignIn(text: string): number {
  // Addresses in a BEACON list belong to its GND identifiers.
  if (isBeacon(text)) return 0;
  const reading = readPasted(text, ANY_IDENTIFIER);
  const values = idsByRow(reading, reading.best, ANY_IDENTIFIER).flat();
  const foreign = values.filter(looksForeign).length;
  return foreign < SHARE * values.length ? 0 : foreign;
}
