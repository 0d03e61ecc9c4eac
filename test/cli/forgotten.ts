/** A small world with a person of whom something is erased, and the search for what was erased in everything that is served. */
import { cpSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { methodsOf } from '../../src/core/http/door-route.ts';
import type { Door } from '../../src/core/http/door.ts';
import {
  answerOf,
  deprecated,
  dump,
  GNDO,
  literal,
  record,
  reference,
  sameAs,
  SHIPPED_CONFIG,
} from '../build/ingest/site.ts';
import { writeRegister } from '../build/register/entry.ts';
import { openDoors } from '../../src/cli/doors.ts';
import { openSnapshot, openCuration, vocabularyIn } from '../../src/cli/installation.ts';
import { readRunLog } from '../../src/core/snapshot/run-log.ts';
import { serve, type Serving } from '../extras/serving.ts';
import { type Ran, run } from './command.ts';

/** The person, a record that was merged into hers, and another person. */
const PERSON = '118501003';
const FORMER = '118501054';
const OTHER = '118501224';
/** Her husband, a work of hers, and somebody who has nothing to do with her. */
const HUSBAND = '118501275';
const WORK = '118501445';
const STRANGER = '118501496';

/** Everything that the sources say of the person, by kind; the patterns also match parts of words. */
export const TRACES = {
  name: /zwetsch/i,
  variant: /obsth/i,
  date: /1987-03-14|14\.03\.1987|\b1987\b/,
  place: /tupfin/i,
  profession: /glockenf/i,
  note: /feldpost/i,
} as const;
export type Trace = keyof typeof TRACES;

const NAME = 'Zwetschgenbaum, Quirine';
const VARIANT = 'Obsthain, Quirine';
const BORN = '1987-03-14';

/** What a state of the sources has of the person. */
export interface State {
  readonly record?: 'whole' | 'without dates' | 'without variant' | 'none';
  /** Lines of the list of redirects and deletions. */
  readonly gone?: string;
  /** Entries of `entities.yaml`. */
  readonly decisions?: readonly object[];
}

function personRecord(kind: State['record']): readonly object[] {
  if (kind === 'none') return [];
  const dates = { ...literal('dateOfBirth', BORN), ...literal('placeOfBirthAsLiteral', 'Tupfingen') };
  return [
    record(PERSON, NAME, {
      ...literal('professionOrOccupationAsLiteral', 'Glockenformerin'),
      ...(kind !== 'without dates' && dates),
      ...(kind !== 'without variant' && literal('variantNameForThePerson', VARIANT)),
      ...sameAs('http://www.wikidata.org/entity/Q4711', 'https://de.wikipedia.org/wiki/Quirine_Zwetschgenbaum'),
      ...deprecated(FORMER),
    }),
  ];
}

/** The older edition of the GND for presentation, which has what the GND had. */
const FACTS = [
  {
    '@id': `https://d-nb.info/gnd/${PERSON}`,
    '@type': 'person',
    preferredName: 'Quirine Zwetschgenbaum',
    surname: 'Zwetschgenbaum',
    forename: 'Quirine',
    variantName: [VARIANT],
    dateOfBirth: '14. März 1987',
    placeOfBirth: [{ preferredName: 'Tupfingen' }],
    professionOrOccupation: [{ preferredName: 'Glockenformerin' }],
  },
  {
    '@id': `https://d-nb.info/gnd/${HUSBAND}`,
    '@type': 'person',
    preferredName: 'Hans Apfelbaum',
    familialRelationship: [
      { '@id': `https://d-nb.info/gnd/${PERSON}`, preferredName: 'Quirine Zwetschgenbaum', relationship: 'Ehefrau' },
    ],
  },
];

const list = (target: string, ...lines: readonly string[]) =>
  ['#FORMAT: BEACON', '#PREFIX: https://d-nb.info/gnd/', `#TARGET: ${target}`, ...lines, ''].join('\n');

function sourcesOf({ record: kind = 'whole', gone = '' }: State): Readonly<Record<string, readonly [string, string]>> {
  const work = {
    ...record(WORK, 'Glockenlieder'),
    '@type': [`${GNDO}Work`],
    ...literal('preferredNameForTheWork', 'Glockenlieder'),
    ...reference('firstAuthor', PERSON),
  };
  const records = [
    ...personRecord(kind),
    record(OTHER, 'Kirschbaum, Otto', literal('dateOfBirth', '1970')),
    record(HUSBAND, 'Apfelbaum, Hans', reference('familialRelationship', PERSON)),
    work,
    record(STRANGER, 'Birnbaum, Berta', literal('dateOfBirth', '1801')),
  ];
  const letters = [
    `${PERSON}|Feldpost der Zwetschgenbaum`,
    `${FORMER}|Feldpost einer Dame`,
    `${STRANGER}|Briefe`,
    // A line that cannot be read becomes an example of a defect.
    `${PERSON}|Feldpost der Zwetschgenbaum|not an address`,
  ];
  return {
    gnd: ['gnd-jsonld', dump(records)],
    facts: ['entity-facts', JSON.stringify(FACTS)],
    letters: ['beacon', list('https://kalliope-verbund.info/gnd/{ID}', ...letters)],
    // An empty list would be refused.
    gone: ['redirects', `118599999\n${FORMER} ${PERSON}\n${gone}`],
  };
}

/** A folder in which `gnd-links update` makes snapshots and dumps of states of the sources. */
export function openWorld(folder: string) {
  const [config, out, dumps] = [join(folder, 'config'), join(folder, 'snapshots'), join(folder, 'dumps')];
  cpSync(SHIPPED_CONFIG, config, { recursive: true });
  return {
    config,
    out,
    dumps,
    /** @param day `YYYY-MM-DD`, on which the sources were retrieved */
    async update(day: string, state: State, ...more: readonly string[]): Promise<Ran> {
      writeFileSync(join(config, 'entities.yaml'), JSON.stringify({ decisions: state.decisions ?? [] }));
      const sources = Object.entries(sourcesOf(state)).map(([key, [format, content]]) => {
        writeFileSync(join(folder, key), content);
        const kind = { beacon: 'links', redirects: 'redirects' }[format] ?? 'entities';
        // Entity Facts are older than the first state.
        const retrievedAt = key === 'facts' ? '2026-11-01' : day;
        const licence = { spdx: 'CC0-1.0', statement: 'CC0' };
        return { key, kind, file: key, retrievedAt, licence, cadence: 'never', origin: { publisher: 'Trial', format } };
      });
      const register = writeRegister(folder, sources);
      const places = ['--register', register, '--sources', join(folder, 'sources'), '--config', config, '--out', out];
      const dumping = ['--dumps', dumps, '--base-url', 'https://links.example.org'];
      return run(['update', ...places, ...dumping, '--threads', '0', ...more]);
    },
  };
}

/** A text in which something is searched, and its place for a message. */
export interface Place {
  readonly place: string;
  readonly text: string;
}

/** Places with a trace, and the trace. */
export function tracesIn(places: readonly Place[], traces: readonly Trace[]): readonly string[] {
  return places.flatMap(({ place, text: found }) =>
    traces.flatMap((trace) => {
      const at = TRACES[trace].exec(found)?.index;
      return at === undefined ? [] : [`${trace} in ${place}: ${found.slice(Math.max(0, at - 60), at + 60)}`];
    }),
  );
}

/** Every file of a folder, decompressed; of a database every value, decompressed. */
export function filesIn(folder: string): readonly Place[] {
  const names = globSync('**/*', { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile());
  return names.flatMap((name) => {
    const bytes = readFileSync(join(folder, name));
    const places = [{ place: name, text: readable(bytes) }];
    if (!name.endsWith('.sqlite')) return places;
    return [...places, ...valuesIn(join(folder, name)).map((found) => ({ place: name, text: found }))];
  });
}

export function readable(bytes: Uint8Array): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isGzip ? gunzipSync(bytes) : Buffer.from(bytes)).toString();
}

function valuesIn(file: string): readonly string[] {
  using database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'");
  return tables.all().flatMap(({ name }) => {
    const rows = database.prepare(`SELECT * FROM "${String(name)}"`).all();
    return rows.map((row) =>
      Object.values(row)
        .map((value) => (value instanceof Uint8Array ? readable(value) : String(value)))
        .join(' '),
    );
  });
}

/**
 * Values with which somebody may look for the person: identifiers, names and links of hers, and everything near her. Names
 * are in capitals, because answers repeat what was sent.
 */
const PROBES = [
  PERSON,
  FORMER,
  OTHER,
  HUSBAND,
  WORK,
  NAME.toUpperCase(),
  VARIANT.toUpperCase(),
  'Q4711',
  'https://kalliope-verbund.info/gnd/118501003',
  'gnd',
  'letters',
  'kalliope',
];
/** Before any snapshot of a world. */
const SINCE = '2026-11-10';

interface Sent {
  readonly target: string;
  readonly method?: 'POST';
  readonly mediaType?: string;
  readonly body?: string;
}

/** Requests to the door with each of its values replaced by each probe. */
function requestsOf(door: Door): readonly Sent[] {
  const { path, parameters, examples, dependsOn } = door;
  // Such an answer depends on no data.
  if (dependsOn === 'release') return [];
  // Permanent addresses differ in their scheme only, and this is one that the person has.
  if (path.endsWith('/{id}') && path !== '/wikidata/{id}') return [];
  const [example = path] = examples.flatMap((one) => (typeof one === 'string' ? one : []));
  return PROBES.flatMap((probe) => {
    const value = encodeURIComponent(probe);
    const target = path.includes('{') ? path.replace(/\{[^}]+\}/, () => value) : example;
    const requests: Sent[] = [];
    if (methodsOf(door).includes('GET')) {
      const [before = '', query = ''] = target.split('?');
      const names = Object.keys(parameters.shape).filter((name) => parameters.shape[name]?.in === 'query');
      const queries = names.map((name) => {
        const others = [...new URLSearchParams(query)].filter(([key]) => key !== name);
        return new URLSearchParams([...others, [name, probe]]).toString();
      });
      requests.push({ target }, ...queries.map((one) => ({ target: `${before}?${one}` })));
    }
    for (const mediaType of methodsOf(door).includes('POST') ? parameters.bodies : [])
      for (const body of bodiesOf(door, mediaType, probe))
        requests.push({
          target: mediaType === 'text/plain' ? `${path}?since=${SINCE}` : path,
          method: 'POST',
          mediaType,
          body,
        });
    return requests;
  });
}

function bodiesOf({ parameters }: Door, mediaType: string, probe: string): readonly string[] {
  const names = Object.keys(parameters.shape);
  if (mediaType === 'text/plain') return [probe];
  if (mediaType !== 'application/json')
    return names.map((name) => new URLSearchParams({ since: SINCE, [name]: probe }).toString());
  const bodies = names.map((name) => ({ since: SINCE, [name]: [probe] }));
  return [[probe], ...bodies].map((body) => JSON.stringify(body));
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A value of the schema whose texts are the probe. */
function filled({ type, enum: choices, items = {}, properties = {}, required = [] }: Schema, probe: string): unknown {
  if (choices !== undefined) return choices[0];
  if (type === 'array') return [filled(items, probe)];
  if (type !== 'object') return type === 'integer' ? 1 : probe;
  return Object.fromEntries(required.map((name) => [name, filled(properties[name] ?? {}, probe)]));
}

const MCP = { mediaType: 'application/json', accept: 'application/json, text/event-stream' };

/** Calls of all tools for language models. */
async function callsOf(service: Serving): Promise<readonly Sent[]> {
  const ask = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': MCP.mediaType, accept: MCP.accept };
  const { text: listed } = await service.get('/mcp', { method: 'POST', headers, body: ask('tools/list', {}) });
  const { result } = JSON.parse(/\{.*\}/s.exec(listed)?.[0] ?? '') as {
    result: { tools: { name: string; inputSchema: Schema }[] };
  };
  return result.tools.flatMap(({ name, inputSchema }) =>
    PROBES.map((probe) => {
      const body = ask('tools/call', { name, arguments: filled(inputSchema, probe) });
      return { target: '/mcp', method: 'POST', mediaType: MCP.mediaType, body };
    }),
  );
}

/** Answers of all doors to all requests about the person, and the files of dumps. @param files below `/dumps/` */
export async function answersOf(
  service: Serving,
  doors: readonly Door[],
  files: readonly string[],
): Promise<readonly Place[]> {
  const dumped = files.map((name): Sent => ({ target: `/dumps/${name}` }));
  const all = [...doors.flatMap(requestsOf), ...(await callsOf(service)), ...dumped];
  const distinct = new Map(all.map((one) => [JSON.stringify(one), one]));
  const places: Place[] = [];
  for (const [place, { target, method, mediaType, body }] of distinct) {
    const accept = target === '/mcp' ? MCP.accept : '*/*';
    const headers = { accept, ...(mediaType !== undefined && { 'content-type': mediaType }) };
    const answer = await service.get(target, { headers, ...(method && { method }), ...(body && { body }) });
    if (answer.status >= 500) throw new Error(`${place}: ${answer.status} ${answer.text.slice(0, 500)}`);
    // A random identifier may contain the digits of a year.
    const own = Object.entries(answer.headers).filter(([name]) => name !== 'x-request-id');
    const fields = own.map((field) => field.join(': '));
    places.push({ place, text: unechoed(`${fields.join('\n')}\n${readable(answer.body)}`) });
  }
  return places;
}

/** Leaves out what answers repeat of the request: all probes are in capitals. */
function unechoed(answer: string): string {
  return answer.replace(/ZWETSCHGENBAUM|OBSTHAIN/g, '');
}

const decision = { gnd: PERSON, reason: 'Requested by the person.', since: '2026-11-20', by: 'trial' };
export const WITHHELD: State = { decisions: [{ ...decision, verdict: 'withheld' }] };
const WITHOUT: State = {
  decisions: [{ ...decision, verdict: 'without', attributes: ['dateOfBirth', 'placeOfBirth'], names: [VARIANT] }],
};
export const EVERYTHING = Object.keys(TRACES) as readonly Trace[];

/** What is removed, the state of the sources afterwards, and the traces that must be gone. */
export const REMOVALS: readonly (readonly [what: string, after: State, gone: readonly Trace[]])[] = [
  ['an attribute', { record: 'without dates' }, ['date', 'place']],
  ['a name', { record: 'without variant' }, ['variant']],
  ['the record, which the GND deletes', { record: 'none', gone: `${PERSON}\n` }, EVERYTHING],
  ['the record, which is merged', { record: 'none', gone: `${PERSON} ${OTHER}\n` }, ['date', 'place', 'profession']],
  ['the entity, which is withheld', WITHHELD, EVERYTHING],
  ['attributes and names by a decision', WITHOUT, ['variant', 'date', 'place']],
];

/** A service with all doors over the snapshot of a folder or a cluster, and the dumps of a world. */
export async function serviceOver({ config, out, dumps }: ReturnType<typeof openWorld>, snapshot: string) {
  const store = await openSnapshot(snapshot, config);
  const { schemes } = await openCuration(config);
  const doors = await openDoors({ release: '1.2.3', dumps, schemes, vocabulary: await vocabularyIn(config) });
  const service = await serve({
    doors,
    store,
    updates: () => readRunLog(out),
    baseUrl: 'https://links.example.org',
    exemptNetworks: ['127.0.0.0/8'],
  });
  return { store, doors, service };
}

/** Answers about all others, without references to the person or to whom she was merged into. */
export async function othersIn(snapshot: string): Promise<readonly unknown[]> {
  const answers = await Promise.all([HUSBAND, WORK, STRANGER].map((gnd) => answerOf(snapshot, gnd)));
  return answers.map((answer) => {
    if (typeof answer === 'string') return answer;
    const { snapshot: _, entity, ...others } = answer;
    const attributes = Object.entries(entity.attributes).flatMap(([key, values]) => {
      const left = values.filter((value) => ![PERSON, FORMER, OTHER].includes(gndIn(value)));
      return left.length === 0 ? [] : [[key, left]];
    });
    // The description of a work names its author.
    const { description, ...facts } = entity;
    return { ...others, entity: { ...facts, attributes, ...(entity.gnd !== WORK && { description }) } };
  });
}

const gndIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'gnd' in value ? String(value.gnd) : '';
