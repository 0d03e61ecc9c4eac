/** Paths of pages with a query. */

/** @param values of the query; those that are empty, false or undefined are left out */
export function pathWith(path: string, values: Readonly<Record<string, string | false | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
