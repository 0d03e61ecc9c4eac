/** The lines below the title of a page about an entity: what distinguishes it from others, and its identifier. */
import { html, type Html } from '../../shared/http/html.ts';
import type { Locale } from '../../shared/http/locale.ts';
import type { LinksAnswer } from '../../core/snapshot/links-answer.ts';
import { copying, type PageHead } from './elements.ts';
import { isRegionOf } from './titles.ts';

type Entity = LinksAnswer['entity'];

export const linesBelow = (
  entity: Entity,
  subtitle: string | undefined,
  locale: Locale,
): Pick<PageHead, 'lead' | 'number'> => ({
  ...(subtitle !== undefined && { lead: leadOf(subtitle, entity, locale) }),
  number: html`GND <code class="copyable" ${copying(locale)}>${entity.gnd}</code>`,
});

/** Words of the page for a time have a line of their own where the rest is in another language. */
function leadOf(subtitle: string, entity: Entity, { language }: Locale): Html {
  if (isRegionOf(entity, subtitle)) return html`<bdi>${subtitle}</bdi>`;
  const [, time, rest] = (language !== 'de' && /^([a-z]+ [^,\d]*\d[^,]*), (.+)$/su.exec(subtitle)) || [];
  if (time === undefined) return html`<bdi lang="de">${subtitle}</bdi>`;
  return html`<bdi>${time}</bdi><br /><bdi lang="de">${rest}</bdi>`;
}
