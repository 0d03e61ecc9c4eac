/** Makes addresses of the site below any base path: this script is two folders below the base. */

/** @param path of the API or of a page */
export function address(path: string) {
  return new URL(`../..${path}`, import.meta.url).href;
}
