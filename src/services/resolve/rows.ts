/** One verdict per value: the entity that it stands for, or why there is none. */
import { setImmediate } from 'node:timers/promises';
import { readGndId } from '../../api/gnd-input.ts';
import { MAX_ADDRESS_LENGTH } from '../../links/web-address.ts';
import type { EntityType } from '../../model/entity.ts';
import { type GndId, gndUri } from '../../model/gnd-id.ts';
import type { Coverage, Resolution, Store } from '../../store/store.ts';

export const VERDICTS = ['found', 'ambiguous', 'unknown', 'unreadable'] as const;

/** An entity that a value may stand for. */
export interface Candidate {
  readonly gnd: GndId;
  readonly uri: string;
  readonly type: EntityType;
  readonly preferredName: string;
  /** As what the value was read: a scheme of identifiers, `gnd`, or `url` for the address of a page that links name. */
  readonly scheme: string;
  /** The value as it is written in the scheme. */
  readonly value: string;
}

export type Row = { readonly input: string } & (
  | ({ readonly verdict: 'found' } & Candidate)
  | {
      readonly verdict: 'ambiguous';
      /** The best known first. */
      readonly candidates: readonly Candidate[];
      /** There are more than these. */
      readonly more?: true;
    }
  /** With scheme and value where there is one way to read it only. */
  | { readonly verdict: 'unknown'; readonly reason?: 'deleted'; readonly scheme?: string; readonly value?: string }
  | { readonly verdict: 'unreadable'; readonly reason: 'too_long' | 'unusable_address' | 'no_identifier' }
);

/** So many are resolved before the event loop turns for others. */
const PORTION = 100;

/** Order and repetitions are kept. */
export async function resolveValues(store: Store, inputs: readonly string[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < inputs.length; from += PORTION) {
    if (from > 0) await setImmediate();
    rows.push(...(await resolvePortion(store, inputs.slice(from, from + PORTION))));
  }
  return rows;
}

async function resolvePortion(store: Store, inputs: readonly string[]): Promise<readonly Row[]> {
  const texts = inputs.map((input) =>
    input.length > MAX_ADDRESS_LENGTH ? '' : withoutBrackets(input.normalize('NFC')),
  );
  const parsed = texts.map(readGndId);
  const ids = [...new Set(parsed.flatMap((result) => (result.ok ? [result.id] : [])))];
  const [coverage, resolutions] = await Promise.all([store.coverage(ids), store.resolve(texts)]);
  const records = new Map(ids.map((id, place) => [id, coverage[place]]));
  return inputs.map((input, place) => {
    const result = parsed[place];
    const gnd = result?.ok === true ? result.id : undefined;
    return { input, ...verdictOn(input, gnd, gnd && records.get(gnd), resolutions[place]) };
  });
}

/** As Turtle writes addresses. */
function withoutBrackets(input: string): string {
  return input.trim().replace(/^<(.*)>$/u, '$1');
}

type Verdict = Row extends infer R ? (R extends Row ? Omit<R, 'input'> : never) : never;

function verdictOn(
  input: string,
  gnd: GndId | undefined,
  record: Coverage | undefined,
  { keys, matches, isCut }: Resolution = { keys: [], matches: [], isCut: false },
): Verdict {
  const own =
    gnd === undefined || record === undefined || !('entry' in record) ? [] : [candidateOf(record.entry, `gnd:${gnd}`)];
  const others = matches.filter(({ card }) => card.gnd !== own[0]?.gnd).map(({ card, key }) => candidateOf(card, key));
  const candidates = [...own, ...others];
  const [first, second] = candidates;
  if (first !== undefined && second === undefined) return { verdict: 'found', ...first };
  if (first !== undefined) return { verdict: 'ambiguous', candidates, ...(isCut && { more: true }) };
  const readings = [...(gnd === undefined ? [] : [`gnd:${gnd}`]), ...keys].filter(
    (key, place) => place === 0 || !key.startsWith('url:'),
  );
  const [only] = readings;
  if (only !== undefined) {
    return {
      verdict: 'unknown',
      ...(record?.kind === 'deleted' && { reason: 'deleted' }),
      ...(readings.length === 1 && partsOf(only)),
    };
  }
  if (input.length > MAX_ADDRESS_LENGTH) return { verdict: 'unreadable', reason: 'too_long' };
  return { verdict: 'unreadable', reason: /^<?https?:/i.test(input.trim()) ? 'unusable_address' : 'no_identifier' };
}

function candidateOf(
  { gnd, type, preferredName }: Pick<Candidate, 'gnd' | 'type' | 'preferredName'>,
  key: string,
): Candidate {
  return { gnd, uri: gndUri(gnd), type, preferredName, ...partsOf(key) };
}

function partsOf(key: string): { readonly scheme: string; readonly value: string } {
  const colon = key.indexOf(':');
  return { scheme: key.slice(0, colon), value: key.slice(colon + 1) };
}
