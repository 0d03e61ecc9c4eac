/** All readers, by the name of their format in the register. */
import { beaconReader } from './beacon.ts';
import { entityFactsReader } from './entity-facts.ts';
import { gndJsonldReader } from './gnd-jsonld.ts';
import { gndMarcxmlReader, marcRedirectsReader } from './gnd-marcxml.ts';
import type { Format } from '../register/register.ts';
import type { Reader } from './reader.ts';
import { redirectsReader } from './redirects.ts';
import { skosMappingsReader } from './skos-mappings.ts';

export const READERS = {
  'gnd-jsonld': gndJsonldReader,
  'gnd-marcxml': gndMarcxmlReader,
  'entity-facts': entityFactsReader,
  beacon: beaconReader,
  'skos-jsonld': skosMappingsReader,
  redirects: redirectsReader,
  'marcxml-redirects': marcRedirectsReader,
} as const satisfies Readonly<Record<Format, Reader>>;
