/** Reads the picture in an Entity Facts record, with its licence as an SPDX identifier. */
import type { Depiction } from '../../../core/model/entity.ts';
import { decodeCharacterReferences } from '../../../core/model/text.ts';
import { defined } from '../../../shared/omit.ts';
import { readAddress } from './addresses.ts';
import { readText, type Report } from './defects.ts';
import { asArray, asObject, asText } from './json-values.ts';

/** SPDX identifiers of licences that were ported to a jurisdiction. */
const PORTED: ReadonlySet<string> = new Set(
  `CC-BY-2.5-AU CC-BY-3.0-AT CC-BY-3.0-AU CC-BY-3.0-DE CC-BY-3.0-IGO CC-BY-3.0-NL CC-BY-3.0-US CC-BY-NC-3.0-DE
  CC-BY-NC-ND-3.0-DE CC-BY-NC-ND-3.0-IGO CC-BY-NC-SA-2.0-DE CC-BY-NC-SA-2.0-FR CC-BY-NC-SA-2.0-UK CC-BY-NC-SA-3.0-DE
  CC-BY-NC-SA-3.0-IGO CC-BY-ND-3.0-DE CC-BY-SA-2.0-UK CC-BY-SA-2.1-JP CC-BY-SA-3.0-AT CC-BY-SA-3.0-DE
  CC-BY-SA-3.0-IGO`.split(/\s+/),
);

const CC_LICENCE =
  /^(?:https?:)?\/\/(?:www\.)?creativecommons\.org\/licenses\/(by(?:-nc)?(?:-nd|-sa)?)\/(1\.0|2\.0|2\.1|2\.5|3\.0|4\.0)(?:\/([a-z]{2,3}))?(?:\/|$)/i;
const CC_ZERO = /^(?:https?:)?\/\/(?:www\.)?creativecommons\.org\/publicdomain\/zero\/1\.0(?:\/|$)/i;
const CC_ABBREVIATION = /^CC[ -](BY(?:-NC)?(?:-ND|-SA)?)[ -](1\.0|2\.0|2\.1|2\.5|3\.0|4\.0)(?:[ -]([A-Z]{2,3}))?$/i;

/**
 * `url` is the page about the picture, with author and licence; `thumbnail` is the picture itself. `licence` is an SPDX
 * identifier, else the address of the licence, for example of the public domain mark.
 */
export function readDepiction(value: unknown, report: Report): Depiction | undefined {
  const depiction = asObject(value);
  if (depiction === undefined) return undefined;
  const page = asText(depiction['url']) ?? asText(depiction['@id']);
  const url = page === undefined ? undefined : readAddress(page, report);
  if (url === undefined) return undefined;
  const small = asText(asObject(depiction['thumbnail'])?.['@id']);
  const thumbnail = small === undefined ? undefined : readAddress(small, report);
  const licence = readLicence(depiction['license']);
  const credit = readCredit(depiction['creator'], report) ?? readCredit(depiction['creditText'], report);
  return defined({ url, thumbnail, licence, credit });
}

/** The first licence with an SPDX identifier, else the first address: users may choose between several licences. */
function readLicence(value: unknown): string | undefined {
  const licences = asArray(value).map(asObject);
  const ignore: Report = () => undefined;
  const spdx = licences
    .map((licence) => toSpdx(asText(licence?.['@id']) ?? '', asText(licence?.['abbr']) ?? ''))
    .find((identifier) => identifier !== undefined);
  if (spdx !== undefined) return spdx;
  return licences
    .map((licence) => readAddress(asText(licence?.['@id']) ?? '', ignore))
    .find((address) => address !== undefined);
}

function toSpdx(address: string, abbreviation: string): string | undefined {
  if (CC_ZERO.test(address)) return 'CC0-1.0';
  const byAddress = CC_LICENCE.exec(address);
  if (byAddress !== null) return spdxOf(byAddress);
  if (address !== '') return undefined;
  if (/^CC[ -]?0(?:[ -]1\.0)?$/i.test(abbreviation)) return 'CC0-1.0';
  const byName = CC_ABBREVIATION.exec(abbreviation);
  return byName === null ? undefined : spdxOf(byName);
}

function spdxOf([, terms = '', version = '', country]: RegExpExecArray): string | undefined {
  const plain = `CC-${terms.toUpperCase()}-${version}`;
  // The last segment `deed.de` or `legalcode` is a page of the licence, but `de` is a licence ported to Germany.
  // Version 2.1 exists only for jurisdictions.
  if (country === undefined) return version === '2.1' ? undefined : plain;
  const ported = `${plain}-${country.toUpperCase()}`;
  return PORTED.has(ported) ? ported : undefined;
}

/** The creators as text. Wikimedia Commons writes names as HTML, and "Unknown author" twice. */
function readCredit(value: unknown, report: Report): string | undefined {
  const names = asArray(value).map((member) => {
    const text = stripTags(asText(member) ?? '');
    const half = text.slice(0, text.length / 2);
    return text.length > 3 && half + half === text ? half : text;
  });
  return readText([...new Set(names)].filter((name) => name !== '').join(', '), report);
}

/** Removes tags, then decodes character references. Decoded text may look like a tag; pages escape it. */
function stripTags(html: string): string {
  const text = html
    .slice(0, 5_000)
    .replace(/<(?:script|style)\b[^]*?<\/(?:script|style)\s*>/gi, ' ')
    .replace(/<[a-z/!][^<>]*>/gi, ' ');
  return decodeCharacterReferences(text).replace(/\s+/g, ' ').trim();
}
