/** Which addresses are public, and that a download connects only to those. */
import { describe, expect, it } from 'vitest';
import { createCheckedLookup, isPublicAddress, PrivateAddress, type Resolve } from '../../src/fetch/public-address.ts';
import { temporaryDirectory } from '../temporary.ts';
import { look, source } from './fetching.ts';
import { body, list, redirect, serverForTest } from './misbehaving-server.ts';

describe('an address', () => {
  it.each(
    `127.0.0.1 127.255.255.254 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1
    255.255.255.255 198.18.0.1 192.0.2.1 ::1 :: fe80::1 fe80::1%eth0 fc00::1 fdff::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1
    ::ffff:a00:1 64:ff9b::10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1::1 2001:db8::1 ::127.0.0.1 [::1] localhost 127.1`.split(
      /\s+/,
    ),
  )('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(
    '193.175.100.140 172.15.0.1 172.32.0.1 100.128.0.1 2a00:1450:4001:81b::200e ::ffff:193.175.100.140 64:ff9b::193.175.100.140'.split(
      ' ',
    ),
  )('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
});

const answering =
  (...addresses: string[]): Resolve =>
  (_, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('a name', () => {
  const outcome = (resolve: Resolve, all: boolean, allowed = false) =>
    new Promise((done) => {
      createCheckedLookup(allowed, resolve)('example.org', { all }, (error, address) => done(error ?? address));
    });

  it('is refused as a whole when one of its addresses is private', async () => {
    expect(await outcome(answering('193.175.100.140', '10.0.0.1'), true)).toBeInstanceOf(PrivateAddress);
    expect(await outcome(answering('::ffff:192.168.0.1'), false)).toBeInstanceOf(PrivateAddress);
  });

  it('is connected to at the addresses that were checked', async () => {
    expect(await outcome(answering('193.175.100.140'), false)).toBe('193.175.100.140');
    expect(await outcome(answering('193.175.100.140'), true)).toEqual([{ address: '193.175.100.140', family: 4 }]);
    expect(await outcome(answering('127.0.0.1'), false, true)).toBe('127.0.0.1');
    expect(await outcome(answering(), false)).toMatchObject({ code: 'ENOTFOUND' });
  });
});

describe('a download', () => {
  it.each([
    ['a literal address', (port: number) => `http://127.0.0.1:${port}/list`],
    ['another spelling of it', (port: number) => `http://0x7f.1:${port}/list`],
    ['as one number', (port: number) => `http://2130706433:${port}/list`],
    ['mapped into IPv6', (port: number) => `http://[::ffff:127.0.0.1]:${port}/list`],
    ['a name that leads there', (port: number) => `http://localhost:${port}/list`],
  ])('never reaches a private network by %s', async (_, url) => {
    const server = await serverForTest();
    server.on('/list', body(list(10)));
    const outcome = await look(temporaryDirectory(), source(url(server.port)), undefined, { allowPrivate: false });
    expect(outcome).toMatchObject({ result: 'failed', reason: 'private_address' });
    expect(server.requests).toEqual([]);
  });

  it('is checked again where it is redirected, and when a name changes its address', async () => {
    const server = await serverForTest();
    let lookups = 0;
    const rebinding: Resolve = (_, callback) => {
      lookups += 1;
      if (lookups === 1) callback(null, [{ address: '127.0.0.1', family: 4 }]);
      else callback(new PrivateAddress('what the name says the second time'), []);
    };
    server.on('/list', redirect('http://metadata.example/latest'));
    const entry = source(`http://rebinding.example:${server.port}/list`);
    const outcome = await look(temporaryDirectory(), entry, undefined, { resolve: rebinding });
    expect(outcome).toMatchObject({ result: 'failed', reason: 'private_address' });
    expect(lookups).toBe(2);
    expect(server.requests).toHaveLength(1);

    const refused = await look(temporaryDirectory(), source('http://rebinding.example/list'), undefined, {
      allowPrivate: false,
      resolve: answering('169.254.169.254'),
    });
    expect(refused).toMatchObject({ reason: 'private_address' });
  });

  it('says so when there is no such host', async () => {
    const resolve: Resolve = (_, callback) => callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
    expect(await look(temporaryDirectory(), source('http://nowhere.example/'), undefined, { resolve })).toMatchObject({
      result: 'failed',
      reason: 'host_not_found',
    });
  });
});
