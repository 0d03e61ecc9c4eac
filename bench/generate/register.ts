/** The register that names the files of a generated set. */
import { stringify } from 'yaml';
import { ENTITY_FACTS_FILE } from './entity-facts.ts';
import { DUMP_FILES } from './jsonld.ts';
import { type Kind, KINDS } from './kinds.ts';
import { LINK_LISTS } from './link-lists.ts';

const KEYS: Readonly<Record<Kind, string>> = {
  persons: 'gnd-persons',
  bodies: 'gnd-corporate-bodies',
  conferences: 'gnd-conferences',
  places: 'gnd-places',
  subjects: 'gnd-subjects',
  works: 'gnd-works',
};

/** @param files names of the files that are there */
export function printRegister(files: ReadonlySet<string>): string {
  const sources = [
    ...KINDS.filter((kind) => files.has(DUMP_FILES[kind])).map((kind) =>
      source(KEYS[kind], 'entities', `GND: ${kind}`, 'gnd-jsonld', DUMP_FILES[kind]),
    ),
    ...(files.has(ENTITY_FACTS_FILE)
      ? [source('entityfacts', 'entities', 'Entity Facts', 'entity-facts', ENTITY_FACTS_FILE)]
      : []),
    ...LINK_LISTS.filter(({ key }) => files.has(`${key}.txt`)).map(({ key, title }) =>
      source(key, 'links', title, 'beacon', `${key}.txt`),
    ),
  ];
  return `# Made-up records; see manifest.json.\n${stringify({ sources }, { lineWidth: 120 })}`;
}

function source(key: string, kind: string, title: string, format: string, file: string): object {
  const label = { de: `${title} (erfunden)`, en: `${title} (made up)` };
  return {
    key,
    kind,
    title: label,
    description: label,
    origin: { publisher: 'bench/generate', format },
    licence: { spdx: 'CC0-1.0', statement: 'Made up; no rights' },
    cadence: 'never',
    file,
    retrievedAt: '2026-11-20',
    scope: { description: label },
  };
}
