/** The HTTP client connects to public addresses only, whatever names resolve to and wherever redirects lead. */
import { describe, expect, it } from 'vitest';
import { failureOfRequest, privateAddress } from '../../../src/build/sources/download/download-failure.ts';
import {
  createCheckedLookup,
  createHttpClient,
  type Resolve,
} from '../../../src/build/sources/download/http-client.ts';
import { look, nowhere, source } from '../fetch/fetching.ts';
import { body, list, redirect, serverForTest, stalled } from '../fetch/misbehaving-server.ts';
import { temporaryDirectory } from '../../temporary.ts';

const answering =
  (...addresses: string[]): Resolve =>
  (_, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('a host name', () => {
  const outcome = (resolve: Resolve, all: boolean, allowed = false) =>
    new Promise((done) => {
      createCheckedLookup(allowed, resolve)('example.org', { all }, (error, address) => done(error ?? address));
    });

  it('is refused as a whole when one of its addresses is private', async () => {
    expect(await outcome(answering('193.175.100.140', '10.0.0.1'), true)).toEqual(privateAddress());
    expect(await outcome(answering('::ffff:192.168.0.1'), false)).toEqual(privateAddress());
  });

  it('is connected to at the checked addresses', async () => {
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

  it('is checked again after a redirect, and when a name changes its address', async () => {
    const server = await serverForTest();
    let lookups = 0;
    const rebinding: Resolve = (_, callback) => {
      lookups += 1;
      if (lookups === 1) callback(null, [{ address: '127.0.0.1', family: 4 }]);
      else callback(privateAddress(), []);
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

  it('reports an unknown host', async () => {
    const outcome = await look(temporaryDirectory(), source('http://nowhere.example/'), undefined, {
      resolve: nowhere,
    });
    expect(outcome).toMatchObject({ result: 'failed', reason: 'host_not_found' });
  });
});

it('the body of a response may be read slowly: the time-out for the next piece does not run while the reader is busy', async () => {
  const server = await serverForTest();
  const content = Buffer.alloc(8_000_000, 'x');
  server.on('/large', body(content));
  server.on('/stalled', stalled);
  const timeOuts = { connect: 20_000, headers: 20_000, idle: 500, total: 60_000 };
  const client = createHttpClient({ userAgent: 'gnd-links/test', timeOuts, allowPrivate: true });
  let bytes = 0;
  for await (const chunk of (await client.get(`${server.url}/large`, {})).body) {
    // Reading pauses for three time-outs, each measured by a request to a stalled server.
    for (let times = 0; bytes === 0 && times < 3; times += 1) {
      const idle = await client.get(`${server.url}/stalled`, {});
      await expect(Array.fromAsync(idle.body)).rejects.toMatchObject({ reason: 'timeout' });
    }
    bytes += chunk.length;
  }
  expect(bytes).toBe(content.length);
});

const UNTRUSTED = 'The certificate of the server is not signed by an authority that this system trusts.';

it.each([
  ['CERT_HAS_EXPIRED', 'The certificate of the server has expired.'],
  ['CERT_NOT_YET_VALID', 'The certificate of the server is not valid yet. Is the clock of this machine right?'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of the server is for another host.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  ['CERT_REVOKED', 'The certificate of the server cannot be accepted.'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'The server offers no acceptable version of TLS.'],
])('an encrypted connection that fails with %s is described', (code, message) => {
  const failure = failureOfRequest(Object.assign(new Error(code), { code }), 'head');
  expect(failure).toMatchObject({ reason: 'certificate', message, transient: false });
});
