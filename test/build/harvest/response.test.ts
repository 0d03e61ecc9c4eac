/** Parsing of answers of a repository: records are read, unusable items counted, unusable answers refused. */
import { describe, expect, it } from 'vitest';
import { readResponse, RESPONSE_LIMITS } from '../../../src/build/sources/harvest/response.ts';
import { gndMarcxmlReader } from '../../../src/build/sources/readers/gnd-marcxml.ts';
import { present, unpacked } from '../../real-data.ts';
import { pieces, statementsOf } from '../readers/statements.ts';
import { envelope, person } from './repository.ts';

const read = (text: string | Uint8Array) => readResponse(pieces(text));

const HEADER =
  '<header><identifier>oai:dnb.de/authorities/118540238</identifier><datestamp>2026-10-02T03:04:05Z</datestamp></header>';
const listed = (...records: string[]) =>
  envelope(`<ListRecords>${records.map((record) => `<record>${record}</record>`).join('')}</ListRecords>`);
const metadata = (content: string) => `${HEADER}<metadata>${content}</metadata>`;
const GOETHE = person('118540238', 'Goethe, Johann Wolfgang von');

describe('an answer', () => {
  it.each([
    ['a prefix', GOETHE.replaceAll(/<(\/?)(?=\w)/g, '<$1marc:').replace('xmlns=', 'xmlns:marc=')],
    ['a collection around it', `<collection xmlns="http://www.loc.gov/MARC21/slim">${GOETHE}</collection>`],
    ['white space between', `\n  ${GOETHE.replaceAll('><', '>\n    <')}\n`],
    ['character references', GOETHE.replace('Goethe', '&#71;&#x6f;ethe')],
    ['CDATA', GOETHE.replace('Goethe', '<![CDATA[Goethe]]>')],
    ['the namespace with https', GOETHE.replace('http:', 'https:')],
    ['MARCXchange', GOETHE.replace('http://www.loc.gov/MARC21/slim', 'info:lc/xmlns/marcxchange-v1')],
    ['no namespace', GOETHE.replace(/ xmlns="[^"]*"/, ' xmlns=""')],
    ['no declaration of a namespace', GOETHE.replace(/ xmlns="[^"]*"/, '')],
    ['a prefix that is declared nowhere', GOETHE.replaceAll(/<(\/?)(?=\w)/g, '<$1marc:')],
    ['a declaration of its own', `<?xml version="1.0" encoding="UTF-8"?>${GOETHE}`],
    ['foreign elements', GOETHE.replace('</leader>', '</leader><x xmlns="urn:x"><subfield code="a">y</subfield></x>')],
  ])('with %s has a record that is read like others', async (_, marc) => {
    const [record] = (await read(listed(metadata(marc)))).records ?? [];
    expect(record).toMatchObject({ identifier: 'oai:dnb.de/authorities/118540238', gnd: '118540238', deleted: false });
    expect(await statementsOf(gndMarcxmlReader, record?.marc ?? '')).toEqual(
      await statementsOf(gndMarcxmlReader, GOETHE),
    );
  });

  it('has the GND identifier of the right field 035', async () => {
    const other = person('040012344', 'Topic', '4001234-4');
    expect((await read(listed(metadata(other)))).records?.[0]?.gnd).toBe('4001234-4');
    const none = GOETHE.replaceAll('(DE-588)', '(DE-588a)');
    const [record] = (await read(listed(metadata(none)))).records ?? [];
    expect(record?.marc).toContain('(DE-588a)');
    expect(record).not.toHaveProperty('gnd');
  });

  it('names items whose records cannot be used, and keeps the others', async () => {
    const dateless = HEADER.replace(/<datestamp>.*<\/datestamp>/, '<datestamp>yesterday</datestamp>');
    const { records, unread } = await read(
      listed(
        HEADER,
        metadata(''),
        metadata('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>'),
        metadata('<record><dc:title>Goethe</dc:title></record>'),
        `<header><datestamp>2026-10-02T03:04:05Z</datestamp></header><metadata>${GOETHE}</metadata>`,
        `${dateless}<metadata>${GOETHE}</metadata>`,
        metadata(GOETHE.replace('Goethe', 'x'.repeat(8 * 1024 * 1024))),
        metadata(GOETHE.replace('Goethe', 'A & B')),
        metadata(GOETHE.replace('Goethe', 'A&nbsp;B')),
        metadata(GOETHE.replace('</record>', '')),
        metadata(GOETHE),
      ),
    );
    expect(records).toHaveLength(1);
    expect(unread.map(({ reason }) => reason)).toEqual([
      ...Array<string>(2).fill('no_metadata'),
      ...Array<string>(2).fill('not_marc'),
      'no_identifier',
      'no_datestamp',
      'record_too_large',
      ...Array<string>(3).fill('malformed_xml'),
    ]);
    expect(unread.filter(({ identifier }) => identifier === undefined)).toHaveLength(1);
  });

  it.each<[string, (text: string) => string | Uint8Array]>([
    ['a line before the declaration', (text) => `\n${text}`],
    ['a warning before the declaration', (text) => `<br /><b>Notice</b>: undefined\n${text}`],
    ['a warning at its end', (text) => `${text}\n<br />\n<b>Notice</b>: undefined`],
    ['a document type', (text) => text.replace('<OAI', '<!DOCTYPE OAI-PMH><OAI')],
    [
      'a prefix',
      (text) => text.replaceAll(/<(\/?)(?=[OLrhmid][A-Za-z-]+[ >])/g, '<$1oai:').replace('xmlns=', 'xmlns:oai='),
    ],
    ['the namespace with https', (text) => text.replace('http://www.openarchives', 'https://www.openarchives')],
    ['ISO-8859-1', (text) => Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ])('is read with %s', async (_, change) => {
    const text = listed(metadata(GOETHE.replace('Goethe', 'Göthe')));
    const { records } = await readResponse(pieces(change(text), [100]));
    expect(records).toHaveLength(1);
    expect(records?.[0]?.marc).toContain('Göthe');
  });

  it.each([
    ['2026-10-02T05:04:05+02:00', '2026-10-02T03:04:05Z'],
    ['2026-10-02T03:04:05+0000', '2026-10-02T03:04:05Z'],
    ['2026-10-02T03:04:05', '2026-10-02T03:04:05Z'],
    ['2026-10-02 03:04:05', '2026-10-02T03:04:05Z'],
    ['2026-10-02t03:04:05.123z', '2026-10-02T03:04:05Z'],
    [' 2026-10-02 ', '2026-10-02'],
    ['9999-12-31T00:00:00Z', '2026-10-03T00:00:00Z'],
  ])('has the datestamp %j as %s', async (stated, expected) => {
    const text = listed(metadata(GOETHE).replace('2026-10-02T03:04:05Z', stated));
    const dated = text.replace('2026-10-01T00:00:00Z', '2026-10-03T00:00:00Z');
    expect((await read(dated)).records).toMatchObject([{ datestamp: expected }]);
  });

  it.each(['deleted', 'DELETED', ' deleted '])('has a deletion with the status %j', async (status) => {
    const text = listed(HEADER.replace('<header>', `<header status="${status}">`));
    expect((await read(text)).records).toMatchObject([{ deleted: true }]);
  });

  it('has replacements for characters that XML forbids', async () => {
    const [record] = (await read(listed(metadata(GOETHE.replace('Goethe', 'Goe\u0001the'))))).records ?? [];
    expect(record?.marc).toContain('Goe\uFFFDthe');
  });

  it.each([
    [
      'a document type with entities',
      envelope('').replace('<OAI', '<!DOCTYPE x [<!ENTITY a "b">]><OAI'),
      'wrong_format',
    ],
    ['document types without end', '<!DOCTYPE'.repeat(200_000), 'wrong_format'],
    ['an entity that nobody declared', envelope('<error code="x">&a;</error>'), 'wrong_format'],
    ['a page', '<html><body>Moved</body></html>', 'html'],
    ['half a document', envelope('<Identify/>').slice(0, -10), 'truncated'],
    ['nothing', '', 'truncated'],
    ['JSON', '{}', 'wrong_format'],
    ['elements without end within each other', envelope('<x>'.repeat(100_000)), 'wrong_format'],
    [
      'a token without end',
      envelope(`<ListRecords><resumptionToken>${'x'.repeat(9_000)}</resumptionToken></ListRecords>`),
      'too_large',
    ],
    ['more records than allowed', listed(...Array<string>(RESPONSE_LIMITS.elements / 4).fill(HEADER)), 'too_large'],
  ])('is refused when it is %s', async (_, text, reason) => {
    await expect(read(text)).rejects.toMatchObject({ name: 'DownloadFailed', reason });
  });

  it('is refused when it is truncated', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(envelope('<ListRecords>').replace('</OAI-PMH>', ''));
      const blank = Buffer.alloc(1024 * 1024, ' ');
      for (;;) yield blank;
    }
    await expect(readResponse(endless())).rejects.toMatchObject({ reason: 'too_large' });
  });
});

it.skipIf(!present)('a real answer of 2023 is read: one person, and no token (needs ../shared/data)', async () => {
  const response = await read(unpacked('gnd/marc/rero-aggnd_oai_list_records.xml'));
  expect(response).toMatchObject({ responseDate: Date.parse('2023-01-10T15:49:42Z'), completeListSize: 1 });
  expect(response.token).toBeUndefined();
  expect(response.records).toMatchObject([
    { identifier: 'oai:dnb.de/authorities/139205527', datestamp: '2019-07-03T13:50:04Z', gnd: '139205527' },
  ]);
  expect(response.records?.[0]?.marc).toMatch(/<leader>00000nz {2}a2200000nc 4500<\/leader>/);
});
