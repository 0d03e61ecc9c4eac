/** Splits statements into facts, in order to compare two readers record by record. */
import type { Statement } from '../../../src/build/sources/readers/reader.ts';

/** One line per fact: identifier, property, value. Defects and the order of values do not count. */
export function factsOf(statements: readonly Statement[]): ReadonlySet<string> {
  const facts = new Set<string>();
  for (const statement of statements) for (const fact of factsIn(statement)) facts.add(fact);
  return facts;
}

function factsIn(statement: Statement): readonly string[] {
  switch (statement.kind) {
    case 'entity': {
      const { gnd, attributes, variantNames, names = [], subtypes, kind, ...single } = statement;
      return [
        ...Object.entries(single).map(([key, value]) => `${gnd} ${key} ${JSON.stringify(value)}`),
        ...subtypes.map((subtype) => `${gnd} subtype ${subtype}`),
        ...variantNames.map((name) => `${gnd} variantName ${name}`),
        ...names.map(({ value, ...said }) => `${gnd} name ${value} ${JSON.stringify(said)}`),
        ...Object.entries(attributes).flatMap(([key, values]) =>
          values.map((value) => `${gnd} ${key} ${JSON.stringify(value)}`),
        ),
        `${gnd} ${kind}`,
      ];
    }
    case 'link':
      return [`${statement.gnd} ${[statement.relation, statement.match ?? []].flat().join(' ')} ${statement.url}`];
    case 'redirect':
      return [`${statement.to} absorbed ${statement.from} ${statement.evidence}`];
    case 'deletion':
      return [`${statement.gnd} deletion`];
    default:
      return [];
  }
}
