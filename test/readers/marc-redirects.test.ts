/** The DNB's dump of merged and deleted records is read record by record, and hostile XML is refused. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marcRedirectsReader } from '../../src/readers/gnd-marcxml.ts';
import { LIMITS, type Statement } from '../../src/readers/reader.ts';
import { collection, field } from './marc-xml.ts';
import { asLines, defectsIn, refusalOf, statementsOf } from './statements.ts';

const FIXTURE = readFileSync(new URL('fixtures/marc-redirects.xml', import.meta.url), 'utf8');
const MERGED = { kind: 'redirect', from: '1014927390', to: '118540238', evidence: 'list' };
const DELETED = { kind: 'deletion', gnd: '15199613X' };

function record(status: string, ...fields: readonly string[]): string {
  return `<record type="Authority"><leader>00000${status}z  a2200000nc 4500</leader>${fields.join('')}</record>`;
}

const own = (id: string): string => field('035 __ $a (DE-588)').replace('(DE-588)', `(DE-588)${id}`);
const target = (...ids: readonly string[]): string =>
  field(`682 __ $i Umlenkung ${ids.map((id) => `$0 (DE-588)${id}`).join(' ')}`);
const merged = record('x', own('1014927390'), target('118540238'));
const deleted = record('d', own('15199613X'));

async function read(...records: readonly string[]): Promise<Statement[]> {
  return statementsOf(marcRedirectsReader, collection(...records));
}

describe('marcRedirectsReader', () => {
  it('reads every kind of record as the golden file says', async () => {
    await expect(asLines(await statementsOf(marcRedirectsReader, FIXTURE))).toMatchFileSnapshot(
      'golden/marc-redirects.jsonl',
    );
  });

  it('says the same however the bytes are cut, with line feeds of either kind', async () => {
    const text = FIXTURE.replaceAll('\n', '\r\n').replace('Johann W.', 'Jo\u0308hann \u0098W.\u009C 𝔚');
    const whole = await statementsOf(marcRedirectsReader, FIXTURE);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 8 }), async (lengths) => {
        expect(await statementsOf(marcRedirectsReader, text, lengths)).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['the default namespace', collection(merged, deleted)],
    ['no namespace', `<collection>${merged}${deleted}</collection>`],
    [
      'a prefix',
      collection(merged, deleted)
        .replaceAll(/<(\/?)(?=[a-z])/g, '<$1marc:')
        .replace('xmlns', 'xmlns:marc'),
    ],
    ['a prefix that is declared nowhere', `<c>${merged}${deleted}</c>`.replaceAll(/<(\/?)(?=[a-z])/g, '<$1mx:')],
    ['a byte order mark', `\uFEFF<?xml version="1.0" encoding="UTF-8"?>${collection(merged, deleted)}`],
    [
      'single quotes, CDATA, comments and character references',
      collection(
        merged.replace(/"(\w+)"/g, "'$1'").replace('(DE-588)1014927390', '(DE-<!-- x -->588)<![CDATA[10149]]>27390'),
        deleted.replace('15199613X', '1519&#57;61&#x33;X'),
      ),
    ],
    [
      'OAI-PMH',
      `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>${[merged, deleted]
        .map(
          (inner) =>
            `<record><header><identifier>oai:dnb.de/authorities/1</identifier></header><metadata>${inner}</metadata></record>`,
        )
        .join('')}<resumptionToken/></ListRecords></OAI-PMH>`,
    ],
  ])('reads records with %s', async (_, content) => {
    expect(await statementsOf(marcRedirectsReader, content)).toEqual([MERGED, DELETED]);
    expect(await statementsOf(marcRedirectsReader, content, [1])).toEqual([MERGED, DELETED]);
  });

  it.each([
    ['035 $a', own('1014927390')],
    ['035 $a with blanks', field('035 __ $a  (DE-588) 1014927390')],
    ['035 $a after other numbers', field('035 __ $a (DE-101)040001580') + own('1014927390')],
    ['024 of the source gnd', field('024 __ $a 1014927390 $2 gnd')],
    ['024 of the source uri', field('024 __ $a http://d-nb.info/gnd/1014927390 $2 uri')],
    [
      '024 next to other sources',
      field('024 __ $a 0000 0001 1441 8676 $2 isni') + field('024 __ $a 1014927390 $2 gnd'),
    ],
    ['035 rather than 024', field('024 __ $a 4000003-5 $2 gnd') + own('1014927390')],
  ])('takes the identifier from %s', async (_, fields) => {
    expect(await read(record('x', fields, target('118540238')))).toEqual([MERGED]);
  });

  it.each([
    ['the number', field('682 __ $0 (DE-588)118540238')],
    ['the address', field('682 __ $i Umlenkung $0 https://d-nb.info/gnd/118540238')],
    ['the old address', field('682 __ $i Umlenkung $0 (DE-101)118540238 $0 http://d-nb.info/gnd/118540238')],
    ['the number rather than the address', field('682 __ $0 https://d-nb.info/gnd/100937187 $0 (DE-588)118540238')],
    ['a repeated field', target('118540238') + target('118540238')],
  ])('takes the target of field 682 from %s', async (_, field682) => {
    expect(await read(record('x', own('1014927390'), field682))).toEqual([MERGED]);
  });

  it('lets older identifiers share the lot of their record, but not those of the files before the GND', async () => {
    const older = field(
      '035 __ $z (DE-588)185808069 $z (DE-588)1014927390 $z (DE-588a)185848826 $z (DE-588c)4061142-5',
    );
    expect(await read(record('x', own('1014927390'), older, target('118540238')))).toEqual([
      MERGED,
      { ...MERGED, from: '185808069' },
    ]);
    expect(await read(record('d', own('1014927390'), older))).toEqual([
      { kind: 'deletion', gnd: '1014927390' },
      { kind: 'deletion', gnd: '185808069' },
    ]);
  });

  it.each(['x', 's'])('names every successor of a record that became several (status %s)', async (status) => {
    expect(await read(record(status, own('1014927390'), target('118540238', '4021866-1')))).toEqual([
      MERGED,
      { ...MERGED, to: '4021866-1' },
    ]);
  });

  it.each(['a', 'c', 'n', 'o', ' '])('makes no statement of a record with the status %j', async (status) => {
    const announced = record(status, own('1014927390'), target('118540238'));
    expect(await read(announced)).toEqual([
      { kind: 'defect', reason: 'living_record', severity: 'notice', line: 2, excerpt: '(DE-588)1014927390' },
    ]);
  });

  it.each<[string, string, string, number]>([
    ['no_leader', `<record>${own('1014927390')}</record>`, 'no_leader record', 0],
    ['no_leader', `<record><leader>0000</leader>${own('1014927390')}</record>`, 'no_leader record', 0],
    ['unknown_status', record('?', own('1014927390')), 'unknown_status record', 0],
    ['not_an_authority', deleted.replace('dz', 'da'), 'not_an_authority record', 0],
    ['no_gnd_identifier', record('d', field('035 __ $a (DE-101)040001580')), 'no_gnd_identifier record', 0],
    [
      'no_gnd_identifier with older ones',
      record('d', field('035 __ $z (DE-588)185808069')),
      'no_gnd_identifier record',
      0,
    ],
    [
      'no_gnd_identifier of another source',
      record('d', field('024 __ $a http://viaf.org/viaf/1 $2 uri')),
      'no_gnd_identifier record',
      0,
    ],
    ['invalid_gnd_id', record('d', own('unsinn')), 'invalid_gnd_id record', 0],
    [
      'invalid_gnd_id among older ones',
      record('d', own('1014927390'), field('035 __ $z (DE-588)unsinn')),
      'invalid_gnd_id detail',
      1,
    ],
    [
      'invalid_gnd_id where 024 has a good one',
      record('d', own('unsinn'), field('024 __ $a 1014927390 $2 gnd')),
      'invalid_gnd_id detail',
      1,
    ],
    ['no_target', record('x', own('1014927390')), 'no_target record', 0],
    [
      'no_target but a number of the DNB',
      record('x', own('1014927390'), field('682 __ $0 (DE-101)118540238')),
      'no_target record',
      0,
    ],
    [
      'an invalid target',
      record('x', own('1014927390'), target('unsinn')),
      'no_target record, invalid_gnd_id detail',
      0,
    ],
    ['self_redirect', record('x', own('118540238'), target('118540238')), 'self_redirect notice', 0],
    [
      'self_redirect of an older one',
      record('x', own('1014927390'), field('035 __ $z (DE-588)118540238'), target('118540238')),
      'self_redirect notice',
      1,
    ],
    ['status_contradicted', record('d', own('1014927390'), target('118540238')), 'status_contradicted notice', 1],
    [
      'status_contradicted the other way',
      record('x', own('1014927390'), field('682 __ $i Löschung $0 (DE-588)118540238')),
      'status_contradicted notice',
      1,
    ],
    ['empty_record', '<record><header status="deleted"/></record>', 'empty_record notice', 0],
  ])('counts %s', async (_, faulty, expected, statements) => {
    const found = await read(merged, faulty, deleted);
    expect(found[0]).toEqual(MERGED);
    expect(found.at(-1)).toEqual(DELETED);
    const defects = defectsIn(found).map(({ reason, severity }) => `${reason} ${severity}`);
    expect(defects.join(', ')).toBe(expected);
    expect(found.length - 2 - defects.length).toBe(statements);
    for (const { line } of defectsIn(found)) expect(line).toBe(3);
  });

  it('believes the leader where field 682 tells another story', async () => {
    const [statement] = await read(record('d', own('1014927390'), target('118540238')));
    expect(statement).toEqual({ kind: 'deletion', gnd: '1014927390' });
  });

  it('skips and counts a record above the limit', async () => {
    const note = field(`678 __ $b ${'x'.repeat(100_000)}`);
    const large = record('d', own('4000003-5'), ...Array.from({ length: 90 }, () => note));
    expect(large.length).toBeGreaterThan(LIMITS.recordBytes);
    const found = await statementsOf(marcRedirectsReader, collection(merged, large, deleted), [65_536]);
    expect(found).toEqual([
      MERGED,
      { kind: 'defect', reason: 'record_too_large', severity: 'record', line: 3 },
      DELETED,
    ]);
  });

  it.each([
    ['fields', '<datafield tag="035"/>'.repeat(3_000)],
    ['subfields', field(`035 __ ${'$z (DE-588)185808069 '.repeat(3_000)}`)],
  ])('skips and counts a record with too many %s', async (_, many) => {
    const found = await read(merged, record('d', own('4000003-5'), many), deleted);
    expect(found).toEqual([
      MERGED,
      { kind: 'defect', reason: 'too_many_fields', severity: 'record', line: 3 },
      DELETED,
    ]);
  });

  it('reads a record with many fields that it has no use for', async () => {
    const many = Array.from({ length: 5_000 }, () => field('400 __ $a Name'));
    expect(await read(record('x', ...many, own('1014927390'), ...many, target('118540238')))).toEqual([MERGED]);
  });
});

describe('a file that is not usable', () => {
  const bomb = `<!DOCTYPE collection [<!ENTITY a "aaaaaaaaaa">${Array.from(
    { length: 12 },
    (_, level) => `<!ENTITY ${'abcdefghijklmn'[level + 1]} "${`&${'abcdefghijklmn'[level]};`.repeat(10)}">`,
  ).join('')}]>`;

  it.each([
    ['entities that multiply', `${bomb}${collection(record('d', own('&m;')))}`],
    [
      'an external entity',
      `<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]>${collection(record('d', own('&x;')))}`,
    ],
    ['a document type alone', `<!DOCTYPE collection SYSTEM "http://example.org/marc.dtd">${collection(deleted)}`],
    ['a document type in the middle', collection(merged, '<!DOCTYPE x>', deleted)],
    ['an entity that is declared nowhere', collection(merged, record('d', own('&nbsp;')))],
    ['tags that do not match', collection(merged, '<record><leader></record></leader>')],
    ['an attribute twice', collection('<record a="1" a="2"/>')],
    ['a bare ampersand', collection(merged, deleted.replace('(DE', '& Efron; (DE'))],
    ['a control character', collection(merged, deleted.replace('(DE', '\u0001'))],
    ['two roots', `${collection(merged)}${collection(deleted)}`],
    ['text in front', `unsinn ${collection(merged)}`],
    ['JSON', '{"kind": "redirect"}'],
    ['ISO 2709', '00058dz  a2200037n  4500001001000000\u001e118540238\u001e\u001d'],
    ['elements without end in elements', '<a>'.repeat(100_000)],
    ['records without end in records', '<record>'.repeat(100_000)],
    ['UTF-16', Buffer.from(collection(merged), 'utf16le')],
  ])('is refused as wrong_format: %s', async (_, content) => {
    for (const lengths of [[], [1]]) {
      if (lengths.length > 0 && content.length > 100_000) continue;
      expect(await refusalOf(marcRedirectsReader, content, lengths)).toMatchObject({
        name: 'UnusableSource',
        reason: 'wrong_format',
        message: expect.stringMatching(/^It is not MARC21-XML: .{3,130} \(line \d+\)\.$/),
      });
    }
  });

  it('says in which line it stops being XML', async () => {
    const content = collection(merged, deleted, '<record></leader>', merged);
    expect(await refusalOf(marcRedirectsReader, content)).toMatchObject({
      message: expect.stringContaining('(line 4)'),
    });
    expect(await refusalOf(marcRedirectsReader, content, [1])).toMatchObject({
      message: expect.stringContaining('(line 4)'),
    });
  });

  it.each([
    ['a text', `<collection><record><leader>`, 'x', ''],
    ['a tag', '<collection><record', ' ', ''],
    ['an attribute', '<collection><record type="', 'x', ''],
    ['a comment', '<collection><!--', 'x', ''],
    ['an internal subset', '<!DOCTYPE x [', ' ', ''],
  ])('is refused before %s without end fills the memory', async (_, start, filling) => {
    let handed = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(start);
      for (;;) {
        handed += 1_000_000;
        yield Buffer.from(filling.repeat(1_000_000));
      }
    }
    const reading = Array.fromAsync(marcRedirectsReader.read(endless(), {}));
    await expect(reading).rejects.toMatchObject({ name: 'UnusableSource', reason: 'wrong_format' });
    expect(handed).toBeLessThan(2 * LIMITS.recordBytes);
  });

  it('is refused as truncated wherever it is cut', async () => {
    const bytes = Buffer.from(FIXTURE.replace('Johann W.', 'Jo\u0308hann'));
    const begin = bytes.indexOf('<collection');
    const end = bytes.lastIndexOf('>');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: begin + 1, max: end }), async (length) => {
        expect(await refusalOf(marcRedirectsReader, bytes.subarray(0, length))).toMatchObject({
          name: 'UnusableSource',
          reason: 'truncated',
        });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['an empty collection', '<collection/>'],
    ['XML of another kind', '<rss><channel><item>118540238</item></channel></rss>'],
    ['records of OAI-PMH that are only headers', '<OAI-PMH><record><header status="deleted"/></record></OAI-PMH>'],
    ['nothing but a declaration', '<?xml version="1.0"?>\n<!-- nothing -->\n'],
  ])('is refused as no_records: %s', async (_, content) => {
    expect(await refusalOf(marcRedirectsReader, content)).toMatchObject({
      name: 'UnusableSource',
      reason: 'no_records',
    });
  });
});
