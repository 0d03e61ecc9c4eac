/** A scheme of identifiers, such as VIAF: its names, its collection, and whether its identifiers are unique. */
import type { Label } from './entity.ts';

export interface IdentifierScheme {
  /** Name of the scheme in keys, `scheme:value`. */
  readonly scheme: string;
  /** Key of the collection whose addresses carry the identifiers. */
  readonly collection: string;
  readonly label: Label;
  /** Names that requests may use, in lower case: the scheme, the collection, and codes of upstream data. */
  readonly names: readonly string[];
  /** Whether entities and identifiers correspond one to one, so that anything else is a contradiction. */
  readonly isUnique: boolean;
}

/**
 * The check digit of an ISNI or ORCID (ISO 7064, MOD 11-2).
 * @param digits the digits before the check digit, without blanks and hyphens
 */
export function checkDigitOf(digits: string): string {
  let sum = 0;
  for (const digit of digits) sum = ((sum + Number(digit)) * 2) % 11;
  const remainder = (12 - sum) % 11;
  return remainder === 10 ? 'X' : String(remainder);
}
