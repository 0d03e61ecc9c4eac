/** Tools for lists: check identifiers, resolve identifiers, match names. */
import { type Static, Type } from 'typebox';
import { ENTITY_TYPES } from '../../core/model/entity.ts';
import { isProblem } from '../../core/http/problems.ts';
import { closedSet } from '../../core/model/schema.ts';
import type { MatchQuery } from '../../core/search/match.ts';
import type { Targets } from '../../shared/lookup/targets.ts';
import { coverageAnswer } from '../../core/interface/coverage.ts';
import { matchBatch } from '../../shared/lookup/match-batch.ts';
import { constraintsOf } from '../../shared/lookup/match-constraints.ts';
import { readTargets } from '../../shared/lookup/read-targets.ts';
import { candidatesOf, disputedNames, resolveValues, withTargets } from '../../shared/lookup/resolve-values.ts';
import { answer, CARD, cardOf, closed, costOfEach, cut, itemsOf, MAX, some, text, tool } from './tool.ts';

export const checkIds = tool({
  name: 'check_ids',
  title: 'Check GND identifiers',
  description:
    'Checks whether each GND identifier exists, was merged into another record (then use “gnd”), was deleted, ' +
    'is withheld by the operator (then nothing is known about it here), or is mistyped (then “suggestion” is probably meant). ' +
    '“invalid”: the text is not a GND identifier.',
  input: closed({ ids: some(text('GND identifier in any form', 200), MAX.ids) }),
  output: answer(
    itemsOf({
      id: Type.String(),
      verdict: Type.String(),
      gnd: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      links: Type.Optional(Type.Integer()),
      suggestion: Type.Optional(Type.String()),
    }),
  ),
  cost: costOfEach('ids', MAX.ids),
  async run(store, { ids }) {
    const inputs = ids.map((id) => id.normalize('NFC'));
    const { items } = await coverageAnswer(store, inputs);
    return {
      items: items.map(({ input, verdict, gnd, preferredName, links, suggestion }) => ({
        id: input,
        verdict,
        gnd,
        name: cut(preferredName),
        links,
        suggestion,
      })),
    };
  },
});

export const resolveIdentifiers = tool({
  name: 'resolve_identifiers',
  title: 'Resolve identifiers',
  description:
    'Finds the GND entities to which the given identifiers or addresses belong: Wikidata, VIAF, ISNI, ORCID, GeoNames, ' +
    'Wikipedia and pages of linked collections. With “to”, it also gives their identifiers in other schemes, e.g. viaf, ' +
    `wikidata, isni, lcnaf, orcid, gnd; at most ${MAX.targeted} identifiers are then allowed. “conflicts” names schemes in which the ` +
    'entity has several identifiers, or shares an identifier with another entity; never pick one of these identifiers or entities yourself.',
  input: closed({
    identifiers: some(text('E.g. Q5879, viaf:24602065, https://de.wikipedia.org/wiki/…', 2000), MAX.ids),
    to: Type.Optional(some(text('A scheme, e.g. viaf', 50), MAX.schemes)),
  }),
  output: answer(
    itemsOf({
      input: Type.String(),
      verdict: Type.String(),
      entities: Type.Array(Type.Object(CARD)),
      targets: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
      conflicts: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  cost: costOfEach('identifiers', MAX.ids),
  async run(store, { identifiers, to = [] }) {
    const wanted = readTargets(store, to);
    if (isProblem(wanted)) return wanted.detail;
    if (wanted.some(({ kind }) => kind === 'links')) return '“to” accepts only schemes; get_links lists links.';
    if (to.includes('*')) return `Name up to ${MAX.schemes} schemes in “to”.`;
    if (to.length > 0 && identifiers.length > MAX.targeted)
      return `With “to”, ask for at most ${MAX.targeted} identifiers.`;
    const plain = await resolveValues(store, identifiers);
    const rows = await withTargets(store, plain, { wanted, relations: ['sameAs'] });
    if (rows === undefined) return 'Too many identifiers at once; ask for fewer.';
    return {
      items: rows.map((row) => {
        const entities = candidatesOf(row).slice(0, MAX.candidates).map(cardOf);
        const conflicts = disputedNames(row);
        return {
          input: cut(row.input),
          verdict: row.verdict,
          entities,
          targets: to.length > 0 && row.verdict === 'found' ? valuesOf(row.targets) : undefined,
          conflicts: conflicts.length > 0 ? conflicts : undefined,
        };
      }),
    };
  },
});

/** The values without their details, and only a few of each scheme: more are a sign of errors in the data. */
function valuesOf(targets: Targets = {}): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(targets).map(([name, list]) => [name, list.slice(0, MAX.values).map(({ value }) => value)]),
  );
}

const Name = closed({
  name: text('Name as in the list: "Goethe, Johann Wolfgang von" or in natural order'),
  type: Type.Optional(closedSet(ENTITY_TYPES)),
  birthYear: Type.Optional(Type.Integer({ description: 'Year of birth, foundation or publication' })),
  deathYear: Type.Optional(Type.Integer({ description: 'Year of death or dissolution' })),
  place: Type.Optional(text('Any place connected with the entity')),
  profession: Type.Optional(text('For example Maler; in German, as in the GND')),
  author: Type.Optional(text('Author of a work')),
  identifier: Type.Optional(text('Any identifier from another register', 2000)),
});

export const matchNames = tool({
  name: 'match_names',
  title: 'Match names',
  description:
    'Finds the entity meant by each name in a list, with a score from 0 to 100. “match” is given only when the full name fits, ' +
    'nothing contradicts it and no namesake fits equally well; otherwise decide among the candidates, or choose none. Give years, ' +
    'type, place or profession where you know them.',
  input: closed({ names: some(Name, MAX.names) }),
  output: answer(
    itemsOf({
      name: Type.String(),
      match: Type.Optional(Type.String()),
      candidates: Type.Array(Type.Object({ ...CARD, score: Type.Number() })),
    }),
  ),
  cost: costOfEach('names', MAX.names),
  async run(store, { names }) {
    const matches = await matchBatch(store, names.map(queryOf));
    return {
      items: names.map(({ name }, place) => {
        const candidates = matches[place] ?? [];
        const match = candidates.find((one) => one.match)?.card.gnd;
        const shown = candidates.slice(0, match === undefined ? MAX.candidates : 1);
        return {
          name: cut(name),
          match,
          candidates: shown.map(({ card, score }) => ({ ...cardOf(card), score })),
        };
      }),
    };
  },
});

function queryOf({ name, type, birthYear, deathYear, identifier = '', ...others }: Static<typeof Name>): MatchQuery {
  const { properties } = constraintsOf(Object.entries(others).map(([pid, v]) => ({ pid, v })));
  const identifiers = identifier === '' ? [] : [identifier];
  const types = type && [type];
  return { name, types, years: [birthYear, deathYear], properties, identifiers, limit: MAX.candidates };
}
