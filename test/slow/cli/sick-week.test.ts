/** A repository that fails for a week: what the operator sees each morning agrees with docs/operations.md. */
import { describe, expect, it, vi } from 'vitest';
import type { StatusAnswer } from '../../../src/core/interface/register-schemas.ts';
import { rawTableUnder, readDocument } from '../../docs/markdown.ts';
import { body, list } from '../../build/fetch/misbehaving-server.ts';
import { addHarvest, busyRepository, liveThroughDay } from '../../cli/harvested-place.ts';
import { place, startOrigin } from '../../cli/place.ts';
import { quoted, unseen, watch } from '../../cli/watching.ts';
import { forFile } from '../../for-file.ts';

const DAY_MS = 86_400_000;
const SICK = 7;
/** Hours until the alarm of docs/operations.md fires. */
const BEHIND_HOURS = 60;

const server = forFile(startOrigin);

const rows = new Map(
  rawTableUnder(readDocument('docs/operations.md'), 'A repository that fails for a week').map(
    ([morning = '', ...cells]) => [morning, cells],
  ),
);

/** The row of the document for a morning: `1`, `2`, `3 to 7`, `8`. */
function rowOf(morning: number): readonly string[] {
  for (const [name, cells] of rows) {
    const [from = 0, to = from] = name.split(' to ').map(Number);
    if (from <= morning && morning <= to) return cells;
  }
  return [];
}

describe('a repository that fails for a week', () => {
  it('is reported each morning as documented, and harvested completely on the eighth', async () => {
    const repository = await busyRepository(10, 30);
    const site = place(server);
    server.on(site.path, body(list(1_000)));
    addHarvest(site, repository);
    expect((await site.update('--page-pause', '0')).code).toBe(0);
    const look = await watch(site.out);
    const begun = Date.now();
    repository.fault = (query) =>
      query.get('verb') === 'Identify' ? undefined : (_, response) => void response.writeHead(403).end();
    for (let morning = 1; morning <= SICK + 1; morning += 1) {
      liveThroughDay(repository, 30);
      vi.useFakeTimers({ toFake: ['Date'], now: begun + morning * DAY_MS });
      repository.now = Date.now();
      if (morning > SICK) repository.fault = undefined;
      const { code, out, err } = await site.update('--page-pause', '0');
      const seen = await look().finally(() => vi.useRealTimers());
      const [exitCode, log, mail, status, page, metrics, alarms] = rowOf(morning);
      expect({
        morning,
        code: String(code),
        unseen: unseen([log, status, page, metrics], [out + err, seen.status, seen.page, seen.metrics]),
      }).toEqual({ morning, code: exitCode, unseen: [] });
      // A unit that ends with 3 has not failed, so systemd sends no mail.
      expect(mail).toBe(code === 1 ? 'its last lines' : 'none');
      const { completeness } = JSON.parse(seen.status) as StatusAnswer;
      const lagHours = (completeness?.lagMinutes ?? 0) / 60;
      expect(Math.floor(lagHours / 24)).toBe(morning > SICK ? 0 : morning);
      expect(quoted(alarms).includes('GndLinksHarvestBehind')).toBe(lagHours > BEHIND_HOURS);
      expect(quoted(alarms).includes('GndLinksUpdateFailed')).toBe(
        /^update_last_failed\{kind="harvest"\} 1$/m.test(seen.metrics),
      );
    }
    expect((await site.list()).out).toMatch(/^changes +fresh/m);
  });
});
