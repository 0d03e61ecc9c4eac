/** Gathers what a MARC record says of its entity as a node of the GND's JSON-LD, so that one code reads both formats. */
import { gndUri, type GndId } from '../model/gnd-id.ts';
import { readText, type Report } from './defects.ts';
import type { GatheredEntity } from './gnd-chunk.ts';
import { GNDO } from './gnd-ontology.ts';
import type { Satellite } from './gnd-satellite.ts';

/** A literal, an IRI, or what the JSON-LD has in a blank node: a person's name in both orders, a geometry. */
export type MarcValue =
  | string
  | { readonly iri: string }
  | { readonly inverted: string; readonly natural: string }
  | { readonly wkt: string };

/** @param property its local name in the GND ontology, else its IRI */
export type Say = (property: string, value: MarcValue) => void;

type JsonLd = { readonly '@value': string } | { readonly '@id': string };

export function createMarcNode(gnd: GndId, classes: readonly string[], report: Report) {
  const node: Record<string, (JsonLd | string)[]> = { '@type': classes.map((name) => GNDO + name) };
  const satellites = new Map<string, Satellite>();

  function toSatellite(value: Exclude<MarcValue, string | { readonly iri: string }>): Satellite {
    if ('wkt' in value) return { kind: 'geometry', wkt: value.wkt };
    const inverted = readText(value.inverted, report);
    const natural = readText(value.natural, report);
    return inverted === undefined || natural === undefined ? { kind: 'other' } : { kind: 'name', inverted, natural };
  }

  function toJsonLd(value: MarcValue): JsonLd {
    if (typeof value === 'string') return { '@value': value };
    if ('iri' in value) return { '@id': value.iri };
    const label = `_:b${satellites.size}`;
    satellites.set(label, toSatellite(value));
    return { '@id': label };
  }

  function say(property: string, value: MarcValue): void {
    const key = property.includes(':') ? property : GNDO + property;
    (node[key] ??= []).push(toJsonLd(value));
  }

  function finish(about: Omit<Satellite & { readonly kind: 'about' }, 'kind'>): GatheredEntity {
    return { id: gndUri(gnd), node, satellites, about: { kind: 'about', ...about } };
  }

  return { say, finish };
}
