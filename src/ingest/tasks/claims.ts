/** Claims about identifiers, spilled while sources are read: names, redirects, deletions, references to them. */
import { type GndId, packGndId } from '../../model/gnd-id.ts';
import { REDIRECT_EVIDENCE, type RedirectEvidence } from '../../sources/readers/reader.ts';
import type { Spill, SpilledRecord } from '../../files/spill.ts';

/** Tags of spilled claims, which are sorted by the identifier that they are about. */
const CLAIM = {
  /** Body: rank, precedence and label as JSON. */
  name: 0,
  /** Related: the identifier that the record is merged into. Body: one byte, the index of the evidence. */
  redirect: 1,
  deletion: 2,
  /** Another entity refers to it. */
  relation: 3,
} as const;

const NOTHING = new Uint8Array();

/** Adds claims to a spill. */
export function createClaims(spill: Spill) {
  return {
    name(gnd: GndId, rank: number, precedence: string, label: string): void {
      spill.add(packGndId(gnd), 0, CLAIM.name, JSON.stringify([rank, precedence, label]));
    },
    redirect(from: GndId, to: GndId, evidence: RedirectEvidence): void {
      if (from === to) return;
      spill.add(packGndId(from), packGndId(to), CLAIM.redirect, Uint8Array.of(REDIRECT_EVIDENCE.indexOf(evidence)));
    },
    deletion: (gnd: GndId): void => spill.add(packGndId(gnd), 0, CLAIM.deletion, NOTHING),
    relation: (target: GndId): void => spill.add(packGndId(target), 0, CLAIM.relation, NOTHING),
  };
}
export type Claims = ReturnType<typeof createClaims>;

interface Name {
  readonly rank: number;
  readonly precedence: string;
  readonly label: string;
}

/** All that is claimed of one identifier, reduced to one name, one count and its possible fates. */
export interface Identity {
  /** Packed. */
  readonly id: number;
  name?: Name;
  deleted: boolean;
  relations: number;
  /** Index of the strongest evidence by target. */
  readonly redirects: Map<number, number>;
}

/** @param records spilled claims, sorted */
export function* reduceClaims(records: Iterable<SpilledRecord>): Iterable<Identity> {
  let identity: Identity | undefined;
  for (const { key, related, tag, body } of records) {
    if (identity?.id !== key) {
      if (identity !== undefined) yield identity;
      identity = { id: key, deleted: false, relations: 0, redirects: new Map() };
    }
    if (tag === CLAIM.relation) identity.relations += 1;
    else if (tag === CLAIM.deletion) identity.deleted = true;
    else if (tag === CLAIM.redirect) {
      const evidence = body[0] ?? 0;
      identity.redirects.set(related, Math.min(evidence, identity.redirects.get(related) ?? evidence));
    } else {
      const [rank, precedence, label] = JSON.parse(body.toString()) as [number, string, string];
      const name = { rank, precedence, label };
      if (identity.name === undefined || isBetter(name, identity.name)) identity.name = name;
    }
  }
  if (identity !== undefined) yield identity;
}

/** By rank, then by the record's precedence, then by the text, whatever the order of the claims. */
function isBetter(a: Name, b: Name): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  if (a.precedence !== b.precedence) return a.precedence < b.precedence;
  return a.label < b.label;
}
