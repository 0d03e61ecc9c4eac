/** The bundled sample, served for a test, with every entity that it has. */
import { afterAll, beforeAll } from 'vitest';
import type { LinksAnswer } from '../../src/api/schemas.ts';
import { type SampleService, serveSample } from '../docs/sample-service.ts';
import { LIMITS } from '../http/serving.ts';

export interface Sample {
  readonly fetch: (path: string, options?: RequestInit) => Promise<Response>;
  readonly json: <T>(path: string) => Promise<T>;
  /** Answers of all entities. */
  readonly entities: () => Promise<readonly LinksAnswer[]>;
}

/** Started before the tests of the file, stopped behind them. */
export function useSample(): Sample {
  let service: SampleService;
  let all: Promise<readonly LinksAnswer[]> | undefined;
  beforeAll(async () => {
    service = await serveSample({ limits: LIMITS });
  });
  afterAll(() => service.close());

  const ask = (path: string, options?: RequestInit) => fetch(`${service.url}/api/v1${path}`, options);
  const json = async <T>(path: string) => (await (await ask(path)).json()) as T;
  return { fetch: ask, json, entities: () => (all ??= everyEntity(json)) };
}

/** Beginnings of the words that names are made of: together they find everything that the sample has. */
const BEGINNINGS = Array.from({ length: 26 * 27 }, (_, index) => {
  const letter = (code: number) => String.fromCharCode(97 + code);
  const second = Math.floor(index / 26);
  return letter(index % 26) + (second === 26 ? '*' : letter(second));
});

async function everyEntity(json: Sample['json']): Promise<readonly LinksAnswer[]> {
  const seen = new Set<string>();
  for (const beginning of BEGINNINGS) {
    const page = await json<{ items: { gnd: string }[] }>(`/search?q=${beginning}&limit=100`);
    for (const { gnd } of page.items) seen.add(gnd);
  }
  const answers: LinksAnswer[] = [];
  for (const gnd of seen) answers.push(await json<LinksAnswer>(`/gnd/${gnd}/links`));
  return answers;
}
