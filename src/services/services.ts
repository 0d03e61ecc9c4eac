/** All interfaces that stand beside the contract. */
import type { Service } from '../http/service.ts';
import { embedService } from '../embed/embed-page.ts';
import { changesServices } from './changes/changes.ts';
import { dumpServices } from './dumps/dumps.ts';
import { mcpService } from './mcp/mcp.ts';
import { reconcileServices } from './reconcile/reconcile.ts';
import { resolveService } from './resolve/resolve.ts';
import { resolverServices } from './seealso/resolver.ts';
import { seeAlsoServices } from './seealso/seealso.ts';

/** @param release version of the software @param dumps folder of dumps, where there are any */
export function allServices(release: string, dumps?: string): readonly Service[] {
  return [
    ...seeAlsoServices(dumps !== undefined),
    ...resolverServices(),
    resolveService,
    ...reconcileServices(release),
    ...dumpServices(dumps),
    ...changesServices(dumps),
    mcpService(release),
    embedService,
  ];
}
