/** Reader of the GND dumps in JSON-LD of the DNB's Linked Data Service. */
import { createNodeStore, type DependentNode, isAbout, isBlank, readDependentNode } from './blank-nodes.ts';
import type { Report } from './defects.ts';
import { type EntityNode, isReadProperty, readEntityNode } from './gnd-node.ts';
import { readJsonRecords } from './json-records.ts';
import { type JsonObject, readValues } from './json-values.ts';
import { type Reader, type Statement, UnusableSource } from './reader.ts';

interface ChunkBounds {
  /** Largest number of dependent nodes in memory; further ones are kept in a temporary file. */
  readonly nodes: number;
  /** Largest number of entities that wait for dependent nodes; beyond it, the oldest is handed over incomplete. */
  readonly waiting: number;
}

/**
 * Reads expanded JSON-LD of the GND, with any number of records per chunk. Defects: see `readJsonRecords`,
 * `readEntityNode`.
 */
export const gndJsonldReader: Reader = createGndJsonldReader({ nodes: 200_000, waiting: 2_000 });

/** @param bounds limits on memory for a chunk; a chunk is an array of nodes that share blank node labels */
export function createGndJsonldReader(bounds: ChunkBounds): Reader {
  return {
    format: 'gnd-jsonld',
    async *read(input) {
      let batch: Statement[] = [];
      let entities = 0;
      const assembler = createNodeAssembler(bounds, (entity) => {
        for (const statement of readEntityNode(entity)) {
          if (statement.kind === 'entity') entities += 1;
          batch.push(statement);
        }
      });
      const report: Report = (fault) => batch.push(fault);
      try {
        for await (const items of readJsonRecords(input)) {
          for (const item of items) {
            if (item.kind === 'record') assembler.add(item.value, report);
            else if (item.kind === 'end') assembler.endChunk();
            else batch.push(item);
          }
          if (batch.length > 0) yield batch;
          batch = [];
        }
        assembler.endChunk();
        if (batch.length > 0) yield batch;
      } finally {
        assembler.close();
      }
      if (entities === 0) throw new UnusableSource('no_records', 'The file holds no record of a GND entity.');
    },
  };
}

interface WaitingEntity {
  readonly id: string;
  readonly node: JsonObject;
  readonly dependents: Map<string, DependentNode>;
  readonly missing: Set<string>;
  /** IRIs that the node about the record may have. */
  readonly aboutIds: readonly string[];
}

/**
 * Combines the entities of a chunk with their dependent nodes, whatever the order of the nodes. Hands over an entity as
 * soon as it is complete.
 */
function createNodeAssembler(bounds: ChunkBounds, onEntity: (entity: EntityNode) => void) {
  const store = createNodeStore(bounds.nodes);
  const waiting = new Set<WaitingEntity>();
  const waitingFor = new Map<string, Set<WaitingEntity>>();

  function waitFor(entity: WaitingEntity, id: string): void {
    entity.missing.add(id);
    waitingFor.set(id, (waitingFor.get(id) ?? new Set()).add(entity));
  }

  function stopWaitingFor(entity: WaitingEntity, id: string): void {
    entity.missing.delete(id);
    const users = waitingFor.get(id);
    users?.delete(entity);
    if (users?.size === 0) waitingFor.delete(id);
  }

  function handOver(entity: WaitingEntity): void {
    waiting.delete(entity);
    for (const id of entity.missing) stopWaitingFor(entity, id);
    const { id, node, dependents } = entity;
    const about = entity.aboutIds.map((name) => dependents.get(name)).find((found) => found?.kind === 'about');
    onEntity({ id, node, dependents, ...(about !== undefined && { about }) });
  }

  /** Adds a dependent node. If it is a sequence, also adds its members that are blank nodes, now or when they come. */
  function attach(entity: WaitingEntity, id: string, node: DependentNode): void {
    entity.dependents.set(id, node);
    if (node.kind !== 'sequence') return;
    for (const { iri } of node.values) {
      if (iri === undefined || !isBlank(iri) || entity.dependents.has(iri) || entity.missing.has(iri)) continue;
      const member = store.get(iri);
      if (member === undefined) waitFor(entity, iri);
      else entity.dependents.set(iri, member);
    }
  }

  /** Stops waiting for nodes about the record once one has come. */
  function stopWaitingForAbout(entity: WaitingEntity): void {
    if (!entity.aboutIds.some((id) => entity.dependents.has(id))) return;
    for (const id of entity.aboutIds) stopWaitingFor(entity, id);
  }

  function addDependent(id: string, node: DependentNode): void {
    const users = waitingFor.get(id);
    for (const user of users ?? []) {
      stopWaitingFor(user, id);
      attach(user, id, node);
      stopWaitingForAbout(user);
      if (user.missing.size === 0) handOver(user);
    }
    // A record has one entity, so no other entity needs the node about it.
    if (users === undefined || !isAbout(id)) store.put(id, node);
  }

  function addEntity(id: string, node: JsonObject): void {
    const entity: WaitingEntity = {
      id,
      node,
      dependents: new Map(),
      missing: new Set(),
      aboutIds: aboutIdsOf(id, node),
    };
    for (const name of [...blankNodesOf(node), ...entity.aboutIds]) {
      const found = store.get(name);
      if (found === undefined) waitFor(entity, name);
      else attach(entity, name, found);
    }
    stopWaitingForAbout(entity);
    waiting.add(entity);
    if (entity.missing.size === 0) handOver(entity);
    else if (waiting.size > bounds.waiting) for (const oldest of waiting) return handOver(oldest);
  }

  return {
    /** Takes a node, and hands over the entities that are complete with it. */
    add(node: JsonObject, report: Report): void {
      const id = typeof node['@id'] === 'string' ? node['@id'] : '';
      if (isBlank(id) || isAbout(id)) addDependent(id, readDependentNode(id, node, report));
      else addEntity(id, node);
    },
    /** Hands over the entities that are still incomplete, and forgets all nodes. */
    endChunk(): void {
      for (const entity of waiting) handOver(entity);
      store.clear();
    },
    close: () => store.clear(),
  };
}

const DESCRIBED_BY = 'http://www.w3.org/2007/05/powder-s#describedby';

/** IRIs that the node about the record may have; those that the entity names come first. */
function aboutIdsOf(id: string, node: JsonObject): readonly string[] {
  const named = readValues(node[DESCRIBED_BY]).flatMap(({ iri }) => (iri !== undefined && isAbout(iri) ? [iri] : []));
  const own = `${id}/about`;
  return named.includes(own) ? named : [...named.slice(0, 8), own];
}

/** Labels of the blank nodes to which the properties that are read refer. */
function blankNodesOf(node: JsonObject): readonly string[] {
  const labels: string[] = [];
  for (const [key, property] of Object.entries(node)) {
    if (!isReadProperty(key)) continue;
    for (const { iri } of readValues(property)) if (iri !== undefined && isBlank(iri)) labels.push(iri);
  }
  return labels;
}
