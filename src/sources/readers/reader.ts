/** The interface of all readers: bytes in, statements out; a bad record is a statement too. */
import { MAX_ADDRESS_LENGTH } from '../addresses/web-address.ts';
import type { Attributes, Depiction, EntityName, EntityType } from '../../model/entity.ts';
import type { GndId } from '../../model/gnd-id.ts';
import type { Match, Relation } from '../../model/link.ts';
import type { BeaconSwitches } from '../register/register.ts';

/** One record's description of an entity. All text is NFC and free of control characters. */
export interface EntityStatement {
  readonly kind: 'entity';
  readonly gnd: GndId;
  /** Top class; `AuthorityResource` when neither class nor name property tells. */
  readonly type: EntityType;
  /** Leaf classes of the ontology, e.g. `DifferentiatedPerson`; sorted. */
  readonly subtypes: readonly string[];
  /** Authorised form, inverted for persons: "Goethe, Johann Wolfgang von". */
  readonly preferredName?: string;
  /**
   * In natural order: "Johann Wolfgang von Goethe". Present only if it differs from the preferred name, or is the only
   * name.
   */
  readonly displayName?: string;
  /** Variant names in the order of the record, without repetitions. */
  readonly variantNames: readonly string[];
  /** Names about which the record says more than that they are preferred names or variants. */
  readonly names?: readonly DescribedName[];
  /** Only keys of `ALL_ATTRIBUTES`, without repetitions. */
  readonly attributes: Attributes;
  readonly depiction?: Depiction;
  /** Last change of the record: a day, `YYYY-MM-DD`, or a second of local time, `YYYY-MM-DDThh:mm:ss`. */
  readonly modified?: string;
  /** GND cataloguing level, 1 (best) to 7. */
  readonly level?: number;
  /** Set for a reference record, which only refers to the entities to be used instead. */
  readonly isReferenceRecord?: true;
  /** IRI of the library that is responsible for the record. */
  readonly maintainer?: string;
}

/** A name without a kind is the preferred name or a plain variant. */
export type DescribedName = Omit<EntityName, 'kind'> & Partial<Pick<EntityName, 'kind'>>;

/** Statement of a source that a web address is related to an entity. */
export interface LinkStatement {
  readonly kind: 'link';
  readonly gnd: GndId;
  /** Absolute http or https address as the source gives it. */
  readonly url: string;
  readonly relation: Relation;
  /** How closely the target matches, if the source says so. */
  readonly match?: Match;
  /** The source's own code of the target data set, e.g. Entity Facts `DE-611`. */
  readonly collectionCode?: string;
  /** Number of items at the target. */
  readonly hits?: number;
  readonly annotation?: string;
  /** Text of the source about all its links, for links without an annotation. */
  readonly message?: string;
}

/** How certain it is that one record absorbed another, the most certain evidence first. */
export const REDIRECT_EVIDENCE = ['list', 'deprecatedUri', 'sameAs', 'oldAuthorityNumber'] as const;
export type RedirectEvidence = (typeof REDIRECT_EVIDENCE)[number];

/** The record `from` was merged into the record `to`. */
export interface RedirectStatement {
  readonly kind: 'redirect';
  readonly from: GndId;
  readonly to: GndId;
  readonly evidence: RedirectEvidence;
  /** Last change of the record `from`, in the form of an entity's; only for evidence `list`. */
  readonly modified?: string;
}

export interface DeletionStatement {
  readonly kind: 'deletion';
  readonly gnd: GndId;
  /** Last change of the record, in the form of an entity's. */
  readonly modified?: string;
}

/** A name that the source gives for another entity; used only if the record of that entity is missing. */
export interface LabelStatement {
  readonly kind: 'label';
  readonly gnd: GndId;
  readonly label: string;
}

/** The header of a source, in which it describes itself. */
export interface HeaderStatement {
  readonly kind: 'header';
  /** `YYYY-MM-DD`, absent when unreadable. */
  readonly declaredDate?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A part of the source that could not be used. Defects are counted by reason, and the report shows a few of them. */
export interface Defect {
  readonly kind: 'defect';
  /** In snake_case, from the list of reasons in the reader's docstring. */
  readonly reason: string;
  /** `record`: the record (line) yields nothing. `detail`: a part of it was left out. `notice`: used, but odd. */
  readonly severity: 'record' | 'detail' | 'notice';
  /** Line, counted from 1, in formats with lines. */
  readonly line?: number;
  /** At most 120 characters of the text at fault. */
  readonly excerpt?: string;
}

export type Statement =
  | EntityStatement
  | LinkStatement
  | RedirectStatement
  | DeletionStatement
  | LabelStatement
  | HeaderStatement
  | Defect;

/** Switches for the reader, from the entry of the source in the register. */
export interface ReaderOptions {
  readonly beacon?: BeaconSwitches;
  /** Relation of links for which the format states none; the default for BEACON is `about`. */
  readonly relation?: Relation;
}

/** A reader yields statements in batches, one for each piece of input; it holds no more than one record. */
export interface Reader {
  readonly format: string;
  /**
   * @param input uncompressed bytes
   * @throws UnusableSource when the file as a whole is unusable: another format, cut off, no records
   */
  read(input: AsyncIterable<Uint8Array>, options: ReaderOptions): AsyncIterable<readonly Statement[]>;
}

/** The file as a whole cannot be used. The message is a sentence for the operator, without the path. */
export class UnusableSource extends Error {
  override readonly name = 'UnusableSource';
  readonly reason:
    | 'not_found'
    | 'unreadable'
    | 'empty'
    | 'html'
    | 'wrong_format'
    | 'truncated'
    | 'no_records'
    | 'too_large';

  constructor(reason: UnusableSource['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Bounds on hostile input. */
export const LIMITS = {
  /** One record (JSON object) or line, in bytes. */
  recordBytes: 8 * 1024 * 1024,
  /** One name or note, in UTF-16 units; longer ones are left out and counted. */
  textLength: 10_000,
  /** One web address, in UTF-16 units. */
  urlLength: MAX_ADDRESS_LENGTH,
} as const;
