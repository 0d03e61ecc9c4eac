/** The DNB's dump of merged and deleted records is read record by record, whatever is wrong with one of them or around them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marcRedirectsReader } from '../../../src/build/sources/readers/gnd-marcxml.ts';
import { LIMITS, type Statement } from '../../../src/build/sources/readers/reader.ts';
import { collection, recordOf } from './marc-xml.ts';
import { asLines, defectsIn, fixture, holdsInPieces, refusalOf, statementsOf } from './statements.ts';

const FIXTURE = fixture('marc-redirects.xml');
const MERGED = { kind: 'redirect', from: '1014927390', to: '118540238', evidence: 'list' };
const DELETED = { kind: 'deletion', gnd: '15199613X' };

/** A record with a status and fields in the notation of `field`. */
const record = (status: string, ...fields: readonly string[]): string => recordOf(status, fields);
const own = (id: string): string => `035 __ $a (DE-588)${id}`;
const target = (...ids: readonly string[]): string =>
  `682 __ $i Umlenkung ${ids.map((id) => `$0 (DE-588)${id}`).join(' ')}`;
const skipped = (reason: string) => ({ kind: 'defect', reason, severity: 'record', line: 3 });
const merged = record('x', own('1014927390'), target('118540238'));
const deleted = record('d', own('15199613X'));

/** The records as the answer of an OAI-PMH repository. */
function oaiPmh(...records: readonly string[]): string {
  const wrapped = records.map((inner) => `<record><header/><metadata>${inner}</metadata></record>`).join('');
  return `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>${wrapped}<resumptionToken/></ListRecords></OAI-PMH>`;
}

async function read(...records: readonly string[]): Promise<Statement[]> {
  return statementsOf(marcRedirectsReader, collection(...records));
}

describe('marcRedirectsReader', () => {
  it('reads every kind of record like the golden file', async () => {
    await expect(asLines(await statementsOf(marcRedirectsReader, FIXTURE))).toMatchFileSnapshot(
      'golden/marc-redirects.jsonl',
    );
  });

  it('reads the same from any pieces of the bytes, with either line end', async () => {
    const text = FIXTURE.replaceAll('\n', '\r\n').replace('Johann W.', 'Jo\u0308hann \u0098W.\u009C 𝔚');
    await holdsInPieces(marcRedirectsReader, text, await statementsOf(marcRedirectsReader, FIXTURE));
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
    ['OAI-PMH', oaiPmh(merged, deleted)],
  ])('reads records with %s', async (_, content) => {
    expect(await statementsOf(marcRedirectsReader, content)).toEqual([MERGED, DELETED]);
    expect(await statementsOf(marcRedirectsReader, content, [1])).toEqual([MERGED, DELETED]);
  });

  it.each([
    ['035 $a', own('1014927390')],
    ['035 $a with blanks', '035 __ $a  (DE-588) 1014927390'],
    ['035 $a after other numbers', '035 __ $a (DE-101)040001580', own('1014927390')],
    ['024 of the source gnd', '024 __ $a 1014927390 $2 gnd'],
    ['024 of the source uri', '024 __ $a http://d-nb.info/gnd/1014927390 $2 uri'],
    ['024 next to other sources', '024 __ $a 0000 0001 1441 8676 $2 isni', '024 __ $a 1014927390 $2 gnd'],
    ['035 rather than 024', '024 __ $a 4000003-5 $2 gnd', own('1014927390')],
  ])('reads the identifier from %s', async (_, ...fields) => {
    expect(await read(record('x', ...fields, target('118540238')))).toEqual([MERGED]);
  });

  it.each([
    ['the number', '682 __ $0 (DE-588)118540238'],
    ['the address', '682 __ $i Umlenkung $0 https://d-nb.info/gnd/118540238'],
    ['the old address', '682 __ $i Umlenkung $0 (DE-101)118540238 $0 http://d-nb.info/gnd/118540238'],
    ['the number rather than the address', '682 __ $0 https://d-nb.info/gnd/100937187 $0 (DE-588)118540238'],
    ['a repeated field', target('118540238'), target('118540238')],
  ])('reads the target of field 682 from %s', async (_, ...fields) => {
    expect(await read(record('x', own('1014927390'), ...fields))).toEqual([MERGED]);
  });

  it('treats older identifiers like their record, but not those of the files before the GND', async () => {
    const older = '035 __ $z (DE-588)185808069 $z (DE-588)1014927390 $z (DE-588a)185848826 $z (DE-588c)4061142-5';
    expect(await read(record('x', own('1014927390'), older, target('118540238')))).toEqual([
      MERGED,
      { ...MERGED, from: '185808069' },
    ]);
    expect(await read(record('d', own('1014927390'), older))).toEqual([
      { kind: 'deletion', gnd: '1014927390' },
      { kind: 'deletion', gnd: '185808069' },
    ]);
  });

  it.each(['x', 's'])('reads every successor of a split record (status %s)', async (status) => {
    expect(await read(record(status, own('1014927390'), target('118540238', '4021866-1')))).toEqual([
      MERGED,
      { ...MERGED, to: '4021866-1' },
    ]);
  });

  it.each(['a', 'c', 'n', 'o', ' '])('ignores a record with the status %j', async (status) => {
    const announced = record(status, own('1014927390'), target('118540238'));
    expect(await read(announced)).toEqual([
      { kind: 'defect', reason: 'living_record', severity: 'notice', line: 2, excerpt: '(DE-588)1014927390' },
    ]);
  });

  const OWN = own('1014927390');
  it.each<[expected: string, statements: number, faulty: string]>([
    ['no_leader record', 0, merged.replace(/<leader>.*<\/leader>/, '')],
    ['no_leader record', 0, merged.replace(/<leader>.*<\/leader>/, '<leader>0000</leader>')],
    ['unknown_status record', 0, record('?', OWN)],
    ['not_an_authority record', 0, deleted.replace('dz', 'da')],
    ['no_gnd_identifier record', 0, record('d', '035 __ $a (DE-101)040001580')],
    ['no_gnd_identifier record', 0, record('d', '035 __ $z (DE-588)185808069')],
    ['no_gnd_identifier record', 0, record('d', '024 __ $a http://viaf.org/viaf/1 $2 uri')],
    ['invalid_gnd_id record', 0, record('d', own('unsinn'))],
    ['invalid_gnd_id detail', 1, record('d', OWN, '035 __ $z (DE-588)unsinn')],
    ['invalid_gnd_id detail', 1, record('d', own('unsinn'), '024 __ $a 1014927390 $2 gnd')],
    ['no_target record', 0, record('x', OWN)],
    ['no_target record', 0, record('x', OWN, '682 __ $0 (DE-101)118540238')],
    ['no_target record, invalid_gnd_id detail', 0, record('x', OWN, target('unsinn'))],
    ['self_redirect notice', 0, record('x', own('118540238'), target('118540238'))],
    ['self_redirect notice', 1, record('x', OWN, '035 __ $z (DE-588)118540238', target('118540238'))],
    ['status_contradicted notice', 1, record('d', OWN, target('118540238'))],
    ['status_contradicted notice', 1, record('x', OWN, '682 __ $i Löschung $0 (DE-588)118540238')],
    ['empty_record notice', 0, '<record><header status="deleted"/></record>'],
  ])('counts %s and yields %i statements: case %#', async (expected, statements, faulty) => {
    const found = await read(merged, faulty, deleted);
    expect(found[0]).toEqual(MERGED);
    expect(found.at(-1)).toEqual(DELETED);
    const defects = defectsIn(found).map(({ reason, severity }) => `${reason} ${severity}`);
    expect(defects.join(', ')).toBe(expected);
    expect(found.length - 2 - defects.length).toBe(statements);
    for (const { line } of defectsIn(found)) expect(line).toBe(3);
  });

  it('prefers the leader to a contradicting field 682', async () => {
    const [statement] = await read(record('d', own('1014927390'), target('118540238')));
    expect(statement).toEqual({ kind: 'deletion', gnd: '1014927390' });
  });

  it('skips and counts a record above the limit', async () => {
    const notes = Array.from({ length: 90 }, () => `678 __ $b ${'x'.repeat(100_000)}`);
    const large = record('d', own('4000003-5'), ...notes);
    expect(large.length).toBeGreaterThan(LIMITS.recordBytes);
    const found = await statementsOf(marcRedirectsReader, collection(merged, large, deleted), [65_536]);
    expect(found).toEqual([MERGED, skipped('record_too_large'), DELETED]);
  });

  it.each([
    ['fields', Array.from({ length: 3_000 }, () => '035 __ ')],
    ['subfields', [`035 __ ${'$z (DE-588)185808069 '.repeat(3_000)}`]],
  ])('skips and counts a record with too many %s', async (_, many) => {
    const found = await read(merged, record('d', own('4000003-5'), ...many), deleted);
    expect(found).toEqual([MERGED, skipped('too_many_fields'), DELETED]);
  });

  it('reads a record with many unused fields', async () => {
    const many = Array.from({ length: 5_000 }, () => '400 __ $a Name');
    expect(await read(record('x', ...many, own('1014927390'), ...many, target('118540238')))).toEqual([MERGED]);
  });
});

/** A record with a fault in its markup. */
const broken = (fault: string): string => deleted.replace('(DE-588)', fault);

describe('a fault in one record', () => {
  it.each([
    ['a bare ampersand', broken('A & B'), 'A & B'],
    ['an entity that nobody declared', broken('A&nbsp;B'), 'A&nbsp;B'],
    ['a bracket', broken('A < B'), 'A < B'],
    ['a reference to nothing', broken('A&#xFFFFFF;B'), 'A&#xFFFFFF;B'],
    ['tags that do not match', broken('</leader>'), '</leader>'],
    ['an attribute twice', deleted.replace('tag=', 'tag="1" tag='), 'tag="1" tag="035"'],
    ['an attribute without quotes', deleted.replace('tag="035"', 'tag=035'), 'tag=035'],
    ['no end tag', deleted.replace('</record>', ''), 'record'],
    ['a damaged end tag', deleted.replace('</record>', '</recrod>'), 'rec'],
    ['a comment without end', broken('A <!-- B'), 'A <!--'],
    ['a section without end', broken('A <![CDATA[ B'), 'A <![CDATA['],
    ['elements without end', broken('<a>'.repeat(100)), '<a>'],
  ])('is counted and quoted, and leaves the others alone: %s', async (_, faulty, quote) => {
    for (const content of [
      collection(merged, faulty, merged),
      collection(merged, faulty),
      `\n${merged}\n${faulty}\n${merged}`,
      oaiPmh(`\n${merged}`, `\n${faulty}\n`, merged),
    ]) {
      for (const lengths of [[], [7]]) {
        const found = await statementsOf(marcRedirectsReader, content, lengths);
        const [fault, ...more] = defectsIn(found);
        expect(found[0]).toEqual(MERGED);
        expect(found).toHaveLength(content.split('1014927390').length - 1 + 1);
        expect(more).toEqual([]);
        expect(fault).toMatchObject({ reason: 'malformed_xml', severity: 'record', line: 3 });
        expect(fault?.excerpt).toContain(quote);
      }
    }
  });

  it.each([
    ['a control character', broken('\u0001(DE-588)'), 'control_characters'],
    ['a reference to one', broken('&#3;(DE-588)'), 'control_characters'],
    ['a reference to half a character', broken('&#xD83D;(DE-588)'), 'control_characters'],
    ['a byte that is not UTF-8', broken('\u00FC(DE-588)'), 'invalid_utf8'],
  ])('is a notice where only a character is lost: %s', async (_, faulty, reason) => {
    // The name is not the identifier, so the record stays.
    const content = collection(
      merged,
      faulty.replace(
        '</record>',
        '<datafield tag="035"><subfield code="a">(DE-588)15199613X</subfield></datafield></record>',
      ),
      merged,
    );
    const found = await statementsOf(
      marcRedirectsReader,
      Buffer.from(content, reason === 'invalid_utf8' ? 'latin1' : 'utf8'),
    );
    expect(found).toMatchObject([MERGED, { reason, severity: 'notice', line: 3 }, DELETED, MERGED]);
  });
});

describe('a file', () => {
  const declared = (encoding: string, content: string) => `<?xml version="1.0" encoding="${encoding}"?>\n${content}`;
  const both = collection(merged, deleted);
  const named = collection(
    merged,
    deleted.replace('</record>', '<datafield tag="100"><subfield code="a">M\u00FCller</subfield></datafield></record>'),
  );
  it.each<[string, string | Uint8Array]>([
    ['records without an element around them', `${merged}${deleted}`],
    ['two documents', `${declared('UTF-8', collection(merged))}${declared('UTF-8', collection(deleted))}`],
    ['a line before the declaration', `\n${declared('UTF-8', both)}`],
    ['a declaration before each record', collection(...[merged, deleted].map((one) => declared('UTF-8', one)))],
    ['a document type', `<!DOCTYPE collection SYSTEM "http://example.org/marc.dtd">${both}`],
    ['a style sheet and comments', `<?xml-stylesheet href="a"?><!-- <record> -->${both}<!-- 0.3 s -->`],
    ['a warning of a program in front', `Notice: undefined index\n${both}`],
    ['a warning of a program at the end', `${both}\n<br />\n<b>Notice</b>: undefined index`],
    ['UTF-16', Buffer.from(named, 'utf16le')],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${declared('UTF-16', named)}`, 'utf16le')],
    ['UTF-16 of the other order', Buffer.from(`\uFEFF${named}`, 'utf16le').swap16()],
    ['ISO-8859-1', Buffer.from(declared('ISO-8859-1', named), 'latin1')],
    ['a declaration of UTF-16 that is wrong', declared('UTF-16', named)],
    ['MARCXchange', both.replace('http://www.loc.gov/MARC21/slim', 'info:lc/xmlns/marcxchange-v1')],
    ['the namespace with https', both.replace('http://www.loc.gov', 'https://www.loc.gov')],
  ])('is read with %s', async (_, content) => {
    for (const lengths of [[], [1], [5]])
      expect(await statementsOf(marcRedirectsReader, content, lengths)).toEqual([MERGED, DELETED]);
  });

  it.each([
    ['a record', '<collection><record><leader>', 'x', '</leader></record>'],
    ['a tag', '<collection><record', ' ', '></record>'],
    ['an attribute', '<collection><record type="', 'x', '"></record>'],
    ['a comment', '<collection><!--', 'x', '-->'],
    ['comments without end', '<collection><record><leader>', '<!--', '</leader></record>'],
    ['an element', '<collection>', '<a>', ''],
  ])('is read in bounded memory and time with %s above the limit', async (_, start, filling, end) => {
    const piece = Buffer.from(filling.repeat(1_000_000 / filling.length));
    const pieces = Array<Uint8Array>(9).fill(piece);
    const content = Buffer.concat([Buffer.from(start), ...pieces, Buffer.from(`${end}${merged}</collection>`)]);
    const found = await statementsOf(marcRedirectsReader, content, [1_000_000]);
    expect(found.at(-1)).toEqual(MERGED);
  });
});

describe('an unusable file', () => {
  const entity = (name: string): string => deleted.replace('15199613X', `&${name};`);
  const bomb = `<!DOCTYPE collection [<!ENTITY a "aaaaaaaaaa">${Array.from(
    { length: 12 },
    (_, level) => `<!ENTITY ${'abcdefghijklmn'[level + 1]} "${`&${'abcdefghijklmn'[level]};`.repeat(10)}">`,
  ).join('')}]>`;

  it.each([
    ['entities that multiply', `${bomb}${collection(entity('m'))}`],
    ['an external entity', `<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]>${collection(entity('x'))}`],
    ['JSON', '{"kind": "redirect"}'],
    ['ISO 2709', '00058dz  a2200037n  4500001001000000\u001e118540238\u001e\u001d'],
    ['elements without end in elements', '<a>'.repeat(100_000)],
    ['an encoding that nobody knows', '<?xml version="1.0" encoding="EBCDIC-DE"?><collection/>'],
  ])('is refused as wrong_format: %s', async (_, content) => {
    for (const lengths of [[], [1]]) {
      if (lengths.length > 0 && content.length > 100_000) continue;
      expect(await refusalOf(marcRedirectsReader, content, lengths)).toMatchObject({
        name: 'UnusableSource',
        reason: 'wrong_format',
        message: expect.stringMatching(/^The file is .{3,130}\.$/),
      });
    }
  });

  it('is refused as truncated, cut at any byte', async () => {
    const bytes = Buffer.from(FIXTURE.replace('Johann W.', 'Jo\u0308hann'));
    const begin = bytes.indexOf('<collection');
    const end = bytes.lastIndexOf('>');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: begin + 1, max: end }), async (length) => {
        const refusal = await refusalOf(marcRedirectsReader, bytes.subarray(0, length));
        expect(refusal).toMatchObject({ name: 'UnusableSource', reason: 'truncated' });
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
    const refusal = await refusalOf(marcRedirectsReader, content);
    expect(refusal).toMatchObject({ name: 'UnusableSource', reason: 'no_records' });
  });
});
