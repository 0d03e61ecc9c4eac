/** The address of a cluster, `opensearch+http://host:port,host:port/prefix`: its nodes, and the prefix of its indices. */

export interface ClusterAddress {
  /** Origins such as `https://search-1.example.org:9200`. */
  readonly nodes: readonly string[];
  readonly prefix: string;
}

const ADDRESS = /^opensearch\+(https?):\/\/([^/?#]+)\/([^/]+)\/?$/;
const HOST = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;
/** Characters that names of indices may have; the rest of each name follows the prefix. */
const PREFIX = /^[a-z\d][a-z\d_-]{0,99}$/;
const MAX_NODES = 100;

export function isClusterAddress(text: string): boolean {
  return /^opensearch\+https?:/i.test(text);
}

/** @throws RangeError with a sentence that repeats no password */
export function parseClusterAddress(text: string): ClusterAddress {
  const [, scheme, hosts, prefix] = ADDRESS.exec(text) ?? [];
  if (hosts?.includes('@'))
    throw new RangeError('must not contain a user name or a password, which belong in the environment');
  if (scheme === undefined || hosts === undefined || prefix === undefined)
    throw new RangeError('must be an address such as opensearch+https://search-1.example.org:9200/gnd');
  const all = hosts.split(',');
  const odd = all.find((host) => !HOST.test(host) || !URL.canParse(`${scheme}://${host}`));
  if (odd !== undefined)
    throw new RangeError(`must name nodes as host:port; ${JSON.stringify(odd)} does not have this form`);
  if (all.length > MAX_NODES)
    throw new RangeError(`must name at most ${MAX_NODES} nodes; not every node of the cluster needs to be named`);
  if (!PREFIX.test(prefix))
    throw new RangeError(
      'must end with the prefix of the indices, such as /gnd: lower-case letters, digits, hyphens and underscores',
    );
  return { nodes: all.map((host) => `${scheme}://${host}`), prefix };
}
