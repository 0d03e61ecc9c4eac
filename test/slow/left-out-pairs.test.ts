/** `serve --doors`: every pair of extras left out. */
import { expect, inject, it } from 'vitest';
import { EXTRA_NAMES } from '../../src/cli/doors.ts';
import { locateSnapshot } from '../../src/core/snapshot/directory.ts';
import { dumpSnapshot } from '../build/runs/running.ts';
import { followLinks, serveOnly } from '../extras/services/followed-links.ts';
import { temporaryForFile } from '../temporary.ts';

const out = temporaryForFile();
const pairs = EXTRA_NAMES.flatMap((one, index) => EXTRA_NAMES.slice(index + 1).map((other) => [one, other] as const));

it('without any two extras, no link of any answer leads nowhere', { timeout: 600_000 }, async () => {
  await dumpSnapshot(await locateSnapshot(inject('sample')), { out });
  const dead: string[] = [];
  for (const pair of pairs) {
    const names = EXTRA_NAMES.filter((name) => !pair.includes(name));
    const service = await serveOnly(names, inject('sample'), out);
    try {
      dead.push(...(await followLinks(service)).dead.map((link) => `without ${pair.join(' and ')}: ${link}`));
    } finally {
      await service.close();
    }
  }
  expect(pairs.length).toBe((EXTRA_NAMES.length * (EXTRA_NAMES.length - 1)) / 2);
  expect(dead).toEqual([]);
});
