import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SILENT } from '../../src/ingest/progress.ts';
import { openStages } from '../../src/ingest/stages.ts';
import { temporaryDirectory } from '../temporary.ts';

describe('stages', () => {
  it('are done once for the same inputs, by whoever comes next', async () => {
    const WORKED = [
      ['advance', 2],
      ['advance', 3],
    ];
    const site = temporaryDirectory();
    const did: string[] = [];
    const round = async (inputs: string) => {
      const told: [string, number][] = [];
      const stages = await openStages(site, 'build', {
        advance: (units) => told.push(['advance', units]),
        found: (units) => told.push(['found', units]),
      });
      const result = await stages.once('read-a', inputs, async (directory, advance) => {
        advance(2);
        advance(3);
        did.push(inputs);
        expect(existsSync(join(directory, 'left'))).toBe(false);
        writeFileSync(join(directory, 'left'), inputs);
        return { inputs };
      });
      return { result, resumed: stages.resumed(), told };
    };
    expect(await round('1')).toEqual({ result: { inputs: '1' }, resumed: 0, told: WORKED });
    expect(await round('1')).toEqual({ result: { inputs: '1' }, resumed: 1, told: [['found', 5]] });
    expect(await round('2')).toEqual({ result: { inputs: '2' }, resumed: 0, told: WORKED });
    expect(did).toEqual(['1', '2']);
  });

  it('are done again when they failed, or their note is damaged', async () => {
    const site = temporaryDirectory();
    const stages = await openStages(site, 'build', SILENT);
    await expect(stages.once('merge-0', 'x', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
    expect(await stages.once('merge-0', 'x', async () => 1)).toBe(1);
    writeFileSync(join(site, 'merge-0.done.json'), '{"inputs":');
    expect(await stages.once('merge-0', 'x', async () => 2)).toBe(2);
  });

  it('whose files were cleared serve the same build only', async () => {
    const site = temporaryDirectory();
    const first = await openStages(site, 'build 1', SILENT);
    await first.once('read-a', 'x', async (directory) => writeFileSync(join(directory, 'left'), ''));
    await first.clear(['read-a']);
    const again = await openStages(site, 'build 1', SILENT);
    await again.once('read-a', 'x', () => Promise.reject(new Error('not again')));
    const other = await openStages(site, 'build 2', SILENT);
    await other.once('read-a', 'x', async (directory) => writeFileSync(join(directory, 'left'), ''));
    expect(existsSync(join(site, 'read-a', 'left'))).toBe(true);
    rmSync(site, { recursive: true });
  });
});
