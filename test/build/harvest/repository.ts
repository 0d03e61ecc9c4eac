/** A conforming OAI-PMH 2.0 repository on loopback, with its own clock and a switch for each fault. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { Granularity } from '../../../src/core/model/datestamp.ts';
import { listening } from '../../free-port.ts';
import { recordOf } from '../readers/marc-xml.ts';

export interface Item {
  readonly identifier: string;
  /** Datestamp in milliseconds since 1970. */
  readonly changed: number;
  readonly deleted: boolean;
  /** Content of `<record>`; a deleted item may still have one. */
  readonly marc?: string;
}

export type Behaviour = (request: IncomingMessage, response: ServerResponse, answer: () => string) => void;

export interface Repository {
  readonly url: string;
  /** The clock for datestamps, in milliseconds since 1970. */
  now: number;
  granularity: Granularity;
  pageSize: number;
  gzip: boolean;
  /** False: requests for a set are refused. */
  sets: boolean;
  /** Lifetime of tokens in milliseconds of the clock; 0 for tokens that are expired immediately. */
  tokenMs: number;
  readonly items: ReadonlyMap<string, Item>;
  /** Identifiers that are missing in all lists. */
  readonly hidden: Set<string>;
  /** All requests so far. */
  readonly requests: URLSearchParams[];
  /** Returns a behaviour that replaces the answer to a request. */
  fault: ((query: URLSearchParams, number: number) => Behaviour | undefined) | undefined;
  put(identifier: string, marc: string): void;
  /** Marks an item as deleted; `marc` is a record that is still delivered with it. */
  remove(identifier: string, marc?: string): void;
  /** Expires all tokens. */
  forgetTokens(): void;
  close(): Promise<void>;
}

const FORMAT = 'MARC21-xml';
const SET = 'authorities';

interface List {
  readonly identifiers: readonly string[];
  readonly offset: number;
  /** The first instant after the window. */
  readonly end: number;
  readonly expires: number;
}

class Refused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export async function startRepository(begin = '2026-10-01T00:00:00Z'): Promise<Repository> {
  const items = new Map<string, Item>();
  const lists = new Map<string, List>();
  const requests: URLSearchParams[] = [];
  const hidden = new Set<string>();
  let issued = 0;

  const stamp = (instant: number): string => {
    const text = new Date(instant).toISOString();
    return repository.granularity === 'YYYY-MM-DD' ? text.slice(0, 10) : text.replace(/\.\d+Z$/, 'Z');
  };

  /** The first instant after a day or a second. */
  const endOf = (until: string): number => Date.parse(until) + (until.length === 10 ? 86_400_000 : 1_000);

  function header({ identifier, changed, deleted }: Item): string {
    const status = deleted ? ' status="deleted"' : '';
    return (
      `<header${status}><identifier>${identifier}</identifier><datestamp>${stamp(changed)}</datestamp>` +
      `<setSpec>${SET}</setSpec></header>`
    );
  }

  function begun(query: URLSearchParams): List {
    if (query.get('metadataPrefix') === null) throw new Refused('badArgument');
    if (query.get('metadataPrefix') !== FORMAT) throw new Refused('cannotDisseminateFormat');
    const set = query.get('set');
    if (set !== null && !repository.sets) throw new Refused('noSetHierarchy');
    const [from, until] = ['from', 'until'].map((name) => {
      const given = query.get(name);
      const fine =
        repository.granularity === 'YYYY-MM-DD' ? /^\d{4}-\d\d-\d\d$/ : /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/;
      if (given !== null && (!fine.test(given) || Number.isNaN(Date.parse(given)))) throw new Refused('badArgument');
      return given ?? undefined;
    });
    if (from !== undefined && until !== undefined && from > until) throw new Refused('badArgument');
    const begin = from === undefined ? -Infinity : Date.parse(from);
    const end = until === undefined ? Infinity : endOf(until);
    const found = [...items.values()].filter(
      ({ identifier, changed }) =>
        changed >= begin && changed < end && !hidden.has(identifier) && (set === null || set === SET),
    );
    if (found.length === 0) throw new Refused('noRecordsMatch');
    const identifiers = found.toSorted((a, b) => a.changed - b.changed).map(({ identifier }) => identifier);
    return { identifiers, offset: 0, end, expires: Number.POSITIVE_INFINITY };
  }

  function continued(query: URLSearchParams): List {
    const list = lists.get(query.get('resumptionToken') ?? '');
    const alone = [...query.keys()].every((name) => name === 'verb' || name === 'resumptionToken');
    if (!alone) throw new Refused('badArgument');
    if (list === undefined || repository.now > list.expires) throw new Refused('badResumptionToken');
    return list;
  }

  function getRecord(query: URLSearchParams): string {
    const item = items.get(query.get('identifier') ?? '');
    if (query.get('metadataPrefix') !== FORMAT) throw new Refused('cannotDisseminateFormat');
    if (item === undefined) throw new Refused('idDoesNotExist');
    return `<GetRecord>${recordOf(item)}</GetRecord>`;
  }

  function recordOf(item: Item): string {
    const metadata = item.marc === undefined ? '' : `<metadata>${item.marc}</metadata>`;
    return `<record>${header(item)}${metadata}</record>`;
  }

  function list(query: URLSearchParams, verb: 'ListRecords' | 'ListIdentifiers'): string {
    const begunList = query.has('resumptionToken') ? continued(query) : begun(query);
    const { identifiers, offset, end: windowEnd } = begunList;
    const end = offset + repository.pageSize;
    // An item that changed after the beginning of the list has left the window.
    const page = identifiers
      .slice(offset, end)
      .flatMap((identifier) => items.get(identifier) ?? [])
      .filter(({ changed }) => changed < windowEnd);
    const records = page.map(verb === 'ListRecords' ? recordOf : header);
    const size = `completeListSize="${identifiers.length}" cursor="${offset}"`;
    let token = offset > 0 ? `<resumptionToken ${size}/>` : '';
    if (end < identifiers.length) {
      issued += 1;
      const name = `${issued}_${end}`;
      lists.set(name, { ...begunList, offset: end, expires: repository.now + repository.tokenMs });
      if (repository.tokenMs === 0) lists.delete(name);
      token = `<resumptionToken ${size}>${name}</resumptionToken>`;
    }
    return `<${verb}>${records.join('\n')}${token}</${verb}>`;
  }

  function identify(): string {
    return (
      `<Identify><repositoryName>Test</repositoryName><baseURL>${repository.url}</baseURL>` +
      '<protocolVersion>2.0</protocolVersion><adminEmail>oai@example.org</adminEmail>' +
      `<earliestDatestamp>${stamp(Date.parse(begin))}</earliestDatestamp>` +
      `<deletedRecord>persistent</deletedRecord><granularity>${repository.granularity}</granularity></Identify>`
    );
  }

  function answer(query: URLSearchParams): string {
    let content: string;
    try {
      const verb = query.get('verb');
      if (verb === 'Identify') content = identify();
      else if (verb === 'ListRecords' || verb === 'ListIdentifiers') content = list(query, verb);
      else if (verb === 'GetRecord') content = getRecord(query);
      else throw new Refused('badVerb');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      content = `<error code="${error.code}">No.</error>`;
    }
    return envelope(content, new Date(repository.now).toISOString().replace(/\.\d+Z$/, 'Z'));
  }

  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    requests.push(query);
    response.on('error', () => undefined);
    const behaviour = repository.fault?.(query, requests.length);
    if (behaviour !== undefined) return behaviour(request, response, () => answer(query));
    const packed = repository.gzip && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    response.writeHead(200, {
      'content-type': 'text/xml; charset=UTF-8',
      ...(packed && { 'content-encoding': 'gzip' }),
    });
    const text = answer(query);
    response.end(packed ? gzipSync(text) : text);
  });
  const repository: Repository = {
    url: `http://127.0.0.1:${await listening(server)}/oai/repository`,
    now: Date.parse(begin),
    granularity: 'YYYY-MM-DDThh:mm:ssZ',
    pageSize: 5,
    gzip: false,
    sets: true,
    tokenMs: 1_800_000,
    items,
    hidden,
    requests,
    fault: undefined,
    put: (identifier, marc) =>
      void items.set(identifier, { identifier, changed: repository.now, deleted: false, marc }),
    remove: (identifier, marc) =>
      void items.set(identifier, {
        identifier,
        changed: repository.now,
        deleted: true,
        ...(marc !== undefined && { marc }),
      }),
    forgetTokens: () => lists.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return repository;
}

/** A repository that is closed when the test ends. */
export async function repositoryForTest(begin?: string): Promise<Repository> {
  const repository = await startRepository(begin);
  onTestFinished(() => repository.close());
  return repository;
}

export function envelope(content: string, responseDate = '2026-10-01T00:00:00Z'): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ ' +
    'http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">' +
    `<responseDate>${responseDate}</responseDate><request verb="ListRecords">http://127.0.0.1/</request>${content}</OAI-PMH>`
  );
}

export const XML = { 'content-type': 'text/xml' };

/** Answers with this text. */
export const text =
  (content: string | Uint8Array, status = 200, headers: Readonly<Record<string, string>> = XML): Behaviour =>
  (_, response) =>
    void response.writeHead(status, headers).end(content);

/** Answers with a changed answer. */
export const changed =
  (change: (answer: string) => string): Behaviour =>
  (_, response, answer) =>
    void response.writeHead(200, XML).end(change(answer()));

export const error = (code: string): Behaviour => text(envelope(`<error code="${code}">No.</error>`));

/** A minimal MARC record of a person; `number` identifies the record, `gnd` is its GND identifier. */
export function person(number: string, name: string, gnd = number, status = 'n'): string {
  const numbers = [
    `001 ${number}`,
    `024 7_ $a ${gnd} $2 gnd`,
    `035 __ $a (DE-101)${number}`,
    `035 __ $a (DE-588)${gnd}`,
  ];
  const marc = recordOf(status, [...numbers, '075 __ $b p $2 gndgen', `100 1_ $a ${name}`]);
  return marc.replace('<record type="Authority"', '$& xmlns="http://www.loc.gov/MARC21/slim"');
}

export const identifierOf = (number: string): string => `oai:dnb.de/authorities/${number}`;

/** Adds this number of persons at intervals of `minutes`, from now on. @returns their identifiers */
export function fill(repository: Repository, count: number, first = 118_500_000, minutes = 1): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(first + index);
    repository.put(identifierOf(number), person(number, `Person, ${index}`));
    repository.now += minutes * 60_000;
    return identifierOf(number);
  });
}
