/** The real dumps and lists that lie beside the repository where somebody has collected them, for tests that need them. */
import { existsSync } from 'node:fs';
import type { BeaconSwitches } from '../src/sources/register/register.ts';

export const DATA = new URL('../../shared/data/', import.meta.url);
export const present = existsSync(new URL('beacon-lists/README.md', DATA));

const second: BeaconSwitches = { targetToken: 'source', secondColumn: 'label' };

/** What a person must say of these lists of 2026-02-09 so that their links lead where they should; others read themselves. */
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
