/** Forms in which people and programs write identifiers, each with its one right reading. All doors read all of them. */
import { checkDigit, type GndId } from '../../../src/core/model/gnd-id.ts';

/** Makes a form of an identifier. */
export interface Form {
  readonly name: string;
  readonly write: (id: string) => string;
  /** Whether the check digit must be right, because the form alone does not show that the number is an identifier. */
  readonly isChecked?: true;
  /** Identifiers that can be written so: those with a hyphen, those without, or those of digits alone. */
  readonly of?: 'hyphenated' | 'plain' | 'digits';
}

const form = (name: string, write: Form['write'], more: Omit<Form, 'name' | 'write'> = {}): Form => ({
  name,
  write,
  ...more,
});
const checked = { isChecked: true } as const;
const encoded = encodeURIComponent;

/** Forms of a GND identifier. */
export const GND_FORMS: readonly Form[] = [
  form('bare', (id) => id),
  form('with blanks around it', (id) => `  ${id} `),
  form('with invisible characters', (id) => `\uFEFF${id.slice(0, 2)}\u2066\uFEFF\u061C${id.slice(2)}\u200B`),
  form('in lower case', (id) => id.toLowerCase()),
  form('with another dash', (id) => id.replace('-', '\u2013')),
  form('with blanks around its hyphen', (id) => id.replace('-', ' - ')),
  form('with a blank for its hyphen', (id) => id.replace('-', ' '), { ...checked, of: 'hyphenated' }),
  form('without its hyphen, behind a label', (id) => `gnd ${id.replace('-', '')}`, { ...checked, of: 'hyphenated' }),
  form('in digits of another script', (id) => id.replace(/\d/gu, (digit) => String.fromCodePoint(0xff10 + Number(digit)))),
  form('in groups', (id) => id.replace(/(...)(...)(...)/u, '$1 $2 $3'), { ...checked, of: 'plain' }),
  form('with letters for digits', (id) => id.replaceAll('1', 'l').replaceAll('0', 'O'), checked),
  form('with a leading zero', (id) => `0${id}`, { ...checked, of: 'plain' }),
  form('in quotation marks', (id) => `"${id}"`),
  form('in German quotation marks', (id) => `„${id}“`),
  form('in brackets', (id) => `(${id})`),
  form('with a full stop', (id) => `${id}.`),
  form('with a comma', (id) => `${id},`),
  form('with an apostrophe of a spreadsheet', (id) => `'${id}`),
  form('as a formula of a spreadsheet', (id) => `="${id}"`),
  form('as a decimal number', (id) => `${id}.0`, { of: 'digits' }),
  form('with an exponent', (id) => `${id[0]}.${id.slice(1)}E${id.length - 1}`, { ...checked, of: 'digits' }),
  form('with an exponent and a decimal comma', (id) => `${id[0]},${id.slice(1)}E+0${id.length - 1}`, { ...checked, of: 'digits' }),
  form('with the code of the GND', (id) => `(DE-588)${id}`),
  form('with the code of the GND and a blank', (id) => `(DE-588) ${id}`),
  form('with the code of the PND', (id) => `(DE-588a)${id}`),
  form('with the code in other marks', (id) => `DE-588-${id}`),
  form('with the code and a slash', (id) => `DE-588/${id}`),
  form('as a subfield of MARC', (id) => `$0(DE-588)${id}`),
  form('with a prefix', (id) => `gnd:${id}`),
  form('with a label', (id) => `GND ${id}`),
  form('with a label and a colon', (id) => `GND: ${id}`),
  form('with a long label', (id) => `GND-Nr. ${id}`),
  form('with the label GND-ID', (id) => `GND-ID ${id}`),
  form('as the value of a field', (id) => `GND_ID=${id}`),
  form('with the label PND', (id) => `PND ${id}`),
  form('glued to its label', (id) => `PND${id}`),
  form('with the label IDN', (id) => `IDN: ${id}`),
  form('as a template of Wikipedia', (id) => `{{GND|${id}}}`),
  form('as VIAF names it', (id) => `DNB|${id}`),
  form('as VIAF names its source', (id) => `sourceID/DNB|${id}`),
  form('as a URN', (id) => `urn:gnd:${id}`),
  form('behind a word', (id) => `Person ${id}`, checked),
  form('before a remark', (id) => `${id} (Tp)`, checked),
  form('before its label', (id) => `${id} (GND)`),
  form('as URI', (id) => `https://d-nb.info/gnd/${id}`),
  form('as URI of old', (id) => `http://d-nb.info/gnd/${id}`),
  form('as URI without a scheme', (id) => `d-nb.info/gnd/${id}`),
  form('as URI of a form of the record', (id) => `https://d-nb.info/gnd/${id}/about/lds.ttl`),
  form('as URI in angle brackets', (id) => `<https://d-nb.info/gnd/${id}>`),
  form('as URI with a full stop', (id) => `https://d-nb.info/gnd/${id}.`),
  form('as URI whose slashes a proxy merged', (id) => `https:/d-nb.info/gnd/${id}`),
  form('as URI, encoded', (id) => encoded(`https://d-nb.info/gnd/${id}`)),
  form('as URI, encoded twice', (id) => encoded(encoded(`https://d-nb.info/gnd/${id}`))),
  form('in a link of a page', (id) => `<a href="https://d-nb.info/gnd/${id}">GND</a>`),
  form('in the catalogue of the DNB', (id) => `https://portal.dnb.de/opac.htm?method=simpleSearch&cqlMode=true&query=nid%3D${id}`),
  form('as a record number in the catalogue', (id) => `https://portal.dnb.de/opac.htm?method=simpleSearch&cqlMode=true&query=idn%3D${id}`),
  form('as a search in the catalogue', (id) => `https://portal.dnb.de/opac.htm?method=simpleSearch&query=${id}`),
  form('in the GND Explorer', (id) => `https://explore.gnd.network/gnd/${id}/relations?term=x`),
  form('in the GND Explorer, without a scheme', (id) => `explore.gnd.network/gnd/${id}`),
  form('in lobid', (id) => `https://www.lobid.org/gnd/${id}.json`),
  form('in Entity Facts', (id) => `https://hub.culturegraph.org/entityfacts/${id}`),
  form('in VIAF, by its source', (id) => `https://viaf.org/viaf/sourceID/DNB%7C${id}#skos:Concept`),
  form('in a path of another site', (id) => `https://www.deutsche-biographie.de/pnd${id}.html#ndbcontent`),
  form('in a parameter of another site', (id) => `https://kalliope-verbund.info/de/query?q=ead.creator.gnd%3D%3D%22${id}%22`),
  form('as a page of this service', (id) => `http://127.0.0.1:8080/gnd/${id}`),
  form('as a page behind a proxy', (id) => `https://portal.example.org/links/gnd/${id}?lang=en#c-biography`),
  form('as an answer behind a proxy', (id) => `https://portal.example.org/links/api/v1/gnd/${id}/links`),
  form('as a table of this service', (id) => `https://portal.example.org/gnd/${id}/links.csv`),
  form('as the box of this service', (id) => `https://portal.example.org/base/embed/${id}?lang=en`),
  form('as relations of this service', (id) => `https://portal.example.org/base/relations/${id}?group=works`),
  form('as a request of SeeAlso', (id) => `https://portal.example.org/seealso/pnd-aks?format=seealso&id=${id}`),
  form('as a search of this service', (id) => `https://portal.example.org/base/search?q=${id}`),
]; // prettier-ignore

/** Forms of identifiers of other schemes: the text, the scheme, and the value in its spelling. */
export const FOREIGN_TEXTS: readonly (readonly [text: string, scheme: string, value: string])[] = [
  ['Q5879', 'wikidata', 'Q5879'],
  ['q5879', 'wikidata', 'Q5879'],
  ['wikidata:Q5879', 'wikidata', 'Q5879'],
  ['wd:Q5879', 'wikidata', 'Q5879'],
  ['Q5879 (Wikidata)', 'wikidata', 'Q5879'],
  ['https://www.wikidata.org/wiki/Q5879', 'wikidata', 'Q5879'],
  ['http://www.wikidata.org/entity/Q5879', 'wikidata', 'Q5879'],
  ['<http://www.wikidata.org/entity/Q5879>', 'wikidata', 'Q5879'],
  ['VIAF 24602065', 'viaf', '24602065'],
  ['viaf/24602065', 'viaf', '24602065'],
  ['(VIAF)24602065', 'viaf', '24602065'],
  ['https://viaf.org/viaf/24602065/', 'viaf', '24602065'],
  ['0000000120999104', 'isni', '0000000120999104'],
  ['0000 0001 2099 9104', 'isni', '0000000120999104'],
  ['ISNI 0000 0001 2099 9104', 'isni', '0000000120999104'],
  ['ISNI: 0000000120999104', 'isni', '0000000120999104'],
  ['isni-id 0000-0001-2099-9104', 'isni', '0000000120999104'],
  ['https://isni.org/isni/0000000120999104', 'isni', '0000000120999104'],
  ['https://www.isni.org/0000 0001 2099 9104'.replaceAll(' ', '%20'), 'isni', '0000000120999104'],
  ['urn:isni:0000000120999104', 'isni', '0000000120999104'],
  ['ORCID iD: 0000-0002-1825-0097', 'orcid', '0000-0002-1825-0097'],
  ['orcid:0000000218250097', 'orcid', '0000-0002-1825-0097'],
  ['ORCID 0000 0002 1825 0097', 'orcid', '0000-0002-1825-0097'],
  ['https://orcid.org/0000-0002-1825-0097', 'orcid', '0000-0002-1825-0097'],
  ['orcid.org/0000-0002-1825-0097', 'orcid', '0000-0002-1825-0097'],
  ['n79003362', 'lccn', 'n79003362'],
  ['n 79003362', 'lccn', 'n79003362'],
  ['lccn:n79003362', 'lccn', 'n79003362'],
  ['info:lccn/n79003362', 'lccn', 'n79003362'],
  ['http://id.loc.gov/authorities/names/n79003362', 'lccn', 'n79003362'],
  ['cb11905125p', 'bnf', 'cb11905125p'],
  ['cb11905125', 'bnf', 'cb11905125p'],
  ['BnF 11905125', 'bnf', 'cb11905125p'],
  ['FRBNF11905125', 'bnf', 'cb11905125p'],
  ['ark:/12148/cb11905125p', 'bnf', 'cb11905125p'],
  ['ark:/12148/cb11905125', 'bnf', 'cb11905125p'],
  ['https://data.bnf.fr/ark:/12148/cb11905125p', 'bnf', 'cb11905125p'],
  ['https://catalogue.bnf.fr/ark:/12148/cb11905125', 'bnf', 'cb11905125p'],
  ['https://de.wikipedia.org/wiki/Goethe', 'url', 'de.wikipedia.org/wiki/Goethe'],
]; // prettier-ignore

/** The identifier with its check digit. */
export const withCheck = (digits: string, isHyphenated = false): GndId =>
  `${digits}${isHyphenated ? '-' : ''}${checkDigit(digits, isHyphenated)}` as GndId;
