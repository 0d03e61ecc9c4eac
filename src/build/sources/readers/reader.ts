/** The interface of all readers, which turn bytes into statements, and the kinds of statements. */
import { MAX_ADDRESS_LENGTH } from '../../../core/model/web-address.ts';
import type { Attributes, Depiction, EntityName, EntityType } from '../../../core/model/entity.ts';
import type { GndId } from '../../../core/model/gnd-id.ts';
import type { Match, Relation } from '../../../core/model/link.ts';
import type { BeaconSwitches } from '../register/register.ts';

/** The description of an entity by one record. All texts are in NFC and without control characters. */
export interface EntityStatement {
  readonly kind: 'entity';
  readonly gnd: GndId;
  /** Top class; `AuthorityResource` if neither the classes nor the property of the name determine it. */
  readonly type: EntityType;
  /** Leaf classes of the ontology, e.g. `DifferentiatedPerson`; sorted. */
  readonly subtypes: readonly string[];
  /** Authorised form, inverted for persons: "Goethe, Johann Wolfgang von". */
  readonly preferredName?: string;
  /** Name in natural order: "Johann Wolfgang von Goethe"; equal to a preferred name that is not inverted: "Crates, Comicus". */
  readonly displayName?: string;
  /** Variant names in the order of the record, without repetitions. */
  readonly variantNames: readonly string[];
  /** Names with further facts: kind, language or script. */
  readonly names?: readonly DescribedName[];
  /** Values without repetitions; all keys are in `ALL_ATTRIBUTES`. */
  readonly attributes: Attributes;
  readonly depiction?: Depiction;
  /** Last change of the record: a day, `YYYY-MM-DD`, or local time, `YYYY-MM-DDThh:mm:ss`. */
  readonly modified?: string;
  /** GND cataloguing level, 1 (best) to 7. */
  readonly level?: number;
  /** Set for a reference record, which only refers to the entities to use instead. */
  readonly isReferenceRecord?: true;
  /** IRI of the library that is responsible for the record. */
  readonly maintainer?: string;
}

/** A name without a kind is the preferred name or a plain variant. */
export type DescribedName = Omit<EntityName, 'kind'> & Partial<Pick<EntityName, 'kind'>>;

/** A web address that a source asserts for an entity. */
export interface LinkStatement {
  readonly kind: 'link';
  readonly gnd: GndId;
  /** Absolute http or https address, as stated by the source. */
  readonly url: string;
  readonly relation: Relation;
  /** Degree of the match, if the source states it. */
  readonly match?: Match;
  /** Code of the target data set in the source, such as `DE-611` in Entity Facts. */
  readonly collectionCode?: string;
  /** Number of items at the target. */
  readonly hits?: number;
  readonly annotation?: string;
  /** Text of the source about all its links; only for links without an annotation. */
  readonly message?: string;
}

/** Evidence that one record was merged into another, the strongest first. */
export const REDIRECT_EVIDENCE = ['list', 'deprecatedUri', 'sameAs', 'oldAuthorityNumber'] as const;
export type RedirectEvidence = (typeof REDIRECT_EVIDENCE)[number];

/** The record `from` was merged into the record `to`. */
export interface RedirectStatement {
  readonly kind: 'redirect';
  readonly from: GndId;
  readonly to: GndId;
  readonly evidence: RedirectEvidence;
  /** Last change of the record `from`, as in an {@link EntityStatement}; only with evidence `list`. */
  readonly modified?: string;
}

interface DeletionStatement {
  readonly kind: 'deletion';
  readonly gnd: GndId;
  /** Last change of the record, as in an {@link EntityStatement}. */
  readonly modified?: string;
}

/** A name that a record states for another entity. It is used only if the record of that entity is missing. */
export interface LabelStatement {
  readonly kind: 'label';
  readonly gnd: GndId;
  readonly label: string;
}

/** The header of a list, which describes the list. */
export interface HeaderStatement {
  readonly kind: 'header';
  /** `YYYY-MM-DD`; absent if not stated, or unreadable. */
  readonly declaredDate?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A flaw of the source, such as an unusable part. Defects are counted by reason; the report shows a few of them. */
export interface Defect {
  readonly kind: 'defect';
  /** Reason in snake_case, from the docstring of the reader. */
  readonly reason: string;
  /** `record`: the record (line) yields nothing. `detail`: a part of it was left out. `notice`: used, but odd. */
  readonly severity: 'record' | 'detail' | 'notice';
  /** Number of the line, from 1; absent in formats without lines. */
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

/** Settings for the reader, from the entry of the source in the register. */
export interface ReaderOptions {
  readonly beacon?: BeaconSwitches;
  /** Relation of the links of a BEACON list; the default is that of its header, else `about`. */
  readonly relation?: Relation;
}

/** A reader yields statements in batches, one for each chunk of input. It holds at most one record in memory. */
export interface Reader {
  /**
   * @param input uncompressed bytes
   * @throws UnusableSource when the whole file is unusable: it has another format, is truncated, or has no records
   */
  read(input: AsyncIterable<Uint8Array>, options: ReaderOptions): AsyncIterable<readonly Statement[]>;
}

/** The whole file cannot be used. The message is a sentence for the operator, without the path. */
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

/** Limits for hostile input. */
export const LIMITS = {
  /** Largest record, in bytes; in XML, in characters. */
  recordBytes: 8 * 1024 * 1024,
  /** Longest name or note, in UTF-16 units; longer ones are left out and counted. */
  textLength: 10_000,
  /** Longest web address, in UTF-16 units. */
  urlLength: MAX_ADDRESS_LENGTH,
} as const;
