/** One hit of a search: what it is, and why it is there. */
import type { SearchAnswer } from '../api/search-schema.ts';
import { yearIn } from './entity-dates.ts';
import { LINKS } from './entity-text.ts';
import { html, type Html } from './html.ts';
import { inLanguage, linkTo, type Speech } from './language.ts';
import { counted, entryOf } from './phrase.ts';
import { FIELDS, TEXT } from './results-text.ts';

type Hit = SearchAnswer['items'][number];

export function hitItem(hit: Hit, speech: Speech): Html {
  const { gnd, type, typeLabel, preferredName, displayName = preferredName, description, linkCount } = hit;
  const years = description === undefined ? yearsOf(hit, speech) : undefined;
  return html`<li class="hit">
    <h3>
      <a href="${linkTo(`/gnd/${gnd}`, speech)}"><bdi>${displayName}</bdi></a>
    </h3>
    <p>
      <span class="kind">${inLanguage(typeLabel, speech)}</span>
      ${description !== undefined && html`· <span lang="de"><bdi>${description}</bdi></span>`}
      ${years !== undefined && `· ${years}`}
      ${type === 'Person' && hit.differentiated === false && html`<span class="badge warn">${inLanguage(TEXT.undifferentiated, speech)}</span>`}
    </p>
    <p class="soft why">${counted(linkCount, LINKS, speech)} · GND ${gnd} · ${why(hit, displayName, speech)}</p>
  </li>`;
}

function yearsOf({ years: { start, end } = {} }: Hit, speech: Speech): string | undefined {
  const year = (value: number | undefined) => (value === undefined ? '' : yearIn(value, speech));
  return start === undefined && end === undefined ? undefined : `${year(start)}–${year(end)}`;
}

/** The field in words, and what stands in it where that is not the name one reads anyway. */
function why({ matched: { field, value } }: Hit, name: string, speech: Speech): Html {
  const label = entryOf(FIELDS, field);
  return html`${inLanguage(TEXT.foundBy, speech)}
  ${label === undefined ? field : inLanguage(label, speech)}${value !== name && html` <q><bdi>${value}</bdi></q>`}`;
}
