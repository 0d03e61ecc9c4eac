/** The terms of vocabularies to which records refer by IRI. */
import type { Label } from './entity.ts';

export interface Vocabulary {
  /** German name of a term; for a DDC class, its notation. IRIs with http and https are equal. */
  label(uri: string): string | undefined;
  /** Name of a term in both languages; undefined for DDC classes, which have no names here. */
  term(uri: string): Label | undefined;
}
