/** The operator's folder of thumbnails: which pictures it may have, the names of its files, and their types. */
import { hash } from 'node:crypto';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';

/** Largest thumbnail in bytes. */
export const THUMBNAIL_BYTES = 200_000;

/** Licences under which everybody may show a picture: SPDX identifiers, and addresses of licences that have none. */
const FREE =
  /^(?:CC0-1\.0$|CC-BY(?:-SA)?-\d)|^https?:\/\/(?:www\.)?(?:creativecommons\.org\/(?:publicdomain|licenses\/by(?:-sa)?)\/|rightsstatements\.org\/(?:vocab|page)\/NoC\b)/;

export const isFree = (licence: string): boolean => FREE.test(licence);

/** The address of the thumbnail of a picture that everybody may show. */
export function freeThumbnail({ depiction }: Pick<LinksAnswer['entity'], 'depiction'>): string | undefined {
  const { thumbnail, licence = '' } = depiction ?? {};
  return isFree(licence) && thumbnail !== undefined && isWeb(thumbnail) ? thumbnail : undefined;
}

export const isWeb = (url: string): boolean => /^https?:/i.test(url) && URL.canParse(url);

/** @param url of the thumbnail at its host */
export function thumbnailFile(url: string): string {
  return hash('sha256', url).slice(0, 32);
}

const SIGNATURES: readonly (readonly [type: string, signature: RegExp])[] = [
  ['image/jpeg', /^\xFF\xD8\xFF/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF....WEBP/s],
];

/** The type of a picture by its first bytes; undefined for anything else. */
export function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1');
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0];
}
