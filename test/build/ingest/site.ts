/** Small sources for a test, and builds of them. */
import { hash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildSnapshot, type BuildOptions, type Built } from '../../../src/build/ingest/build.ts';
import { SILENT } from '../../../src/build/ingest/progress.ts';
import { verifySnapshot } from '../../../src/build/ingest/snapshot/verify.ts';
import type { LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import { sourcesDoor } from '../../../src/core/interface/sources.ts';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import type { RegisteredSource } from '../../../src/build/sources/register/register.ts';
import { lockFolder } from '../../../src/shared/files/lock.ts';
import { openSqliteStore } from '../../../src/core/sqlite/open.ts';
import { readAnswer } from '../../../src/core/snapshot/stored-answer.ts';
import { askDoor, textOf } from '../../core/http/ask-door.ts';
import { entryOf } from '../register/entry.ts';

export const GNDO = 'https://d-nb.info/standards/elementset/gnd#';
export const SHIPPED_CONFIG = join(import.meta.dirname, '../../../config');

export interface Written {
  readonly key: string;
  readonly format?: RegisteredSource['origin']['format'];
  readonly content: string | Uint8Array;
  readonly more?: Partial<RegisteredSource>;
}

/** A record of the GND in expanded JSON-LD, as in the dumps, with a name and further properties. */
export function record(gnd: string, preferredName: string, more: Readonly<Record<string, unknown>> = {}): object {
  return {
    '@id': `https://d-nb.info/gnd/${gnd}`,
    '@type': [`${GNDO}DifferentiatedPerson`],
    [`${GNDO}gndIdentifier`]: [{ '@value': gnd }],
    [`${GNDO}preferredNameForThePerson`]: [{ '@value': preferredName }],
    ...more,
  };
}

/** A person in Entity Facts, with further properties. */
export function facts(gnd: string, preferredName: string, more: Readonly<Record<string, unknown>> = {}): object {
  return { '@type': 'person', '@id': `https://d-nb.info/gnd/${gnd}`, preferredName, ...more };
}

export function sameAs(...urls: readonly string[]): Record<string, unknown> {
  return { 'http://www.w3.org/2002/07/owl#sameAs': urls.map((url) => ({ '@id': url })) };
}

export function deprecated(...gnds: readonly string[]): Record<string, unknown> {
  return {
    'https://d-nb.info/standards/elementset/dnb#deprecatedUri': gnds.map((gnd) => ({
      '@value': `https://d-nb.info/gnd/${gnd}`,
    })),
  };
}

/** Values of a property of the GND, and a reference to another record. */
export const literal = (property: string, ...values: readonly string[]) => ({
  [GNDO + property]: values.map((value) => ({ '@value': value })),
});
export const reference = (property: string, ...gnds: readonly string[]) => ({
  [GNDO + property]: gnds.map((gnd) => ({ '@id': `https://d-nb.info/gnd/${gnd}` })),
});

/** A record and the node with its time of modification. @param modified `YYYY-MM-DD`, or with a time */
export function dated(gnd: string, name: string, modified: string, more = {}): readonly object[] {
  const at = modified.length > 10 ? modified : `${modified}T10:00:00`;
  const about = {
    '@id': `https://d-nb.info/gnd/${gnd}/about`,
    'http://purl.org/dc/terms/modified': [{ '@value': `${at}.000` }],
  };
  return [record(gnd, name, more), about];
}

/** A dump: chunks of records. */
export function dump(...chunks: readonly (readonly object[])[]): string {
  return JSON.stringify(chunks);
}

/** A dump of persons, each in a chunk of its own. */
export const personsOf = (gnds: readonly string[]): string =>
  dump(...gnds.map((gnd) => [record(gnd, `Person, ${gnd}`)]));

export function registered(folder: string, { key, format = 'gnd-jsonld', content, more }: Written): RegisteredSource {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, key);
  writeFileSync(file, content);
  return entryOf(key, format, { file, retrievedAt: '2026-11-20', ...more });
}

/** A source whose file must not be changed. */
export function collected(
  file: string,
  format: RegisteredSource['origin']['format'],
  more?: Partial<RegisteredSource>,
) {
  const key = file
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(-100);
  return entryOf(key.replace(/^-/, ''), format, { file, retrievedAt: '2026-02-09', ...more });
}

export async function build(
  folder: string,
  sources: readonly RegisteredSource[],
  more: Partial<BuildOptions> = {},
): Promise<Built> {
  using lock = lockFolder(join(folder, 'snapshots'), 'build', new Date());
  return await buildSnapshot({
    sources,
    config: SHIPPED_CONFIG,
    lock,
    release: '1.0.0',
    now: new Date('2026-11-21T03:00:00Z'),
    progress: SILENT,
    ...more,
  });
}

/** Hashes of the files of a snapshot by path, but not of the report, which contains times. */
export function hashesIn(directory: string): Readonly<Record<string, string>> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'report.json');
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [relative(directory, path), hash('sha256', readFileSync(path))]));
}

/** The claims of a snapshot that are false, a line for each. */
export async function falsehoods(directory: string): Promise<string> {
  const lines: string[] = [];
  for await (const { claim, falsehood } of verifySnapshot(directory))
    if (falsehood !== undefined) lines.push(`${claim}: ${falsehood}`);
  return lines.join('\n');
}

/** The answer for an identifier of a built snapshot, or another outcome. */
export async function answerOf(directory: string, gnd: string): Promise<LinksAnswer | string> {
  const store = await openSqliteStore(directory);
  const found = await store.entity(gnd as GndId).finally(() => store.close());
  if (found === undefined || !('answer' in found)) return found?.kind ?? 'unknown';
  return readAnswer(found.answer);
}

export async function linksOf(directory: string, gnd: string) {
  const answer = await answerOf(directory, gnd);
  return typeof answer === 'string' ? [] : answer.links.categories.flatMap(({ items }) => items);
}

/** The entry of a source in the answer of `/sources` on a day. */
export async function publicSource(directory: string, key: string, day = '2026-11-22'): Promise<unknown> {
  const store = await openSqliteStore(directory);
  try {
    const clock = () => new Date(`${day}T03:00:00Z`);
    const reply = await askDoor([sourcesDoor], '/api/v1/sources', { store, clock });
    const answer = JSON.parse(textOf(reply)) as { sources: { key: string }[] };
    return answer.sources.find((entry) => entry.key === key);
  } finally {
    await store.close();
  }
}

/** A configuration that differs from the shipped one in one label. */
export function otherConfig(folder: string): string {
  const config = join(folder, 'config');
  cpSync(SHIPPED_CONFIG, config, { recursive: true });
  const gender = join(config, 'vocabulary/gender.yaml');
  writeFileSync(gender, readFileSync(gender, 'utf8').replace('de: weiblich', 'de: Frau'));
  return config;
}
