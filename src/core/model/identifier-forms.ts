/** The forms in which people write identifiers, as data: labels, hosts, marks around them, and forms of other schemes. */

/**
 * Labels of GND identifiers. PND, SWD and GKD are the files from which the GND was made (`DE-588a`, `b`, `c` in MARC),
 * P227 is its property in Wikidata; NID and IDN are parameters of the catalogue of the DNB (DE-101).
 */
export const GND_LABEL = 'gnd|pnd|swd|gkd|de-?588[abc]?|nid|p227';
/** Labels of record numbers of the DNB, which are GND identifiers for most records. */
export const RECORD_LABEL = 'dnb|idn|de-?101';
/** Words behind a label: `GND-ID`, `GND Nr.`, `PND number`. */
export const LABEL_TAIL = 'id|nr|no|nummer|number|uri|kennung';

/** Hosts whose addresses are about GND entities. */
export const GND_HOSTS = String.raw`d-nb\.info|explore\.gnd\.network|lobid\.org|hub\.culturegraph\.org|(?:portal\.)?dnb\.de`;
/** Segments of a path before a GND identifier, beside the labels: Entity Facts, and doors of this service. */
export const GND_SEGMENTS = 'entityfacts|embed|relations';
/** Doors of this service with an identifier in a parameter. */
export const GND_PATHS = 'seealso|coverage|resolve|search|suggest|reconcile';

/** Characters that may stand before an identifier, and behind it, beside white space. */
export const MARKS = {
  before: '#<>[]{}"\'`„“”‚‘’«»‹›|*•·–—-=',
  behind: '<>[]{}"\'`„“”‚‘’«»‹›|*•·.,;:!?…+$',
} as const;

/** Words that say only that an identifier or address follows. */
export const ANNOUNCEMENT =
  /^(?:url|uri|link|permalink|siehe|vgl\.?|quelle|id|q-?id|normdaten|normdatum)\s*(?:[:=|]\s*|\s)(?=\S)/iu;

/** Beginnings of identifiers of other schemes, and the label that is read instead. */
export const FOREIGN_BEGINNINGS: readonly (readonly [form: RegExp, label: string])[] = [
  [/^(?:urn|info):(?=[a-z]{3,20}[:/])/iu, ''],
  [/^ark:\/{0,2}12148\/(?=cb\d)/iu, 'bnf '],
  [/^(?:fr)?bnf[\s:-]{0,2}(?=\d{8})/iu, 'bnf cb'],
];

/** Well-known forms of other schemes; `url` is any address. Each has its value in the group. */
export const FOREIGN_FORMS: readonly (readonly [scheme: string, form: RegExp])[] = [
  ['url', /^((?:https?:\/|www\.)\S+)/iu],
  ['wikidata', /^(?:(?:wikidata|wd|q-?id)[\s:=|/]{1,3})?(Q[1-9]\d{0,11})$/iu],
  ['wikidata', /^(P[1-9]\d{0,11})$/u],
  ['isni', /^(?:isni[\s:=|/]{1,3})?((?:\d{4}[\s-]?){3}\d{3}[\dX])$/iu],
  ['orcid', /^orcid(?:[\s-]id)?[\s:=|/]{1,3}((?:\d{4}[\s-]?){3}\d{3}[\dX])$/iu],
  ['lccn', /^(?:(?:lccn|lcnaf)[\s:=|/]{1,3})?(n[a-z]{0,2} ?\d{8,10})$/iu],
  ['bnf', /^(?:bnf[\s:=|/]{1,3})?(cb\d{8}[0-9a-z]?)$/iu],
  ['viaf', /^viaf(?:[\s-]id)?[\s:=|/]{1,3}(\d{1,22})$/iu],
];

/** Labels of other schemes. A number beside one of them is no GND identifier. */
export const FOREIGN_LABEL =
  /(?<![\p{L}\d])(?:viaf|isni|orcid|wikidata|lccn|lcnaf|loc|geonames|idref|sudoc|bnf|ppn|zdb|isil|isbn|issn|ulan|tgn|aat|doi|hls|oclc|swb|k10plus|gbv|zbw|stw|ror|mesh|imdb|tel|fax|telefon)(?![\p{L}])/iu;
/** The code of another organisation in brackets, as in MARC: `(DE-627)118540238`. */
export const FOREIGN_CODE = /^\(?(?!DE-(?:588|101))[A-Z]{2}-\d+[a-z]?\)/iu;
