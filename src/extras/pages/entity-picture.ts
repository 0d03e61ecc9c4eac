/**
 * The picture of an entity: its thumbnail from the operator's folder beside the name; without one, a link, and a button
 * that loads the picture from Wikimedia Commons, where the operator does not let it load at once.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operator } from '../../core/http/door.ts';
import { html, type Html } from '../../shared/http/html.ts';
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import { freeThumbnail, isFree, isWeb, thumbnailFile } from '../../shared/files/thumbnails.ts';
import { externalLink, hostOf } from './elements.ts';
import type { Entity } from './entity-facts.ts';
import texts from './texts/entity.json' with { type: 'json' };

const TEXT = texts.page;

/** Whether the picture is at this service. @param folder of thumbnails, where there is one */
export async function hasThumbnail(entity: Entity, folder: string | undefined): Promise<boolean> {
  const url = freeThumbnail(entity);
  if (folder === undefined || url === undefined) return false;
  // The run writes an empty file for a picture that cannot be used.
  const file = await stat(join(folder, thumbnailFile(url))).catch(() => undefined);
  return file !== undefined && file.size > 0;
}

/** Hosts from which the picture may be loaded; Wikimedia Commons redirects to another host. */
export function pictureHosts({ depiction }: Entity, { pictures }: Operator): string {
  const thumbnail = depiction?.thumbnail ?? '';
  return isWeb(thumbnail) && pictures !== 'off' ? `${new URL(thumbnail).origin} https://upload.wikimedia.org` : '';
}

/** The picture from elsewhere, or the button that loads it, with author and licence. */
export function pictureOf(entity: Entity, name: string, locale: Locale): Html | false {
  const { t, operator } = locale;
  const { thumbnail = '', licence = '' } = entity.depiction ?? {};
  const image =
    isWeb(thumbnail) &&
    operator.pictures !== 'off' &&
    (operator.pictures === 'show' && isFree(licence)
      ? html`<img src="${thumbnail}" alt="${name}" loading="lazy" referrerpolicy="no-referrer" />`
      : html`<button type="button" class="quiet small" data-picture="${thumbnail}" data-name="${name}" hidden>
          ${t(TEXT.loadPicture, { host: hostOf(thumbnail) })}
        </button>`);
  const credit = creditOf(entity, locale);
  return (
    credit &&
    html`<figure class="picture">
      ${image}
      <figcaption class="soft">${credit}</figcaption>
    </figure>`
  );
}

/** Author, licence and page of the picture. */
export function creditOf({ depiction }: Entity, { t }: Locale): Html | false {
  if (depiction === undefined) return false;
  const { url, licence, credit } = depiction;
  const address = isWeb(licence) ? licence : `https://spdx.org/licenses/${licence}`;
  return html`${externalLink(url, t(TEXT.showPicture, { host: hostOf(url) }))}.
  ${credit !== undefined && html`<bdi>${t(TEXT.credit, { credit })}</bdi>.`} ${t(TEXT.licence)}
  ${externalLink(address, licenceName(licence))}.`;
}

/** `CC BY-SA 4.0`, `CC BY-SA 3.0 DE` for an address of Creative Commons; other licences unchanged. */
function licenceName(licence: string): string {
  const [, kind = '', version = '', country = ''] =
    /^https?:\/\/creativecommons\.org\/(?:licenses|publicdomain)\/([\w-]+)\/([\d.]+)(?:\/([a-z]{2})\b(?!\.))?/.exec(
      licence,
    ) ?? [];
  if (kind === '') return licence;
  const name = entryOf(NAMES, kind) ?? `CC ${kind.toUpperCase()}`;
  return `${name} ${version}${country && ` ${country.toUpperCase()}`}`;
}
const NAMES: Readonly<Record<string, string>> = { zero: 'CC0', mark: 'Public Domain Mark' };
