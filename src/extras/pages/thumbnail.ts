/** `/gnd/{gnd}/thumbnail`: the thumbnail of an entity, from the operator's folder; no request leaves the server for it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Door, door } from '../../core/http/door.ts';
import { lenient } from '../../core/http/parameters.ts';
import { problem } from '../../core/http/problems.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { freeThumbnail, imageType, thumbnailFile } from '../../shared/files/thumbnails.ts';
import { bodyIfAny } from './internal-call.ts';
import { segment } from './page-door.ts';

export const THUMBNAIL_PATH = '/gnd/{gnd}/thumbnail';

/** @param folder of thumbnails; without one there is no such door */
export function thumbnailDoors(folder: string | undefined): readonly Door[] {
  if (folder === undefined) return [];
  const thumbnail = door({
    path: THUMBNAIL_PATH,
    summary: 'The thumbnail of an entity',
    parameters: lenient({ gnd: segment('GND identifier.', '118540238') }),
    quota: { name: 'links' },
    dependsOn: 'snapshot',
    cacheControl: 'public, max-age=86400',
    examples: ['/gnd/118540238/thumbnail'],
    async answer({ gnd }, { call }) {
      // A withheld entity has no answer, and so no picture.
      const answer = await bodyIfAny<LinksAnswer>(call, `/api/v1/gnd/${encodeURIComponent(gnd)}/links`);
      const url = answer && freeThumbnail(answer.entity);
      const body = url && (await readFile(join(folder, thumbnailFile(url))).catch(() => undefined));
      const contentType = body && imageType(body);
      return body && contentType ? { contentType, body } : problem('not_found');
    },
  });
  return [thumbnail];
}
