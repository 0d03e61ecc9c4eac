/** A scheme of identifiers, such as VIAF: its names, its collection, and whether each identifier belongs to one entity only. */
import type { Label } from './entity.ts';

export interface IdentifierScheme {
  /** Name of the scheme in keys, `scheme:value`. */
  readonly scheme: string;
  /** Key of the collection whose addresses carry the identifiers. */
  readonly collection: string;
  readonly label: Label;
  /** Names that requests may use, in lower case: the scheme, the collection, and codes of upstream data. */
  readonly names: readonly string[];
  /** One entity has one identifier, and one identifier stands for one entity; anything else is a contradiction. */
  readonly isUnique: boolean;
}

/**
 * The remainder of ISO 7064, MOD 11-2, which ends an ISNI and an ORCID.
 * @param digits without blanks and hyphens, the last one left out
 */
export function checkCharacterOf(digits: string): string {
  let sum = 0;
  for (const digit of digits) sum = ((sum + Number(digit)) * 2) % 11;
  const remainder = (12 - sum) % 11;
  return remainder === 10 ? 'X' : String(remainder);
}
