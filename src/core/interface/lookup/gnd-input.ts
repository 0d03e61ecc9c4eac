/** Reads GND identifiers, and diagnoses malformed or mistyped ones: the reason, and a suggestion that exists. */
import {
  type GndId,
  hasValidCheckCharacter,
  type InvalidReason,
  isGndId,
  type ParsedGndId,
  parseGndId,
  toGndId,
  withValidCheckCharacter,
} from '../../model/gnd-id.ts';
import type { Store } from '../../snapshot/store.ts';

export interface Diagnosis {
  readonly reason?: InvalidReason | 'check_digit';
  readonly suggestion?: GndId;
}

/** Longest text that is read as an identifier, in characters. */
const MAX_LENGTH = 500;

/** Reads one identifier, also from gateways that merge slashes (`https:/d-nb.info/…`). */
export function readGndId(text: string): ParsedGndId {
  // Nearly all identifiers are canonical.
  if (isGndId(text)) return { ok: true, id: text };
  if (text.length > MAX_LENGTH) return { ok: false, reason: 'bad_length', candidates: [] };
  return parseGndId(text.replace(/^(\s*https?:)\/(?!\/)/i, '$1//'));
}

/** Splits a list at whitespace, commas and semicolons; a blank after a prefix is part of the identifier. */
export function splitGndIds(list: string): readonly string[] {
  const joined = list.replace(/(\(DE-588\)|\bgnd:)\s+/giu, '$1');
  return joined.split(/[\s,;]+/u).filter((id) => id !== '');
}

/** Reads an identifier as old clients send it: with blanks, `GND` or `PND` in front, leading zeros. */
export function readLooseGndId(text: string): GndId | undefined {
  const id = text.trim().replace(/^[GP]ND[\s:-]*/i, '');
  return toGndId(id) ?? toGndId(id.replace(/^0+/, ''));
}

/** The reason why a text is not an identifier, and an existing identifier that may be meant. */
export async function diagnoseInvalid(
  store: Store,
  text: string,
  parsed: Extract<ParsedGndId, { ok: false }>,
): Promise<Diagnosis> {
  const suggestion =
    (await firstExisting(store, parsed.candidates)) ?? (await resolveForeign(store, text, parsed.reason));
  return { reason: parsed.reason, ...(suggestion && { suggestion }) };
}

/** Whether a wrong check character is the reason why a well-formed identifier is not in the data. */
export async function diagnoseUnknown(store: Store, id: GndId): Promise<Diagnosis> {
  if (hasValidCheckCharacter(id)) return {};
  const suggestion = await firstExisting(store, [withValidCheckCharacter(id)]);
  return { reason: 'check_digit', ...(suggestion && { suggestion }) };
}

async function firstExisting(store: Store, candidates: readonly GndId[]): Promise<GndId | undefined> {
  if (candidates.length === 0) return undefined;
  const found = await store.coverage(candidates);
  return candidates.find((_, index) => found[index]?.kind === 'found' || found[index]?.kind === 'redirected');
}

async function resolveForeign(store: Store, text: string, reason: InvalidReason): Promise<GndId | undefined> {
  if (reason !== 'foreign_identifier' || text.length > MAX_LENGTH) return undefined;
  const [only, other] = (await store.resolve([text]))[0]?.matches ?? [];
  return other === undefined ? only?.card.gnd : undefined;
}
