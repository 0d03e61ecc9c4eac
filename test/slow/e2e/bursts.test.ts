/** Bursts of pipelined requests against the program itself. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { main } from '../../cli/command.ts';
import { BURST, flood } from '../../core/http/flood.ts';
import { endProcesses, FEW, startProcess } from '../../e2e/process.ts';

describe('a server of 400 MB', () => {
  afterAll(endProcesses);

  const memoryOf = (pid: number, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

  it.runIf(process.platform === 'linux')('survives bursts of two clients, and serves a third', async () => {
    const command = [process.execPath, '--max-old-space-size=256', main];
    const args = ['serve', '--snapshot', inject('sample'), '--port', '0', '--access-log', 'off', ...FEW];
    const service = await startProcess(args, { command });
    const port = Number(new URL(service.url).port);
    const ask = async () => (await fetch(`${service.url}/api/v1/status`)).status;
    const others: number[] = [];
    for (let burst = 0; burst < 2; burst += 1) {
      const address = `127.0.0.${2 + burst}`;
      const attack = await Promise.all(Array.from({ length: 256 }, () => flood(port, address, BURST)));
      others.push(await ask(), await ask());
      for (const socket of attack) socket.destroy();
      others.push(await ask());
    }
    expect(others).toEqual(Array.from({ length: 6 }, () => 200));
    expect(memoryOf(service.pid, 'VmHWM')).toBeLessThan(400);
    expect(await service.stop()).toBe(0);
  });
});
