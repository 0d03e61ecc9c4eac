/** Suggests entries for a new BEACON list in `sources.yaml` and `collections.yaml`, for the operator to check. */
import { BEACON_UPDATES, CADENCES } from '../../../core/model/source.ts';
import type { BeaconSwitches } from './register.ts';

export interface NewList {
  /** Fields of the list's header. */
  readonly fields: Readonly<Record<string, string>>;
  /** Some of the list's links. */
  readonly samples: readonly { readonly gnd: string; readonly url: string }[];
  /** Address of the list; the default is #FEED of its header. */
  readonly url?: string | undefined;
  /** Key of the collection that the samples lead to, if known. */
  readonly collection?: string | undefined;
  /** Switches with which the list was read. */
  readonly beacon?: BeaconSwitches;
}

export interface SuggestedEntry {
  /** For `sources.yaml`, below `sources:`. */
  readonly source: string;
  /** For `collections.yaml`, below `collections:`; absent for a known collection. */
  readonly collection?: string;
}

const MAX_TEXT = 500;
const MAX_KEY = 60;

/** @returns undefined for a list without links */
export function suggestEntry({
  fields,
  samples,
  url,
  collection: known,
  beacon = {},
}: NewList): SuggestedEntry | undefined {
  const [first] = samples;
  if (first === undefined) return undefined;
  const target = new URL(first.url);
  const field = (name: string): string | undefined => fields[name]?.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT) || undefined; // prettier-ignore
  const name = field('NAME') ?? field('INSTITUTION') ?? target.hostname;
  const publisher = field('INSTITUTION') ?? name;
  const description = field('DESCRIPTION') ?? name;
  const key = keyOf(name) || keyOf(target.hostname);
  const homepage = webAddress(field('HOMEPAGE')) ?? `${target.origin}/`;
  const feed = url ?? webAddress(field('FEED'));
  const pattern = patternOf(samples);
  const source = [
    `  - key: ${quoted(key)}`,
    '    kind: links',
    `    title: { de: ${quoted(name)}, en: ${quoted(name)} }`,
    `    description: { de: ${quoted(description)}, en: ${quoted(description)} }`,
    '    origin:',
    `      publisher: ${quoted(publisher)}`,
    `      homepage: ${quoted(homepage)}`,
    `      downloadUrl: ${quoted(feed ?? `${target.origin}/beacon.txt`)}${feed === undefined ? ' # a guess: the list has no #FEED' : ''}`,
    '      format: beacon',
    '    licence: { statement: not stated }',
    `    cadence: ${cadenceOf(field('UPDATE'))}`,
    `    collection: ${quoted(known ?? key)}`,
    ...(Object.keys(beacon).length === 0 ? [] : [`    beacon: ${quoted(beacon)}`]),
    `    scope: { description: { de: ${quoted(description)}, en: ${quoted(description)} } }`,
  ];
  if (known !== undefined) return { source: `${source.join('\n')}\n` };
  const collection = [
    `  - key: ${quoted(key)}`,
    `    label: ${quoted(name)}`,
    '    category: other # choose one of categories.yaml',
    `    publisher: ${quoted(publisher)}`,
    `    homepage: ${quoted(homepage)}`,
    ...(pattern === undefined
      ? []
      : [`    targets: [${quoted(withoutScheme(pattern))}]`, `    canonical: ${quoted(pattern)}`]),
    `    under: [${quoted(`${target.origin}/`)}]`,
    `    example: ${quoted(first.url)}`,
  ];
  return { source: `${source.join('\n')}\n`, collection: `${collection.join('\n')}\n` };
}

/**
 * The pattern that makes the addresses of all samples from their GND identifiers; undefined if the addresses contain
 * other identifiers.
 */
function patternOf(samples: NewList['samples']): string | undefined {
  const patterns = samples.map(({ gnd, url }) => (url.split(gnd).length === 2 ? url.replace(gnd, '{gnd}') : undefined));
  const [first] = patterns;
  const isSafe = first !== undefined && !/[{}[\]\s]/.test(first.replace('{gnd}', '')) && !first.includes('#');
  return isSafe && patterns.every((pattern) => pattern === first) ? first : undefined;
}

const withoutScheme = (address: string): string => address.replace(/^https?:\/\/(?:www\.)?/, '');

/** A value in YAML, written as JSON. Escapes control characters, because the entry may be printed on a terminal. */
const quoted = (value: string | BeaconSwitches): string =>
  JSON.stringify(value).replace(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const webAddress = (text: string | undefined): string | undefined =>
  text !== undefined && /^https?:\/\/\S+$/.test(text) && URL.canParse(text) ? text : undefined;

function keyOf(text: string): string {
  const plain = text.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss'); // prettier-ignore
  const slug = plain.normalize('NFKD').replace(/[^a-z0-9]+/g, '-');
  return slug.slice(0, MAX_KEY).replace(/^-|-$/g, '');
}

function cadenceOf(update = ''): string {
  const [word = ''] = update.toLowerCase().split(/\W/);
  const [cadence = word] = Object.entries(BEACON_UPDATES).find(([, value]) => value === word) ?? [];
  return Object.hasOwn(CADENCES, cadence) && cadence !== 'never' ? cadence : 'unknown';
}
