/** Lists, records and downloads keep one rule for public hosts. */
import { describe, expect, it } from 'vitest';
import { createHttpClient } from '../../../src/build/sources/download/http-client.ts';
import { findAddressFlaw, readAddress } from '../../../src/build/sources/readers/addresses.ts';
import { nowhere, PATIENT } from '../fetch/fetching.ts';
import { NOT_PUBLIC, PUBLIC } from '../../core/model/hosts.ts';

const client = createHttpClient({
  userAgent: 'gnd-links/test',
  timeOuts: PATIENT,
  allowPrivate: false,
  // No request is sent: the lookup of a public name fails here.
  resolve: nowhere,
});
const isAddress = (host: string): boolean => /^\[|^[\d.]+$/.test(host);

describe.each([
  ['not public', false, NOT_PUBLIC],
  ['public', true, PUBLIC],
])('a host that is %s', (_, expected, hosts) => {
  it.each(hosts)('%s is treated alike in lists and records', (host) => {
    const url = `http://${host}/a`;
    const flaws: string[] = [];
    expect(findAddressFlaw(url)).toBe(expected ? undefined : 'private_host');
    expect(readAddress(url, ({ reason }) => flaws.push(reason))).toBe(expected ? url : undefined);
    expect(flaws).toEqual(expected ? [] : ['private_host']);
  });

  it.each(hosts.filter((host) => !expected || !isAddress(host)))('%s is treated alike in a download', async (host) => {
    const reason = expected ? 'host_not_found' : 'private_address';
    await expect(client.get(`http://${host}/a`, {})).rejects.toMatchObject({ reason });
  });
});
