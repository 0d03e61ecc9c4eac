/** The installation that doors are made for. */
import type { Operator } from '../http/door.ts';
import type { IdentifierScheme } from '../model/identifier-scheme.ts';

export interface Installation {
  /** Version of the software. */
  readonly release: string;
  readonly operator?: Operator;
  /** Folder of dumps and changes; absent where there are none. */
  readonly dumps?: string | undefined;
  /** Schemes with permanent addresses; new ones are read at a restart. */
  readonly schemes?: readonly IdentifierScheme[];
}
