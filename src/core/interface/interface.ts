/** The interface: the six doors of the contract, in the order of the description. */
import type { Door } from '../http/door.ts';
import { coverageDoor } from './coverage.ts';
import { linksDoor } from './links.ts';
import { openapiDoor } from './openapi-door.ts';
import { searchDoor } from './search.ts';
import { sourcesDoor } from './sources.ts';
import { statusDoor } from './status.ts';

export const INTERFACE: readonly Door[] = [linksDoor, searchDoor, statusDoor, sourcesDoor, coverageDoor, openapiDoor];

export const doors = (): readonly Door[] => INTERFACE;
