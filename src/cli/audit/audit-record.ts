/** A record of an authority file as an audit reads it: its name and the identifiers in it. */
import type { MarcField } from '../../build/sources/readers/marc-records.ts';

export interface StatedIdentifier {
  /** Name or code of a scheme, as the file has it, in lower case. */
  readonly scheme: string;
  readonly value: string;
  /** Field or column with the identifier. */
  readonly place: string;
}

export interface AuditRecord {
  /** Control number or first cell; for a record without one, its number in the file. */
  readonly name: string;
  readonly identifiers: readonly StatedIdentifier[];
  /** Reason and text of the fault of a record that cannot be read. */
  readonly fault?: string;
  /** A number of a plain list, in which no other identifiers are missing. */
  readonly isAlone?: true;
}

/** MARC codes that differ from names of schemes; without `de-101`, the number of the record, not of the entity. */
const CODES: Readonly<Record<string, string>> = { 'de-588': 'gnd', dlc: 'lccn', naf: 'lccn', wd: 'wikidata' };

/** Control numbers of the Library of Congress for names and subject headings; title records have others in 010. */
const AUTHORITY_NUMBERS: readonly (readonly [RegExp, string])[] = [
  [/^n[bors]?\s*\d/u, 'lccn'],
  [/^sh\s*\d/u, 'lcsh'],
];

/** Reads 010, 024 with a source in `$2`, and 035 with a source in brackets, but not cancelled identifiers (`$z`). */
export function recordOfMarc(fields: readonly MarcField[], number: number): AuditRecord {
  const identifiers = fields.flatMap(({ tag, ind1, subfields }) => {
    const valuesOf = (code: string) => subfields.flatMap((one) => (one.code === code ? [one.value.trim()] : []));
    const [source] = valuesOf('2');
    return valuesOf('a').flatMap((text) => {
      if (tag === '010') {
        const scheme = AUTHORITY_NUMBERS.find(([pattern]) => pattern.test(text))?.[1];
        return scheme === undefined ? [] : [stated(scheme, text, tag)];
      }
      const [, bracketed, rest = text] = /^\(([^)]{1,40})\)(.*)$/u.exec(text) ?? [];
      const named = bracketed ?? (tag === '024' && ind1 === '7' ? source : undefined);
      if (tag === '024' && ind1 === '8' && named === undefined) return [];
      return named === undefined ? [] : [stated(named, rest, tag)];
    });
  });
  const [name = `record ${number}`] = fields.flatMap(({ tag, subfields }) =>
    tag === '001' ? subfields.map(({ value }) => value.trim()) : [],
  );
  return { name, identifiers: withoutRepetitions(identifiers) };
}

export function stated(scheme: string, value: string, place: string): StatedIdentifier {
  const code = scheme.trim().toLowerCase();
  return { scheme: CODES[code] ?? code, value: value.trim(), place };
}

/** The identifier in an address, without blanks. */
function plain(value: string): string {
  return value.replace(/^.*\//u, '').replaceAll(' ', '');
}

/** Removes repetitions, because records have the same number in 024 and in 035. */
export function withoutRepetitions<T extends StatedIdentifier>(identifiers: readonly T[]): readonly T[] {
  const first = new Map<string, T>();
  for (const one of identifiers) {
    const key = `${one.scheme}:${plain(one.value)}`;
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}
