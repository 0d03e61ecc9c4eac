/**
 * Writes the identifiers from other registers that links carry as mappings, in SSSOM:
 * https://mapping-commons.github.io/sssom/spec-formats-tsv/
 */
import { GND_URI_PREFIX } from '../../../core/model/gnd-id.ts';
import type { Source } from '../../../core/model/source.ts';
import type { Snapshot } from '../../../core/snapshot/store.ts';
import { getOrInsert } from '../../../shared/get-or-insert.ts';
import type { Curation } from '../../sources/register/curation.ts';
import { tabSeparated } from './beacon-list.ts';
import type { OpenFile } from './dumped-files.ts';
import { type DumpedAnswer, type DumpedLink, licencesOf } from './redistribution.ts';

/** Folder of the mappings into single collections. */
export const MAPPINGS_FOLDER = 'mappings';
const COLUMNS = [
  'subject_id',
  'subject_label',
  'predicate_id',
  'object_id',
  'mapping_justification',
  'mapping_provider',
  'subject_source_version',
  'other',
];

/** Prefixes that bioregistry.io names differently from our schemes. */
const PREFIXES: Readonly<Record<string, string>> = { lccn: 'lcnaf' };
/** Namespaces of entities where the addresses in answers lead to pages about them. */
const ENTITIES: Readonly<Record<string, string>> = { wikidata: 'http://www.wikidata.org/entity/' };
const VOCABULARIES = {
  gnd: GND_URI_PREFIX,
  owl: 'http://www.w3.org/2002/07/owl#',
  semapv: 'https://w3id.org/semapv/vocab/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
};

/** Identifiers of a collection, as compact IRIs. */
interface Namespace {
  readonly prefix: string;
  readonly iri: string;
  /** Beginning of the addresses in answers, which the identifier follows. */
  readonly start: string;
}

/** Namespaces by collection: the example of a collection shows where its addresses have the identifier. */
function namespacesOf({ collections, identify }: Curation): ReadonlyMap<string, Namespace> {
  const namespaces = [...collections.values()].flatMap(({ key, scheme, example }) => {
    if (scheme === undefined || example === undefined) return [];
    const value = identify(example)[0]?.slice(scheme.length + 1) ?? '';
    const start = example.slice(0, example.lastIndexOf(value));
    return [[key, { prefix: PREFIXES[scheme] ?? scheme, iri: ENTITIES[scheme] ?? start, start }] as const];
  });
  return new Map(namespaces);
}

/**
 * @param sources that may be redistributed
 * @returns a function that adds the links of an entity that carry an identifier, and that identify it or state how closely
 * they match
 */
export function createMappings(open: OpenFile, curation: Curation, sources: readonly Source[], snapshot: Snapshot) {
  const namespaces = namespacesOf(curation);
  const byKey = new Map(sources.map((source) => [source.key, source]));
  const files = new Map<string, ReturnType<typeof openFile>>();

  function openFile(name: string, namespace: readonly Namespace[], collection?: string) {
    const asserting = new Set<string>();
    const header = [...headerLines(name, namespace), tabSeparated(COLUMNS)];
    const opened = { file: open(`${name}.sssom.tsv.gz`, header, describe), asserting, links: 0 };
    function describe() {
      const licences = licencesOf(sources.filter(({ key }) => asserting.has(key)));
      return { ...(collection && { collection }), links: opened.links, licences };
    }
    return opened;
  }
  const fileOf = (...[name, ...about]: Parameters<typeof openFile>) =>
    getOrInsert(files, name, () => openFile(name, ...about));

  /** The head of a file in YAML; strings of JSON are strings of YAML. */
  function headerLines(name: string, of: readonly Namespace[]): readonly string[] {
    const map = { ...VOCABULARIES, ...Object.fromEntries(of.map(({ prefix, iri }) => [prefix, iri])) };
    const licences = new Set(sources.map((source) => licenceOf(source)));
    const [licence = UNSPECIFIED] = licences;
    const fields = {
      mapping_set_id: `urn:gnd-links:${snapshot.id}:${name.replace('/', ':')}`,
      mapping_set_version: snapshot.id,
      license: licences.size === 1 ? licence : UNSPECIFIED,
      comment: sources.map((source) => `${source.key}: ${licenceOf(source)}`).join('; '),
    };
    const prefixes = Object.entries(map).map(([prefix, iri]) => `#  ${prefix}: ${JSON.stringify(iri)}\n`);
    return ['#curie_map:\n', ...prefixes, ...Object.entries(fields).map(([key, text]) => `#${key}: ${JSON.stringify(text)}\n`)]; // prettier-ignore
  }

  const all = fileOf(MAPPINGS_FOLDER, [...namespaces.values()]);
  return (answer: DumpedAnswer): void => {
    for (const link of answer.links.categories.flatMap(({ items }) => items)) {
      const namespace = namespaces.get(link.collection);
      if (namespace === undefined || !link.url.startsWith(namespace.start)) continue;
      if (link.match === undefined && link.relation !== 'sameAs') continue;
      const identifier = link.url.slice(namespace.start.length).replace(/\/$/, '');
      const [source] = link.assertedBy.flatMap((key) => byKey.get(key) ?? []);
      const line = mapping(answer, link, `${namespace.prefix}:${identifier}`, source, snapshot);
      for (const one of [all, fileOf(`${MAPPINGS_FOLDER}/${link.collection}`, [namespace], link.collection)]) {
        one.file.add(line);
        one.links += 1;
        for (const key of link.assertedBy) one.asserting.add(key);
      }
    }
  };
}

/** A line. @param source the first that asserts the link */
function mapping(
  { entity: { gnd, preferredName } }: DumpedAnswer,
  link: DumpedLink,
  object: string,
  source: Source | undefined,
  { id }: Snapshot,
): string {
  const label = /["\t\r\n]/.test(preferredName) ? `"${preferredName.replaceAll('"', '""')}"` : preferredName;
  const predicate = link.match === undefined ? 'owl:sameAs' : `skos:${link.match}Match`;
  const provider = source?.origin.homepage ?? source?.origin.downloadUrl;
  const asserted = `asserted_by=${link.assertedBy.join(' ')}`;
  // The sources do not say by which method a link was found.
  return tabSeparated([`gnd:${gnd}`, label, predicate, object, 'semapv:UnspecifiedMatching', provider, id, asserted]);
}

/** Licence of a set without one of its own: https://mapping-commons.github.io/sssom/spec-model/ */
const UNSPECIFIED = 'https://w3id.org/sssom/license/unspecified';

function licenceOf({ licence: { url, spdx } }: Source): string {
  return url ?? (spdx === undefined ? UNSPECIFIED : `https://spdx.org/licenses/${spdx}`);
}
