import { expect, it } from 'vitest';
import { type Life, LIFESPAN_YEARS, mayBeLiving } from '../../src/shared/dumps/living.ts';

const NOW = 2026;
const person = (life: Omit<Life, 'type'> = {}): Life => ({ type: 'Person', ...life });
const born = (...dateOfBirth: string[]) => person({ attributes: { dateOfBirth } });
const active = (...periodOfActivity: string[]) => person({ attributes: { periodOfActivity } });

it.each([
  ['nothing stated', person()],
  ['a birth within the span', person({ years: { start: NOW - LIFESPAN_YEARS } })],
  ['an uncertain birth within the span', born('ca. 1950')],
  ['a decade within the span', born('195X')],
  ['a century that reaches into the span', born('19XX')],
  ['two births, one within the span', born('1749', '1950')],
  ['a date without a year', born('unbekannt')],
  ['an activity in the span, with an end', active('1961-1971')],
  [
    'an old activity, but a birth within the span',
    person({ years: { start: 1950 }, attributes: { periodOfActivity: ['1700'] } }),
  ],
  ['a line with a birth within the span', person({ description: '* 1953, Schriftstellerin' })],
  ['a line without dates', person({ description: 'Verfasser einer Chronik von 1720' })],
  ['a name for several persons', person({ subtypes: ['UndifferentiatedPerson'] })],
])('a person may be living with %s', (_, life) => {
  expect(mayBeLiving(life, NOW)).toBe(true);
});

it.each([
  ['a birth before the span', person({ years: { start: NOW - LIFESPAN_YEARS - 1 } })],
  ['a year of death', person({ years: { start: 1950, end: 2020 } })],
  ['an uncertain death', person({ years: { start: 1950 }, attributes: { dateOfDeath: ['nach 1990'] } })],
  ['a place of death', person({ attributes: { placeOfDeath: ['Weimar'] } })],
  ['an uncertain birth before the span', born('ca. 1480')],
  ['a century before the span', born('18XX')],
  ['a century in words', born('[14. Jh.]')],
  ['a birth before the common era', born('v63')],
  ['a negative year', born('-0428')],
  ['a year of three digits', born('578')],
  ['an activity before the span', active('1661-1671')],
  ['an end of activity before the span', active('-1903')],
  ['a line with two dates', person({ description: '1950–2001, Dichter' })],
  ['a line with a death', person({ description: '† 1950' })],
  ['a line with old dates', person({ description: '[ca. v624-v546], Philosoph' })],
  ['a line with an old activity', person({ description: 'tätig 1661-1671, Maler' })],
  ['a god', person({ subtypes: ['Gods'] })],
  ['a figure of literature', person({ subtypes: ['LiteraryOrLegendaryCharacter'] })],
  ['another type', { type: 'Family' } satisfies Life],
])('nobody living is meant with %s', (_, life) => {
  expect(mayBeLiving(life, NOW)).toBe(false);
});
