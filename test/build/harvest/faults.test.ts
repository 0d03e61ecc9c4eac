/** A failing repository: faults that are retried, faults that end a harvest, and the records that are kept. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RECORD_STORE_FILE } from '../../../src/build/sources/harvest/record-store.ts';
import { exported, harvestPlace } from './harvesting.ts';
import { type Behaviour, changed, envelope, error, text, XML } from './repository.ts';

const PAGE = '<!DOCTYPE html>\n<html><head><title>Wartung</title></head><body><p>Bis gleich.<br></body></html>';

/** The first half of an answer, then silence. */
const cut: Behaviour = (_, response, answer) => {
  const bytes = Buffer.from(answer());
  response.writeHead(200, { ...XML, 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
};
/** The first half of an answer, as if it were complete. */
const halved = changed((answer) => answer.slice(0, answer.length / 2));
const stalled: Behaviour = (_, response) => {
  response.writeHead(200, XML);
  response.write('<?xml version="1.0"?>');
};
const dropped: Behaviour = (request) => void request.socket.destroy();
const damagedGzip: Behaviour = (_, response, answer) => {
  const packed = gzipSync(answer());
  response.writeHead(200, { ...XML, 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length / 2));
};

const PASSING: readonly (readonly [name: string, behaviour: Behaviour])[] = [
  ['503 that asks for a second', text('later', 503, { 'retry-after': '1' })],
  ['503 that asks for an instant', text('later', 503, { 'retry-after': new Date(Date.now() + 1_000).toUTCString() })],
  ['503 that asks for a week', text('later', 503, { 'retry-after': '604800' })],
  ['429', text('too many', 429)],
  ['500', text('oops', 500)],
  ['a connection that is cut', cut],
  ['an answer that ends half-way', halved],
  ['an answer that stops in the middle', stalled],
  ['a connection that is dropped', dropped],
  ['damaged gzip', damagedGzip],
  ['a page in place of XML', text(PAGE, 200, { 'content-type': 'text/html' })],
  ['nothing', text('')],
  ['something else in XML', text('<rss version="2.0"><channel/></rss>')],
];

describe.each(PASSING)('%s', (_, behaviour) => {
  it('is overcome, at the beginning and in the middle of a harvest', async () => {
    const { repository, harvest } = await harvestPlace(23);
    repository.fault = (__, number) => (number === 1 || number === 4 ? behaviour : undefined);
    // Each stalled answer takes this time-out; it is long enough for a busy machine.
    const timeOuts = { connect: 10_000, headers: 10_000, idle: 500, total: 600_000 };
    const downloading = { retries: 5, maximumPauseMs: 20, timeOuts };
    const harvested = await harvest({}, downloading);
    expect(harvested).toMatchObject({ finished: true, pages: 5, records: 23 });
  });

  it('that persists ends the harvest, keeps the earlier pages, and the rest is harvested later', async () => {
    const { repository, harvest } = await harvestPlace(23);
    repository.fault = (__, number) => (number >= 3 ? behaviour : undefined);
    const timeOuts = { connect: 2_000, headers: 150, idle: 60, total: 5_000 };
    await expect(harvest({}, { retries: 1, maximumPauseMs: 1, timeOuts })).rejects.toMatchObject({
      name: 'DownloadFailed',
      reason: expect.stringMatching(/^(?:http_\d{3}|truncated|timeout|connection_reset|html|wrong_format)$/) as string,
    });
    repository.fault = undefined;
    expect(await harvest()).toMatchObject({ finished: true, records: 23 });
  });
});

describe('a harvest fails', () => {
  it.each([
    ['badArgument', 'oai_bad_argument'],
    ['badVerb', 'oai_bad_verb'],
    ['cannotDisseminateFormat', 'oai_no_format'],
    ['noMetadataFormats', 'oai_no_format'],
    ['noSetHierarchy', 'oai_no_sets'],
    ['badResumptionToken', 'oai_bad_resumption_token'],
    ['somethingNew', 'oai_unknown_error'],
    ['constructor', 'oai_unknown_error'],
    ['', 'oai_unknown_error'],
  ])('at the error %s, with a sentence that does not name the host', async (code, reason) => {
    const { repository, harvest } = await harvestPlace();
    repository.fault = (query) => (query.get('verb') === 'ListRecords' ? error(code) : undefined);
    const failing = harvest();
    await expect(failing).rejects.toMatchObject({
      reason,
      message: expect.stringMatching(/^The repository .*\.$/) as string,
    });
    await expect(failing).rejects.not.toThrow(/127\.0\.0\.1|http:/);
  });

  it.each([
    ['an error as the answer to Identify', error('badVerb'), 'oai_bad_verb'],
    ['a list as the answer to Identify', text(envelope('<ListRecords/>')), 'wrong_format'],
    ['an answer without a date', text(envelope('<Identify/>', 'today')), 'wrong_format'],
    ['an answer that says nothing', text(envelope('')), 'wrong_format'],
    ['another namespace', text(envelope('<Identify/>').replace('OAI/2.0/"', 'OAI/1.1/"')), 'wrong_format'],
    ['401', text('who are you', 401), 'http_401'],
    ['404', text('gone', 404), 'http_404'],
    ['an encoding that was not asked for', text('?', 200, { 'content-encoding': 'br' }), 'wrong_format'],
    ['a redirect in a circle', text('', 302, { location: '/oai/repository?verb=Identify' }), 'redirect_loop'],
  ])('at %s', async (_, behaviour, reason) => {
    const { repository, folder, harvest } = await harvestPlace();
    repository.fault = () => behaviour;
    await expect(harvest()).rejects.toMatchObject({ reason });
    expect(existsSync(join(folder, 'export.gz'))).toBe(false);
  });

  it('not at a redirect, which is followed with the query', async () => {
    const { repository, harvest } = await harvestPlace(7);
    repository.fault = () => (request, response, answer) => {
      const { url = '' } = request;
      if (url.startsWith('/moved')) return void response.writeHead(200).end(answer());
      response.writeHead(301, { location: `/moved${url}` }).end();
    };
    expect(await harvest()).toMatchObject({ pages: 2, records: 7 });
  });

  it('when a list repeats its token, and starts the list over the next time', async () => {
    const { repository, harvest, stored } = await harvestPlace(23);
    let pages = 0;
    repository.fault = (query) => {
      if (query.get('verb') === 'Identify') return undefined;
      pages += 1;
      const token = pages % 2 === 0 ? 'a' : 'b';
      return text(envelope(`<ListRecords><resumptionToken>${token}</resumptionToken></ListRecords>`));
    };
    await expect(harvest()).rejects.toMatchObject({ reason: 'token_circle' });
    expect(pages).toBeLessThan(60);
    expect(stored().state?.window).not.toHaveProperty('token');
    repository.fault = undefined;
    expect(await harvest()).toMatchObject({ records: 23 });
  });

  it('when tokens are refused with a status, but only after that happens in each of four seconds', async () => {
    const { repository, harvest } = await harvestPlace();
    repository.fault = (query) => {
      if (query.get('verb') === 'Identify') return undefined;
      return query.has('resumptionToken')
        ? text('gone', 410)
        : text(envelope('<ListRecords><resumptionToken>dead</resumptionToken></ListRecords>'));
    };
    repository.now += 86_400_000;
    await expect(harvest()).rejects.toMatchObject({
      reason: 'oai_bad_resumption_token',
    });
    // A day, its half, and four seconds.
    expect(repository.requests).toHaveLength(1 + 2 * (2 + 4));
  });

  it('at private addresses, unless they are allowed', async () => {
    const { harvest } = await harvestPlace();
    await expect(harvest({}, { allowPrivate: false })).rejects.toMatchObject({ reason: 'private_address' });
  });

  it('with a sentence when its record store is a file of another kind', async () => {
    const { folder, harvest } = await harvestPlace();
    writeFileSync(join(folder, RECORD_STORE_FILE), 'not a database, but long enough to be taken for one'.repeat(100));
    await expect(harvest()).rejects.toMatchObject({
      reason: 'record_store_damaged',
      message: expect.stringContaining(RECORD_STORE_FILE) as string,
    });
  });
});

describe('a list that ends', () => {
  it.each([
    ['without a token', ''],
    ['with an empty one', '<resumptionToken/>'],
    ['with one of white space', '<resumptionToken completeListSize="1">\n </resumptionToken>'],
  ])('%s is complete', async (_, token) => {
    const { repository, harvest } = await harvestPlace();
    repository.fault = (query) =>
      query.get('verb') === 'ListRecords' ? text(envelope(`<ListRecords>${token}</ListRecords>`)) : undefined;
    expect(await harvest()).toMatchObject({ finished: true, pages: 1 });
  });

  it('before its beginning is no failure', async () => {
    const { folder, harvest } = await harvestPlace();
    expect(await harvest()).toMatchObject({ finished: true, records: 0 });
    expect(exported(folder)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">\n</collection>\n',
    );
  });
});
