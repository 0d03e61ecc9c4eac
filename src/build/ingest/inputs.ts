/** The inputs that determine the content of a snapshot, and their hash: the same inputs need not be built again. */
import { dayOf } from '../../core/model/days.ts';
import { hash } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { API_VERSION } from '../../core/model/schema.ts';
import { SNAPSHOT_FORMAT } from '../../core/snapshot/header.ts';
import { omit } from '../../shared/omit.ts';
import type { BuildInput } from '../sources/fetch/build-inputs.ts';
import type { Curation } from '../sources/register/curation.ts';
import { holdsOn } from '../sources/register/decisions.ts';

/** All inputs but the sources. */
type Recipe = Awaited<ReturnType<typeof readRecipe>>;

/**
 * @param release version of the software; another version may compose other answers
 * @param config folder of the configuration
 * @param curation of that folder
 */
async function readRecipe(
  release: string,
  config: string,
  { decisions, entityDecisions }: Pick<Curation, 'decisions' | 'entityDecisions'>,
  now: Date,
) {
  const day = dayOf(now);
  const holding = [...decisions.all, ...entityDecisions.all].flatMap((decision) =>
    holdsOn(decision, day) ? [decision.place] : [],
  );
  const names = (await readdir(config, { recursive: true })).filter((name) => name.endsWith('.yaml')).sort();
  const used = names.filter((name) => name !== 'sources.yaml');
  const texts = used.map(async (name) => `${name}\n${await readFile(join(config, name), 'utf8')}`);
  return {
    release,
    /** Day of the build, `YYYY-MM-DD`; only the validity of decisions depends on it. */
    day,
    /** Texts of the files of the configuration: curation and vocabulary; places of the decisions that hold on the day. */
    configuration: [...(await Promise.all(texts)), ...(holding.length === 0 ? [] : [holding.join()])],
  };
}

/** The inputs of one build. */
export type Inputs = Awaited<ReturnType<typeof readInputs>>;

/** @param config folder of the configuration @param curation of that folder */
export async function readInputs(
  sources: readonly BuildInput[],
  release: string,
  config: string,
  curation: Pick<Curation, 'decisions' | 'entityDecisions'>,
  now: Date,
) {
  const recipe = await readRecipe(release, config, curation, now);
  const copies = await statCopies(sources);
  // The newest retrieval gives the day of the snapshot. Times of checks are left out, because only the header has them.
  const retrieved = sources.map(({ key, observation }) => `${key} ${observation?.retrievedAt ?? ''}`).sort();
  return {
    recipe,
    /** By key of the source. */
    copies,
    /** Hash of the inputs; no copy is read. */
    hash: hashInputs(recipe, sources, copies, retrieved),
    /** Hash of the inputs without the times of retrieval, because a copy may be retrieved again unchanged. */
    dataHash: hashInputs(recipe, sources, copies),
  };
}

/** @param more further inputs of the work; they must survive JSON */
export function hashInputs(
  recipe: Recipe,
  sources: readonly BuildInput[],
  copies: ReadonlyMap<string, InputFile>,
  ...more: readonly unknown[]
): string {
  const identified = sources.map((source) =>
    JSON.stringify([factsOf(source), copies.get(source.key)?.identity, source.retrievedAt]),
  );
  return hash('sha256', JSON.stringify([factsOfRecipe(recipe), identified.sort(), more]));
}

/** The inputs that enter a snapshot's fingerprint in addition to the statements in the copies. */
export function describeInputs(recipe: Recipe, sources: readonly BuildInput[]): string {
  const [release, apiVersion, format, ...configuration] = factsOfRecipe(recipe);
  return JSON.stringify([release, apiVersion, format, sources.map(factsOf).sort().join('\n'), ...configuration]);
}

function factsOfRecipe({ release, configuration }: Recipe): readonly string[] {
  return [release, API_VERSION, String(SNAPSHOT_FORMAT), ...configuration];
}

/** The fields of a source that appear in a snapshot, without its copy and the observations of the copy. */
function factsOf(source: BuildInput): string {
  const ofCopy = ['change', 'file', 'retrievedAt', 'observation', 'absent'] as const;
  return JSON.stringify(omit(source, ...ofCopy, 'guard', 'note', 'state'));
}

/** A copy as the file system describes it, before it is read. */
export type InputFile = Awaited<ReturnType<typeof statCopy>>;

/** @returns the copies by key of the source */
export async function statCopies(sources: readonly BuildInput[]): Promise<ReadonlyMap<string, InputFile>> {
  const files = new Map<string, InputFile>();
  for (const { key, file } of sources) if (file !== undefined) files.set(key, await statCopy(file));
  return files;
}

const ACCEPTED = /^accepted-[0-9a-f]{16}$/;

async function statCopy(file: string) {
  const stats = await stat(file, { bigint: true }).catch(() => undefined);
  if (stats === undefined) return { bytes: 0, isCompressed: false, identity: 'missing' };
  const { size, mtimeNs, ctimeNs, ino, dev } = stats;
  const name = basename(file);
  // Differs whenever the file does: the name of an accepted copy contains its hash; any other file has size, times and place on the disk.
  const identity = ACCEPTED.test(name) ? name : [size, mtimeNs, ctimeNs, ino, dev].join(' ');
  return { bytes: Number(size), isCompressed: await isGzip(file).catch(() => false), identity };
}

async function isGzip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return buffer[0] === 0x1f && buffer[1] === 0x8b;
}
