/** Reads and checks the register of sources: their publishers, addresses, formats, and the limits of downloads. */
import { dirname, resolve } from 'node:path';
import { type Static, Type } from 'typebox';
import { ENTITY_TYPES } from '../../../core/model/entity.ts';
import { compileExpression } from '../expression.ts';
import { RELATIONS } from '../../../core/model/link.ts';
import { CADENCES, type Cadence, type Origin, SOURCE_KINDS, type SourceKind } from '../../../core/model/source.ts';
import { parseDatestamp } from '../../../core/model/datestamp.ts';
import { address, closed, label, readYamlFile, slug, text } from './yaml-file.ts';

/** Formats that have a reader, with the kind of their sources. */
const SOURCE_FORMATS = {
  'gnd-jsonld': 'entities',
  'gnd-marcxml': 'entities',
  'entity-facts': 'entities',
  beacon: 'links',
  'skos-jsonld': 'links',
  redirects: 'redirects',
  'marcxml-redirects': 'redirects',
} as const satisfies Record<string, SourceKind>;
export type Format = keyof typeof SOURCE_FORMATS;

const day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });
const share = Type.Number({ minimum: 0, maximum: 1 });

/** Limits that a download must meet before it replaces the copy in use. */
const guard = Type.Object(
  {
    /** Smallest number of identifiers (of dumps: unpacked bytes), as a share of the number in the copy in use. */
    minimumShare: Type.Optional(share),
    /**
     * Largest number of records that a new copy calls deleted or merged and the copy in use does not: as a share of all
     * records, or of the identifiers in a list of merged and deleted records.
     */
    maximumGone: Type.Optional(share),
    /** Largest number of unusable lines, as a share of all lines. */
    maximumUnreadable: Type.Optional(share),
    /** Largest download in bytes; also the largest size of an unpacked list. */
    maximumBytes: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  closed,
);
export type PlausibilityLimits = Readonly<Required<Static<typeof guard>>>;

/** A page with links to dated files. */
const index = Type.Object(
  {
    url: address,
    /** Regular expression for the name of a file. The newest file is the one with the greatest first group, as text. */
    pattern: text,
  },
  closed,
);
export type IndexPage = Static<typeof index>;

/** The OAI-PMH repository of a harvested source. */
const oai = Type.Object(
  {
    /** Base URL. */
    url: address,
    metadataPrefix: Type.String({ pattern: "^[A-Za-z0-9_.!~*'()-]+$", maxLength: 100 }),
    set: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9_.!~*'():-]+$", maxLength: 200 })),
    /** First day of the first harvest; the default is the day of the earliest record. */
    from: Type.Optional(day),
  },
  closed,
);
export type OaiRepository = Static<typeof oai>;

const origin = Type.Object(
  {
    publisher: text,
    homepage: Type.Optional(address),
    downloadUrl: Type.Optional(address),
    index: Type.Optional(index),
    oai: Type.Optional(oai),
    format: Type.Enum(Object.keys(SOURCE_FORMATS) as Format[]),
  },
  closed,
);

/** Switches for the reading of a BEACON list: the same columns have different meanings in different lists. */
const beacon = Type.Object(
  {
    /** Pattern with `{ID}` or `{+ID}` in place of the list's #TARGET. */
    targetOverride: Type.Optional(text),
    /** The token that fills the pattern. `auto`: the third if there is one, else the first, as specified. */
    targetToken: Type.Optional(Type.Enum(['source', 'third', 'auto'])),
    /** Meaning of the second of two or three tokens; by default, digits are a count, other text is a label. */
    secondColumn: Type.Optional(Type.Enum(['count', 'label', 'ignore'])),
    /** Text encoding; the default is UTF-8, or Windows-1252 where bytes are not valid UTF-8. */
    encoding: Type.Optional(Type.Enum(['utf-8', 'windows-1252'])),
  },
  closed,
);
export type BeaconSwitches = Readonly<Static<typeof beacon>>;

const entrySchema = Type.Object(
  {
    key: slug,
    kind: Type.Enum([...SOURCE_KINDS]),
    title: label,
    description: label,
    origin,
    licence: Type.Object({ spdx: Type.Optional(text), url: Type.Optional(address), statement: text }, closed),
    /** Contact for reports of wrong links; the default is the #CONTACT of the list. */
    contact: Type.Optional(
      Type.String({ pattern: '^([^\\s@<>]+@[^\\s@<>]+\\.[^\\s@<>]+|https?://[^\\s]+)$', maxLength: 200 }),
    ),
    /** The operator's decision whether dumps may include data of the source, whatever its licence. */
    redistributable: Type.Optional(Type.Boolean()),
    cadence: Type.Enum(Object.keys(CADENCES) as Cadence[]),
    /** A retired source is not fetched or built, but still listed. */
    state: Type.Optional(Type.Enum(['active', 'retired'])),
    retired: Type.Optional(Type.Object({ since: day, reason: label }, closed)),
    guard: Type.Optional(guard),
    /** Note for the operator. */
    note: Type.Optional(text),
    /** Path of the copy to read; the default is the accepted copy in the folder of sources. */
    file: Type.Optional(text),
    /** Day or instant of the retrieval of `file`; the default is its modification time. */
    retrievedAt: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d(T[\\d:.]+(Z|[+-]\\d\\d:\\d\\d))?$' })),
    /** Key of the collection of links whose addresses match no pattern. */
    collection: Type.Optional(text),
    relation: Type.Optional(Type.Enum([...RELATIONS])),
    scope: Type.Object({ types: Type.Optional(Type.Array(Type.Enum([...ENTITY_TYPES]))), description: label }, closed),
    beacon: Type.Optional(beacon),
  },
  closed,
);

/**
 * Largest number of sources. While a build sorts statements and claims, each has 16 bits for the number of its source, with a
 * bit that marks links, or with the kind of the claim in two bits.
 */
export const MAX_SOURCES = 2 ** 14;

const registerSchema = Type.Object(
  {
    defaults: Type.Optional(Type.Object({ guard: Type.Optional(guard) }, closed)),
    sources: Type.Array(entrySchema, { minItems: 1, maxItems: MAX_SOURCES }),
  },
  closed,
);

type Entry = Readonly<Static<typeof entrySchema>>;

/** An entry of the register with its defaults; `file` is an absolute path. */
export interface RegisteredSource extends Entry {
  readonly state: 'active' | 'retired';
  readonly guard: PlausibilityLimits;
  /** Set for a harvested source: its statements about an identifier replace statements of dumps. */
  readonly updates?: true;
}

/** Limits that apply unless the register sets others. */
export const PLAUSIBILITY_DEFAULTS: PlausibilityLimits = {
  minimumShare: 0.9,
  maximumGone: 0.2,
  maximumUnreadable: 0.05,
  maximumBytes: 200_000_000,
};

/** The only format of harvested records. */
const HARVESTED_FORMAT: Format = 'gnd-marcxml';

/** Largest download of a dump in bytes. The limit in `defaults` does not apply to dumps. */
const DUMP_BYTES = 8_000_000_000;

/**
 * Reads a register, retired sources included. Resolves paths against the folder of the register. The build checks
 * whether the files exist.
 * @param collections keys that `collection` may name
 * @throws InvalidConfiguration with file, line and column of every problem
 */
export async function loadRegister(
  file: string,
  collections: ReadonlySet<string>,
): Promise<readonly RegisteredSource[]> {
  const { value, check, ...yaml } = await readYamlFile(file, registerSchema);
  const seen = new Set<string>();
  value.sources.forEach((source, index) => {
    const report = (field: string, sentence: string) => yaml.report(['sources', index, field], sentence);
    if (seen.has(source.key)) report('key', `key ${source.key} is used twice`);
    seen.add(source.key);
    if (source.collection !== undefined && !collections.has(source.collection)) {
      report('collection', `there is no collection ${source.collection}`);
    }
    checkReading(source, report);
    checkFetching(source, report);
  });
  check();
  const folder = dirname(resolve(file));
  return value.sources.map((source) => {
    const { file: copy, state = 'active', guard: own = {}, ...rest } = source;
    const limits = { ...PLAUSIBILITY_DEFAULTS, ...value.defaults?.guard };
    const updates = source.origin.oai !== undefined;
    return {
      ...rest,
      state,
      guard: {
        ...limits,
        ...(source.kind === 'entities' && { maximumBytes: DUMP_BYTES }),
        // After a new dump, there is less to harvest than before.
        ...(updates && { minimumShare: 0 }),
        ...own,
      },
      ...(updates && { updates }),
      ...(copy !== undefined && { file: resolve(folder, copy) }),
    };
  });
}

/** The public part of an origin. */
export function publicOrigin({ publisher, homepage, downloadUrl, format }: Origin): Origin {
  return { publisher, ...(homepage && { homepage }), ...(downloadUrl && { downloadUrl }), format };
}

type ReportProblem = (field: string, sentence: string) => void;

function checkReading(source: Entry, report: ReportProblem): void {
  const kind = SOURCE_FORMATS[source.origin.format];
  if (kind !== source.kind) report('kind', `format ${source.origin.format} requires kind ${kind}, not ${source.kind}`);
  if (source.beacon !== undefined && source.origin.format !== 'beacon') {
    report('beacon', 'only sources in the format beacon may have these settings');
  }
}

function checkFetching({ origin, state, retired, file }: Entry, report: ReportProblem): void {
  if (state === 'retired' && retired === undefined)
    report('state', 'a retired source needs "retired", which says when and why it was retired');
  if (state !== 'retired' && retired !== undefined)
    report('retired', 'only a source with "state: retired" may have "retired"');
  if (retired !== undefined && Number.isNaN(Date.parse(retired.since)))
    report('retired', `${retired.since} is not a valid date`);
  if (origin.index !== undefined && (groupsOf(origin.index.pattern) ?? 0) === 0)
    report('origin', 'the pattern in "index" is not an RE2 regular expression with a group for the date');
  checkHarvesting(origin, report);
  for (const url of [origin.downloadUrl, origin.index?.url, origin.oai?.url]) {
    if (url === undefined) continue;
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    if (parsed === undefined) report('origin', `${url} is not an address`);
    else if (parsed.username !== '' || parsed.password !== '')
      report('origin', 'an address must not contain a user name or a password');
  }
  const fetched = origin.downloadUrl ?? origin.index ?? origin.oai;
  if (state !== 'retired' && fetched === undefined && file === undefined) {
    report('origin', 'one of "downloadUrl", "index", "file" and "oai" must say where the source is');
  }
}

function checkHarvesting(
  { oai: repository, downloadUrl, index, format }: Entry['origin'],
  report: ReportProblem,
): void {
  if (repository === undefined) return;
  if (downloadUrl !== undefined || index !== undefined)
    report('origin', 'a source with "oai" is harvested and must have neither "downloadUrl" nor "index"');
  if (format !== HARVESTED_FORMAT) report('origin', `harvested records must have the format ${HARVESTED_FORMAT}`);
  if (repository.from !== undefined && parseDatestamp(repository.from) === undefined)
    report('origin', `${repository.from} is not a valid date`);
}

/** Number of capturing groups of an expression; undefined for an invalid expression. */
function groupsOf(pattern: string): number | undefined {
  try {
    return compileExpression(pattern).groups;
  } catch {
    return undefined;
  }
}
