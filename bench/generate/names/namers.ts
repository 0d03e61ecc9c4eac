/** The namers of all kinds, which borrow names from each other. */
import { type Counts, type Kind, kindNumber } from '../kinds.ts';
import { hash } from '../random.ts';
import { createBodyNamer } from './bodies.ts';
import { createConferenceNamer } from './conferences.ts';
import type { Namer } from './name.ts';
import { createPersonNamer } from './persons.ts';
import { createPlaceNamer, type PlaceNamer } from './places.ts';
import { createSubjectNamer, type SubjectNamer } from './subjects.ts';
import { createWorkNamer } from './works.ts';

export type Namers = Readonly<Record<Kind, Namer>> & { readonly places: PlaceNamer; readonly subjects: SubjectNamer };

export function createNamers(seed: number, counts: Counts): Namers {
  const places = createPlaceNamer(seedOf(seed, 'places'), counts.places);
  return {
    persons: createPersonNamer(seedOf(seed, 'persons')),
    bodies: createBodyNamer(seedOf(seed, 'bodies'), places),
    conferences: createConferenceNamer(seedOf(seed, 'conferences'), places),
    places,
    subjects: createSubjectNamer(seedOf(seed, 'subjects'), counts.subjects),
    works: createWorkNamer(seedOf(seed, 'works')),
  };
}

/** Each kind has streams of its own. */
export function seedOf(seed: number, kind: Kind): number {
  return hash(seed, kindNumber(kind), 3);
}
