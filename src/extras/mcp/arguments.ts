/** Explains errors in the arguments of a call, so that a model can correct them: the wrong key, and the allowed ones. */
import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';

/** Largest number of errors that are explained, and of characters of each. */
const MAX_FAULTS = 5;
const MAX_LENGTH = 600;

/** @param value a value that is not valid by the schema @returns English sentences */
export function explainArguments(schema: TSchema, value: unknown): string {
  const faults = Errors(schema, value).filter(({ keyword }) => keyword !== 'boolean');
  const sentences = faults.slice(0, MAX_FAULTS).map(({ instancePath, message, params }) => {
    const place = instancePath === '' ? 'The arguments' : `“${instancePath.slice(1).replaceAll('/', '.')}”`;
    const { allowedValues, additionalProperties: unknown } = params as Partial<Record<string, readonly string[]>>;
    const what =
      unknown === undefined
        ? message + (allowedValues === undefined ? '' : `: ${allowedValues.join(', ')}`)
        : `must not have “${unknown.join('”, “')}”; allowed: ${keysAt(schema, instancePath).join(', ')}`;
    return `${place} ${what}`.slice(0, MAX_LENGTH);
  });
  return `${sentences.join('. ')}.`;
}

interface Level {
  readonly properties?: Readonly<Record<string, Level>>;
  readonly items?: Level;
}

/** Keys of the object at a place of the arguments, e.g. `/names/0`. */
function keysAt(schema: TSchema, path: string): readonly string[] {
  let level: Level | undefined = schema as Level;
  for (const step of path.split('/').slice(1)) level = level?.properties?.[step] ?? level?.items;
  return Object.keys(level?.properties ?? {});
}
