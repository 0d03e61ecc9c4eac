/** Claims about identifiers, spilled while sources are read: names, redirects, deletions, references. */
import { type GndId, packGndId } from '../../../core/model/gnd-id.ts';
import { REDIRECT_EVIDENCE, type RedirectEvidence } from '../../sources/readers/reader.ts';
import type { Spill, SpilledRecord } from '../../../shared/files/spill.ts';
import type { IsOutdated } from './choose-records.ts';

/** Kinds of claims. Key of a spilled claim: the identifier that it is about. Tag: number of the source, and kind; see `MAX_SOURCES`. */
const CLAIM = {
  /** Related: the identifier itself, or 0 where another record mentions the name. Body: rank, precedence and label as JSON. */
  name: 0,
  /** Related: the identifier that the record is merged into. Body: one byte, the index of the evidence. */
  redirect: 1,
  deletion: 2,
  /** Another entity refers to the identifier. Related: that entity. */
  relation: 3,
} as const;

const KINDS = Object.keys(CLAIM).length;
const NOTHING = new Uint8Array();

/** Adds claims to a spill. @param source number of the source */
export function createClaims(spill: Spill, source: number) {
  const tagOf = (kind: number): number => source * KINDS + kind;
  return {
    name(gnd: GndId, rank: number, precedence: string, label: string): void {
      const id = packGndId(gnd);
      spill.add(id, id, tagOf(CLAIM.name), JSON.stringify([rank, precedence, label]));
    },
    /** The name of an entity in the record of another entity. */
    mention(gnd: GndId, rank: number, label: string): void {
      spill.add(packGndId(gnd), 0, tagOf(CLAIM.name), JSON.stringify([rank, '', label]));
    },
    redirect(from: GndId, to: GndId, evidence: RedirectEvidence): void {
      if (from === to) return;
      const body = Uint8Array.of(REDIRECT_EVIDENCE.indexOf(evidence));
      spill.add(packGndId(from), packGndId(to), tagOf(CLAIM.redirect), body);
    },
    deletion: (gnd: GndId): void => spill.add(packGndId(gnd), 0, tagOf(CLAIM.deletion), NOTHING),
    relation: (of: GndId, target: GndId): void =>
      spill.add(packGndId(target), packGndId(of), tagOf(CLAIM.relation), NOTHING),
  };
}

interface Name {
  readonly rank: number;
  readonly precedence: string;
  readonly label: string;
}

/** The claims about one identifier, reduced to one name, the number of references to it, its deletion and its redirects. */
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
export function* reduceClaims(records: Iterable<SpilledRecord>, isOutdated: IsOutdated): Iterable<Identity> {
  let identity: Identity | undefined;
  for (const record of records) {
    const { key, related, tag, body } = record;
    const kind = tag % KINDS;
    if (isOutdated(Math.floor(tag / KINDS), claimantOf(record))) continue;
    if (identity?.id !== key) {
      if (identity !== undefined) yield identity;
      identity = { id: key, deleted: false, relations: 0, redirects: new Map() };
    }
    if (kind === CLAIM.relation) identity.relations += 1;
    else if (kind === CLAIM.deletion) identity.deleted = true;
    else if (kind === CLAIM.redirect) {
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

/** The record that makes the claim, or 0. For a redirect: in a list the merged record, in a dump the surviving one. */
function claimantOf({ key, related, tag, body }: SpilledRecord): number {
  const kind = tag % KINDS;
  if (kind === CLAIM.deletion) return key;
  return kind === CLAIM.redirect && REDIRECT_EVIDENCE[body[0] ?? 0] === 'list' ? key : related;
}

/** Compares by rank, then by precedence of the record, then by text, so that the order of claims has no effect. */
function isBetter(a: Name, b: Name): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  if (a.precedence !== b.precedence) return a.precedence < b.precedence;
  return a.label < b.label;
}
