/** Calls every method of the client; runs in Node, Deno and browsers. */

/**
 * @param {typeof import('../../../src/extras/client/client.js')} client
 * @param {string} url address of a service with small quotas
 */
export async function walk({ createClient, ProblemError }, url) {
  /** @type {Set<number>} */
  const statuses = new Set();
  const service = createClient({
    baseUrl: url,
    fetch: async (...request) => {
      const response = await fetch(...request);
      statuses.add(response.status);
      return response;
    },
  });
  const { entity } = await service.links('118540238');
  const again = await service.links('118540238');
  const { items } = await service.search('goethe', { type: 'Person', limit: 1 });
  const refusal = await service.links('118540239').catch((error) => error);
  // Another client at the same address uses up the quota.
  await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/v1/coverage?ids=1`, { cache: 'no-store' })));
  const ids = Array.from({ length: 150 }, (_, place) => `${118_540_200 + place}`);
  const answered = [];
  for await (const { input } of service.coverage(ids)) answered.push(input);
  return {
    name: entity.displayName,
    isSame: JSON.stringify(again.entity) === JSON.stringify(entity),
    hit: items[0]?.gnd,
    refusal: refusal instanceof ProblemError && refusal.code,
    isInOrder: answered.join() === ids.join(),
    statuses: [...statuses].sort((a, b) => a - b),
  };
}
