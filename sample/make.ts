/** Makes the sample's data files from its tables of facts: `node sample/make.ts [directory]`. The same facts give the same bytes. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ENTITY_FACTS_TYPES, entityFactsRecord, naturalName } from './maker/entity-facts.ts';
import {
  readTable,
  readTables,
  type Crosswalk,
  type Facts,
  type Memberships,
  type Redirections,
  type Table,
  type Tables,
} from './maker/facts.ts';
import { blankNodes, recordNodes } from './maker/gnd-record.ts';
import { GNDO, iri, literal, printDump, type Node } from './maker/json-ld.ts';
import { printList, type List, type Listed } from './maker/lists.ts';

/** Dump files of the linked data service: which tables they hold, and how many records a chunk. */
const DUMPS: Readonly<Record<string, { readonly tables: readonly Table[]; readonly chunk: number }>> = {
  'authorities-gnd-person_lds.jsonld.gz': { tables: ['persons', 'families'], chunk: 40 },
  'authorities-gnd-koerperschaft_lds.jsonld': { tables: ['bodies'], chunk: 15 },
  'authorities-gnd-kongress_lds.jsonld': { tables: ['conferences'], chunk: 100 },
  'authorities-gnd-geografikum_lds.jsonld': { tables: ['places'], chunk: 20 },
  'authorities-gnd-sachbegriff_lds.jsonld': { tables: ['subjects'], chunk: 1 },
  'authorities-gnd-werk_lds.jsonld': { tables: ['works'], chunk: 10 },
};

/** Nodes that are no records: one that points away from itself, one that has lost its identifier. */
const STRAY_NODES: readonly Node[] = [
  {
    '@id': 'https://d-nb.info/gnd/118846981',
    'http://www.w3.org/2002/07/owl#sameAs': [iri('https://d-nb.info/gnd/102421064')],
    'https://d-nb.info/standards/elementset/dnb#canonicalUri': [literal('https://d-nb.info/gnd/102421064')],
  },
  {
    '@id': 'https://d-nb.info/gnd/null',
    '@type': [`${GNDO}DifferentiatedPerson`],
    [`${GNDO}preferredNameForThePerson`]: [literal('Mustermann, Erika')],
  },
];

const SKOS = 'http://www.w3.org/2004/02/skos/core#';

/** All files of the sample by name. */
export function makeFiles(): ReadonlyMap<string, Buffer> {
  const tables = readTables();
  const memberships = readTable<Memberships>('memberships');
  const files = new Map<string, Buffer>();
  const put = (name: string, text: string) => {
    files.set(name, name.endsWith('.gz') ? deterministicGzip(text) : Buffer.from(text));
  };
  for (const [name, { tables: names, chunk }] of Object.entries(DUMPS)) put(name, makeDump(tables, names, chunk));
  const persons = entityFacts(tables, ['persons'], memberships);
  put('authorities-gnd_entityfacts-persons.ndjson.gz', persons.map((line) => `${line}\n`).join(''));
  const others = entityFacts(tables, ['families', 'bodies', 'conferences', 'places'], memberships);
  put('authorities-gnd_entityfacts-others.jsonld', `[${others.join('\n,')}\n]\n`);
  put('gnd-crosswalk.jsonld', crosswalk(readTable<Crosswalk>('crosswalk')));
  put('gnd-redirects.txt', redirections(readTable<Redirections>('redirects')));
  const entities = new Map<string, Listed>(
    Object.values(tables).flatMap((table) => table.map((facts) => [facts.gnd, facts])),
  );
  for (const list of readTable<readonly List[]>('lists')) files.set(list.file, printList(list, memberships, entities));
  return files;
}

function makeDump(tables: Tables, names: readonly Table[], size: number): string {
  const blanks = blankNodes();
  const records = names.flatMap((name) =>
    tables[name].filter(({ onlyIn }) => onlyIn === undefined).map((facts) => [facts, name] as const),
  );
  const chunks: Node[][] = [];
  for (let start = 0; start < records.length; start += size) {
    chunks.push(records.slice(start, start + size).flatMap(([facts, name]) => recordNodes(facts, name, blanks)));
  }
  if (names.includes('persons')) chunks.push([...STRAY_NODES]);
  return printDump(chunks);
}

/** One line a record, decomposed; not for records that stand for several people. */
function entityFacts(tables: Tables, names: readonly Table[], memberships: Memberships): string[] {
  const labels = new Map([
    ...Object.entries(readTable<Readonly<Record<string, string>>>('labels')),
    ...Object.entries(tables).flatMap(([name, table]) =>
      table.map((facts: Facts) => [facts.gnd, naturalName(facts, name as Table)] as const),
    ),
  ]);
  return names
    .filter((name) => ENTITY_FACTS_TYPES[name] !== undefined)
    .flatMap((name) =>
      tables[name]
        .filter(({ class: kind }) => kind !== 'UndifferentiatedPerson' && kind !== 'ConceptualTerritory')
        .map((facts) => JSON.stringify(entityFactsRecord(facts, name, labels, memberships)).normalize('NFD')),
    );
}

/** One node a heading, with its matches in other vocabularies. */
function crosswalk(matches: Crosswalk): string {
  const nodes = Object.entries(matches).map(([gnd, targets]): Node => {
    const byDegree = Map.groupBy(Object.entries(targets), ([, degree]) => degree);
    const mappings = Array.from(byDegree, ([degree, own]) => [`${SKOS}${degree}Match`, own.map(([url]) => iri(url))] as const); // prettier-ignore
    return { '@id': `https://d-nb.info/gnd/${gnd}`, ...Object.fromEntries(mappings) };
  });
  return printDump([nodes]);
}

function redirections({ merged, deleted }: Redirections): string {
  const lines = [
    '# OLD<TAB>NEW: merged record; OLD alone: deleted record',
    ...Object.entries(merged).map((pair) => pair.join('\t')),
    ...deleted,
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Without the time and the operating system. The compressed part may still differ between processors, so that a file
 * whose contents are right already is left alone.
 */
function deterministicGzip(text: string): Buffer {
  const bytes = gzipSync(text, { level: 9 });
  bytes.fill(0, 4, 8);
  bytes[9] = 255;
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = process.argv[2] ?? fileURLToPath(new URL('data', import.meta.url));
  mkdirSync(directory, { recursive: true });
  const files = makeFiles();
  for (const name of readdirSync(directory)) if (!files.has(name)) rmSync(join(directory, name));
  for (const [name, bytes] of files) {
    const path = join(directory, name);
    if (!(name.endsWith('.gz') && existsSync(path) && gunzipSync(readFileSync(path)).equals(gunzipSync(bytes))))
      writeFileSync(path, bytes);
  }
}
