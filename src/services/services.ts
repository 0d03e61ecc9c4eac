/** All interfaces that stand beside the contract. */
import type { Service } from '../http/service.ts';
import { resolveService } from './resolve/resolve.ts';
import { resolverServices } from './seealso/resolver.ts';
import { seeAlsoServices } from './seealso/seealso.ts';

export function allServices(): readonly Service[] {
  return [...seeAlsoServices(), ...resolverServices(), resolveService];
}
