/** What a parser of an RDF syntax is: text in, triples out; and the bounds on what one document may be. */
import { UnusableSource } from './reader.ts';

/** A term as RDF/JS has it; of literals only the text counts, as in the dumps. */
export interface Term {
  readonly termType: string;
  readonly value: string;
}

export interface Triple {
  readonly subject: Term;
  readonly predicate: Term;
  readonly object: Term;
}

export interface TripleSink {
  readonly triple: (triple: Triple) => void;
  /** The document ends; labels of blank nodes mean something else from here on. */
  readonly end: () => void;
}

export interface TripleParser {
  /** @throws UnusableSource when it is not what it should be */
  push(text: string): void;
  /** @throws UnusableSource `truncated` when it ends too soon */
  finish(): void;
}

/** Bounds on one document, all of which is held until its end: in RDF a record may go on anywhere. */
export const RDF_LIMITS = {
  /** Some five thousand records. */
  triples: 250_000,
  bytes: 32 * 1024 * 1024,
  /** Elements, or brackets of Turtle, in each other; an OAI-PMH answer needs 12. */
  depth: 32,
  /** Kept of one literal, in UTF-16 units: more than the longest outline of a place that is read. */
  literalLength: 100_000,
} as const;

export function documentTooLarge(): UnusableSource {
  return new UnusableSource(
    'wrong_format',
    `The file holds more than ${RDF_LIMITS.triples.toLocaleString('en-GB')} triples or ` +
      `${RDF_LIMITS.bytes / 1024 ** 2} MiB in one document; for that many records there is the dump in JSON-LD.`,
  );
}

export function tooDeep(syntax: string): UnusableSource {
  return new UnusableSource('wrong_format', `It is not ${syntax} of the GND: it is nested too deep.`);
}
