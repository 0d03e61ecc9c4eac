/** Verdicts of the probe on made-up collections whose hosts behave in every way that real ones do. */
import { expect, it } from 'vitest';
import type { Observation } from '../../src/sources/probe/observations.ts';
import { probe } from '../../src/sources/probe/probe.ts';
import { judge } from '../../src/sources/probe/verdict.ts';
import { forFile } from '../for-file.ts';
import { temporaryDirectory } from '../temporary.ts';
import { alive, BEHAVIOURS, html, startWeb } from './web.ts';

const web = forFile(() => startWeb());
const NUMBER = 9;

it('gives the verdicts of a person on two hundred addresses, and takes nothing alive for dead', async () => {
  const sample: Record<string, string[]> = {};
  const expected = new Map<string, string>();
  for (const [name, { host, verdict }] of Object.entries(BEHAVIOURS)) {
    const own = `${name.toLowerCase()}.test`;
    web.on(own, host);
    // One is enough of the host for whose silence the test waits.
    sample[name] = Array.from({ length: name === 'silent' ? 1 : NUMBER }, (_, index) =>
      web.address(own, `/person/1185${index}0238`),
    );
    for (const url of sample[name]) expected.set(url, verdict);
  }
  web.on('parking.test', alive);
  sample['nobody'] = Array.from({ length: NUMBER }, (_, index) => web.address('nobody.test', `/${index}`));
  for (const url of sample['nobody']) expected.set(url, 'gone');
  sample['partly'] = partlyGone();
  for (const [index, url] of sample['partly'].entries()) expected.set(url, index < 3 ? 'gone' : 'ok');

  const looks: Observation[] = [];
  await probe({
    sources: temporaryDirectory(),
    sample,
    http: web.http,
    clock: web.clock,
    onLook: (look) => looks.push(look),
  });
  expect(looks).toHaveLength(expected.size);
  expect(expected.size).toBeGreaterThanOrEqual(200);
  const verdicts = [...Map.groupBy(looks, ({ collection }) => collection).values()].flatMap((own) => [
    ...judge(own, true),
  ]);
  expect(Object.fromEntries(verdicts)).toEqual(Object.fromEntries(expected));
});

/** A soft 404: most pages differ, and those of lost persons are one and the same, without saying so in the title. */
function partlyGone(): string[] {
  web.on('partly.test', (request, response, path) => {
    if (!path.startsWith('/lost/')) return alive(request, response, path);
    html(
      response,
      200,
      '<html><title>Portal</title><body>Welcome to the portal of the archive, which holds many things.</body></html>',
    );
  });
  return Array.from({ length: NUMBER }, (_, index) =>
    web.address('partly.test', index < 3 ? `/lost/${index}` : `/p/${index}`),
  );
}

it('says nothing about unknown hosts when no name at all can be resolved', () => {
  const looks = [
    { at: '2026-11-01T00:00:00Z', collection: 'a', url: 'https://a.example/1', failure: 'host_not_found' },
  ];
  expect(judge(looks, false).get('https://a.example/1')).toBe('unknown');
  expect(judge(looks, true).get('https://a.example/1')).toBe('gone');
});
