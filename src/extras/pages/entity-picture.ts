/**
 * The picture of an entity, from Wikimedia Commons: immediately where the operator allows it, else after a click that
 * the browser remembers. This service fetches no pictures: nobody can make it send requests, and no cache grows.
 */
import type { Operator } from '../../core/http/door.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { externalLink, hostOf } from './elements.ts';
import type { Entity } from './entity-facts.ts';
import texts from './texts/entity.json' with { type: 'json' };

const TEXT = texts.page;

/** Licences under which everybody may show a picture. */
const FREE = /^https?:\/\/(?:www\.)?(?:creativecommons\.org|rightsstatements\.org\/(?:vocab|page)\/NoC)\b/;

/** Hosts from which the picture may be loaded; Wikimedia Commons redirects to another host. */
export function pictureHosts({ depiction }: Entity, { pictures }: Operator): string {
  const thumbnail = depiction?.thumbnail;
  return isWeb(thumbnail) && pictures !== 'off' ? `${new URL(thumbnail).origin} https://upload.wikimedia.org` : '';
}

function isWeb(url: string | undefined): url is string {
  return url !== undefined && /^https?:/i.test(url) && URL.canParse(url);
}

/** The picture, or a button that loads it, with its author and licence. */
export function pictureOf(entity: Entity, name: string, locale: Locale): Html | false {
  if (entity.depiction === undefined) return false;
  const { t, operator } = locale;
  const { url, thumbnail, licence, credit } = entity.depiction;
  const isShown = operator.pictures === 'show' && FREE.test(licence);
  const image =
    isWeb(thumbnail) &&
    operator.pictures !== 'off' &&
    (isShown
      ? html`<img src="${thumbnail}" alt="${name}" loading="lazy" referrerpolicy="no-referrer" />`
      : html`<button
          type="button"
          class="quiet small"
          data-picture="${thumbnail}"
          data-name="${name}"
          ${FREE.test(licence) && html`data-host="${hostOf(thumbnail)}"`}
          hidden
        >
          ${t(TEXT.loadPicture, { host: hostOf(thumbnail) })}
        </button>`);
  return html`<figure class="picture">
    ${image}
    <figcaption class="soft">
      ${externalLink(url, t(TEXT.showPicture, { host: hostOf(url) }))}.
      ${credit !== undefined && html`<bdi>${t(TEXT.credit, { credit })}</bdi>.`} ${t(TEXT.licence)}
      ${externalLink(licence, licence.replace(/^https?:\/\//, ''))}.
      <button type="button" class="quiet small" data-forget hidden>${t(TEXT.forgetPictures)}</button>
    </figcaption>
  </figure>`;
}
