/** Harvests a source instead of downloading it: updates the record store, and writes it to a file of MARC21-XML. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DownloadOptions } from '../download/download.ts';
import { type Clock, createPace } from '../download/pace.ts';
import { syncToDisk } from '../../../shared/files/durable-file.ts';
import { instantOf } from '../../../core/model/datestamp.ts';
import { localTime } from './local-time.ts';
import { toGndId } from '../../../core/model/gnd-id.ts';
import type { OaiRepository } from '../register/register.ts';
import { createOaiClient } from './client.ts';
import { audit, type Audited, type AuditOptions } from './audit.ts';
import { completenessOf } from './completeness.ts';
import { harvest, type HarvestOptions, listMissed, type OnWindow } from './harvest.ts';
import { describeDamage, openRecordStore, RECORD_STORE_FILE, type RecordStore } from './record-store.ts';
import type { HarvestedRecord } from './response.ts';

export interface HarvestingOptions extends DownloadOptions {
  readonly harvest: HarvestOptions;
  /** Options of the audit; if absent, there is no audit. */
  readonly audit?: AuditOptions | undefined;
  readonly clock: Clock;
}

/** Receives the progress of a harvest. */
export interface HarvestListener {
  readonly onBytes: (bytes: number) => void;
  readonly onWindow: OnWindow;
}

export type HarvestedCopy = Awaited<ReturnType<typeof harvestCopy>>;

/**
 * Harvests, and writes the file even if `maxPages` ended the harvest early: its records are still newer than any dump.
 * @param place folder of the record store, and path of the file to write
 * @throws DownloadFailed; errors of the local disk, and the reason of the abort signal
 */
export async function harvestCopy(
  repository: OaiRepository,
  place: { readonly path: string; readonly incoming: string },
  options: HarvestingOptions,
  { onBytes, onWindow }: HarvestListener,
) {
  const { clock, signal } = options;
  const clientWith = ({ pauseMs }: HarvestOptions | AuditOptions) =>
    createOaiClient(repository, options, createPace(clock, pauseMs), onBytes);
  try {
    using store = openRecordStore(join(place.path, RECORD_STORE_FILE), repository);
    const harvested = await harvest(repository, store, clientWith(options.harvest), options.harvest, onWindow);
    let audited: Audited | undefined;
    if (options.audit !== undefined) {
      const client = clientWith(options.audit);
      audited = await audit(repository, store, client, options.audit);
      if (audited.missed > 0) await listMissed(store, client, options.harvest, onWindow);
    }
    const completeness = completenessOf(store, clock.now().getTime());
    return { ...harvested, audited, completeness, ...(await exportRecords(store, place.incoming, signal)) };
  } catch (error) {
    throw describeDamage(error);
  }
}

/** Length of the text that is compressed at a time, in UTF-16 units. */
const PIECE = 256 * 1024;

/** @throws errors of the local disk, and the reason of the abort signal */
async function exportRecords(store: RecordStore, file: string, signal?: AbortSignal) {
  /** `deleted`: deletions among the written `records`; `unknown`: deletions without GND identifier, not written. */
  const counts = { records: 0, deleted: 0, unknown: 0 };
  function* pieces(): Generator<string> {
    let piece = '<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">\n';
    for (const entry of store.entries()) {
      const marc = marcOf(entry);
      if (marc === undefined) counts.unknown += 1;
      else {
        counts.records += 1;
        if (entry.deleted) counts.deleted += 1;
        piece += `${marc}\n`;
      }
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
    yield `${piece}</collection>\n`;
  }
  // Node writes no time into gzip files, so the same text gives the same file.
  await pipeline(
    Readable.from(pieces()),
    createGzip(),
    createWriteStream(file),
    signal === undefined ? {} : { signal },
  );
  await syncToDisk(file);
  return counts;
}

/** The leader up to position 5, and the status there. */
const STATUS = /(<(?:[\w.-]+:)?leader>.{5})(.)/;
const LEADER_END = /<\/(?:[\w.-]+:)?leader\s*>/;
const MODIFIED = /<((?:[\w.-]+:)?controlfield)\s+tag=["']005["']\s*>[^<]*<\/\1\s*>/;

/** The record, with the status of a deletion if the item was deleted: d deleted, s split, x replaced by another. */
function marcOf({ identifier, datestamp, deleted, gnd, marc = '' }: HarvestedRecord): string | undefined {
  const status = STATUS.exec(marc)?.[2] ?? '';
  if (!deleted || /[dsx]/.test(status)) return marc;
  const modified = `<controlfield tag="005">${localStamp(datestamp)}</controlfield>`;
  if (status !== '') return marc.replace(STATUS, '$1d').replace(MODIFIED, '').replace(LEADER_END, `$&${modified}`);
  const number = identifier.slice(identifier.lastIndexOf('/') + 1);
  const id = gnd ?? gndOfPerson(number);
  return id === undefined ? undefined : tombstone(number, id, modified);
}

/** A datestamp in the form of field 005, which is local time in records of the DNB: `20260814110003.0`. */
function localStamp(datestamp: string): string {
  const hasTime = datestamp.includes('T');
  const digits = (hasTime ? localTime(instantOf(datestamp)) : datestamp).replace(/\D/g, '');
  return hasTime ? `${digits}.0` : digits;
}

/** The GND identifier for a record number of the DNB. Both are equal only for older records of persons. */
function gndOfPerson(number: string): string | undefined {
  return /^1\d{7}[\dX]$/.test(number) ? toGndId(number) : undefined;
}

/** A deleted record, in a shortened form of the DNB's dump of deleted records. */
function tombstone(number: string, gnd: string, modified: string): string {
  const safe = /^[\dX-]{1,20}$/.test(number) ? `<controlfield tag="001">${number}</controlfield>` : '';
  return (
    `<record type="Authority"><leader>00000dz  a2200000nc 4500</leader>${safe}${modified}` +
    `<datafield tag="035" ind1=" " ind2=" "><subfield code="a">(DE-588)${gnd}</subfield></datafield></record>`
  );
}
