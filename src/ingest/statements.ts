/** What one source says, on the building site: statements by entity, and apart from them what settles who is who. */
import { join } from 'node:path';
import { type GndId, packGndId } from '../model/gnd-id.ts';
import { REDIRECT_EVIDENCE, type RedirectEvidence } from '../readers/reader.ts';
import { createPartitionWriter } from './partitions.ts';

/** How much a name counts as the label of an entity: of its GND record, of its Entity Facts, of somebody's mention. */
export const NAME_RANK = { record: 0, supplement: 1, mention: 2 } as const;

const STATEMENTS_FILE = 'statements';
const IDENTITIES_FILE = 'identities';

/** The file of statements in the directory of a source that was read. */
export const statementsIn = (directory: string): string => join(directory, STATEMENTS_FILE);
/** The file of claims about identities there. */
export const identitiesIn = (directory: string): string => join(directory, IDENTITIES_FILE);

/** Tags of statements sort by kind, then by source. */
const LINK = 0x8000;
export const isLink = (tag: number): boolean => tag >= LINK;
/** Number of the source. */
export const sourceOf = (tag: number): number => tag % LINK;

/** Tags of claims about identities, and what their bodies hold. */
export const CLAIM = {
  /** JSON: rank, precedence, label. */
  name: 0,
  /** One byte: place of the evidence; `stated` is the identifier that the record is merged into. */
  redirect: 1,
  deletion: 2,
  /** Another entity refers to it. */
  relation: 3,
} as const;

const NOTHING = new Uint8Array();

/**
 * @param directory is there and empty
 * @param source number of the source in the order of their keys
 */
export function createStatements(directory: string, partitions: number, source: number) {
  const statements = createPartitionWriter(statementsIn(directory), partitions);
  const identities = createPartitionWriter(identitiesIn(directory), partitions);
  return {
    addStatement(gnd: GndId, kind: 'entity' | 'link', body: string): void {
      const packed = packGndId(gnd);
      statements.add(packed, packed, kind === 'link' ? LINK + source : source, body);
    },
    addName(gnd: GndId, rank: number, precedence: string, label: string): void {
      const packed = packGndId(gnd);
      identities.add(packed, packed, CLAIM.name, JSON.stringify([rank, precedence, label]));
    },
    addRedirect(from: GndId, to: GndId, evidence: RedirectEvidence): void {
      if (from === to) return;
      const place = Uint8Array.of(REDIRECT_EVIDENCE.indexOf(evidence));
      identities.add(packGndId(from), packGndId(to), CLAIM.redirect, place);
    },
    addDeletion(gnd: GndId): void {
      const packed = packGndId(gnd);
      identities.add(packed, packed, CLAIM.deletion, NOTHING);
    },
    addRelation(target: GndId): void {
      const packed = packGndId(target);
      identities.add(packed, packed, CLAIM.relation, NOTHING);
    },
    finish(): void {
      statements.finish();
      identities.finish();
    },
    abort(): void {
      statements.abort();
      identities.abort();
    },
  };
}
export type Statements = ReturnType<typeof createStatements>;
