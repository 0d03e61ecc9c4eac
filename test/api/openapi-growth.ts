/**
 * Whether one description of the interface only adds to another: what a client of the released one relies on must still hold.
 * Conservative: a change that it does not understand is a breach, too.
 */
import { isDeepStrictEqual } from 'node:util';

export type Json = { readonly [key: string]: unknown };

/** A place in one of the two documents. */
interface Place {
  readonly document: Json;
  readonly pointer: string;
  readonly value: unknown;
}

/** Parameters may take more, answers must not: each direction has its own idea of what is narrower. */
type Direction = 'parameter' | 'answer';

/** @returns each removal or narrowing as `JSON pointer into the released document: what is wrong`; empty when there is none */
export function breaches(released: Json, current: Json): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const breach = ({ pointer }: Place, why: string) => void found.add(`${pointer || '/'}: ${why}`);

  function compareDocuments(): void {
    const [was, is] = [place(released), place(current)];
    const major = (root: Place) => String(member(member(root, 'info'), 'version').value).split('.')[0];
    if (major(was) !== major(is)) breach(member(member(was, 'info'), 'version'), 'another major version');
    expectSame(was, is, ['security']);
    eachOf(member(was, 'paths'), member(is, 'paths'), 'path', (item, itemNow) => {
      expectSameExcept(item, itemNow, ['summary', 'description', ...METHODS]);
      eachOf(item, itemNow, 'operation', compareOperations);
    });
  }

  function compareOperations(was: Place, is: Place): void {
    expectSameExcept(was, is, [
      'summary',
      'description',
      'tags',
      'externalDocs',
      'deprecated',
      'parameters',
      'responses',
    ]);
    compareParameters(was, is);
    eachOf(member(was, 'responses'), member(is, 'responses'), 'status', compareResponses);
  }

  function compareParameters(was: Place, is: Place): void {
    const parameters = items(member(is, 'parameters')).map(resolved);
    const key = ({ value }: Place) => JSON.stringify([(value as Json)['in'], (value as Json)['name']]);
    const known = items(member(was, 'parameters'))
      .map(resolved)
      .map((parameter) => {
        const same = parameters.find((other) => key(other) === key(parameter));
        if (same === undefined) breach(parameter, 'parameter removed');
        else compareParameter(parameter, same);
        return key(parameter);
      });
    for (const parameter of parameters) {
      if (isRequired(parameter) && !known.includes(key(parameter))) {
        breach(member(was, 'parameters'), `new required parameter ${key(parameter)}`);
      }
    }
  }

  function compareParameter(was: Place, is: Place): void {
    if (isRequired(is) && !isRequired(was)) breach(was, 'now required');
    // On the wire a list that is written with commas is the text that it was.
    if (isJoined(is) && (member(was, 'schema').value as Json)['type'] === 'string') return;
    expectSameExcept(was, is, ['description', 'example', 'examples', 'deprecated', 'required', 'schema']);
    compareSchemas(member(was, 'schema'), member(is, 'schema'), 'parameter');
  }

  function compareResponses(was: Place, is: Place): void {
    eachOf(member(was, 'headers'), member(is, 'headers'), 'header', (header, headerNow) => {
      expectSameExcept(header, headerNow, ['description', 'example', 'examples', 'deprecated', 'required', 'schema']);
      if (isRequired(header) && !isRequired(headerNow)) breach(header, 'no longer in every answer');
      compareSchemas(member(header, 'schema'), member(headerNow, 'schema'), 'answer');
    });
    eachOf(member(was, 'content'), member(is, 'content'), 'media type', (body, bodyNow) => {
      compareSchemas(member(body, 'schema'), member(bodyNow, 'schema'), 'answer');
    });
  }

  function compareSchemas(before: Place, now: Place, direction: Direction): void {
    const [was, is] = [resolved(before), resolved(now)];
    const pair = `${direction} ${was.pointer} ${is.pointer}`;
    if (seen.has(pair)) return;
    seen.add(pair);
    if (!isObject(was.value) || !isObject(is.value)) {
      if (!isDeepStrictEqual(was.value, is.value)) breach(was, 'schema removed or replaced');
      return;
    }
    for (const keyword of new Set([...Object.keys(was.value), ...Object.keys(is.value)])) {
      const [old, fresh] = [member(was, keyword), member(is, keyword)];
      const why = isAnnotation(keyword) ? undefined : compareKeyword(keyword, old, fresh, direction);
      if (why !== undefined) breach(old, why);
    }
  }

  /** @returns what is wrong with the keyword itself */
  function compareKeyword(keyword: string, was: Place, is: Place, direction: Direction): string | undefined {
    if (BOUNDS.has(keyword)) return boundBreach(keyword, was.value, is.value, direction);
    switch (keyword) {
      case 'properties':
        eachOf(was, is, 'property', (property, propertyNow) => compareSchemas(property, propertyNow, direction));
        return undefined;
      case 'items':
      case 'additionalProperties':
        if (!isObject(was.value) || !isObject(is.value)) return widthBreach(was.value, is.value, direction);
        compareSchemas(was, is, direction);
        return undefined;
      case 'anyOf':
      case 'oneOf':
        return alternativesBreach(was, is, direction);
      case 'type':
        return typeBreach(was.value, is.value, direction);
      case 'required':
        return requiredBreach(list(was.value), list(is.value), direction);
      case 'enum':
        return enumBreach(was.value, is.value, direction);
      case 'x-extensible-enum':
        return list(was.value).every((value) => list(is.value).includes(value)) ? undefined : 'value removed';
      case 'default':
        return direction === 'answer' || isDeepStrictEqual(was.value, is.value) ? undefined : 'another default';
      case 'pattern':
      case 'format':
        return isDeepStrictEqual(was.value, is.value) ? undefined : widthBreach(was.value, is.value, direction);
      default:
        return isDeepStrictEqual(was.value, is.value) ? undefined : 'changed in a way that is not understood';
    }
  }

  function alternativesBreach(was: Place, is: Place, direction: Direction): string | undefined {
    if (was.value === undefined || is.value === undefined) return widthBreach(was.value, is.value, direction);
    const fits = (one: Place, other: Place) => alternativeFits(one, other, direction);
    const [old, fresh] = [items(was), items(is)];
    if (!old.every((alternative) => fresh.some((other) => fits(alternative, other)))) return 'alternative removed';
    const widened = !fresh.every((alternative) => old.some((other) => fits(other, alternative)));
    return widened && direction === 'answer' ? 'union widened' : undefined;
  }

  function alternativeFits(was: Place, is: Place, direction: Direction): boolean {
    if (isObject(was.value) && isObject(is.value) && '$ref' in was.value && was.value['$ref'] === is.value['$ref']) {
      compareSchemas(was, is, direction);
      return true;
    }
    return isDeepStrictEqual(withoutAnnotations(resolved(was).value), withoutAnnotations(resolved(is).value));
  }

  /** What the released one has by a name must still be there. */
  function eachOf(was: Place, is: Place, what: string, compare: (was: Place, is: Place) => void): void {
    if (!isObject(was.value)) return;
    for (const name of Object.keys(was.value)) {
      const old = member(was, name);
      const now = member(is, name);
      if (now.value === undefined) breach(old, `${what} removed`);
      else compare(resolved(old), resolved(now));
    }
  }

  function expectSame(was: Place, is: Place, keys: readonly string[]): void {
    for (const key of keys) {
      const old = member(was, key);
      if (!isDeepStrictEqual(old.value, member(is, key).value)) breach(old, 'changed');
    }
  }

  function expectSameExcept(was: Place, is: Place, except: readonly string[]): void {
    const keys = new Set([was, is].flatMap(({ value }) => Object.keys(value as Json)));
    expectSame(
      was,
      is,
      [...keys].filter((key) => !except.includes(key) && !key.startsWith('x-')),
    );
  }

  compareDocuments();
  return [...found];
}

/** What says something to people only; of the extensions only the open sets are part of the contract. */
export function isAnnotation(keyword: string): boolean {
  const isExtension = keyword.startsWith('x-') && keyword !== 'x-extensible-enum';
  return (
    isExtension ||
    ['title', 'description', 'summary', 'example', 'examples', '$comment', 'deprecated'].includes(keyword)
  );
}

/** The document without what is for people: what a release is held against. */
export function withoutAnnotations(node: unknown, isNames = false): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutAnnotations(item));
  if (!isObject(node)) return node;
  const kept = Object.entries(node).filter(([key]) => isNames || !isAnnotation(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutAnnotations(value, !isNames && NAMES.has(key))]));
}

/** Keywords whose members have names that somebody chose. */
const NAMES = new Set(['properties', 'schemas', 'headers', 'responses', 'paths', 'content']);

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Keywords that bound from below (1) or above (-1). */
const BOUNDS = new Map([
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map((name) => [name, 1] as const),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map((name) => [name, -1] as const),
]);

function boundBreach(keyword: string, was: unknown, is: unknown, direction: Direction): string | undefined {
  const sign = BOUNDS.get(keyword) ?? 1;
  const none = Number.NEGATIVE_INFINITY;
  const tightened = (typeof is === 'number' ? is * sign : none) - (typeof was === 'number' ? was * sign : none);
  if (direction === 'parameter') return tightened > 0 ? 'tightened' : undefined;
  return tightened < 0 ? 'loosened' : undefined;
}

/** For constraints that are there or not: an answer must not lose one, a parameter must not gain one. */
function widthBreach(was: unknown, is: unknown, direction: Direction): string | undefined {
  if (isDeepStrictEqual(was, is)) return undefined;
  if (direction === 'answer') return was === undefined || was === true ? undefined : 'loosened';
  return is === undefined || is === true ? undefined : 'tightened';
}

function typeBreach(was: unknown, is: unknown, direction: Direction): string | undefined {
  const [narrow, wide] = direction === 'answer' ? [is, was] : [was, is];
  if (wide === undefined) return undefined;
  const takes = (type: unknown) => list(wide).includes(type) || (type === 'integer' && list(wide).includes('number'));
  return narrow !== undefined && list(narrow).every(takes) ? undefined : 'type changed or union widened';
}

function requiredBreach(was: readonly unknown[], is: readonly unknown[], direction: Direction): string | undefined {
  const [must, may] = direction === 'answer' ? [was, is] : [is, was];
  const missing = must.filter((name) => !may.includes(name));
  if (missing.length === 0) return undefined;
  return `${missing.join(', ')} ${direction === 'answer' ? 'no longer required' : 'now required'}`;
}

/** Values stay in both directions; new ones are for parameters, and for answers only in an open set. */
function enumBreach(was: unknown, is: unknown, direction: Direction): string | undefined {
  if (was === undefined) return direction === 'parameter' ? 'tightened' : undefined;
  if (is === undefined) return direction === 'answer' ? 'loosened' : undefined;
  if (!list(was).every((value) => list(is).includes(value))) return 'value removed';
  return direction === 'answer' && list(is).length > list(was).length ? 'value added to a closed set' : undefined;
}

function place(document: Json): Place {
  return { document, pointer: '', value: document };
}

function member(parent: Place, key: string | number): Place {
  const container = parent.value as Json | undefined;
  const value = typeof container === 'object' && Object.hasOwn(container, key) ? container[key] : undefined;
  const segment = String(key).replaceAll('~', '~0').replaceAll('/', '~1');
  return { document: parent.document, pointer: `${parent.pointer}/${segment}`, value };
}

function items(parent: Place): Place[] {
  return list(parent.value).map((_, index) => member(parent, index));
}

/** Follows a reference. */
function resolved(node: Place): Place {
  const reference = isObject(node.value) ? node.value['$ref'] : undefined;
  if (typeof reference !== 'string') return node;
  const keys = reference.slice(2).split('/');
  const target = keys.reduce(
    (at, key) => member(at, key.replaceAll('~1', '/').replaceAll('~0', '~')),
    place(node.document),
  );
  return resolved(target);
}

function isRequired({ value }: Place): boolean {
  return (value as Json)['required'] === true;
}

/** A list of texts, written as one with commas. */
function isJoined({ value }: Place): boolean {
  const { style, explode, schema } = value as { style?: string; explode?: boolean; schema?: Json };
  const items = schema?.['items'] as Json | undefined;
  return style === 'form' && explode === false && schema?.['type'] === 'array' && items?.['type'] === 'string';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : value === undefined ? [] : [value];
}
