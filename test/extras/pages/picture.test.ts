/** The picture of an entity: from the operator's folder beside the name, or a button; never a request of the server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDoors } from '../../../src/cli/doors.ts';
import type { GndId } from '../../../src/core/model/gnd-id.ts';
import { imageType, isFree, thumbnailFile } from '../../../src/shared/files/thumbnails.ts';
import { JPEG, pictured } from '../../build/probe/pictured.ts';
import { openWritten } from '../../core/api/fixture.ts';
import { temporaryDirectory } from '../../temporary.ts';
import { serveForTest } from '../serving.ts';
import { attribute, show } from './reading.ts';

const [HELD, EMPTY, UNFREE, WITHHELD, PORTED] = ['118540238', '4018118-2', '4031483-2', '118505793', '4065105-8'];
const urlOf = (gnd: string) => `https://commons.wikimedia.org/${gnd}.jpg`;

async function service(pictures: 'ask' | 'off') {
  const thumbnails = join(temporaryDirectory(), 'thumbnails');
  mkdirSync(thumbnails);
  for (const gnd of [HELD, UNFREE, PORTED, WITHHELD]) writeFileSync(join(thumbnails, thumbnailFile(urlOf(gnd))), JPEG);
  writeFileSync(join(thumbnails, thumbnailFile(urlOf(EMPTY))), '');
  const entities = [
    pictured(HELD, urlOf(HELD)),
    pictured(EMPTY, urlOf(EMPTY)),
    pictured(UNFREE, urlOf(UNFREE), 1, 'https://example.org/all-rights-reserved'),
    pictured(PORTED, urlOf(PORTED), 1, 'https://creativecommons.org/licenses/by-sa/3.0/de/'),
  ];
  const store = await openWritten(entities, { write: (writer) => writer.withhold(WITHHELD as GndId) });
  const operator = { pictures };
  return serveForTest({ store, operator, doors: await openDoors({ release: '1.2.3', operator, thumbnails }) });
}

it('a licence for one country is named with it', async () => {
  const { page } = await show(await service('ask'), `/gnd/${PORTED}?lang=en`);
  expect(page.texts('header').join(' ')).toContain('CC BY-SA 3.0 DE');
});

it('a thumbnail stands beside the name, with author and licence, and is served by type', async () => {
  const site = await service('ask');
  const { page, headers } = await show(site, `/gnd/${HELD}?lang=en`);
  expect(page.errors).toEqual([]);
  const [face] = page.all('img');
  expect([attribute(face, 'src'), attribute(face, 'alt')]).toEqual([`/gnd/${HELD}/thumbnail`, page.texts('h1')[0]]);
  expect(page.texts('header').join(' ')).toMatch(/A\. Painter.*CC0-1\.0/);
  expect(page.all('a').some((link) => attribute(link, 'href') === 'https://spdx.org/licenses/CC0-1.0')).toBe(true);
  expect(headers['content-security-policy']).toContain("img-src 'self';");
  expect(page.all('button').some((button) => attribute(button, 'data-picture') !== undefined)).toBe(false);
  const { status, headers: fields, body } = await site.get(`/gnd/${HELD}/thumbnail`);
  expect([status, fields['content-type'], body.length]).toEqual([200, 'image/jpeg', JPEG.length]);
});

it.each([
  ['that cannot be used', EMPTY, 404],
  ['without a free licence', UNFREE, 404],
  ['of a withheld entity', WITHHELD, 404],
  ['of no entity', '118999990', 404],
])('a picture %s is not served', async (_, gnd, status) => {
  const site = await service('ask');
  expect((await site.get(`/gnd/${gnd}/thumbnail`)).status).toBe(status);
  expect((await show(site, `/gnd/${gnd}`)).page.all('img')).toEqual([]);
});

it('there is a button in place of a missing thumbnail, and nothing where the operator shows no pictures', async () => {
  const offers = async (pictures: 'ask' | 'off', gnd: string) => {
    const { page } = await show(await service(pictures), `/gnd/${gnd}`);
    return [page.all('img').length, page.all('button').some((one) => attribute(one, 'data-picture') === urlOf(gnd))];
  };
  expect([await offers('ask', EMPTY), await offers('off', HELD)]).toEqual([
    [0, true],
    [0, false],
  ]);
  expect((await (await service('off')).get(`/gnd/${HELD}/thumbnail`)).status).toBe(404);
});

it.each([
  ['CC0-1.0', true],
  ['CC-BY-4.0', true],
  ['CC-BY-SA-3.0-DE', true],
  ['https://creativecommons.org/publicdomain/mark/1.0/', true],
  ['https://creativecommons.org/licenses/by-sa/2.0/fr/', true],
  ['http://rightsstatements.org/vocab/NoC-US/1.0/', true],
  ['CC-BY-NC-4.0', false],
  ['CC-BY-ND-4.0', false],
  ['https://creativecommons.org/licenses/by-nc/2.0/', false],
  ['https://creativecommons.org.example/licenses/by/4.0/', false],
])('everybody may show a picture under %s: %s', (licence, free) => expect(isFree(licence)).toBe(free));

it.each([
  ['image/jpeg', JPEG],
  ['image/png', Buffer.from('\x89PNG\r\n\x1A\n', 'latin1')],
  ['image/gif', Buffer.from('GIF89a')],
  ['image/webp', Buffer.from('RIFF\n\x00\x00\x00WEBP', 'latin1')],
  [undefined, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [undefined, Buffer.from('GIF9')],
])('the type %s is told by the first bytes', (type, bytes) => expect(imageType(bytes)).toBe(type));
