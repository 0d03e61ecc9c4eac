/** The settings of an installation that its doors are made from. */
import type { Operator } from '../http/door.ts';
import type { IdentifierScheme } from '../model/identifier-scheme.ts';
import type { Vocabulary } from '../model/vocabulary.ts';

export interface Installation {
  /** Version of the software. */
  readonly release: string;
  readonly operator?: Operator;
  /** Folder of dumps and changes; absent where there are none. */
  readonly dumps?: string | undefined;
  /** Folder of thumbnails; absent where there is none. */
  readonly thumbnails?: string | undefined;
  /** Schemes of identifiers with permanent addresses; they are read only at the start. */
  readonly schemes?: readonly IdentifierScheme[];
  /** Names of terms that records refer to by IRI; without it, pages show the names in the records. */
  readonly vocabulary?: Vocabulary;
}
