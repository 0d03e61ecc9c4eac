/** Brings entities of a JSON-LD chunk and their satellites together, whatever the order in which they come. */
import { isAbout, readSatellite, type Satellite } from './gnd-satellite.ts';
import { PROPERTIES } from './gnd-ontology.ts';
import type { Report } from './defects.ts';
import type { JsonObject } from './json-records.ts';
import { readValues } from './json-ld-value.ts';
import { createSatelliteStore } from './satellite-store.ts';

/** An entity node with everything of the chunk that belongs to it. */
export interface GatheredEntity {
  readonly id: string;
  readonly node: JsonObject;
  /** Satellites that were found, by the IRI or blank node label used in the node. */
  readonly satellites: ReadonlyMap<string, Satellite>;
  readonly about?: Satellite & { readonly kind: 'about' };
}

export interface GndChunk {
  /** Takes a node; entities that are complete are handed over. */
  add(node: JsonObject, report: Report): void;
  /** The chunk ends: what still waits is handed over as it is, blank nodes are forgotten. */
  end(): void;
  close(): void;
}

export interface ChunkBounds {
  /** Satellites in memory; more are kept in a temporary file. */
  readonly satellites: number;
  /** Entities that may wait for satellites; beyond it the longest waiting goes without. */
  readonly waiting: number;
}

interface Waiting {
  readonly id: string;
  readonly node: JsonObject;
  readonly satellites: Map<string, Satellite>;
  readonly missing: Set<string>;
  readonly aboutIds: readonly string[];
}

export function createGndChunk(bounds: ChunkBounds, onEntity: (entity: GatheredEntity) => void): GndChunk {
  const store = createSatelliteStore(bounds.satellites);
  const waiting = new Set<Waiting>();
  const wanted = new Map<string, Waiting[]>();

  function release(entity: Waiting): void {
    waiting.delete(entity);
    for (const id of entity.missing) unwant(entity, id);
    const about = entity.aboutIds.map((id) => entity.satellites.get(id)).find((found) => found?.kind === 'about');
    const { id, node, satellites } = entity;
    onEntity({ id, node, satellites, ...(about === undefined ? {} : { about }) });
  }

  function want(entity: Waiting, id: string): void {
    entity.missing.add(id);
    wanted.set(id, [...(wanted.get(id) ?? []), entity]);
  }

  function unwant(entity: Waiting, id: string): void {
    entity.missing.delete(id);
    const others = wanted.get(id)?.filter((other) => other !== entity) ?? [];
    if (others.length === 0) wanted.delete(id);
    else wanted.set(id, others);
  }

  /** The members of a sequence may be blank nodes in their turn, and come later than it. */
  function attach(entity: Waiting, id: string, satellite: Satellite): void {
    entity.satellites.set(id, satellite);
    if (satellite.kind !== 'sequence') return;
    for (const { iri } of satellite.values) {
      if (iri?.startsWith('_:') !== true || entity.satellites.has(iri) || entity.missing.has(iri)) continue;
      const member = store.get(iri);
      if (member === undefined) want(entity, iri);
      else entity.satellites.set(iri, member);
    }
  }

  function addSatellite(id: string, satellite: Satellite): void {
    const users = wanted.get(id);
    if (users !== undefined) {
      wanted.delete(id);
      for (const user of users) {
        user.missing.delete(id);
        attach(user, id, satellite);
        // One description of the record is enough.
        if (user.aboutIds.includes(id)) for (const other of user.aboutIds) unwant(user, other);
        if (user.missing.size === 0) release(user);
      }
      if (isAbout(id)) return;
    }
    store.put(id, satellite);
  }

  function addEntity(id: string, node: JsonObject): void {
    const entity: Waiting = { id, node, satellites: new Map(), missing: new Set(), aboutIds: aboutIdsOf(id, node) };
    for (const reference of [...blankNodesOf(node), ...entity.aboutIds]) {
      const satellite = store.get(reference);
      if (satellite === undefined) want(entity, reference);
      else attach(entity, reference, satellite);
    }
    if (entity.aboutIds.some((about) => entity.satellites.has(about))) {
      for (const about of entity.aboutIds) unwant(entity, about);
    }
    waiting.add(entity);
    if (entity.missing.size === 0) release(entity);
    else if (waiting.size > bounds.waiting) for (const oldest of waiting) return release(oldest);
  }

  return {
    add(node, report) {
      const id = typeof node['@id'] === 'string' ? node['@id'] : '';
      if (id.startsWith('_:') || isAbout(id)) addSatellite(id, readSatellite(id, node, report));
      else addEntity(id, node);
    },
    end() {
      for (const entity of waiting) release(entity);
      wanted.clear();
      store.clear();
    },
    close() {
      store.close();
    },
  };
}

/** IRIs under which the description of the record may stand; the one that the entity names comes first. */
function aboutIdsOf(id: string, node: JsonObject): readonly string[] {
  const named: string[] = [];
  for (const [key, property] of Object.entries(node)) {
    if (PROPERTIES.get(key)?.role !== 'describedBy') continue;
    for (const { iri } of readValues(property)) if (iri !== undefined && isAbout(iri)) named.push(iri);
  }
  const own = `${id}/about`;
  return named.includes(own) ? named : [...named.slice(0, 8), own];
}

/** Labels of the blank nodes to which the node's known properties lead. */
function blankNodesOf(node: JsonObject): readonly string[] {
  const labels: string[] = [];
  for (const [key, property] of Object.entries(node)) {
    if (!PROPERTIES.has(key)) continue;
    for (const { iri } of readValues(property)) if (iri?.startsWith('_:') === true) labels.push(iri);
  }
  return labels;
}
