/** Reads and checks the files `categories.yaml` and `collections.yaml`, which people write. */
import { type Static, Type } from 'typebox';
import type { Category } from '../../../core/model/source.ts';
import { compileExpression } from '../expression.ts';
import { type NormaliserName, NORMALISERS } from '../addresses/normaliser.ts';
import { compilePattern, compileWithoutGroups, placeholdersOf } from '../addresses/target-pattern.ts';
import { parseWebAddress } from '../../../core/model/web-address.ts';
import { address, closed, label, readYamlFile, slug, text, type YamlFile } from './yaml-file.ts';

const expressions = Type.Record(Type.String({ pattern: '^[a-z]\\w*$' }), text);
const oneOrMore = Type.Union([text, Type.Array(text, { minItems: 1 })]);

const categoriesSchema = Type.Object(
  {
    categories: Type.Array(
      Type.Object(
        { key: Type.String({ pattern: '^[a-z]+(_[a-z]+)*$', maxLength: 40 }), label, description: label },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
);

const targetSchema = Type.Object({ match: oneOrMore, canonical: address, where: Type.Optional(expressions) }, closed);

const collectionSchema = Type.Object(
  {
    key: slug,
    label: text,
    category: text,
    publisher: Type.Optional(text),
    homepage: Type.Optional(address),
    codes: Type.Optional(Type.Array(text)),
    aliases: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z0-9@_-]+$', maxLength: 60 }))),
    unique: Type.Optional(Type.Boolean()),
    identifier: Type.Optional(Type.Object({ scheme: slug, bare: Type.Optional(text) }, closed)),
    normalise: Type.Optional(Type.Enum(Object.keys(NORMALISERS) as NormaliserName[])),
    where: Type.Optional(expressions),
    targets: Type.Optional(Type.Array(Type.Union([text, targetSchema]), { minItems: 1 })),
    canonical: Type.Optional(address),
    under: Type.Optional(Type.Array(address, { minItems: 1 })),
    example: Type.Optional(address),
    note: Type.Optional(text),
  },
  closed,
);

const collectionsSchema = Type.Object(
  {
    collections: Type.Array(collectionSchema, { minItems: 1 }),
    refused: Type.Optional(
      Type.Array(Type.Object({ host: Type.String({ pattern: '^[a-z0-9.-]+$' }), reason: text }, closed)),
    ),
  },
  closed,
);

/** One entry of `collections.yaml`; the head of that file explains the fields. */
export type CollectionEntry = Static<typeof collectionSchema>;
type CollectionsFile = Static<typeof collectionsSchema>;

type ReportProblem = YamlFile<unknown>['report'];
type Path = Parameters<ReportProblem>[0];

/** @throws InvalidConfiguration */
export async function readCategories(file: string): Promise<readonly Category[]> {
  const { value, report, check } = await readYamlFile(file, categoriesSchema);
  const keys = new Set<string>();
  for (const [index, { key }] of value.categories.entries()) {
    if (keys.has(key)) report(['categories', index, 'key'], `category ${key} is defined twice`);
    keys.add(key);
  }
  if (!keys.has('other')) report(['categories'], 'there is no category "other" for unknown collections');
  check();
  return value.categories;
}

/** @throws InvalidConfiguration */
export async function readCollections(
  file: string,
  categories: ReadonlySet<string>,
): Promise<YamlFile<CollectionsFile>> {
  const read = await readYamlFile(file, collectionsSchema);
  const { value, report } = read;
  checkNames(value, categories, report);
  const seen = new Map<string, string>();
  for (const [index, entry] of value.collections.entries()) {
    checkExpressions(entry, ['collections', index], report);
    checkTargets(entry, ['collections', index], seen, report);
    checkAreas(entry, ['collections', index], seen, report);
  }
  read.check();
  return read;
}

function checkNames(file: CollectionsFile, categories: ReadonlySet<string>, report: ReportProblem): void {
  const owners = new Map<string, string>([['other', 'other']]);
  for (const [index, { key, codes, category }] of file.collections.entries()) {
    const path = ['collections', index];
    const claim = (code: string, where: Path): void => {
      const owner = owners.get(code.toLowerCase());
      if (owner !== undefined) report(where, `${code} is already a key or code of collection ${owner}`);
      else owners.set(code.toLowerCase(), key);
    };
    claim(key, [...path, 'key']);
    for (const [at, code] of (codes ?? []).entries()) {
      if (code.toLowerCase() !== key) claim(code, [...path, 'codes', at]);
    }
    if (!categories.has(category)) report([...path, 'category'], `there is no category ${category}`);
  }
}

function checkExpressions(entry: CollectionEntry, path: Path, report: ReportProblem): void {
  for (const [name, expression] of Object.entries(entry.where ?? {}))
    attempt(() => compileWithoutGroups(expression), [...path, 'where', name], report);
  const bare = entry.identifier?.bare;
  if (bare !== undefined) attempt(() => compileExpression(bare), [...path, 'identifier', 'bare'], report);
}

function checkTargets(entry: CollectionEntry, path: Path, seen: Map<string, string>, report: ReportProblem): void {
  for (const [index, target] of (entry.targets ?? []).entries()) {
    const place = [...path, 'targets', index];
    const { match, canonical = entry.canonical, where } = typeof target === 'string' ? { match: target } : target;
    if (canonical === undefined) report(place, `collection ${entry.key} has no canonical form for this pattern`);
    for (const pattern of typeof match === 'string' ? [match] : match) {
      attempt(
        () => {
          const { placeholders } = compilePattern(pattern, { ...entry.where, ...where });
          const identity = JSON.stringify([
            pattern,
            ...placeholders.map((name) => where?.[name] ?? entry.where?.[name]),
          ]);
          const owner = seen.get(identity);
          if (owner !== undefined) throw new SyntaxError(`"${pattern}" is already a pattern of collection ${owner}`);
          seen.set(identity, entry.key);
          const missing = placeholdersOf(canonical ?? '').filter((name) => !placeholders.includes(name));
          if (missing.length > 0)
            throw new SyntaxError(`"${pattern}" has no {${missing.join('}, {')}} for "${canonical}"`);
        },
        place,
        report,
      );
    }
  }
}

function checkAreas(entry: CollectionEntry, path: Path, seen: Map<string, string>, report: ReportProblem): void {
  for (const [index, under] of (entry.under ?? []).entries()) {
    const place = [...path, 'under', index];
    const parsed = parseWebAddress(under);
    if (parsed === undefined || parsed.query !== '' || parsed.fragment !== '') {
      report(place, `${under} must be an address with a public host, without a query or fragment`);
      continue;
    }
    const area = `${parsed.host}${parsed.path}/`;
    const owner = seen.get(area);
    if (owner !== undefined) report(place, `everything under ${area} already belongs to collection ${owner}`);
    seen.set(area, entry.key);
  }
}

function attempt(action: () => unknown, path: Path, report: ReportProblem): void {
  try {
    action();
  } catch (error) {
    report(path, (error as Error).message);
  }
}
