/** `/dumps`: the files of each dump at the address of its snapshot, and a redirect to the newest dump. */
import type { DoorLink } from '../../core/http/door-link.ts';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Type } from 'typebox';
import { file, json, redirect } from '../../core/http/answer.ts';
import { type Answer, type Door, door, type Use } from '../../core/http/door.ts';
import { lenient, type Parameter, wantsPage } from '../../core/http/parameters.ts';
import { type Problem, problem } from '../../core/http/problems.ts';
import {
  address as webAddress,
  API_VERSION,
  HEAD,
  named,
  SnapshotReference,
  text,
  list,
} from '../../core/model/schema.ts';
import { CONSTANT_HEADERS } from '../../core/http/response.ts';
import {
  CHANGES_FOLDER,
  DUMP_NAME,
  INDEX_FILE,
  LATEST,
  listDumps,
  readDumpIndex,
  readLatest,
  readSha256,
} from '../../shared/dumps/dump-folder.ts';
import type { Installation } from '../../core/interface/installation.ts';

const TYPES: Readonly<Record<string, string>> = { '.gz': 'application/gzip', '.json': 'application/json' };
const NO_DUMPS = problem('not_found', { detail: 'This service offers no dumps.' });
const NO_FILE = problem('not_found', { detail: 'There is no such file; /dumps/ lists the dumps.' });

const path: Parameter<string> = {
  in: 'path',
  description:
    'Name of a dump, or `latest`, and the name of one of its files. If no file is named, the answer is the index of the dump.',
  schema: { type: 'string' },
  read: (_, __, { segment = '' }) => segment,
};

const DumpsSchema = named('Dumps', {
  apiVersion: HEAD.apiVersion,
  snapshot: Type.Optional(SnapshotReference),
  latest: Type.Optional(text('Identifier of the snapshot in the newest dump.')),
  dumps: list(
    'Published dumps, the newest first.',
    Type.Object({
      snapshot: text('Identifier of the snapshot.'),
      url: webAddress('Address of the index of the dump.'),
    }),
  ),
  changes: Type.Optional(webAddress('Address of the changes between the latest snapshots.')),
});

const COMMON = {
  summary: 'Data as files',
  dependsOn: 'file',
  // A dump that an operator writes again without a withdrawn list has other bytes at the same addresses.
  cacheControl: 'public, max-age=300',
  headers: {
    'access-control-expose-headers': `${CONSTANT_HEADERS['access-control-expose-headers']}, Accept-Ranges, Content-Range, Repr-Digest`,
  },
} as const;

export function doors({ dumps }: Installation): readonly Door[] {
  return [
    door({
      ...COMMON,
      ...(dumps !== undefined && {
        name: 'dumps',
        use: USE,
        damagedFiles: () => damagedFiles(dumps),
        newestFiles: () => readLatest(dumps),
      }),
      path: '/dumps',
      mayEndWithSlash: true,
      parameters: lenient({ format: wantsPage }),
      examples: dumps === undefined ? [] : ['/dumps'],
      service: { id: 'listDumps', answers: { 'application/json': DumpsSchema }, redirects: true },
      async answer({ format: isForPeople }, { baseUrl, link }) {
        if (dumps === undefined) return NO_DUMPS;
        // Browsers get the page instead, where pages are served.
        const page = link('files');
        return isForPeople && page !== undefined ? redirect(303, page) : listAnswer(dumps, baseUrl, link);
      },
    }),
    door({
      ...COMMON,
      ...(dumps !== undefined && { name: 'dumpFile' as const }),
      path: '/dumps/{path}',
      parameters: lenient({ path }),
      examples: [],
      service: {
        id: 'getDump',
        answers: { 'application/gzip': undefined, 'application/json': Type.Object({}), 'text/plain': undefined },
        redirects: true,
      },
      answer: ({ path: sent }, { baseUrl }) => (dumps === undefined ? NO_DUMPS : fileAnswer(dumps, sent, baseUrl)),
    }),
  ];
}

const USE: Use = {
  group: 'data',
  name: { de: 'Daten als Dateien', en: 'Data as files' },
  purpose: {
    de: 'Die Dateien enthalten alle Entitäten und die Verweise mit freier Lizenz: als Tabellen, BEACON-Listen, Zuordnungen (SSSOM) und fertige Antworten, mit Prüfsummen.',
    en: 'The files contain all entities and the links with a free licence: as tables, BEACON lists, mappings (SSSOM) and ready-made answers, with checksums.',
  },
  pages: [{ door: 'files' }],
};

async function listAnswer(folder: string, baseUrl: string, link: DoorLink): Promise<Answer> {
  const [latest, dumps] = await Promise.all([readLatest(folder), listDumps(folder)]);
  return json({
    apiVersion: API_VERSION,
    snapshot: latest && referenceTo(latest),
    latest,
    dumps: dumps
      .toSorted()
      .toReversed()
      .map((snapshot) => ({ snapshot, url: `${baseUrl}/dumps/${snapshot}/${INDEX_FILE}` })),
    changes: link('changes'),
  });
}

/** The identifier of a snapshot begins with its day. */
function referenceTo(id: string) {
  return { id, date: `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}` };
}

/** Names of the files of a dump; no other path leads into its directory. */
const FILE =
  /^(?:index\.json|SHA256SUMS|[a-z]+\.(?:(?:sssom\.)?tsv|jsonl|nt|beacon\.txt)\.gz|(?:links|mappings)\/[\w-]+\.(?:(?:sssom\.)?tsv|beacon\.txt)\.gz)$/;

async function fileAnswer(folder: string, sent: string, baseUrl: string): Promise<Answer | Problem> {
  const [first = '', ...rest] = sent.split('/');
  const name = rest.join('/');
  if (first === CHANGES_FOLDER || DUMP_NAME.test(first)) return findFile(folder, first, name);
  if (first !== LATEST) return NO_FILE;
  const newest = await readLatest(folder);
  return newest === undefined ? NO_DUMPS : redirect(302, `${baseUrl}/dumps/${newest}/${name}`, COMMON.cacheControl);
}

async function findFile(folder: string, snapshot: string, rest: string): Promise<Answer | Problem> {
  const name = rest === '' ? INDEX_FILE : rest;
  if (!(snapshot === CHANGES_FOLDER ? /^changes-[\w-]+\.jsonl\.gz$/ : FILE).test(name)) return NO_FILE;
  const stored = join(folder, snapshot, name);
  const stats = await stat(stored).catch(() => undefined);
  if (stats?.isFile() !== true) return NO_FILE;
  const etag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}"`;
  const sha256 = await readSha256(folder, snapshot, name);
  // RFC 9530
  const digest = sha256 && `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
  const type = TYPES[extname(name)] ?? 'text/plain; charset=utf-8';
  return file({ path: stored, bytes: stats.size, etag }, type, digest ? { headers: { 'repr-digest': digest } } : {});
}

/** Name of the index of the newest dump, where it is damaged. */
async function damagedFiles(folder: string): Promise<readonly string[]> {
  const latest = await readLatest(folder);
  if (latest === undefined) return [];
  return readDumpIndex(join(folder, latest)).then(
    () => [],
    () => [INDEX_FILE],
  );
}
