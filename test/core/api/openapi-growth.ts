/** The promises of an OpenAPI description to clients, as lines. A description that keeps all lines has only grown. */
export type Json = { readonly [key: string]: unknown };

const METHODS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete', 'trace'];
const ANNOTATIONS = ['title', 'description', 'summary', 'example', 'examples', '$comment', 'deprecated'];

const INVENTED = 'the data do not always have it, and what stood in its place was invented';
const UNSCHEDULED = 'a source that promises no rhythm was called fresh, however old it is';
const WITHHELD = 'an entity that must not be shown has no other verdict: deleted and unknown would be wrong';
const JOINED = 'a list written with commas is, on the wire, the text that it was';

/** Beginnings of released promises that are no longer kept, with the reason; `*` stands for any text. */
export const CORRECTIONS: Readonly<Record<string, string>> = {
  'get * application/problem+json .type pattern': 'the page may not be served, and then the address led nowhere',
  'get /api/v1/gnd/{gnd}/links 200 application/json .entity.attributes.*[] anyOf': `label of a reference: ${INVENTED}`,
  'get /api/v1/sources 200 application/json .sources[].freshness.ageDays is always there': INVENTED,
  'get /api/v1/sources 200 application/json .sources[].freshness.checkedAt is always there': INVENTED,
  'get /api/v1/sources 200 application/json .sources[].freshness.observedSince is always there': INVENTED,
  'get /api/v1/sources 200 application/json .sources[].freshness.retrievedAt is always there': INVENTED,
  'get /api/v1/sources 200 application/json .sources[].freshness.state enum': UNSCHEDULED,
  'get /api/v1/sources 200 application/json .sources[].import.sha256 is always there': INVENTED,
  'get /api/v1/coverage 200 application/json .items[].verdict enum': WITHHELD,
  'get /api/v1/coverage query:ids is': JOINED,
  'get /api/v1/search query:type is': JOINED,
};

/** Promises of the released description that the current one does not keep. */
export function brokenPromises(released: Json, current: Json): string[] {
  const kept = promisesOf(current);
  return [...promisesOf(released)].filter((promise) => !kept.has(promise));
}

/** Whether a correction is about a promise. */
export function corrects(beginning: string, promise: string): boolean {
  const parts = beginning.split('*').map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('.*')}`).test(promise);
}

/** The promises that match no entry of {@link CORRECTIONS}. */
export function withoutCorrections(promises: readonly string[]): string[] {
  return promises.filter((promise) => !Object.keys(CORRECTIONS).some((beginning) => corrects(beginning, promise)));
}

export function promisesOf(document: Json): ReadonlySet<string> {
  const lines = new Set<string>();
  const promise = (...parts: readonly unknown[]) => void lines.add(parts.join(' '));

  function resolved(node: unknown): Json {
    const reference = (node as Json | undefined)?.['$ref'];
    if (typeof reference !== 'string') return (node ?? {}) as Json;
    const keys = reference.slice(2).split('/');
    return resolved(keys.reduce<unknown>((at, key) => (at as Json)[key.replaceAll('~1', '/')], document));
  }
  const membersOf = (node: unknown): [string, Json][] =>
    Object.entries(resolved(node)).map(([name, member]) => [name, resolved(member)]);

  /** Promises of an answer's schema: its keywords, and values of open sets. Closed sets and unions must not change. */
  function answer(at: string, schema: Json): void {
    for (const [keyword, value] of keywordsOf(schema)) {
      if (keyword === 'properties') for (const [name, member] of membersOf(value)) answer(`${at}.${name}`, member);
      else if (keyword === 'items') answer(`${at}[]`, resolved(value));
      else if (keyword === 'additionalProperties' && typeof value === 'object') answer(`${at}.*`, resolved(value));
      else if (keyword === 'required')
        for (const name of value as string[]) promise(`${at}.${name}`, 'is always there');
      else if (keyword === 'x-extensible-enum') for (const one of value as unknown[]) promise(at, 'may be', one);
      else promise(at, keyword, JSON.stringify(plain(value)));
    }
  }

  /** Values of a parameter may be added; any other change of a keyword could refuse what was accepted. */
  function parameter(at: string, { required, style, explode, schema }: Json): void {
    const { enum: values = [], ...rest } = plain(resolved(schema)) as Json;
    for (const value of values as unknown[]) promise(at, 'takes', value);
    promise(at, 'is', JSON.stringify([required === true, style, explode, rest]));
  }

  function operation(at: string, { parameters = [], responses, security }: Json): void {
    const list = (parameters as unknown[]).map(resolved);
    const nameOf = (one: Json) => `${String(one['in'])}:${String(one['name'])}`;
    for (const one of list) parameter(`${at} ${nameOf(one)}`, one);
    promise(at, 'requires', list.filter(({ required }) => required === true).map(nameOf).toSorted().join(' ')); // prettier-ignore
    promise(at, 'security', JSON.stringify(security));
    for (const [status, { headers, content }] of membersOf(responses)) {
      promise(at, status);
      for (const [name, { required, schema }] of membersOf(headers)) {
        promise(at, status, name);
        if (required === true) promise(at, status, name, 'is always there');
        answer(`${at} ${status} ${name}`, resolved(schema));
      }
      for (const [type, { schema }] of membersOf(content)) {
        promise(at, status, type);
        answer(`${at} ${status} ${type} `, resolved(schema));
      }
    }
  }

  /** Resolves references, removes annotations, and sorts members. */
  function plain(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(plain);
    if (typeof node !== 'object' || node === null) return node;
    const members = keywordsOf(resolved(node)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(members.map(([key, value]) => [key, plain(value)]));
  }

  promise('version', String((document['info'] as Json)['version']).split('.')[0]);
  promise('security', JSON.stringify(document['security']));
  for (const [path, item] of membersOf(document['paths'])) {
    for (const method of METHODS) if (method in item) operation(`${method} ${path}`, item[method] as Json);
  }
  return lines;
}

function keywordsOf(schema: Json): [string, unknown][] {
  return Object.entries(schema).filter(
    ([keyword]) => !ANNOTATIONS.includes(keyword) && (!keyword.startsWith('x-') || keyword === 'x-extensible-enum'),
  );
}
