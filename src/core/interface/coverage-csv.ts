/** The coverage report as a table with fixed columns. */
import type { CsvLine } from '../http/csv.ts';
import { gndUri } from '../model/gnd-id.ts';
import type { Category } from '../model/source.ts';
import type { EntityFinding, Finding } from './coverage-findings.ts';

const LEADING = ['input', 'verdict', 'reason', 'suggestion', 'gnd', 'uri', 'type', 'preferredName', 'links'] as const;

type Keys = readonly Pick<Category, 'key'>[];

/** New columns are only ever appended. */
export function coverageColumns(categories: Keys): string[] {
  return [...LEADING, ...categories.map(({ key }) => key), 'sources', 'successors'];
}

/** Rows with an entity have a number for every category; all other rows have empty cells there. */
export function coverageLines(findings: readonly Finding[], categories: Keys): readonly CsvLine[] {
  const empty = [...categories.map(() => undefined), undefined];
  const lines = findings.map((finding) =>
    'entry' in finding
      ? entityLine(finding, categories)
      : [...LEADING.map((column) => finding[column]), ...empty, finding.successors?.join(' ')],
  );
  return [coverageColumns(categories), ...lines];
}

function entityLine({ input, verdict, entry }: EntityFinding, categories: Keys): CsvLine {
  const { gnd, type, preferredName, links, byCategory, sources } = entry;
  const line: (string | number | undefined)[] = [input, verdict, undefined, undefined, gnd, gndUri(gnd), type];
  line.push(preferredName, links);
  for (const { key } of categories) line.push(byCategory[key] ?? 0);
  line.push(sources.join(' '), undefined);
  return line;
}
