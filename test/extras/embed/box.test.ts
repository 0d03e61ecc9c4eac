/** The box as a file, and its list as a page for frames. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import examples from '../../../src/core/interface/examples.json' with { type: 'json' };
import type { LinksAnswer } from '../../../src/core/snapshot/links-answer.ts';
import { listAnswer } from '../../../src/extras/embed/frame.ts';
import { localeFor } from '../../../src/shared/http/locale.ts';
import { releasedTexts } from '../../../docs/generate.ts';
import { BOX_PATH, CLIENT_PATH } from '../../../src/extras/embed/released-files.ts';
import { textOf } from '../../core/http/ask-door.ts';
import { sampleForFile } from '../../docs/sample-service.ts';

const root = join(import.meta.dirname, '../../..');
const RELEASED_FOLDER = join(root, 'src/extras/embed/released');
const released = readFileSync(join(RELEASED_FOLDER, BOX_PATH));

it('the files of the box and the client are built from their sources', () => {
  for (const [file, text] of releasedTexts()) expect([file, readFileSync(file, 'utf8')]).toEqual([file, text]);
});

it('the client is served in the version of its package', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'src/extras/client/package.json'), 'utf8')) as {
    version: string;
  };
  expect(CLIENT_PATH).toBe(`/client/${version}/client.js`);
});

it('the box is one small file', () => {
  expect(gzipSync(released, { level: 9 }).length).toBeLessThanOrEqual(4096);
  expect(released.toString()).not.toMatch(/\beval\(|new Function|\bimport[ ({]\s*["']/);
});

/** Integrity values that pages of other sites use, by released version. */
const RELEASED = {
  '1.0.0': 'sha384-shYyakPYGmZo1jkobNequyeHcR0VMNO/Y+MqTyjjPWJdwIS7h1+FB+LVYcoJp3w/',
};

it.each(Object.entries(RELEASED))('the box of version %s is as released', (version, integrity) => {
  const file = readFileSync(join(RELEASED_FOLDER, 'embed', version, 'gnd-links.js'));
  expect(`sha384-${hash('sha384', file, 'base64')}`).toBe(integrity);
});

const service = sampleForFile({ limits: {} });

describe('the list as a page', () => {
  it('may be framed by any site, and has the attributes of the box as parameters', async () => {
    const page = await service.get('/embed/118540238?lang=de&include=encyclopedia&limit=1');
    expect(page.headers['content-security-policy']).toContain('frame-ancestors *');
    expect(page.text).toContain('<dt class="gnd-links-category">Enzyklopädie</dt>');
    expect(page.text.match(/gnd-links-link/g)).toHaveLength(1);
    expect(page.text).toContain('<small>1 Verweis</small>');
    const fragment = await service.get('/embed/1012979490?form=fragment&lang=en&credit=off&exclude=encyclopedia');
    expect(fragment.text).toMatch(/^<div class="gnd-links">.*<\/div>$/s);
    expect(fragment.text).not.toMatch(/Encyclopedia|gnd-links-credit/);
    const ids = ['nonsense', '118540239', '118540238%00', '%ff'];
    const answers = await Promise.all(ids.map((id) => service.get(`/embed/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 400, 400]);
    const script = await service.get(BOX_PATH);
    const kept = { 'cache-control': 'public, max-age=31536000, immutable', 'access-control-allow-origin': '*' };
    expect(script.headers).toMatchObject(kept);
    expect(script.text).toBe((await service.get('/embed/gnd-links.js')).text);
    const client = await service.get(CLIENT_PATH);
    expect(client.headers).toMatchObject(kept);
    expect(client.text).toBe((await service.get('/client.js')).text);
    const types = await service.get(CLIENT_PATH.replace(/js$/, 'd.ts'));
    expect(types.text).toBe((await service.get('/client.d.ts')).text);
  });

  it.each([
    [6, undefined, false],
    [7, undefined, true],
    [7, 'fragment', false],
  ])('folds all but five of %i links of a category, except in a fragment: %s', (n, form, isFolded) => {
    const { entity, links, ...others } = examples.links as LinksAnswer;
    const [category] = links.categories;
    const items = Array.from({ length: n }, () => category?.items[0]);
    const answer = { ...others, entity, links: { total: n, categories: [{ ...category, total: n, items }] } };
    const locale = localeFor({ language: 'de', isChosen: true }, { baseUrl: 'https://links.example.org' });
    const input = { include: [], exclude: [], limit: undefined, form, credit: 'off' };
    const text = textOf(listAnswer(answer as never, input, locale, () => undefined));
    expect(text.match(/gnd-links-link/g)).toHaveLength(n);
    expect(/<summary>2 weitere<\/summary>/.test(text)).toBe(isFolded);
  });

  it('names the entity, the age of the data, and the page with more', async () => {
    const { text, headers } = await service.get('/embed/118540238?lang=en');
    expect(text).toMatch(/<h1><bdi>Johann Wolfgang von Goethe<.bdi> <small>\d+ links<.small><.h1>/);
    expect(text).toContain('Data as of 20 Nov 2026');
    expect(text).toContain('<span class="gnd-links-hits">41 hits</span>');
    expect(text).toContain(`<a href="${service.url}/gnd/118540238" rel="noopener">More on this person</a>`);
    expect(text).toContain(`<a href="${service.url}/sources" rel="noopener">Sources and licences</a>`);
    expect(text).not.toContain('several persons');
    const spelled = await service.get('/embed/gnd:118540238?lang=en');
    expect(spelled.headers['etag']).toBe(headers['etag']);
    const merged = await service.get('/embed/1012979490?lang=en');
    expect(merged.text).toBe(text);
  });

  it.each([
    ['de', 'Dieser Datensatz steht für mehrere Personen gleichen Namens.', 'Zum Datensatz'],
    ['en', 'This record stands for several persons with the same name.', 'See the record'],
  ])('says of a record of several persons without links only what it is (%s)', async (lang, sentence, more) => {
    const { text } = await service.get(`/embed/1010346326?lang=${lang}`);
    expect(text).toContain(`<p class="soft">${sentence}</p>`);
    // Of no link there is no source.
    expect(text).not.toContain('/sources');
    expect(text).toContain(`<a href="${service.url}/gnd/1010346326" rel="noopener">${more}</a>`);
  });

  it.each([
    ['118540238?limit=0', 'Keine Verweise in dieser Auswahl'],
    ['118540238?include=place', 'Keine Verweise in dieser Auswahl'],
    ['7863462-3', 'Keine Verweise'],
    ['7863462-3?include=encyclopedia', 'Keine Verweise'],
  ])('says whether the selection is why /embed/%s has no links', async (address, sentence) => {
    const { text } = await service.get(`/embed/${address}${address.includes('?') ? '&' : '?'}lang=de`);
    expect(text).toContain(`<p class="gnd-links-none">${sentence}</p>`);
    expect((await service.get('/docs/embed?lang=de')).text).toContain('.gnd-links:has(.gnd-links-none) {');
  });

  it.each([
    ['nonsense<', 400, '„nonsense&lt;“ ist keine GND-Nummer'],
    ['', 400, 'Hier fehlt die GND-Nummer'],
    ['%20%E2%80%8B', 400, 'Hier fehlt die GND-Nummer'],
    ['118540239', 404, '118540239 ist hier nicht bekannt'],
    ['118500058', 404, '118500058 ist hier nicht bekannt'],
    ['178066737', 410, '178066737 wurde in der GND gelöscht'],
  ])('explains in a frame why there is nothing about %s, and to programs in JSON', async (gnd, status, sentence) => {
    const seen = await service.get(`/embed/${gnd}?lang=de`);
    expect([seen.status, seen.headers['content-security-policy']]).toEqual([
      status,
      expect.stringContaining('frame-ancestors *'),
    ]);
    for (const tag of ['title', 'h1']) expect(seen.text.split(`<${tag}>`)[1]?.split('</')[0]).toContain(sentence);
    expect(seen.text.includes(`href="https://d-nb.info/gnd/${gnd}"`)).toBe(gnd === '118500058');
    const answer = await service.get(`/embed/${gnd}?form=json`);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/problem+json']);
  });
});
