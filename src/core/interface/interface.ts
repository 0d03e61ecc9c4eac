/** The doors of the core: the six of the contract, in the order of the description, and their well-known documents. */
import type { Door } from '../http/door.ts';
import { coverageDoor } from './coverage.ts';
import type { Installation } from './installation.ts';
import { linksDoor } from './links.ts';
import { openapiDoor } from './openapi-door.ts';
import { searchDoor } from './search.ts';
import { sourcesDoor } from './sources.ts';
import { statusDoor } from './status.ts';
import { wellKnownDoors } from './well-known/well-known.ts';

export const INTERFACE: readonly Door[] = [linksDoor, searchDoor, statusDoor, sourcesDoor, coverageDoor, openapiDoor];

/** They are always served, whatever else is. */
export const coreDoors = (installation: Installation): readonly Door[] => [
  ...INTERFACE,
  ...wellKnownDoors(installation),
];
