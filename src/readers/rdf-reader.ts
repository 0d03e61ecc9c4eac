/** Readers of single records of the GND, or small cuts, in Turtle and RDF/XML, as the Linked Data Service and OAI-PMH give them. */
import { createGndChunk } from './gnd-chunk.ts';
import { readGndEntity } from './gnd-entity.ts';
import { createRdfGraph } from './rdf-graph.ts';
import { documentTooLarge, RDF_LIMITS, type TripleParser, type TripleSink } from './rdf-triples.ts';
import { createTurtleParser } from './rdf-turtle.ts';
import { createRdfXmlParser } from './rdf-xml.ts';
import { type Reader, type Statement, UnusableSource } from './reader.ts';

/** Turtle or N-Triples; a file is one document. Defects: `relative_iri` (detail), and see `readGndEntity`. */
export const gndTurtleReader: Reader = createRdfReader('gnd-turtle', createTurtleParser);

/** RDF/XML, each `rdf:RDF` a document. Defects: `relative_iri` (detail), and see `readGndEntity`. */
export const gndRdfxmlReader: Reader = createRdfReader('gnd-rdfxml', createRdfXmlParser);

function createRdfReader(format: string, createParser: (sink: TripleSink) => TripleParser): Reader {
  return {
    format,
    async *read(input) {
      let batch: Statement[] = [];
      let entities = 0;
      let bytes = 0;
      const report = (statement: Statement): unknown => batch.push(statement);
      const chunk = createGndChunk({ satellites: RDF_LIMITS.triples, waiting: RDF_LIMITS.triples }, (entity) => {
        for (const statement of readGndEntity(entity)) {
          if (statement.kind === 'entity') entities += 1;
          batch.push(statement);
        }
      });
      let graph = createRdfGraph();
      const parser = createParser({
        triple: (triple) => graph.add(triple, report),
        end() {
          for (const node of graph.nodes()) chunk.add(node, report);
          chunk.end();
          graph = createRdfGraph();
          bytes = 0;
        },
      });
      const decoder = new TextDecoder('utf-8');
      try {
        for await (const piece of input) {
          bytes += piece.length;
          if (bytes > RDF_LIMITS.bytes) throw documentTooLarge();
          parser.push(decoder.decode(piece, { stream: true }));
          if (batch.length > 0) yield batch;
          batch = [];
        }
        parser.push(decoder.decode());
        parser.finish();
        if (batch.length > 0) yield batch;
      } finally {
        chunk.close();
      }
      if (entities === 0) throw new UnusableSource('no_records', 'The file holds no record of a GND entity.');
    },
  };
}
