/**
 * Makes the description as it is now the promise that later ones are held against: `node test/api/release-openapi.ts`,
 * once per released version of the interface. Refuses what breaks the promise before it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openapiText } from '../../docs/generate.ts';
import { breaches, type Json, withoutAnnotations } from './openapi-growth.ts';

export const RELEASED = new URL('golden/openapi-released.json', import.meta.url);

export function releasedDescription(): Json {
  return JSON.parse(readFileSync(RELEASED, 'utf8')) as Json;
}

if (import.meta.main) {
  const current = JSON.parse(openapiText()) as Json;
  const found = existsSync(RELEASED) ? breaches(releasedDescription(), current) : [];
  if (found.length > 0) throw new Error(`this is no growth:\n${found.join('\n')}`);
  writeFileSync(RELEASED, `${JSON.stringify(withoutAnnotations(current), null, 1)}\n`);
}
