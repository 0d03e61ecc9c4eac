/** The whole client in the documented places: in a browser on a page of another origin, and in Deno. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { perQuota } from '../../../../src/core/quotas/quota-table.ts';
import { serveSample } from '../../../docs/sample-service.ts';
import { listenAnywhere } from '../../../core/http/serving.ts';
import { BROWSER, startBrowser, WITHOUT_BROWSER } from '../../../extras/pages/browser.ts';
import { has } from '../../../has.ts';
import { temporaryDirectory } from '../../../temporary.ts';

const CLIENT = join(import.meta.dirname, '../../../../src/extras/client');
const WALK = join(import.meta.dirname, '../../../extras/client/walk.js');
const hasDeno = has('deno');
const WITHOUT_DENO = hasDeno ? '' : ' (skipped: no deno on the PATH)';

const EXPECTED = {
  name: 'Johann Wolfgang von Goethe',
  isSame: true,
  hit: '118540238',
  refusal: 'unknown_gnd_id',
  isInOrder: true,
  statuses: [200, 404, 429],
};

const serveSmallQuotas = () => serveSample({ limits: perQuota(() => ({ quota: 5, burst: 5, windowSeconds: 10 })) });

it.skipIf(BROWSER === undefined)(
  `the client runs on a page of another origin${WITHOUT_BROWSER}`,
  { concurrent: true },
  async () => {
    const service = await serveSmallQuotas();
    const elsewhere = createServer(({ url = '' }, response) => {
      const isScript = url.endsWith('.js');
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      const file = url === '/walk.js' ? WALK : join(CLIENT, basename(url));
      response.end(isScript ? readFileSync(file) : '<!doctype html>');
    });
    const origin = `http://localhost:${await listenAnywhere(elsewhere)}`;
    const browser = await startBrowser();
    const page = await browser.newPage();
    await page.goto(origin);
    const modules = `Promise.all([import('/client.js'), import('/walk.js')])`;
    expect(await page.evaluate(`${modules}.then(([client, { walk }]) => walk(client, '${service.url}'))`)).toEqual(
      EXPECTED,
    );
    await browser.close();
    await new Promise((done) => elsewhere.close(done));
    await service.close();
  },
);

it.skipIf(!hasDeno)(`the client runs in Deno${WITHOUT_DENO}`, { concurrent: true }, async () => {
  const service = await serveSmallQuotas();
  const env = { ...process.env, DENO_DIR: temporaryDirectory(), DENO_NO_UPDATE_CHECK: '1' };
  const run = promisify(execFile)('deno', ['run', '--no-config', '--allow-net=127.0.0.1', '-'], { env });
  run.child.stdin?.end(`import * as client from '${pathToFileURL(join(CLIENT, 'client.js')).href}';
    import { walk } from '${pathToFileURL(WALK).href}';
    console.log(JSON.stringify(await walk(client, '${service.url}')));`);
  expect(JSON.parse((await run).stdout)).toEqual(EXPECTED);
  await service.close();
});
