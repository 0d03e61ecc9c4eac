/** What lies beside the interface: an address with a document that needs nothing but the request's path. */

export interface Page {
  /** Exact, or with one last segment that varies: `/problems/{slug}`. */
  readonly path: string;
  /** @param segment percent-decoded value of the segment that varies; undefined where there is none */
  answer(segment: string | undefined): PageAnswer | undefined;
}

export interface PageAnswer {
  readonly contentType: string;
  /** The same object whenever the document is the same: its compressed forms are kept. */
  readonly body: Uint8Array;
  readonly cacheControl: string;
  /** Fields that replace or join the constant ones, lower case, e.g. `content-security-policy`. */
  readonly headers?: Readonly<Record<string, string>>;
}
