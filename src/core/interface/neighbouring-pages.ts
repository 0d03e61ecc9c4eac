/** Members of `Link` that lead to the neighbouring pages of a list. RFC 8288 */

interface Position {
  readonly limit: number;
  readonly offset: number;
  /** Whether entries follow on the next page. */
  readonly hasMore: boolean;
  /** Largest `offset + limit`. */
  readonly window: number;
}

/** @param address address of a page @returns `next` and `prev`, as far as there are such pages within the window */
export function neighbouringPages(
  address: (limit: number, offset: number) => string | undefined,
  { limit, offset, hasMore, window }: Position,
): readonly string[] {
  const end = offset + limit;
  const start = Math.max(0, offset - limit);
  return [
    ...(hasMore && end < window ? [`<${address(Math.min(limit, window - end), end)}>; rel="next"`] : []),
    ...(offset > 0 ? [`<${address(Math.min(limit, offset), start)}>; rel="prev"`] : []),
  ];
}
