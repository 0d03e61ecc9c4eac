/** `serve --doors`: each extra left out, and each alone; `pages` and `embed` alone are tested beside the other doors. */
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { EXTRA_NAMES, EXTRAS } from '../../../../src/cli/doors.ts';
import { locateSnapshot } from '../../../../src/core/snapshot/directory.ts';
import { dumpSnapshot } from '../../../build/runs/running.ts';
import { followLinks, installation, serveOnly, targetsOf } from '../../../extras/services/followed-links.ts';
import { temporaryForFile } from '../../../temporary.ts';

/** Only documents may be missing without an extra; other names depend on the data. */
const DOCUMENTS = new Set(['/docs/{page}']);

const out = temporaryForFile();
beforeAll(async () => {
  await dumpSnapshot(await locateSnapshot(inject('sample')), { out });
});

it.each(EXTRA_NAMES)('without %s, the other doors answer, and no link of any answer leads nowhere', async (name) => {
  const names = EXTRA_NAMES.filter((one) => one !== name);
  const service = await serveOnly(names, inject('sample'), out);
  onTestFinished(() => service.close());
  for (const target of targetsOf(service.doors)) {
    const { status } = await service.get(target, { headers: { accept: 'text/html' } });
    expect([200, 302, 303, 308], `${target} is ${status}`).toContain(status);
  }
  const left = (await EXTRAS[name].load()).doors(installation(out));
  for (const target of targetsOf(left)) expect([target, (await service.get(target)).status]).toEqual([target, 404]);
  expect((await followLinks(service, DOCUMENTS)).dead).toEqual([]);
});

// What a link falls back to is missing as well.
const others = EXTRA_NAMES.filter((name) => name !== 'pages' && name !== 'embed');
it.each(others)('with only %s, no link of any answer leads nowhere', async (name) => {
  const service = await serveOnly([name], inject('sample'), out);
  onTestFinished(() => service.close());
  expect((await followLinks(service)).dead).toEqual([]);
});
