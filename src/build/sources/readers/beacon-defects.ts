/** The defects of BEACON lists, with their severity and explanations for people. */
import { defect } from './defects.ts';
import type { Defect } from './reader.ts';

/** Explanations by severity and reason; see `Defect`. */
const EXPLANATIONS = {
  record: {
    empty_id: 'The first column is empty, NULL, or an address without an identifier.',
    no_gnd_id: 'The first column contains neither a GND identifier nor anything that can safely be read as one.',
    foreign_id: 'The first column contains an identifier from another register.',
    glued_ids: 'Several identifiers follow each other without a separator; it is unclear which one is meant.',
    torn_line: 'The line is the rest of another line that was broken in the middle.',
    ellipsis: 'The line contains only an ellipsis: the list was shortened here.',
    html_line: 'The line is HTML, such as a warning from the program that made the list.',
    line_too_long: 'The line is longer than 65,536 bytes.',
    no_target: 'The line has no web address, and no pattern provides one.',
    malformed_url: 'The target is not a valid absolute web address.',
    unsupported_scheme: 'The address of the target begins neither with http:// nor with https://.',
    private_host: 'The target is on a host that the public cannot reach, such as localhost.',
    url_too_long: 'The target is longer than 2,000 characters.',
  },
  detail: {
    partial_ids: 'At least one of several identifiers in the first column is invalid; the others are used.',
    bad_count: 'The count column has no number; the link is used without a count.',
    label_too_long: 'The label is longer than 10,000 characters; the link is used without it.',
    unknown_placeholder: '#TARGET has a placeholder that cannot be read as {ID}, so no address can be made from it.',
    field_too_long: 'A header field is longer than 10,000 characters; it is left out.',
    too_many_fields: 'The header has more than 200 fields; only the first 200 are used.',
  },
  notice: {
    repaired_id:
      'The identifier was corrected: it had a lower-case x, punctuation, an invisible character or a repeated prefix, or the first column contained several identifiers.',
    check_digit: 'The check digit is wrong.',
    repaired_url: 'The target was corrected: it had a repeated scheme, spaces, or &amp; instead of &.',
    several_urls: 'The target column has several web addresses; the first is used.',
    glued_lines: 'The line break between two lines is missing; the first line is used without its label.',
    control_characters:
      'The line contains control characters; they were removed, or replaced where Windows-1252 was meant.',
    repeated_line: 'The line repeats the previous one and adds nothing.',
    not_utf8: 'The line is not UTF-8; it was read as Windows-1252, or with replacement characters.',
    repeated_field: 'A header field is given more than once; the first value counts.',
    glued_fields: 'Two header fields were on one line; they were separated.',
    late_field: 'A header field comes after the first link; it is ignored.',
    odd_placeholder: '#TARGET has a placeholder other than {ID}; it was read as {ID}.',
    odd_count: 'The second column looks like a count, but does not consist of digits only; it was read as a label.',
    unreadable_date: 'The declared date cannot be read.',
  },
} as const satisfies Readonly<Record<Defect['severity'], Readonly<Record<string, string>>>>;
type Explanations = typeof EXPLANATIONS;
export type BeaconDefect = keyof Explanations['record'] | keyof Explanations['detail'] | keyof Explanations['notice'];

/** Reasons that concern the target of a line; its identifier is valid. */
export const TARGET_DEFECTS = [
  'no_target',
  'malformed_url',
  'unsupported_scheme',
  'private_host',
  'url_too_long',
] as const satisfies readonly BeaconDefect[];

/** Severity and explanation of each reason of the BEACON reader. */
export const BEACON_DEFECTS: ReadonlyMap<
  string,
  { readonly severity: Defect['severity']; readonly explanation: string }
> = new Map(
  (['record', 'detail', 'notice'] as const).flatMap((severity) =>
    Object.entries(EXPLANATIONS[severity]).map(([reason, explanation]) => [reason, { severity, explanation }]),
  ),
);

/** @param faultyText the text at fault, of which the defect keeps the beginning */
export function beaconDefect(reason: BeaconDefect, line: number, faultyText: string): Defect {
  return defect(reason, BEACON_DEFECTS.get(reason)?.severity ?? 'record', faultyText, line);
}
