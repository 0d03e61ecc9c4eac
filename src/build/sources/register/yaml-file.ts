/** Reads a YAML file and validates it by a schema; reports each problem with file, line and column. */
import { createBoundedCache, memo } from '../../../core/model/memo.ts';
import { readFile } from 'node:fs/promises';
import { type Static, type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { LineCounter, type ParsedNode, type Document, isCollection, isNode, parseDocument } from 'yaml';

export const closed = { additionalProperties: false };
export const slug = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 60 });
export const text = Type.String({ minLength: 1, maxLength: 1000 });
/** A text in both languages. */
export const label = Type.Object({ de: text, en: text }, closed);
export const address = Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 2000 });

/** Problems of a file that people write. The message has a line for each problem. */
export class InvalidConfiguration extends Error {
  override readonly name = 'InvalidConfiguration';
}

type Path = readonly (string | number)[];

/** The value of a file, and functions that report problems in it. */
export interface YamlFile<T> {
  readonly value: T;
  /** Makes the line `file:line:column: sentence` for the value at the path. */
  readonly at: (path: Path, sentence: string) => string;
  /** Reports a problem of the value at the path. */
  readonly report: (path: Path, sentence: string) => void;
  /** @throws InvalidConfiguration with a line for each reported problem */
  readonly check: () => void;
}

/** @throws InvalidConfiguration when the file is missing, is not YAML, or does not match the schema */
export async function readYamlFile<S extends TSchema>(file: string, schema: S): Promise<YamlFile<Static<S>>> {
  const source = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new InvalidConfiguration(`${file} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'error'})`, {
      cause,
    });
  });
  const value = valueOf(source, file);
  let parsed: ReturnType<typeof parse> | undefined;
  const at = (path: Path, sentence: string): string => {
    const { document, place } = (parsed ??= parse(source, file));
    return `${place(offsetOf(document, path))}: ${sentence}`;
  };
  const problems: string[] = [];
  const report = (path: Path, sentence: string): void => void problems.push(at(path, sentence));
  const check = (): void => {
    if (problems.length > 0) throw new InvalidConfiguration(problems.join('\n'));
  };
  const validator = validatorOf(schema);
  if (!validator.Check(value)) {
    const errors = [...validator.Errors(value)].filter(({ keyword }) => keyword !== 'boolean');
    for (const { instancePath, message, params } of errors.slice(0, 20)) {
      const path = instancePath.split('/').slice(1).map(unescapePointer);
      report(path, `${path.length > 0 ? `${path.join('.')} ` : ''}${message}${namesIn(params)}`);
    }
    throw new InvalidConfiguration(problems.join('\n'));
  }
  return { value: value as Static<S>, at, report, check };
}

/** Values by text: a command reads the same few files several times, and parsing takes the longest. */
const values = createBoundedCache<string, { readonly value: unknown }>(64);

/** @returns the value, frozen because callers share it @throws InvalidConfiguration */
function valueOf(source: string, file: string): unknown {
  const kept = values.get(source);
  if (kept !== undefined) return kept.value;
  const { document, place } = parse(source, file);
  if (document.errors.length > 0) {
    throw new InvalidConfiguration(document.errors.map((e) => `${place(e.pos[0])}: ${e.message}`).join('\n'));
  }
  const value = expand(document, file);
  values.set(source, { value });
  return value;
}

function parse(source: string, file: string) {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  return { document, place };
}

function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

const validatorOf = (schema: TSchema): Validator => memo(schema, 'validator', () => Compile(schema));

/** Limits aliases: without a limit, a few lines could expand beyond the memory. Binary values cannot be frozen. */
function expand(document: Document.Parsed, file: string): unknown {
  try {
    return frozen(document.toJS({ maxAliasCount: 100 }));
  } catch (cause) {
    throw new InvalidConfiguration(
      `${file}: aliases cannot be expanded, or a value is binary (${(cause as Error).message})`,
      {
        cause,
      },
    );
  }
}

function namesIn(params: object): string {
  const names = Object.values(params).find((value) => Array.isArray(value)) as unknown[] | undefined;
  return names === undefined ? '' : `: ${names.join(', ')}`;
}

function unescapePointer(part: string): string | number {
  const text = part.replaceAll('~1', '/').replaceAll('~0', '~');
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** Offset of the deepest node along the path that exists. */
function offsetOf(document: Document.Parsed, path: Path): number {
  let node: ParsedNode | null = document.contents;
  for (const key of path) {
    if (!isCollection(node)) break;
    const next: unknown = node.get(key, true);
    if (!isNode(next)) break;
    node = next as ParsedNode;
  }
  return node?.range?.[0] ?? 0;
}
