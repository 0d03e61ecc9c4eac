/** `/dumps/`: the files of each dump under addresses whose content never changes, and a redirect to the newest dump. */
import { readdir, readlink, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Type } from 'typebox';
import { file, json, redirect } from '../../http/answer.ts';
import { type Answer, type Door, door, type Service, type Use } from '../../http/door.ts';
import { lenient, type Parameter, wantsPage } from '../../http/parameters.ts';
import { type Problem, problem } from '../../http/problems.ts';
import { address as webAddress, API_VERSION, HEAD, named, SnapshotReference, text } from '../../model/schema.ts';
import { CONSTANT_HEADERS } from '../../http/response.ts';
import { CHANGES_FOLDER, INDEX_FILE, LATEST, readSha256 } from '../../snapshot/dump-folder.ts';
import type { Installation } from '../installation.ts';

const SNAPSHOT = /^\d{8}-[0-9a-f]{8}$/;
const TYPES: Readonly<Record<string, string>> = { '.gz': 'application/gzip', '.json': 'application/json' };
/** `Cache-Control` of the list of dumps and of the redirect to the newest dump, which change with every build. */
const FIVE_MINUTES = 'public, max-age=300';
const NO_DUMPS = problem('not_found', { detail: 'This service offers no dumps.' });
const NO_FILE = problem('not_found', { detail: 'There is no such file; /dumps/ lists the dumps that there are.' });

const path: Parameter<string> = {
  in: 'path',
  description: 'A dump or `latest`, and a file of it; without a file the index of the dump.',
  schema: { type: 'string' },
  read: (_, __, { segment = '' }) => segment,
};

/** Path of the page for people. Browsers are redirected to it where it is served. */
const PAGE = '/files';

const DumpsSchema = named('Dumps', {
  apiVersion: HEAD.apiVersion,
  snapshot: Type.Optional(SnapshotReference),
  latest: Type.Optional(text('Identifier of the snapshot in the newest dump.')),
  dumps: Type.Array(
    Type.Object({
      snapshot: text('Identifier of the snapshot.'),
      url: webAddress('Address of the index of the dump.'),
    }),
    { description: 'Published dumps, the newest first.' },
  ),
  changes: webAddress('Address of the changes of the last snapshots.'),
});

const ADDRESSES = ['/dumps', '/dumps/', '/dumps/{path}'] as const;

export function doors({ dumps }: Installation): readonly Door[] {
  return ADDRESSES.map((address) =>
    door({
      path: address,
      summary: 'Files of all data',
      audience: 'programs',
      parameters: lenient({ path, format: wantsPage }),
      work: 'light',
      dependsOn: 'file',
      cacheControl: 'public, max-age=31536000, immutable',
      headers: {
        'access-control-expose-headers': `${CONSTANT_HEADERS['access-control-expose-headers']}, Accept-Ranges, Content-Range, Repr-Digest`,
      },
      examples: dumps === undefined || address.includes('{') ? [] : [address],
      ...SERVICES[address],
      ...(address === '/dumps/' && dumps !== undefined && { use: USE }),
      answer({ path: sent, format: page }, { baseUrl, doors: served }) {
        if (dumps === undefined) return NO_DUMPS;
        if (page && sent === '' && served.some((one) => one.path === PAGE)) return redirect(303, `${baseUrl}${PAGE}`);
        return findAnswer(dumps, sent, baseUrl);
      },
    }),
  );
}

const SERVICES: Readonly<Record<(typeof ADDRESSES)[number], { readonly service?: Service }>> = {
  '/dumps/': {},
  '/dumps': { service: { id: 'listDumps', answers: { 'application/json': DumpsSchema } } },
  '/dumps/{path}': {
    service: {
      id: 'getDump',
      answers: { 'application/gzip': undefined, 'application/json': Type.Object({}), 'text/plain': undefined },
      redirects: true,
    },
  },
};

const USE: Use = {
  group: 'data',
  name: { de: 'Alle Daten als Dateien', en: 'All data as files' },
  purpose: {
    de: 'Für alle, die mit dem ganzen Bestand rechnen: Tabellen, BEACON-Listen und fertige Antworten, mit Prüfsummen.',
    en: 'For everybody who computes with all of it: tables, BEACON lists and ready-made answers, with checksums.',
  },
  example: (baseUrl) => ({
    language: 'sh',
    text: `curl --location '${baseUrl}/dumps/latest/labels.tsv.gz' | gunzip | head -n 3`,
  }),
  page: PAGE,
};

async function findAnswer(folder: string, sent: string, baseUrl: string): Promise<Answer | Problem> {
  const [first = '', ...rest] = sent.split('/');
  if (first === '') return listDumps(folder, baseUrl);
  if (first === CHANGES_FOLDER || SNAPSHOT.test(first)) return findFile(folder, first, rest.join('/'));
  if (first !== LATEST) return NO_FILE;
  const newest = await readlink(join(folder, LATEST)).catch(() => undefined);
  return newest === undefined ? NO_DUMPS : redirect(302, `${baseUrl}/dumps/${newest}/${rest.join('/')}`, FIVE_MINUTES);
}

async function listDumps(folder: string, baseUrl: string): Promise<Answer> {
  const names = await readdir(folder).catch(() => []);
  const dumps = names
    .filter((name) => SNAPSHOT.test(name))
    .toSorted()
    .toReversed();
  const latest = await readlink(join(folder, LATEST)).catch(() => undefined);
  const body = {
    apiVersion: API_VERSION,
    ...(latest !== undefined && { snapshot: referenceTo(latest) }),
    ...(latest !== undefined && { latest }),
    dumps: dumps.map((snapshot) => ({ snapshot, url: `${baseUrl}/dumps/${snapshot}/${INDEX_FILE}` })),
    changes: `${baseUrl}/changes`,
  };
  return json(body, { cacheControl: FIVE_MINUTES });
}

/** The identifier of a snapshot begins with its day. */
function referenceTo(id: string) {
  return { id, date: `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}` };
}

/** Names of the files of a dump; no other path leads into its directory. */
const FILE =
  /^(?:index\.json|SHA256SUMS|[a-z]+\.(?:tsv|jsonl|nt|beacon\.txt)\.gz|(?:links|sources|repaired|stale|unknown)\/[\w-]+\.(?:tsv|beacon\.txt)\.gz)$/;

async function findFile(folder: string, snapshot: string, rest: string): Promise<Answer | Problem> {
  const name = rest === '' ? INDEX_FILE : rest;
  if (!(snapshot === CHANGES_FOLDER ? /^changes-[\w-]+\.jsonl\.gz$/ : FILE).test(name)) return NO_FILE;
  const stored = join(folder, snapshot, name);
  const found = await stat(stored).catch(() => undefined);
  if (found?.isFile() !== true) return NO_FILE;
  const etag = `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`;
  const sha256 = await readSha256(folder, snapshot, name);
  // RFC 9530
  const digest = sha256 && `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
  const type = TYPES[extname(name)] ?? 'text/plain; charset=utf-8';
  return file({ path: stored, bytes: found.size, etag }, type, digest ? { headers: { 'repr-digest': digest } } : {});
}
