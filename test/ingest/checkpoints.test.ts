import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SILENT } from '../../src/ingest/progress.ts';
import { openCheckpoints } from '../../src/ingest/checkpoints.ts';
import { temporaryDirectory } from '../temporary.ts';

describe('work with a checkpoint', () => {
  it('is done once for the same inputs, by whoever comes next', async () => {
    const WORKED = [
      ['advance', 2],
      ['advance', 3],
    ];
    const directory = temporaryDirectory();
    const did: string[] = [];
    const round = async (inputs: string) => {
      const told: [string, number][] = [];
      const checkpoints = await openCheckpoints(directory, 'build', {
        advance: (units) => told.push(['advance', units]),
        found: (units) => told.push(['found', units]),
      });
      const result = await checkpoints.once('read-a', inputs, async (own, advance) => {
        advance(2);
        advance(3);
        did.push(inputs);
        expect(existsSync(join(own, 'left'))).toBe(false);
        writeFileSync(join(own, 'left'), inputs);
        return { inputs };
      });
      return { result, resumed: checkpoints.resumed(), told };
    };
    expect(await round('1')).toEqual({ result: { inputs: '1' }, resumed: 0, told: WORKED });
    expect(await round('1')).toEqual({ result: { inputs: '1' }, resumed: 1, told: [['found', 5]] });
    expect(await round('2')).toEqual({ result: { inputs: '2' }, resumed: 0, told: WORKED });
    expect(did).toEqual(['1', '2']);
  });

  it('is done again when it failed, or its note is damaged', async () => {
    const directory = temporaryDirectory();
    const checkpoints = await openCheckpoints(directory, 'build', SILENT);
    await expect(checkpoints.once('merge-0', 'x', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
    expect(await checkpoints.once('merge-0', 'x', async () => 1)).toBe(1);
    writeFileSync(join(directory, 'merge-0.done.json'), '{"inputs":');
    expect(await checkpoints.once('merge-0', 'x', async () => 2)).toBe(2);
  });

  it('whose files were cleared serves the same build only', async () => {
    const directory = temporaryDirectory();
    const first = await openCheckpoints(directory, 'build 1', SILENT);
    await first.once('read-a', 'x', async (own) => writeFileSync(join(own, 'left'), ''));
    await first.clear(['read-a']);
    const again = await openCheckpoints(directory, 'build 1', SILENT);
    await again.once('read-a', 'x', () => Promise.reject(new Error('not again')));
    const other = await openCheckpoints(directory, 'build 2', SILENT);
    await other.once('read-a', 'x', async (own) => writeFileSync(join(own, 'left'), ''));
    expect(existsSync(join(directory, 'read-a', 'left'))).toBe(true);
    rmSync(directory, { recursive: true });
  });
});
