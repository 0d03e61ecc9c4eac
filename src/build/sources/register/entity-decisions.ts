/** Decisions about whole entities, `entities.yaml`: an entity is withheld, or shown without attributes and names. */
import { existsSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { ATTRIBUTES } from '../../../core/model/entity.ts';
import { type GndId, hasValidCheckDigit } from '../../../core/model/gnd-id.ts';
import { readGndId } from '../../../core/model/read-identifiers.ts';
import {
  decisionFields,
  type DecisionProblem,
  endsBeforeItBegins,
  holdsOn,
  placeOf,
  UNTIL_BEFORE_SINCE,
} from './decisions.ts';
import { closed, readYamlFile, text } from './yaml-file.ts';

/** Verdicts on an entity: nothing of it is shown, or everything but the listed attributes and names. */
const ENTITY_VERDICTS = ['withheld', 'without'] as const;
export type EntityVerdict = (typeof ENTITY_VERDICTS)[number];

const list = Type.Optional(Type.Array(text, { minItems: 1 }));
const decisionSchema = Type.Object(
  { ...decisionFields, verdict: Type.Enum([...ENTITY_VERDICTS]), attributes: list, names: list },
  closed,
);
const fileSchema = Type.Object({ decisions: Type.Array(decisionSchema) }, closed);

type Entry = Static<typeof decisionSchema>;

export interface EntityDecision extends Omit<Entry, 'gnd' | 'attributes' | 'names'> {
  readonly gnd: GndId;
  /** Attributes that are not shown, keys of `ATTRIBUTES`; only with the verdict `without`. */
  readonly attributes: readonly string[];
  /** Names that are not shown, in any order of their words; only with the verdict `without`. */
  readonly names: readonly string[];
  /** Place of the decision for the operator: `entities.yaml:LINE:COLUMN`. */
  readonly place: string;
}

export type EntityDecisions = ReturnType<typeof createEntityDecisions>;

export const ENTITY_DECISIONS_FILE = 'entities.yaml';

/**
 * Reads `entities.yaml`. Without the file, there are no decisions.
 * @throws InvalidConfiguration with file, line and column of every problem
 */
export async function readEntityDecisions(file: string): Promise<EntityDecisions> {
  if (!existsSync(file)) return createEntityDecisions([]);
  const read = await readYamlFile(file, fileSchema);
  const places = new Map<GndId, string>();
  const decisions = read.value.decisions.map((entry, index): EntityDecision => {
    const place = placeOf(read, index);
    const parsed = readGndId(String(entry.gnd));
    const gnd = (parsed.ok ? parsed.id : '') as GndId;
    const problem = problemOf(entry, parsed.ok ? gnd : undefined, places.get(gnd));
    if (problem !== undefined) read.report(['decisions', index, problem[0]], problem[1]);
    places.set(gnd, place);
    return { ...entry, gnd, attributes: entry.attributes ?? [], names: entry.names ?? [], place };
  });
  read.check();
  return createEntityDecisions(decisions);
}

/** @param gnd undefined where the text is no identifier @param before place of another decision about the entity */
function problemOf(entry: Entry, gnd: GndId | undefined, before: string | undefined): DecisionProblem | undefined {
  const { verdict, attributes, names } = entry;
  if (gnd === undefined) return ['gnd', `${entry.gnd} is not a GND identifier`];
  if (!hasValidCheckDigit(gnd)) return ['gnd', `the check digit of ${gnd} is wrong`];
  if (before !== undefined)
    return ['gnd', `there is already a decision about this entity, at ${before}; put everything into that decision`];
  const lists = attributes !== undefined || names !== undefined;
  if (verdict === 'withheld' && lists)
    return ['verdict', '"withheld" leaves out everything, so "attributes" and "names" have no effect'];
  if (verdict === 'without' && !lists) return ['verdict', '"without" needs "attributes", "names", or both'];
  const unknown = attributes?.find((key) => !ANSWERED_ATTRIBUTES.has(key));
  if (unknown !== undefined) return ['attributes', `there is no attribute ${unknown}`];
  return endsBeforeItBegins(entry) ? ['until', UNTIL_BEFORE_SINCE] : undefined;
}

const ANSWERED_ATTRIBUTES: ReadonlySet<string> = new Set(Object.values(ATTRIBUTES).flat());

export function createEntityDecisions(all: readonly EntityDecision[]) {
  return {
    /** All decisions in the order of the file, one per entity, even those that do not apply now. */
    all,
    /** The decisions that apply on a day, by entity. @param day `YYYY-MM-DD` */
    on: (day: string): ReadonlyMap<GndId, EntityDecision> =>
      new Map(all.filter((decision) => holdsOn(decision, day)).map((decision) => [decision.gnd, decision])),
  };
}
