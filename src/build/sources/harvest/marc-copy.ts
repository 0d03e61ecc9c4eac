/** Copies a MARC record from an XML document, without surrounding elements and without elements of other formats. */
import type { SaxesTagNS } from 'saxes';
import { type GndId, toGndId } from '../../../core/model/gnd-id.ts';
import { LIMITS } from '../readers/reader.ts';

const MARC = 'http://www.loc.gov/MARC21/slim';

/** The children that each element may have. The tags of `collection` are skipped. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  metadata: ['record'],
  record: ['leader', 'controlfield', 'datafield'],
  datafield: ['subfield'],
};
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  record: ['type'],
  controlfield: ['tag'],
  datafield: ['tag', 'ind1', 'ind2'],
  subfield: ['code'],
};
const WITH_TEXT: ReadonlySet<string> = new Set(['leader', 'controlfield', 'subfield']);

/** One `<record>` of MARC21-XML without a namespace declaration. */
interface CopiedRecord {
  readonly marc: string;
  /** GND identifier in the first field 035 that has one. */
  readonly gnd?: GndId;
}

export type UncopiedReason = 'no_metadata' | 'not_marc' | 'record_too_large';

/** Receives the tags and texts within `<metadata>`. Omits elements of other formats with their contents. */
export function createMarcCopy() {
  const path = ['metadata'];
  let text = '';
  let tooLarge = false;
  let hasContent = false;
  let records = 0;
  /** Number of open elements that are not copied. */
  let foreign = 0;
  let tag = '';
  let code = '';
  let value = '';
  let gnd: GndId | undefined;

  function write(part: string): void {
    tooLarge ||= text.length + part.length > LIMITS.recordBytes;
    if (!tooLarge) text += part;
  }

  return {
    open({ uri, local, attributes }: SaxesTagNS): void {
      hasContent = true;
      if (foreign === 0 && uri === MARC && local === 'collection' && path.length === 1) return;
      const known = uri === MARC && CHILDREN[path.at(-1) ?? '']?.includes(local) === true;
      const second = local === 'record' && records > 0;
      if (foreign > 0 || !known || second) {
        foreign += 1;
        return;
      }
      const attribute = (name: string): string | undefined => attributes[name]?.value;
      if (local === 'record') records += 1;
      if (local === 'datafield') tag = attribute('tag') ?? '';
      if (local === 'subfield') code = attribute('code') ?? '';
      value = '';
      path.push(local);
      const named = (ATTRIBUTES[local] ?? []).flatMap((name) => {
        const given = attribute(name);
        return given === undefined ? [] : [` ${name}="${escapeAttribute(given)}"`];
      });
      write(`<${local}${named.join('')}>`);
    },
    text(piece: string): void {
      if (foreign === 0 && WITH_TEXT.has(path.at(-1) ?? '')) {
        write(escapeText(piece));
        if (tag === '035') value += piece.slice(0, LIMITS.textLength);
      }
    },
    close({ uri, local }: SaxesTagNS): void {
      if (foreign > 0) {
        foreign -= 1;
        return;
      }
      if (uri === MARC && local === 'collection' && path.length === 1) return;
      path.pop();
      write(`</${local}>`);
      if (local === 'subfield' && tag === '035' && code === 'a' && /^\s*\(DE-588\)/i.test(value))
        gnd ??= toGndId(value);
    },
    /** Call once, after `</metadata>`. */
    finish(): CopiedRecord | UncopiedReason {
      if (tooLarge) return 'record_too_large';
      if (records === 0) return hasContent ? 'not_marc' : 'no_metadata';
      return { marc: text, ...(gnd !== undefined && { gnd }) };
    },
  };
}

function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
