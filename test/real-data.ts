/** Real dumps and lists beside the repository, for tests that need them; without the collection they are skipped. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { BeaconSwitches } from '../src/build/sources/register/register.ts';

export const DATA = new URL('../../shared/data/', import.meta.url);
export const present = existsSync(new URL('beacon-lists/README.md', DATA));

/** The content of a file, unpacked. @param path below {@link DATA} */
export function unpacked(path: string): Buffer {
  const bytes = readFileSync(new URL(path, DATA));
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

const second: BeaconSwitches = { targetToken: 'source', secondColumn: 'label' };

/** Switches that a person set for these lists of 2026-02-09, so that their links are right; other lists need none. */
export const SWITCHES: Readonly<Record<string, BeaconSwitches>> = {
  db: second,
  fabricius: second,
  jdg: second,
  trithemius: second,
  fruchtbringer: {
    targetOverride: 'http://www.die-fruchtbringende-gesellschaft.de/index.php?article_id=16#{ID}',
    encoding: 'windows-1252',
  },
  hainsb: { targetToken: 'third' },
  hpk: { targetOverride: 'https://www.hpk.uni-hamburg.de/resolve/gnd/{ID}' },
  hvuz: { targetOverride: 'http://histvv.uzh.ch/pnd/{ID}' },
};
