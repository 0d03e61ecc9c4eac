/** A cluster that answers no more: the verification of its snapshot ends with its signal. */
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { openCuration } from '../../../src/cli/installation.ts';
import { namesOf } from '../../../src/extras/cluster/indices.ts';
import { clusterSource } from '../../../src/extras/cluster/snapshot-source.ts';
import { listenAnywhere } from '../../core/http/serving.ts';

it('the verification of a snapshot in a cluster ends with its signal', async () => {
  const current = JSON.stringify({ [namesOf('gnd').index('20261120-14890e46', 'entities')]: {} });
  const asked = Promise.withResolvers<void>();
  const server = createServer(({ url = '' }, response) => {
    if (url.includes('/_alias/')) response.writeHead(200, { 'content-type': 'application/json' }).end(current);
    else asked.resolve();
  });
  const address = `opensearch+http://127.0.0.1:${await listenAnywhere(server)}/gnd`;
  const source = await clusterSource(address, { timeout: 60_000 }, openCuration);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await source.close();
  });
  const stop = new AbortController();
  const verifying = (await source.locate()).verify(stop.signal);
  await asked.promise;
  stop.abort(new Error('stopped'));
  await expect(verifying).rejects.toThrow('stopped');
});
