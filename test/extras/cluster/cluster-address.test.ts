/** Addresses of clusters: valid ones are parsed, and no others are accepted, especially none with a password. */
import { expect, it, vi } from 'vitest';
import { EXIT } from '../../../src/cli/exit.ts';
import { openSnapshot } from '../../../src/cli/installation.ts';
import { StoreReadError } from '../../../src/core/snapshot/store.ts';
import { freePort } from '../../free-port.ts';
import { parseClusterAddress } from '../../../src/extras/cluster/address.ts';
import { run } from '../../cli/command.ts';

it.each([
  ['opensearch+http://127.0.0.1:9200/gnd', ['http://127.0.0.1:9200'], 'gnd'],
  ['opensearch+https://a.example:9200,b.example/gnd-2/', ['https://a.example:9200', 'https://b.example'], 'gnd-2'],
  ['opensearch+http://[::1]:9200/gnd_test', ['http://[::1]:9200'], 'gnd_test'],
])('the address %s is parsed', (text, nodes, prefix) => {
  expect(parseClusterAddress(text)).toEqual({ nodes, prefix });
});

it.each([
  'opensearch+http://127.0.0.1:9200',
  'opensearch+http://127.0.0.1:9200/',
  'opensearch+ftp://a/gnd',
  'http://127.0.0.1:9200/gnd',
  'opensearch+http:///gnd',
  'opensearch+http://a,,b/gnd',
  'opensearch+http://a:99999/gnd',
  'opensearch+http://a/GND',
  'opensearch+http://a/_all',
  'opensearch+http://a/*',
  'opensearch+http://a/gnd/more',
  'opensearch+http://a/gnd?pretty',
  `opensearch+http://${'a,'.repeat(100)}a/gnd`,
])('the address %s is refused', (text) => {
  expect(() => parseClusterAddress(text)).toThrow(RangeError);
});

it.each([
  ['publish', 'data', '--to'],
  ['serve', '--snapshot'],
  ['update', '--publish-to'],
])('a password in an address is refused without being repeated: %s', async (...command) => {
  const { code, err } = await run([...command, 'opensearch+https://admin:secret@a/gnd']);
  expect(err).toMatch(/must not contain a user name or a password/);
  expect(err).not.toContain('secret');
  expect(code).toBe(EXIT.usage);
});

it('a cluster that cannot be opened leaves no timer behind', async () => {
  const [begun, ended] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')];
  await expect(openSnapshot(`opensearch+http://127.0.0.1:${await freePort()}/gnd`)).rejects.toThrow(StoreReadError);
  expect(begun).toHaveBeenCalled();
  for (const { value } of begun.mock.results) expect(ended).toHaveBeenCalledWith(value);
});
