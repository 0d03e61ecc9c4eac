/** `/gnd/{gnd}.json`, an address that people try: redirects to the links in the interface. */
import { redirect } from '../../core/http/answer.ts';
import { door } from '../../core/http/door.ts';
import { lenient } from '../../core/http/parameters.ts';
import { segment } from './page-door.ts';

/** @param gnd identifier as it was sent, decoded */
export function linksAddress(baseUrl: string, gnd: string): string {
  return `${baseUrl}/api/v1/gnd/${encodeURIComponent(gnd.toWellFormed())}/links`;
}

export const jsonDoor = door({
  path: '/gnd/{gnd}.json',
  summary: 'Redirect to the links of an entity',
  audience: 'programs',
  parameters: lenient({ gnd: segment('GND identifier.', '118540238') }),
  work: 'light',
  dependsOn: 'release',
  cacheControl: 'public, max-age=3600',
  examples: ['/gnd/118540238.json'],
  answer: ({ gnd }, { baseUrl }) => redirect(308, linksAddress(baseUrl, gnd)),
});
