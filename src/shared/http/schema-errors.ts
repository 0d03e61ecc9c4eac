/** Explains errors in JSON that was sent, so that people and language models can correct it: the wrong key, and the allowed ones. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Errors } from 'typebox/value';

/** At most so many errors are explained, in at most so many characters each. */
const MAX = { errors: 5, characters: 600 } as const;

/** @param whole see {@link explainErrors} @returns a function that returns the value if it is valid, otherwise sentences about its errors */
export function createReader<const S extends TSchema>(
  schema: S,
  whole: string,
): (value: unknown) => Static<S> | string {
  const compiled = Compile(schema);
  return (value) => (compiled.Check(value) ? (value as Static<S>) : explainErrors(schema, value, whole));
}

/**
 * @param value breaks the schema
 * @param whole subject of a sentence about the whole value, such as `The arguments`
 * @returns English sentences
 */
function explainErrors(schema: TSchema, value: unknown, whole: string): string {
  const all = Errors(schema, value).filter(({ keyword }) => keyword !== 'boolean');
  const unions = new Set(all.flatMap(({ keyword, instancePath }) => (keyword === 'anyOf' ? [instancePath] : [])));
  const isDeeper = (path: string) => all.some(({ instancePath }) => instancePath.startsWith(`${path}/`));
  // If a value may have several forms, an error within it says more than a list of the forms.
  const errors = all.filter(({ keyword, instancePath: path }) =>
    unions.has(path) ? keyword === 'anyOf' && !isDeeper(path) : true,
  );
  const sentences = errors.map(({ instancePath: path, keyword, message, params }) => {
    const place = path === '' ? whole : `“${path.slice(1).replaceAll('/', '.')}”`;
    const { allowedValues, additionalProperties: unknown } = params as Partial<Record<string, readonly string[]>>;
    const forms = all.flatMap((one) => (one.instancePath === path && one.keyword !== 'anyOf' ? [formOf(one)] : []));
    const what =
      keyword === 'anyOf'
        ? [...new Set(forms)].join(' or ')
        : unknown === undefined
          ? message + (allowedValues === undefined ? '' : `: ${allowedValues.join(', ')}`)
          : `must not have “${unknown.join('”, “')}”; allowed: ${keysAt(schema, path).join(', ')}`;
    return `${place} ${what}`.slice(0, MAX.characters);
  });
  return `${[...new Set(sentences)].slice(0, MAX.errors).join('. ')}.`;
}

/** One of the forms that a value may have, as the end of a sentence. */
function formOf({ message, params }: ReturnType<typeof Errors>[number]): string {
  return 'allowedValue' in params ? `must be “${String(params.allowedValue)}”` : message;
}

interface Level {
  readonly properties?: Readonly<Record<string, Level>>;
  readonly patternProperties?: Readonly<Record<string, Level>>;
  readonly items?: Level;
}

/** Keys of the object at a path, e.g. `/names/0`. */
function keysAt(schema: TSchema, path: string): readonly string[] {
  let level: Level | undefined = schema as Level;
  for (const step of path.split('/').slice(1))
    level = level?.properties?.[step] ?? level?.items ?? Object.values(level?.patternProperties ?? {})[0];
  return Object.keys(level?.properties ?? {});
}
