/** Reads one source of the register onto the building site: readers' statements in, rows and counts out. */
import type { Attributes } from '../model/entity.ts';
import type { GndId } from '../model/gnd-id.ts';
import { openInput } from '../readers/input.ts';
import { READERS } from '../readers/readers.ts';
import { type EntityStatement, type LinkStatement, type Statement, UnusableSource } from '../readers/reader.ts';
import { type Curation, OTHER_COLLECTION } from '../sources/curation.ts';
import type { RegisteredSource } from '../sources/register.ts';
import { identifierKeys } from '../sources/target.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { StatedLink } from './links.ts';
import { precedenceOf, type StatedEntity } from './merge.ts';
import { NAME_RANK, type Staging } from './staging.ts';
import { increment, type SourceTally, sum, tallyDefect, tallySampleUrl, tallyUnknownHost } from './tally.ts';

export interface Site {
  readonly staging: Staging;
  readonly fingerprint: Fingerprint;
  readonly curation: Curation;
}

/**
 * A file that cannot be used is noted in the tally; what was read of it before stays on the site, so the caller must
 * then either give up or not use the site.
 */
export async function readSource(
  source: RegisteredSource & { readonly file: string },
  tally: SourceTally,
  site: Site,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const started = performance.now();
  const input = openInput(source.file, {
    onBytes: (bytes) => {
      tally.bytes += bytes;
      onBytes(bytes);
    },
  });
  const options = {
    ...(source.beacon !== undefined && { beacon: source.beacon }),
    ...(source.relation !== undefined && { relation: source.relation }),
  };
  try {
    let stated = 0;
    for await (const batch of READERS[source.origin.format].read(input, options)) {
      for (const statement of batch) {
        if (statement.kind !== 'defect' && statement.kind !== 'header' && statement.kind !== 'label') stated += 1;
        stage(statement, source, tally, site);
      }
    }
    requireSomething(source, tally, stated);
    tally.sha256 = input.sha256();
  } catch (error) {
    if (!(error instanceof UnusableSource)) throw error;
    tally.failure = { reason: error.reason, sentence: error.message };
  }
  tally.seconds = (performance.now() - started) / 1000;
}

/**
 * A readable list may be empty one day, a dump never is; and what is mostly unreadable is of another kind. What was read
 * and then refused by curation, such as links to a host that is gone, was readable.
 */
function requireSomething(source: RegisteredSource, tally: SourceTally, stated: number): void {
  const usable = source.kind === 'entities' ? tally.entities : stated;
  if (usable > 0 || (source.kind !== 'entities' && sum(tally.rejected) === 0)) return;
  throw new UnusableSource('no_records', `It holds nothing that reads as ${source.origin.format}.`);
}

function stage(statement: Statement, source: RegisteredSource, tally: SourceTally, site: Site): void {
  switch (statement.kind) {
    case 'entity':
      return stageEntity(statement, source, tally, site);
    case 'link':
      return stageLink(statement, source, tally, site);
    case 'redirect':
      tally.redirects += 1;
      site.fingerprint.add(`redirect ${statement.from} ${statement.to} ${statement.evidence}`);
      return site.staging.addClaim(statement.from, statement.to, statement.evidence);
    case 'deletion':
      tally.deletions += 1;
      site.fingerprint.add(`deletion ${statement.gnd}`);
      return site.staging.addDeletion(statement.gnd);
    case 'label':
      site.fingerprint.add(`label ${statement.gnd} ${statement.label}`);
      return site.staging.addName(statement.gnd, NAME_RANK.mention, '', statement.label);
    case 'header':
      tally.header = statement;
      return;
    case 'defect':
      return tallyDefect(tally, statement);
  }
}

function stageEntity(statement: EntityStatement, source: RegisteredSource, tally: SourceTally, site: Site): void {
  tally.entities += 1;
  const { kind: _, gnd, ...record } = statement;
  const rank = source.origin.format === 'gnd-jsonld' ? NAME_RANK.record : NAME_RANK.supplement;
  const body = JSON.stringify({ ...record, rank } satisfies Omit<StatedEntity, 'source' | 'own'>);
  site.staging.addStatement(gnd, 'entity', source.key, body);
  site.fingerprint.add(`${gnd} ${source.key} ${body}`);
  const label = record.preferredName ?? record.displayName;
  if (label !== undefined) site.staging.addName(gnd, rank, precedenceOf(statement), label);
  for (const target of relatedEntities(record.attributes)) if (target !== gnd) site.staging.addRelation(target);
}

function* relatedEntities(attributes: Attributes): Iterable<GndId> {
  for (const values of Object.values(attributes)) {
    for (const value of values) if (typeof value === 'object' && 'gnd' in value && value.gnd) yield value.gnd;
  }
}

function stageLink(statement: LinkStatement, source: RegisteredSource, tally: SourceTally, site: Site): void {
  const severity = source.kind === 'links' ? 'record' : 'detail';
  const target = site.curation.target(statement.url);
  if (target === undefined)
    return tallyDefect(tally, { severity, reason: 'malformed_url', excerpt: statement.url.slice(0, 120) });
  if (target.own !== undefined)
    return tallyDefect(tally, { severity, reason: 'own_uri', excerpt: statement.url.slice(0, 120) });
  tally.links += 1;
  tallySampleUrl(tally, target.url);
  const supposed =
    (statement.collectionCode === undefined ? undefined : site.curation.byCode(statement.collectionCode)) ??
    source.collection;
  if (target.collection === undefined && (supposed === undefined || supposed === OTHER_COLLECTION)) {
    tallyUnknownHost(tally, target.host);
    if (statement.collectionCode !== undefined) increment(tally.notices, 'unknown_collection_code');
  }
  const [identifier] = target.identifier === undefined ? [] : identifierKeys(target);
  const body = JSON.stringify({
    key: target.foldKey,
    url: target.url,
    relation: statement.relation,
    ...(target.collection !== undefined && { collection: target.collection }),
    ...(supposed !== undefined && { supposed }),
    ...(identifier !== undefined && { identifier }),
    ...(target.gnd !== undefined && { gnd: target.gnd }),
    ...(statement.hits !== undefined && { hits: statement.hits }),
    ...(statement.annotation !== undefined && { annotation: statement.annotation }),
  } satisfies Omit<StatedLink, 'source'>);
  site.staging.addStatement(statement.gnd, 'link', source.key, body);
  site.fingerprint.add(`${statement.gnd} ${source.key} ${body}`);
}
