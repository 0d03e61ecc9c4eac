/** A figure with a part of the world map, and a mark for a place. */
import { assetPath } from './assets.ts';
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import texts from './texts/entity.json' with { type: 'json' };

const TEXT = texts.map.page;

/** Size of the visible part of the world, in degrees. */
const WINDOW = { width: 96, height: 60 } as const;

interface Position {
  readonly longitude: number;
  readonly latitude: number;
}

/** @param inWords the position as text, for readers who do not see the map */
export function mapFigure({ longitude, latitude }: Position, inWords: string, locale: Locale): Html {
  const { t } = locale;
  const left = clamp(longitude - WINDOW.width / 2, -180, 180 - WINDOW.width);
  const top = clamp(-latitude - WINDOW.height / 2, -90, 90 - WINDOW.height);
  return html`<figure class="map">
    <svg
      viewBox="${`${left} ${top} ${WINDOW.width} ${WINDOW.height}`}"
      role="img"
      aria-label="${t(TEXT.map)}: ${inWords}"
    >
      <image href="${locale.address(assetPath('world.svg'))}" x="-180" y="-90" width="360" height="180" />
      <circle class="halo" cx="${longitude}" cy="${-latitude}" r="3" />
      <circle class="mark" cx="${longitude}" cy="${-latitude}" r="1.2" />
    </svg>
    <figcaption class="soft">${inWords}. ${t(TEXT.credit)}</figcaption>
  </figure>`;
}

function clamp(value: number, minimum: number, maximum: number): number {
  return Math.round(Math.min(Math.max(value, minimum), maximum) * 1000) / 1000;
}
