/** Copies a MARC record from an XML document, without surrounding elements and without elements of other formats. */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type GndId, toGndId } from '../../../core/model/gnd-id.ts';
import { LIMITS } from '../readers/reader.ts';
import { localName, replaceForbidden } from '../readers/xml-text.ts';

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
export interface CopiedRecord {
  readonly marc: string;
  /** GND identifier in the first field 035 that has one. */
  readonly gnd?: GndId;
}

export type UncopiedReason = 'malformed_xml' | 'not_marc';

/** @param xml the content of `<metadata>`; elements of other formats are omitted with their contents, in any namespace */
export function copyMarc(xml: string): CopiedRecord | UncopiedReason {
  const copy = createCopy();
  const parser = new SaxesParser();
  parser.on('opentag', (element) => copy.open(element));
  parser.on('closetag', ({ name }) => copy.close(localName(name)));
  parser.on('text', (text) => copy.text(text));
  parser.on('cdata', (text) => copy.text(text));
  try {
    parser.write(replaceForbidden(xml).trim()).close();
  } catch {
    return 'malformed_xml';
  }
  return copy.finish();
}

function createCopy() {
  const path = ['metadata'];
  let text = '';
  let records = 0;
  let hasFields = false;
  /** Number of open elements that are not copied. */
  let foreign = 0;
  let tag = '';
  let code = '';
  let value = '';
  let gnd: GndId | undefined;

  const isCollection = (name: string): boolean => name === 'collection' && path.length === 1;

  return {
    open({ name, attributes }: SaxesTagPlain): void {
      const local = localName(name);
      if (foreign === 0 && isCollection(local)) return;
      const known = CHILDREN[path.at(-1) ?? '']?.includes(local) === true;
      const second = local === 'record' && records > 0;
      if (foreign > 0 || !known || second) {
        foreign += 1;
        return;
      }
      if (local === 'record') records += 1;
      else hasFields = true;
      if (local === 'datafield') tag = attributes['tag'] ?? '';
      if (local === 'subfield') code = attributes['code'] ?? '';
      value = '';
      path.push(local);
      const named = (ATTRIBUTES[local] ?? []).flatMap((attribute) => {
        const given = attributes[attribute];
        return given === undefined ? [] : [` ${attribute}="${escapeAttribute(given)}"`];
      });
      text += `<${local}${named.join('')}>`;
    },
    text(piece: string): void {
      if (foreign > 0 || !WITH_TEXT.has(path.at(-1) ?? '')) return;
      text += escapeText(piece);
      if (tag === '035') value += piece.slice(0, LIMITS.textLength);
    },
    close(local: string): void {
      if (foreign > 0) {
        foreign -= 1;
        return;
      }
      if (isCollection(local)) return;
      path.pop();
      text += `</${local}>`;
      if (local === 'subfield' && tag === '035' && code === 'a' && /^\s*\(DE-588\)/i.test(value))
        gnd ??= toGndId(value);
    },
    finish(): CopiedRecord | 'not_marc' {
      return hasFields ? { marc: text, ...(gnd !== undefined && { gnd }) } : 'not_marc';
    },
  };
}

function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
