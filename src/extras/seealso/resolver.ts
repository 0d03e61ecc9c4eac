/** `/gnd-resolver/{list}/{id}`: redirects from an identifier to its page in one list, for addresses in BEACON files. */
import { type Door, door } from '../../core/http/door.ts';
import { lenient, type Parameter } from '../../core/http/parameters.ts';
import { problem } from '../../core/http/problems.ts';
import { decodePercent } from '../../core/model/text.ts';
import type { GndId } from '../../core/model/gnd-id.ts';
import { gndIdIn } from '../../core/model/read-identifiers.ts';
import { CACHE, redirectToLink } from './formats.ts';
import { findLinks } from './rows.ts';

const address: Parameter<{ readonly list: string; readonly gnd: GndId }> = {
  in: 'path',
  required: true,
  description: 'A list and a GND identifier, with a slash between them.',
  schema: { type: 'string' },
  example: 'wikidata/118540238',
  read(_, __, { segment = '' }) {
    const slash = segment.indexOf('/');
    const text = decodePercent(segment.slice(slash + 1));
    const gnd = slash < 1 || text === undefined ? undefined : gndIdIn(text);
    if (gnd !== undefined) return { list: segment.slice(0, slash).toLowerCase(), gnd };
    return problem('invalid_gnd_id', { detail: 'The path must contain a list and a GND identifier.' });
  },
};

export function resolverDoors(): readonly Door[] {
  return ['gnd', 'pnd'].map((name) =>
    door({
      path: `/${name}-resolver/{address}`,
      summary: 'Redirect from a GND identifier to its page in one list',
      parameters: lenient({ address }),
      quota: { name: 'links' },
      dependsOn: 'snapshot',
      cacheControl: CACHE,
      examples: [`/${name}-resolver/wikidata/118540238`],
      async answer({ address: { list, gnd } }, { store }) {
        const selection = { include: new Set([list]), exclude: new Set<string>(), language: 'de' } as const;
        const { rows } = await findLinks(store, gnd, selection);
        const [first] = rows;
        return first === undefined
          ? problem('not_found', { detail: `No link of this list is known for ${gnd}.` })
          : redirectToLink(first.url);
      },
    }),
  );
}
