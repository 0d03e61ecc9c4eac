/** All interfaces that stand beside the contract. */
import type { Service } from '../http/service.ts';
import { reconcileServices } from './reconcile/reconcile.ts';
import { resolveService } from './resolve/resolve.ts';
import { resolverServices } from './seealso/resolver.ts';
import { seeAlsoServices } from './seealso/seealso.ts';

/** @param release version of the software */
export function allServices(release: string): readonly Service[] {
  return [...seeAlsoServices(), ...resolverServices(), resolveService, ...reconcileServices(release)];
}
