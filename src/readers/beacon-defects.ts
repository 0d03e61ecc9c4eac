/** Which flaws a BEACON list can have, how much each of them costs, and how to say so to people. */
import { defect } from './defects.ts';
import type { Defect } from './reader.ts';

interface DefectKind {
  readonly severity: Defect['severity'];
  readonly explanation: string;
}

/** Every reason of the BEACON reader. `record`: the line yields nothing. */
export const BEACON_DEFECTS = {
  empty_id: {
    severity: 'record',
    explanation: 'The first column is empty, NULL, or an address without an identifier.',
  },
  no_gnd_id: { severity: 'record', explanation: 'The first column is not a GND ID and cannot safely be made one.' },
  foreign_id: { severity: 'record', explanation: 'The first column is an identifier of another register.' },
  glued_ids: {
    severity: 'record',
    explanation: 'Several identifiers were run together; which one is meant is unknown.',
  },
  torn_line: { severity: 'record', explanation: 'The rest of a line that was broken in the middle.' },
  ellipsis: { severity: 'record', explanation: 'The line is only an ellipsis: the list was shortened here.' },
  html_line: {
    severity: 'record',
    explanation: 'The line is HTML, such as a warning of the program that made the list.',
  },
  line_too_long: { severity: 'record', explanation: 'The line is longer than 65,536 bytes.' },
  no_target: { severity: 'record', explanation: 'The line has no web address, and no pattern makes one.' },
  malformed_url: { severity: 'record', explanation: 'The target is not a valid absolute web address.' },
  unsupported_scheme: { severity: 'record', explanation: 'The target is neither http nor https.' },
  private_host: {
    severity: 'record',
    explanation: 'The target lies on a host that the public cannot reach, such as localhost.',
  },
  url_too_long: { severity: 'record', explanation: 'The target is longer than 2,000 characters.' },
  partial_ids: {
    severity: 'detail',
    explanation: 'Of several identifiers in the first column at least one is none; the others are used.',
  },
  bad_count: { severity: 'detail', explanation: 'The column of counts holds no count; the link is used without it.' },
  label_too_long: {
    severity: 'detail',
    explanation: 'The label is longer than 10,000 characters; the link is used without it.',
  },
  field_too_long: {
    severity: 'detail',
    explanation: 'A header field is longer than 10,000 characters; it is left out.',
  },
  too_many_fields: { severity: 'detail', explanation: 'The header has more than 200 fields; the rest is left out.' },
  repaired_id: {
    severity: 'notice',
    explanation: 'The identifier was repaired: capital X, punctuation, doubled prefix, several in one cell.',
  },
  check_digit: {
    severity: 'notice',
    explanation: 'The last character of the identifier is not the one its digits demand.',
  },
  repaired_url: { severity: 'notice', explanation: 'The target was repaired: doubled scheme, blanks, &amp; for &.' },
  several_urls: {
    severity: 'notice',
    explanation: 'The target column holds several web addresses; the first is used.',
  },
  glued_lines: {
    severity: 'notice',
    explanation: 'Two lines were run together; the first is used, without its label.',
  },
  control_characters: {
    severity: 'notice',
    explanation: 'The line holds control characters; they were removed, or replaced where Windows-1252 was meant.',
  },
  not_utf8: {
    severity: 'notice',
    explanation: 'The line is not UTF-8; it was read as Windows-1252, or with replacement characters.',
  },
  repeated_field: {
    severity: 'notice',
    explanation: 'A header field is given more than once; the first value counts.',
  },
  glued_fields: {
    severity: 'notice',
    explanation: 'Two header fields were run together in one line; they were parted.',
  },
  late_field: { severity: 'notice', explanation: 'A header field stands after the first link; it is ignored.' },
  unreadable_date: { severity: 'notice', explanation: 'The declared date cannot be read.' },
} as const satisfies Readonly<Record<string, DefectKind>>;
export type BeaconDefect = keyof typeof BEACON_DEFECTS;

/** A defect of this reason in line `line`, with the beginning of what was met. */
export function beaconDefect(reason: BeaconDefect, line: number, met: string): Defect {
  return defect(reason, BEACON_DEFECTS[reason].severity, met, line);
}
