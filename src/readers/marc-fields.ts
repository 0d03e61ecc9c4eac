/** Looks up what stands in the fields of a MARC record. */
import type { MarcField, MarcRecord } from './marc-records.ts';

/** All values of a subfield in all fields of a tag. */
export function valuesOf({ fields }: MarcRecord, tag: string, code: string): readonly string[] {
  const values: string[] = [];
  for (const field of fields) if (field.tag === tag) collect(field, code, values);
  return values;
}

export function subfields(field: MarcField, code: string): readonly string[] {
  return collect(field, code, []);
}

/** The first value of a subfield. */
export function subfield(field: MarcField, code: string): string | undefined {
  for (const other of field.subfields) if (other.code === code) return other.value;
  return undefined;
}

/** What the field says by code: `$4 ortg`, its IRI in a second $4 where it is given, `$9 4:ortg` in files of 2015. */
export function relationCodes(field: MarcField): readonly string[] {
  const codes: string[] = [];
  for (const { code, value } of field.subfields) {
    if (code === '4') codes.push(value.trim());
    else if (code === '9' && value.startsWith('4:')) codes.push(value.slice(2).trim());
  }
  return codes;
}

/** Subfields for which MARC has no code are gathered in $9: `$9 v:Vorlage`, `$9 U:Cyrl`. */
export function remarks(field: MarcField, prefix: string): readonly string[] {
  return subfields(field, '9')
    .filter((text) => text.startsWith(`${prefix}:`))
    .map((text) => text.slice(prefix.length + 1));
}

/** Not (DE-588a), (DE-588b), (DE-588c): those are numbers of the files that were merged into the GND. */
export function isGndNumber(text: string): boolean {
  return /^\s*\(DE-588\)/i.test(text);
}

function collect(field: MarcField, wanted: string, values: string[]): string[] {
  for (const { code, value } of field.subfields) if (code === wanted) values.push(value);
  return values;
}
