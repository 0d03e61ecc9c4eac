/** Addresses of the site, wherever a proxy has put it: this script lies two folders below its base. */

/** @param path of the API or of a page */
export function address(path: string) {
  return new URL(`../..${path}`, import.meta.url).href;
}
