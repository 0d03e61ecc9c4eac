/** The target of a link: collection, canonical address and identifier, found by the patterns of collections.yaml. */
import { type GndId, toGndId } from '../../../core/model/gnd-id.ts';
import { memo } from '../../../core/model/memo.ts';
import { getOrInsert } from '../../../shared/get-or-insert.ts';
import type { CollectionEntry } from '../register/curation-file.ts';
import { type Normaliser, NORMALISERS, titleOf } from './normaliser.ts';
import { compilePattern, compileTemplate, placeholdersOf } from './target-pattern.ts';
import { type WebAddress, encodeNormalForm, foldKey, parseWebAddress } from '../../../core/model/web-address.ts';

/** A web address with its collection and its identifier, as far as the patterns find them. */
export interface Target {
  /** The address for answers: the collection's canonical form, else the given one, cleaned. */
  readonly url: string;
  /** Key that is equal for trivial variants of one target. */
  readonly foldKey: string;
  /** As in {@link WebAddress}; also the label of a link into an unknown collection. */
  readonly host: string;
  /** Key of the collection. Undefined if no pattern matches: a code of the source then determines it, else `other`. */
  readonly collection?: string;
  /** A normalised identifier with its scheme: `viaf`, `24602065`. */
  readonly identifier?: { readonly scheme: string; readonly value: string };
  /** GND identifier in the address, where the collection builds its addresses from GND identifiers. */
  readonly gnd?: GndId;
  /** Set for the address of a GND record (`https://d-nb.info/gnd/…`): no link, but perhaps a former identifier. */
  readonly own?: { readonly gnd?: GndId };
}

/** Keys under which the entity of a link is indexed: `scheme:value` of its identifier, if any, then `url:foldKey`. */
export function identifierKeys(target: Target): readonly string[] {
  const url = `url:${target.foldKey}`;
  return target.identifier === undefined ? [url] : [`${target.identifier.scheme}:${target.identifier.value}`, url];
}

/** A pattern of a collection, with all that is needed to make a target from a match. */
type Rule = ReturnType<typeof rulesOf>[number];

/** An address below which all addresses belong to a collection, even if they match no pattern. */
interface Area {
  readonly collection: string;
  readonly path: string;
  readonly secure: boolean;
}

interface HostRules {
  readonly rules: Rule[];
  readonly areas: Area[];
}

export type TargetFinder = (url: string) => Target | undefined;

/** Indexes the patterns by host, so that an address is compared only with patterns of its host. */
export function createTargetFinder(entries: readonly CollectionEntry[], refused: ReadonlySet<string>): TargetFinder {
  const hosts = memo(entries, 'hosts', () => indexByHost(entries));
  return (url) => {
    const address = parseWebAddress(url);
    if (address === undefined || refused.has(address.host)) return undefined;
    const own = ownRecord(address);
    if (own !== undefined) return own;
    return (
      applyRules(hosts.get(address.host), address) ??
      applyRules(hosts.get(`*${address.host.slice(address.host.indexOf('.'))}`), address) ??
      plainTarget(address)
    );
  };
}

function indexByHost(entries: readonly CollectionEntry[]): ReadonlyMap<string, HostRules> {
  const hosts = new Map<string, HostRules>();
  const at = (host: string): HostRules => getOrInsert(hosts, host, () => ({ rules: [], areas: [] }));
  for (const entry of entries) {
    for (const rule of rulesOf(entry)) at(rule.pattern.host).rules.push(rule);
    for (const under of entry.under ?? []) {
      const { host, path } = parseWebAddress(under) ?? {};
      if (host === undefined || path === undefined) continue;
      at(host).areas.push({ collection: entry.key, path, secure: under.startsWith('https:') });
    }
  }
  for (const { rules, areas } of hosts.values()) {
    rules.sort((a, b) => b.pattern.specificity - a.pattern.specificity);
    areas.sort((a, b) => b.path.length - a.path.length);
  }
  return hosts;
}

/** The rules of a collection: one canonical form for all patterns, or one for each. */
function rulesOf(entry: CollectionEntry) {
  const normalise: Normaliser | undefined = entry.normalise && NORMALISERS[entry.normalise];
  return (entry.targets ?? []).flatMap((target) => {
    const { match, canonical = entry.canonical ?? '', where } = typeof target === 'string' ? { match: target } : target;
    const placeholders = placeholdersOf(canonical);
    // The parser refuses braces in the host, so they are encoded; the normal form decodes them in the other parts.
    const model = parseWebAddress(canonical.replaceAll('{', '%7B').replaceAll('}', '%7D'));
    return [match].flat().map((text) => ({
      pattern: compilePattern(text, { ...entry.where, ...where }),
      collection: entry.key,
      scheme: entry.identifier?.scheme,
      normalise,
      placeholders,
      fill: compileTemplate(canonical),
      /** Makes the fold key from values that are plain, so that the address need not be parsed. */
      fillFoldKey: compileTemplate(model === undefined ? '' : foldKey(model)),
      host: ASCII.test(canonical) ? model?.host : undefined,
    }));
  });
}

function applyRules(hostRules: HostRules | undefined, address: WebAddress): Target | undefined {
  if (hostRules === undefined) return undefined;
  for (const rule of hostRules.rules) {
    const target = applyRule(rule, address);
    if (target !== undefined) return target;
  }
  const area = hostRules.areas.find(
    ({ path }) => path === '' || address.path === path || address.path.startsWith(`${path}/`),
  );
  if (area === undefined) return undefined;
  const target = plainTarget(address);
  const url = area.secure ? target.url.replace(/^http:/, 'https:') : target.url;
  return { ...target, url, collection: area.collection };
}

function applyRule(rule: Rule, address: WebAddress): Target | undefined {
  const values = rule.pattern.match(address);
  if (values === undefined) return undefined;
  const { gnd, title, id } = values;
  const own = gnd === undefined ? undefined : toGndId(gnd);
  if (gnd !== undefined) values['gnd'] = gnd.toUpperCase();
  const formed = {
    ...(title !== undefined && { title: titleOf(title) }),
    ...(id !== undefined && { id: rule.normalise === undefined ? id : rule.normalise(id) }),
  };
  for (const [name, value] of Object.entries(formed)) {
    if (value === undefined) return undefined;
    values[name] = value;
  }
  const answer = fillCanonical(rule, values);
  if (answer === undefined) return undefined;
  const identifier =
    rule.scheme !== undefined && values['id'] !== undefined ? { scheme: rule.scheme, value: values['id'] } : undefined;
  return {
    ...answer,
    collection: rule.collection,
    ...(identifier !== undefined && { identifier }),
    ...(own !== undefined && { gnd: own }),
  };
}

const ASCII = /^[!-~]+$/;
/** A value without characters that any part of an address would encode. */
const PLAIN_VALUE = /^[\w.~:,()!*@-]*$/;

function fillCanonical(
  rule: Rule,
  values: Readonly<Record<string, string>>,
): Pick<Target, 'url' | 'foldKey' | 'host'> | undefined {
  if (rule.host !== undefined && rule.placeholders.every((name) => PLAIN_VALUE.test(values[name] ?? ''))) {
    return { url: rule.fill(values), foldKey: rule.fillFoldKey(values), host: rule.host };
  }
  const url = encodeNormalForm(rule.fill(values));
  const address = parseWebAddress(url);
  return address === undefined ? undefined : { url, foldKey: foldKey(address), host: address.host };
}

function plainTarget(address: WebAddress): Target {
  return { url: address.href, foldKey: foldKey(address), host: address.host };
}

function ownRecord(address: WebAddress): Target | undefined {
  if (address.host !== 'd-nb.info' || !address.path.startsWith('/gnd/')) return undefined;
  const gnd = toGndId(address.href);
  return { ...plainTarget(address), own: gnd === undefined ? {} : { gnd } };
}
