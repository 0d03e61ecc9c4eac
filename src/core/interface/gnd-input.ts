/** Diagnoses texts that are no GND identifiers, and mistyped ones: the reason, the readings, and a suggestion that exists. */
import { type GndId, hasValidCheckDigit, withValidCheckDigit } from '../model/gnd-id.ts';
import { type InvalidReason, type ParsedGndId, readIdentifiers } from '../model/read-identifiers.ts';
import type { Store } from '../snapshot/store.ts';

export interface Diagnosis {
  readonly reason?: InvalidReason | 'check_digit';
  readonly suggestion?: GndId;
  /** Identifiers of other schemes, or several GND identifiers, that the text may be. */
  readonly readings?: readonly { readonly scheme: string; readonly value: string }[];
}

/** The reason why a text is not an identifier, and an existing identifier that may be meant. */
export async function diagnoseInvalid(
  store: Store,
  text: string,
  parsed: Extract<ParsedGndId, { ok: false }>,
): Promise<Diagnosis> {
  const suggestion =
    (await firstExisting(store, parsed.candidates)) ?? (await resolveForeign(store, text, parsed.reason));
  const readings = readIdentifiers(text, store.identify).map(({ scheme, value }) => ({ scheme, value }));
  return {
    reason: parsed.reason,
    ...(suggestion && { suggestion }),
    ...(readings.length > 0 && { readings: readings.slice(0, MAX_READINGS) }),
  };
}

/** Most readings that are named. */
const MAX_READINGS = 10;

/** Whether a wrong check digit is the reason why a well-formed identifier is not in the data. */
export async function diagnoseUnknown(store: Store, id: GndId): Promise<Diagnosis> {
  if (hasValidCheckDigit(id)) return {};
  const suggestion = await firstExisting(store, [withValidCheckDigit(id)]);
  return { reason: 'check_digit', ...(suggestion && { suggestion }) };
}

async function firstExisting(store: Store, candidates: readonly GndId[]): Promise<GndId | undefined> {
  if (candidates.length === 0) return undefined;
  const covered = await store.coverage(candidates);
  return candidates.find((_, index) => covered[index]?.kind === 'found' || covered[index]?.kind === 'redirected');
}

async function resolveForeign(store: Store, text: string, reason: InvalidReason): Promise<GndId | undefined> {
  if (reason !== 'foreign_identifier') return undefined;
  const [only, other] = (await store.resolve([text]))[0]?.matches ?? [];
  return other === undefined ? only?.card.gnd : undefined;
}
