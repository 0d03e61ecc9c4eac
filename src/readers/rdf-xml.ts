/** RDF/XML parsed into triples: `rdf:RDF` alone, or any number of them in an OAI-PMH answer. */
import { RdfXmlParser, type IActiveTag } from 'rdfxml-streaming-parser';
import type { SaxesTagNS } from 'saxes';
import { RDF_LIMITS, tooDeep, type Term, type TripleParser, type TripleSink } from './rdf-triples.ts';
import { UnusableSource } from './reader.ts';

/** Each `rdf:RDF` is a document; without a base, so that relative IRIs stay relative unless it states one. */
export function createRdfXmlParser(sink: TripleSink): TripleParser {
  const parser = new EnvelopedRdfXmlParser(sink);
  return {
    push: (text) => parser.parse(text),
    finish() {
      if (parser.within) throw new UnusableSource('truncated', 'The file ends in the middle of its elements.');
    },
  };
}

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

/** The parser is made to be extended: what stands around `rdf:RDF` never gets to it, and no more than what is sound. */
class EnvelopedRdfXmlParser extends RdfXmlParser {
  readonly #sink: TripleSink;
  #depth = 0;
  /** Depth of the `rdf:RDF` that is open; 0 outside. */
  #document = 0;
  #text = '';

  constructor(sink: TripleSink) {
    // Addresses are judged one by one, where a bad one is not the end of the file.
    super({ trackPosition: true, validateUri: false, allowDuplicateRdfIds: true });
    this.#sink = sink;
  }

  /** Whether an element is open. */
  get within(): boolean {
    return this.#depth > 0;
  }

  /** As a stream it would answer later; called by hand, an error is known at once. */
  parse(text: string): void {
    this._transform(text, 'utf8', (error) => {
      if (error instanceof UnusableSource) throw error;
      if (error !== undefined && error !== null) throw notRdfXml(error);
    });
  }

  override valueToUri(value: string, activeTag: IActiveTag) {
    const asItIs = ABSOLUTE.test(value) || activeTag.baseIRI === '';
    return asItIs ? this.uriToNamedNode(value) : super.valueToUri(value, activeTag);
  }

  protected override onTag(tag: SaxesTagNS): void {
    this.#depth += 1;
    this.#text = '';
    if (this.#depth > RDF_LIMITS.depth) throw tooDeep('RDF/XML');
    if (this.#document === 0) {
      if (tag.local !== 'RDF' || tag.uri !== RdfXmlParser.RDF) return;
      this.#document = this.#depth;
    }
    // The parser would copy the declarations of name spaces down to every element, and has no use for them.
    const attributes = Object.entries(tag.attributes).filter(([, { prefix }]) => prefix !== 'xmlns');
    super.onTag({ ...tag, attributes: Object.fromEntries(attributes) });
  }

  /** A comment or CDATA divides a text; the parser would keep the last part only. */
  protected override onText(text: string): void {
    if (this.#document === 0) return;
    this.#text += text;
    super.onText(this.#text);
  }

  protected override onCloseTag(): void {
    if (this.#document > 0) super.onCloseTag();
    if (this.#document === this.#depth) {
      this.#document = 0;
      this.#sink.end();
    }
    this.#depth -= 1;
    this.#text = '';
  }

  protected override onDoctype(): void {
    throw new UnusableSource('wrong_format', 'It is not RDF/XML of the GND: it declares a document type.');
  }

  /** Nothing of the GND is said about triples, so those that are only mentioned are left out. */
  protected override emitTriple(
    subject: Term,
    predicate: Term,
    object: Term,
    _id?: unknown,
    mentioned?: unknown,
  ): void {
    if (mentioned === undefined) this.#sink.triple({ subject, predicate, object });
  }
}

/** Messages begin with the position: `3:5: …` or `Line 3 column 5: …`. */
function notRdfXml(error: Error): UnusableSource {
  const [, line, told] = /^(?:Line )?(\d+)(?::\d+| column \d+): ([^]*)$/.exec(error.message) ?? [];
  const complaint = (told ?? error.message).replace(/\.$/, '').slice(0, 200);
  const where = line === undefined ? '' : ` (line ${line})`;
  return new UnusableSource('wrong_format', `It is not RDF/XML: ${complaint}${where}.`, { cause: error });
}
