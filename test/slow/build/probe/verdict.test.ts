/** Verdicts of the probe on made-up collections, whose hosts behave like real ones. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import type { Observation } from '../../../../src/build/sources/probe/observations.ts';
import { probe } from '../../../../src/build/sources/probe/probe.ts';
import { judge, type LookVerdict } from '../../../../src/build/sources/probe/verdict.ts';
import { forFile } from '../../../for-file.ts';
import { temporaryDirectory } from '../../../temporary.ts';
import { alive, BEHAVIOURS, html } from '../../../build/probe/behaviours.ts';
import { HAS_OPENSSL, makeCertificate } from '../../../build/probe/certificates.ts';
import { startWeb } from '../../../build/probe/web.ts';

const NUMBER = 9;

describe.skipIf(!HAS_OPENSSL)('the probe of hundreds of addresses (skipped without openssl)', () => {
  const trusted = getCACertificates();
  const web = forFile(() => {
    const certificates = {
      'secure.test': makeCertificate('secure.test', '20990101000000Z'),
      'downgraded.test': makeCertificate('downgraded.test', '20990101000000Z'),
      'expired.test': makeCertificate('expired.test', '20200201000000Z'),
    };
    setDefaultCACertificates([...trusted, ...Object.values(certificates).map(({ cert }) => cert)]);
    return startWeb({ certificates });
  });
  afterAll(() => setDefaultCACertificates(trusted));

  /** Collections by name, with a person's verdict on each address. */
  function makeCollections(): Record<string, Record<string, LookVerdict>> {
    web.on('landing.test', alive);
    web.on('parking.test', (_, response) => html(response, 200, `<title>Offers</title><p>${'Offers of the day. '.repeat(4)}</p>`)); // prettier-ignore
    const collections: Record<string, Record<string, LookVerdict>> = {};
    const add = (name: string, urls: readonly string[], verdict: LookVerdict) =>
      (collections[name] = { ...collections[name], ...Object.fromEntries(urls.map((url) => [url, verdict])) });
    const paths = Array.from({ length: NUMBER }, (_, index) => `/person/1185${index}0238`);
    for (const [name, { host, verdict }] of Object.entries(BEHAVIOURS)) {
      const own = `${name.toLowerCase()}.test`;
      web.on(own, host);
      // One address is enough for hosts that keep the test waiting.
      const number = name === 'silent' || name === 'slow' ? 1 : NUMBER;
      add(name, paths.slice(0, number).map((path) => web.address(own, path)), verdict); // prettier-ignore
    }
    const secure = (name: string) => paths.map((path) => web.address(`${name}.test`, path, 'https'));
    web.on('secure.test', alive);
    web.on('expired.test', alive);
    web.on('downgraded.test', (request, response, path) =>
      'encrypted' in request.socket
        ? html(response, 301, '', { location: web.address('downgraded.test', path) })
        : alive(request, response, path),
    );
    add('secure', secure('secure'), 'ok');
    add('downgraded', secure('downgraded'), 'ok');
    add('expired', secure('expired'), 'unknown');
    add('nobody', paths.map((path) => web.address('nobody.test', path)), 'gone'); // prettier-ignore
    // A soft 404: pages of lost persons are all the same, and do not say so in the title.
    web.on('partly.test', (request, response, path) => {
      if (!path.startsWith('/lost/')) return alive(request, response, path);
      html(response, 200, '<title>Portal</title><p>Welcome to the portal of the archive, which holds many things.</p>');
    });
    add('partly', paths.slice(3).map((path) => web.address('partly.test', path)), 'ok'); // prettier-ignore
    add('partly', [1, 2, 3].map((n) => web.address('partly.test', `/lost/${n}`)), 'gone'); // prettier-ignore
    return collections;
  }

  it('agrees with a person: precision of gone and parked is at least 99 %, recall 95 %', async () => {
    const collections = makeCollections();
    const looks: Observation[] = [];
    await probe({
      sources: temporaryDirectory(),
      sample: Object.fromEntries(Object.entries(collections).map(([name, urls]) => [name, Object.keys(urls)])),
      http: web.http,
      clock: web.clock,
      onLook: (look) => looks.push(look),
    });
    const byCollection = Map.groupBy(looks, ({ collection }) => collection);
    const pairs = Object.entries(collections).flatMap(([name, expected]) => {
      const verdicts = judge(byCollection.get(name) ?? [], true);
      return Object.entries(expected).map(([url, person]) => ({ name, person, probe: verdicts.get(url) }));
    });
    expect(pairs.length).toBeGreaterThanOrEqual(200);
    await expect(tableOf(pairs)).toMatchFileSnapshot('verdicts.txt');
    for (const { precision, recall } of ['gone', 'parked'].map((verdict) => qualityOf(verdict, pairs))) {
      expect(precision).toBeGreaterThanOrEqual(0.99);
      expect(recall).toBeGreaterThanOrEqual(0.95);
    }
  });
});

interface Pair {
  readonly name: string;
  readonly person: LookVerdict;
  readonly probe: LookVerdict | undefined;
}

function qualityOf(verdict: string, pairs: readonly Pair[]) {
  const [said, meant] = [
    pairs.filter((pair) => pair.probe === verdict),
    pairs.filter((pair) => pair.person === verdict),
  ];
  const both = said.filter(({ person }) => person === verdict).length;
  return { said: said.length, meant: meant.length, precision: both / said.length, recall: both / meant.length };
}

/** A line for each behaviour and pair of verdicts, and the quality of the two condemning verdicts. */
function tableOf(pairs: readonly Pair[]): string {
  const groups = Map.groupBy(pairs, ({ name, person, probe: found }) => [name, person, found].join('\t'));
  const lines = [...groups].map(([key, { length }]) => `${key}\t${length}`);
  const quality = ['gone', 'parked'].map((verdict) => {
    const { said, meant, precision, recall } = qualityOf(verdict, pairs);
    return [verdict, meant, said, precision.toFixed(3), recall.toFixed(3)].join('\t');
  });
  const head = ['behaviour\tperson\tprobe\taddresses', 'verdict\tperson\tprobe\tprecision\trecall'] as const;
  return [head[0], ...lines, '', head[1], ...quality, ''].join('\n');
}

it('a probe without any resolvable name gives no verdict on unknown hosts', () => {
  const looks = [
    { at: '2026-11-01T00:00:00Z', collection: 'a', url: 'https://a.example/1', failure: 'host_not_found' },
  ];
  expect(judge(looks, false).get('https://a.example/1')).toBe('unknown');
  expect(judge(looks, true).get('https://a.example/1')).toBe('gone');
});
