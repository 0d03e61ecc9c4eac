/** Reads the header of a BEACON list: its fields in all usual spellings, and whether its identifiers are GND IDs. */
import { certainGndId } from '../../../core/model/read-identifiers.ts';
import { cleanText } from '../../../core/model/text.ts';
import { type BeaconDefect, beaconDefect } from './beacon-defects.ts';
import { readPlaceholders } from './beacon-link.ts';
import { readDeclaredDate } from './dates.ts';
import type { Line } from './lines.ts';
import { type Defect, type HeaderStatement, LIMITS } from './reader.ts';

/** Fields of the specification, and other fields of real lists. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set(
  (
    'FORMAT PREFIX TARGET MESSAGE RELATION ANNOTATION DESCRIPTION NAME INSTITUTION CREATOR CONTACT HOMEPAGE SOURCESET ' +
    'TARGETSET FEED TIMESTAMP UPDATE VERSION REVISIT DATE ISIL COLLID COUNT QUANTITY X-EXTENT EXAMPLES EXAMPLE ALTTARGET ' +
    'ALTFEED TARGETPREFIX TITLE LINK COMMENT REMARK PERMALINK LICENSE LICENCE RIGHTS'
  ).split(' '),
);
const MAX_FIELDS = 200;
/** Largest number of further fields that are recognised within one line. */
const MAX_GLUED = 5;

/** `#NAME: value`, with the name directly after the `#` and before the colon. */
const FIELD = /^#([A-Z][\w-]{0,63})[ \t]*:(.*)$/is;
/** `#MESSAGE value`, `# FORMAT: BEACON`, `#TARGET`: used only for known names, because a comment looks the same. */
const LOOSE_FIELD = /^#[ \t]*([A-Z][A-Z-]{1,63})(?:[ \t]*[:=]|[ \t]|$)(.*)$/s;
/** A second field within the value of the first one: `https://d-nb.info/gnd//#NAME:`. */
const INNER_FIELD = /^(.*?)#([A-Z][A-Z-]{2,63}):(.*)$/s;

/** The specification's own default: each line has the whole identifier. */
const ANY_PREFIX = /^\{\+?ID\}$/i;
const PLACEHOLDER = /\{\+?ID\}/i;
/** Any identifier, to see whether the prefix makes a GND identifier of it. */
const SAMPLE = '118540238';

/** Whether a prefix makes GND identifiers: the reader of identifiers decides. */
function isGndPrefix(prefix: string): boolean {
  if (ANY_PREFIX.test(prefix)) return true;
  const filled = PLACEHOLDER.test(prefix) ? prefix.replace(PLACEHOLDER, SAMPLE) : prefix + SAMPLE;
  // A bare number is one in every register.
  return filled.trim() !== SAMPLE && certainGndId(filled) === SAMPLE;
}

/** The GND and the files that were merged into it in 2012. */
const GND_FORMAT = /^(?:(?:GND|PND|SWD|GKD)-)?BEACON\b/i;

interface Field {
  readonly value: string;
  readonly line: Line;
}

/** Collects header lines. Of a repeated field, the first value that is not empty is used. */
export function createHeaderReader() {
  const fields = new Map<string, Field>();
  const defects: Defect[] = [];

  function set(name: string, raw: string, line: Line): void {
    const value = cleanText(raw);
    const before = fields.get(name)?.value;
    const note = (reason: BeaconDefect) => defects.push(beaconDefect(reason, line.number, line.text));
    if (value.length > LIMITS.textLength) note('field_too_long');
    else if (before === undefined && fields.size >= MAX_FIELDS) note('too_many_fields');
    else if (before === undefined || before === '') fields.set(name, { value, line });
    else if (value !== '') note('repeated_field');
  }

  return {
    /** Adds a line that begins with `#`; comments are skipped. */
    add(line: Line): void {
      let { name, value } = parseField(line.text) ?? {};
      for (let left = MAX_GLUED; name !== undefined && value !== undefined; left -= 1) {
        const [, first = '', innerName, rest] = INNER_FIELD.exec(value) ?? [];
        const glued = left > 0 && innerName !== undefined && KNOWN_FIELDS.has(innerName);
        if (glued) defects.push(beaconDefect('glued_fields', line.number, line.text));
        set(name, glued ? first : value, line);
        [name, value] = glued ? [innerName, rest] : [];
      }
    },
    /** Whether at least one field so far is a BEACON field. */
    recognised: () => [...fields.keys()].some((name) => KNOWN_FIELDS.has(name)),
    /** The fields, and their defects. */
    finish(): { readonly statement: HeaderStatement; readonly defects: readonly Defect[] } {
      const stated = [fields.get('TIMESTAMP'), fields.get('DATE')].filter((field) => field !== undefined);
      const days = stated.map((field) => readDeclaredDate(field.value));
      const declaredDate = days.find((day) => day !== undefined);
      const unreadable = stated.find((field, index) => field.value !== '' && days[index] === undefined)?.line;
      if (unreadable !== undefined) defects.push(beaconDefect('unreadable_date', unreadable.number, unreadable.text));
      const target = fields.get('TARGET');
      const { flaw } = readPlaceholders(target?.value ?? '');
      if (target !== undefined && flaw !== undefined)
        defects.push(beaconDefect(flaw, target.line.number, target.line.text));
      const values = Object.fromEntries([...fields].map(([name, field]) => [name, field.value]));
      return {
        statement: { kind: 'header', ...(declaredDate !== undefined && { declaredDate }), fields: values },
        defects,
      };
    },
  };
}

/** The field of a line that begins with `#`, with its name in capitals; undefined for a comment. */
function parseField(text: string): { readonly name: string; readonly value: string } | undefined {
  const exact = FIELD.exec(text);
  if (exact !== null) return { name: (exact[1] ?? '').toUpperCase(), value: (exact[2] ?? '').trim() };
  const loose = LOOSE_FIELD.exec(text);
  const name = loose?.[1] ?? '';
  return KNOWN_FIELDS.has(name) ? { name, value: (loose?.[2] ?? '').trim() } : undefined;
}

/** Whether a line after the first link is a header field. */
export function isLateField(text: string): boolean {
  const name = parseField(text)?.name;
  return name !== undefined && KNOWN_FIELDS.has(name);
}

/**
 * The field that names another register than the GND, as a text for a message. Undefined for the GND, and for lists
 * without #PREFIX and #FORMAT, whose identifiers are GND IDs by custom.
 */
export function findForeignIdentifiers(fields: HeaderStatement['fields']): string | undefined {
  const prefix = fields['PREFIX'] ?? '';
  if (prefix !== '') return isGndPrefix(prefix) ? undefined : `#PREFIX is ${JSON.stringify(prefix.slice(0, 200))}`;
  const format = fields['FORMAT'] ?? '';
  const foreign = /^[A-Z]+-BEACON\b/i.test(format) && !GND_FORMAT.test(format);
  return foreign ? `#FORMAT is ${JSON.stringify(format.slice(0, 200))}` : undefined;
}
