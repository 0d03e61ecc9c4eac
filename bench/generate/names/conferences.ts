/** Names of conferences: series, and their numbered meetings with year and place. */
import { GERMAN_MEETINGS, MEETINGS, TOPIC_MODIFIERS, TOPICS } from '../lists/titles.ts';
import { createRandom, type Random, zipfPick } from '../random.ts';
import { capitalised } from '../words.ts';
import { abbreviate, type Name, type Namer, respell, STREAM } from './name.ts';
import { type PlaceNamer, placeWords } from './places.ts';
import { compounds } from './subjects.ts';

/** A series and its meetings follow each other. */
export const SERIES_LENGTH = 7;

export function createConferenceNamer(seed: number, places: PlaceNamer): Namer {
  const random = createRandom();

  function title(series: number): { readonly text: string; readonly number: number; readonly year: number } {
    random.seed(seed, series, STREAM.series);
    return {
      text: drawTitle(random),
      number: random.run(0.75, 30),
      year: 1930 + Math.floor(85 * random.unit() ** 0.5),
    };
  }

  return {
    of(index) {
      const series = Math.floor(index / SERIES_LENGTH);
      const meeting = index % SERIES_LENGTH;
      const { text, number, year: first } = title(series);
      if (meeting === 0) return { name: { text }, type: 'SeriesOfConferenceOrEvent' };
      random.seed(seed, index, STREAM.name);
      const place = places.draw(random);
      const year = Math.min(2025, first + meeting * (1 + (number % 3)));
      const details = random.chance(0.8)
        ? [`${number + meeting}.`, year, places.plain(place)]
        : [year, places.plain(place)];
      return { name: { text: `${text} (${details.join(' : ')})` }, type: 'ConferenceOrEvent', place, year };
    },
    variants(naming, amount, stream) {
      return Array.from({ length: amount }, () => varied(naming.name.text, stream));
    },
  };
}

function drawTitle(random: Random): string {
  const meeting = zipfPick(random, MEETINGS, 6);
  if (GERMAN_MEETINGS.has(meeting)) {
    const form = random.unit();
    const word = capitalised(compounds.draw(random));
    if (form < 0.35) return `${meeting} ${word}`;
    if (form < 0.6) return `${placeWords.draw(random)}er ${meeting}`;
    return `${meeting} ${word} und ${capitalised(compounds.draw(random))}`;
  }
  const topic = `${zipfPick(random, TOPIC_MODIFIERS, 12)} ${zipfPick(random, TOPICS, 12)}`;
  return random.chance(0.45) ? `${meeting} ${topic} and ${zipfPick(random, TOPICS, 12)}` : `${meeting} ${topic}`;
}

function varied(text: string, random: Random): Name {
  const [title = text, details] = text.split(' (');
  const qualifier = details === undefined ? '' : ` (${details}`;
  const form = random.unit();
  if (form < 0.5) return { text: abbreviate(title) + qualifier };
  if (form < 0.7) return { text: `${respell(title, random)}${qualifier}` };
  if (form < 0.85) return { text: `${title.split(' ').slice(-2).join(' ')}${qualifier}` };
  return { text: `${drawTitle(random)}${qualifier}` };
}
