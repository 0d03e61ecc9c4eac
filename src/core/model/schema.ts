/**
 * Building blocks for the JSON Schemas of answers. A schema with a title is a component of that name in the OpenAPI
 * document.
 */
import { type Static, type TProperties, type TSchema, type TSchemaOptions, Type } from 'typebox';

/** Version of the interface, `info.version` of the OpenAPI document. */
export const API_VERSION = '1.0.0';

/** The type with all members read-only, at any depth. Optional members may be undefined, which JSON leaves out. */
export type Immutable<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Immutable<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Immutable<T[Key]> | UndefinedIfOptional<T, Key> }
      : T;
type UndefinedIfOptional<T, Key extends keyof T> = string extends Key ? never : object extends Pick<T, Key> ? undefined : never; // prettier-ignore

/** @param examples values that show the form of the text */
export const text = (description: string, examples?: readonly string[]) =>
  Type.String({ description, ...(examples && { examples }) });
/** A text from a set that may grow but never shrinks. */
export const vocabulary = (description: string, values: readonly string[]) =>
  Type.String({ description, 'x-extensible-enum': values });
/** A text from a set that will not grow. */
export const closedSet = <const V extends readonly string[]>(values: V, options: TSchemaOptions = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options });
export const count = (description: string) => Type.Integer({ minimum: 0, description });
export const day = (description: string) => Type.String({ format: 'date', description });
export const instant = (description: string) => Type.String({ format: 'date-time', description });
/** A web address as browsers read it; some are not valid URIs by RFC 3986. */
export const address = (description: string) => Type.String({ pattern: '^https?://', description });
/** @param description of the object */
export const object = <P extends TProperties>(description: string, properties: P) =>
  Type.Object(properties, { description });
/** An object that is a component of the OpenAPI document. */
export const named = <P extends TProperties>(title: string, properties: P) => Type.Object(properties, { title });
/** As {@link named}, with a description. */
export const described = <P extends TProperties>(title: string, description: string, properties: P) =>
  Type.Object(properties, { title, description });
export const list = <S extends TSchema>(description: string, items: S) => Type.Array(items, { description });
/** An object with any keys. */
export const byKey = <S extends TSchema>(value: S, description: string) =>
  Type.Unsafe<Record<string, Static<S>>>({ type: 'object', additionalProperties: value, description });
/** Numbers by key. */
export const counts = (description: string) => byKey(Type.Integer({ minimum: 0 }), description);

export const Label = described('Label', 'A text for people, in both languages.', {
  de: text('German'),
  en: text('English'),
});

export const SnapshotReference = described('SnapshotReference', 'State of the data on which an answer is based.', {
  id: text('Identifier of the state of the data. The same identifier always means the same data.', [
    '20261013-3f9c2a7d',
  ]),
  date: day('Date of the newest source in this state of the data.'),
});

/** Members at the beginning of every body. */
export const HEAD = {
  apiVersion: text('Version of the interface.', [API_VERSION]),
  snapshot: SnapshotReference,
};
export const headOf = ({ id, date }: Static<typeof SnapshotReference>) => ({
  apiVersion: API_VERSION,
  snapshot: { id, date },
});

export const gndId = (description: string) => text(description, ['118540238']);
export const gndUri = text('Canonical URI of the entity.', ['https://d-nb.info/gnd/118540238']);
