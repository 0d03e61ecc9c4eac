/** `/gnd-resolver/{list}/{id}`: one redirect from an identifier to its page in one list, as addresses in BEACON files have it. */
import { problem } from '../../api/problems.ts';
import { decodePercent } from '../../model/text.ts';
import type { Service } from '../../http/service.ts';
import { findLinks, keysNamed, readGnd } from './find-links.ts';
import { redirectToLink } from './seealso.ts';

export function resolverServices(): readonly Service[] {
  return ['gnd', 'pnd'].map((name) => ({
    path: `/${name}-resolver/{address}`,
    quota: 'links' as const,
    async respond({ segment = '', store }) {
      const slash = segment.indexOf('/');
      const list = segment.slice(0, slash).toLowerCase();
      const text = decodePercent(segment.slice(slash + 1));
      const gnd = slash < 1 || text === undefined ? undefined : readGnd(text);
      if (gnd === undefined) {
        return problem('invalid_gnd_id', { detail: 'The path must hold a list and a GND identifier.' });
      }
      const include = new Set(keysNamed(list, store.snapshot));
      const { rows } = await findLinks(store, gnd, { include, exclude: new Set(), language: 'de' });
      const [first] = rows;
      return first === undefined
        ? problem('not_found', { detail: `No link of this list is known for ${gnd}.` })
        : redirectToLink(first.url);
    },
  }));
}
