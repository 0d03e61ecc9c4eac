/** Decisions about individual links, `links.yaml`: a wrong link is refused, or gets another target or another relation. */
import { existsSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import type { GndId } from '../../../core/model/gnd-id.ts';
import { readGndId } from '../../../core/model/read-identifiers.ts';
import { type Relation, RELATIONS } from '../../../core/model/link.ts';
import type { Target } from '../addresses/target.ts';
import { getOrInsert } from '../../../shared/get-or-insert.ts';
import { address, closed, readYamlFile, slug, text, type YamlFile } from './yaml-file.ts';

const day = Type.String({ pattern: '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$' });

/** The entity, and the fields that say who decided, why and for how long; all decisions have them. */
export const decisionFields = {
  gnd: Type.Union([text, Type.Integer()]),
  reason: text,
  since: day,
  by: text,
  /** First day on which the decision no longer applies. */
  until: Type.Optional(day),
};

const decisionSchema = Type.Object(
  {
    ...decisionFields,
    /** Exactly one of `url`, `collection` and `source` selects links of the entity. */
    url: Type.Optional(address),
    collection: Type.Optional(slug),
    source: Type.Optional(slug),
    verdict: Type.Enum(['refused', 'moved', 'relation']),
    /** The right address, for the verdict `moved`. */
    to: Type.Optional(address),
    /** The right relation, for the verdict `relation`. */
    relation: Type.Optional(Type.Enum([...RELATIONS])),
  },
  closed,
);
const fileSchema = Type.Object({ decisions: Type.Array(decisionSchema) }, closed);

type Entry = Static<typeof decisionSchema>;

export interface Decision extends Omit<Entry, 'gnd'> {
  readonly gnd: GndId;
  /** Place of the decision for the operator: `links.yaml:LINE:COLUMN`. */
  readonly place: string;
  /** Fold key of `url`, by which links are compared. */
  readonly foldKey?: string;
  /** Collection of `url`, where it is known. */
  readonly urlCollection?: string;
  /** The target of `to`. */
  readonly target?: Target;
}

export type Decisions = ReturnType<typeof createDecisions>;

/** A link about which there may be a decision. */
interface LinkOfSource {
  readonly gnd: GndId;
  readonly target: Target;
  readonly source: string;
}

export const DECISIONS_FILE = 'links.yaml';

type FindTarget = (url: string) => Target | undefined;

/**
 * Reads `links.yaml`. Without the file, there are no decisions.
 * @throws InvalidConfiguration with file, line and column of every problem
 */
export async function readDecisions(
  file: string,
  find: FindTarget,
  collections: ReadonlySet<string>,
): Promise<Decisions> {
  if (!existsSync(file)) return createDecisions([]);
  const read = await readYamlFile(file, fileSchema);
  const decisions = read.value.decisions.map((entry, index) => {
    const { decision, problem } = check(entry, find, collections);
    if (problem !== undefined) read.report(['decisions', index, problem[0]], problem[1]);
    return { ...decision, place: placeOf(read, index) };
  });
  const first = new Map<string, string>();
  for (const [index, decision] of decisions.entries()) {
    const place = getOrInsert(first, selectorOf(decision), () => decision.place);
    if (place !== decision.place)
      read.report(['decisions', index], `there is already a decision about these links, at ${place}`);
  }
  read.check();
  return createDecisions(decisions);
}

export type DecisionProblem = readonly [field: string, sentence: string];

function check(
  { gnd: given, ...entry }: Entry,
  find: FindTarget,
  collections: ReadonlySet<string>,
): { readonly decision: Omit<Decision, 'place'>; readonly problem?: DecisionProblem } {
  const parsed = readGndId(String(given));
  const meant = [entry.url, entry.collection, entry.source].filter((selector) => selector !== undefined);
  const own = entry.url === undefined ? undefined : find(entry.url);
  const target = entry.to === undefined ? undefined : find(entry.to);
  const decision = {
    ...entry,
    gnd: (parsed.ok ? parsed.id : '') as GndId,
    ...(own && { foldKey: own.foldKey, ...(own.collection !== undefined && { urlCollection: own.collection }) }),
    ...(target && { target }),
  };
  const complain = (...problem: DecisionProblem) => ({ decision, problem });
  if (!parsed.ok) return complain('gnd', `${given} is not a GND identifier`);
  if (meant.length !== 1)
    return complain('gnd', 'a decision must name exactly one of "url", "collection" and "source"');
  if (entry.url !== undefined && own === undefined) return complain('url', `${entry.url} is not a usable address`);
  if (entry.collection !== undefined && !collections.has(entry.collection))
    return complain('collection', `there is no collection ${entry.collection}`);
  if ((entry.verdict === 'moved') !== (entry.to !== undefined))
    return complain(
      'verdict',
      'the field "to" (the right address) is required with the verdict "moved", and not allowed with any other',
    );
  if (entry.verdict === 'moved' && entry.url === undefined)
    return complain('verdict', '"moved" needs the wrong address in "url"');
  if (entry.to !== undefined && target === undefined) return complain('to', `${entry.to} is not a usable address`);
  if ((entry.verdict === 'relation') !== (entry.relation !== undefined))
    return complain(
      'verdict',
      'the field "relation" is required with the verdict "relation", and not allowed with any other',
    );
  if (endsBeforeItBegins(entry)) return complain('until', UNTIL_BEFORE_SINCE);
  return { decision };
}

export const UNTIL_BEFORE_SINCE = '"until" must be later than "since"';

export const endsBeforeItBegins = ({ since, until }: Pick<Entry, 'since' | 'until'>): boolean =>
  until !== undefined && until <= since;

/** `FILE:LINE:COLUMN` of a decision. Leaves out the folder, which differs between machines. */
export const placeOf = (read: YamlFile<unknown>, index: number): string =>
  read.at(['decisions', index], '').replace(/: $/, '').replace(/^.*\//, '');

const selectorOf = ({ gnd, foldKey, collection, source }: Omit<Decision, 'place'>): string =>
  foldKey === undefined
    ? `${gnd} ${collection === undefined ? `source ${source}` : `collection ${collection}`}`
    : `${gnd} url ${foldKey}`;

export function createDecisions(all: readonly Decision[]) {
  const bySelector = new Map(all.map((decision) => [selectorOf(decision), decision]));
  const entities = new Set(all.map(({ gnd }) => gnd));
  return {
    /** All decisions in the order of the file, even those that do not apply now. */
    all,
    /**
     * The decision that applies to a link on a day. Decisions by `url` precede those by `collection`, then by `source`.
     * @param day `YYYY-MM-DD`
     */
    about({ gnd, target, source }: LinkOfSource, day: string): Decision | undefined {
      if (!entities.has(gnd)) return undefined;
      const { foldKey, collection } = target;
      const selectors = [`url ${foldKey}`, ...(collection === undefined ? [] : [`collection ${collection}`])];
      return [...selectors, `source ${source}`]
        .map((selector) => bySelector.get(`${gnd} ${selector}`))
        .find((decision) => decision !== undefined && holdsOn(decision, day));
    },
  };
}

/** @param day `YYYY-MM-DD` */
export function holdsOn({ since, until }: Pick<Decision, 'since' | 'until'>, day: string): boolean {
  return since <= day && (until === undefined || day < until);
}

/** The parts of a link that a decision may change. */
export interface DecidedLink {
  readonly target: Target;
  readonly relation: Relation;
}

/** The link with its decided target and relation; undefined for a refused link. */
export function applyDecision(link: DecidedLink, decision: Decision): DecidedLink | undefined {
  if (decision.verdict === 'refused') return undefined;
  return { target: decision.target ?? link.target, relation: decision.relation ?? link.relation };
}
