/** Turtle, and N-Triples with it, parsed into triples. */
import { EventEmitter } from 'node:events';
import { Parser } from 'n3';
import { RDF_LIMITS, tooDeep, type Triple, type TripleParser, type TripleSink } from './rdf-triples.ts';
import { UnusableSource } from './reader.ts';

/** One document from beginning to end; without a base, so that relative IRIs stay relative unless it states one. */
export function createTurtleParser(sink: TripleSink): TripleParser {
  const source = new EventEmitter();
  let fault: Error | undefined;
  let depth = 0;
  const callbacks = {
    onQuad(error: Error | null, triple: Triple | null): void {
      if (error !== null) fault ??= error;
      else if (triple !== null) sink.triple(triple);
    },
    onToken({ type }: { readonly type: string }): void {
      if (type === '(' || type === '[') depth += 1;
      if (type === ')' || type === ']') depth -= 1;
      if (depth > RDF_LIMITS.depth) throw tooDeep('Turtle');
    },
  };
  new Parser({ format: 'text/turtle', blankNodePrefix: 'n' }).parse(source, callbacks);

  /** Some mistakes the parser does not tell but stumbles over. */
  function feed(event: 'data' | 'end', text?: string): void {
    try {
      source.emit(event, text);
    } catch (error) {
      if (error instanceof UnusableSource) throw error;
      fault ??= new Error('It cannot be parsed.', { cause: error });
    }
  }

  return {
    push(text) {
      feed('data', text);
      if (fault === undefined) return;
      const complaint = fault.message.replace(/\.$/, '').slice(0, 200);
      throw new UnusableSource('wrong_format', `It is not Turtle: ${complaint}.`, { cause: fault });
    },
    finish() {
      feed('end');
      if (fault !== undefined) {
        throw new UnusableSource('truncated', 'The file ends in the middle of its triples.', { cause: fault });
      }
      sink.end();
    },
  };
}
