/**
 * Makes the current OpenAPI description the reference for later ones: `node test/core/api/release-openapi.ts`, once per
 * version of the interface. Fails when the description breaks a released promise. Then CORRECTIONS can be emptied.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { DOCUMENT } from '../http/contract.ts';
import { brokenPromises, type Json, withoutCorrections } from './openapi-growth.ts';

const RELEASED = new URL('golden/openapi-released.json', import.meta.url);

export function releasedDescription(): Json {
  return JSON.parse(readFileSync(RELEASED, 'utf8')) as Json;
}

if (import.meta.main) {
  const current = `${JSON.stringify(DOCUMENT, null, 2)}\n`;
  const broken = withoutCorrections(brokenPromises(releasedDescription(), JSON.parse(current) as Json));
  if (broken.length > 0) throw new Error(`this is no growth:\n${broken.join('\n')}`);
  writeFileSync(RELEASED, current);
}
