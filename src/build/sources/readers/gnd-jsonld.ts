/** Reader of the GND dumps in JSON-LD of the DNB's Linked Data Service. */
import { createNodeStore, isAbout, isBlank, readDependentNode } from './blank-nodes.ts';
import type { Report } from './defects.ts';
import { type EntityNode, readEntityNode } from './gnd-node.ts';
import { readJsonRecords } from './json-records.ts';
import { type JsonObject, readValues } from './json-values.ts';
import { type Reader, type Statement, UnusableSource } from './reader.ts';

interface ChunkBounds {
  /** Largest number of dependent nodes in memory; further ones are kept in a temporary file. */
  readonly nodes: number;
  /** Largest number of entities that wait for dependent nodes behind them. */
  readonly waiting: number;
}

/**
 * Reads expanded JSON-LD of the GND, with any number of records per chunk. Defects: see `readJsonRecords`,
 * `readEntityNode`.
 */
export const gndJsonldReader: Reader = createGndJsonldReader({ nodes: 200_000, waiting: 500 });

/** @param bounds limits on memory for a chunk; a chunk is an array of nodes that share blank node labels */
export function createGndJsonldReader(bounds: ChunkBounds): Reader {
  return {
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
      if (entities === 0) throw new UnusableSource('no_records', 'The file contains no record of a GND entity.');
    },
  };
}

interface WaitingEntity {
  readonly id: string;
  readonly node: JsonObject;
}

/**
 * Combines the entities of a chunk with their dependent nodes. In the dumps these come before the entity or right after
 * it; here also later, within the bounds.
 */
function createNodeAssembler(bounds: ChunkBounds, onEntity: (entity: EntityNode) => void) {
  const store = createNodeStore(bounds.nodes);
  const waiting: WaitingEntity[] = [];

  function handOver({ id, node }: WaitingEntity): void {
    const about = aboutIdsOf(id, node)
      .map((name) => store.take(name))
      .find((other) => other?.kind === 'about');
    onEntity({ id, node, dependent: store.get, ...(about !== undefined && { about }) });
  }

  return {
    /** Takes a node, and hands over the entity that has waited longest if too many wait. */
    add(node: JsonObject, report: Report): void {
      const id = typeof node['@id'] === 'string' ? node['@id'] : '';
      if (isBlank(id) || isAbout(id)) return store.put(id, readDependentNode(id, node, report));
      waiting.push({ id, node });
      const oldest = waiting.length > bounds.waiting ? waiting.shift() : undefined;
      if (oldest !== undefined) handOver(oldest);
    },
    /** Hands over the remaining entities, and forgets all nodes. */
    endChunk(): void {
      for (const entity of waiting.splice(0)) handOver(entity);
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
