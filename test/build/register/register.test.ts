/** The register: valid entries, defaults, and the position of every mistake. */
import { describe, expect, it } from 'vitest';
import { PLAUSIBILITY_DEFAULTS, loadRegister, publicOrigin } from '../../../src/build/sources/register/register.ts';
import { temporaryFile } from '../../temporary.ts';

const ENTRY = {
  key: 'list',
  kind: 'links',
  title: { de: 'Liste', en: 'List' },
  description: { de: 'Liste', en: 'List' },
  origin: { publisher: 'Test', downloadUrl: 'https://example.org/beacon.txt', format: 'beacon' },
  licence: { statement: 'not stated' },
  cadence: 'weekly',
  scope: { description: { de: 'Liste', en: 'List' } },
};
const reason = { de: 'abgeschaltet', en: 'switched off' };

function load(content: unknown) {
  const file = temporaryFile(typeof content === 'string' ? content : JSON.stringify(content, null, 2), 'sources.yaml');
  return loadRegister(file, new Set(['kalliope']));
}

const single = (more: object) => load({ sources: [{ ...ENTRY, ...more }] });

describe('a register', () => {
  it('needs no file with an address, and resolves the path of a file', async () => {
    const [without] = await single({});
    expect(without).toMatchObject({ state: 'active', guard: PLAUSIBILITY_DEFAULTS });
    expect(without).not.toHaveProperty('file');
    const [own] = await single({ file: 'data/list.txt' });
    expect(own?.file).toMatch(/^\/.*\/data\/list\.txt$/);
  });

  it('prefers the guard of a source to that of the register, and this to the general one', async () => {
    const sources = [
      ENTRY,
      { ...ENTRY, key: 'own', guard: { minimumShare: 0.5 } },
      { ...ENTRY, key: 'dump', kind: 'entities', origin: { ...ENTRY.origin, format: 'gnd-jsonld' } },
    ];
    const loaded = await load({ defaults: { guard: { minimumShare: 0.8, maximumBytes: 1000 } }, sources });
    expect(loaded.map(({ guard }) => guard)).toEqual([
      { minimumShare: 0.8, maximumGone: 0.2, maximumUnreadable: 0.05, maximumBytes: 1000 },
      { minimumShare: 0.5, maximumGone: 0.2, maximumUnreadable: 0.05, maximumBytes: 1000 },
      // The limit of bytes for lists does not apply to dumps.
      { minimumShare: 0.8, maximumGone: 0.2, maximumUnreadable: 0.05, maximumBytes: 8_000_000_000 },
    ]);
  });

  it('keeps retired sources, also without an address', async () => {
    const { downloadUrl: _, ...origin } = ENTRY.origin;
    const [gone] = await single({ state: 'retired', retired: { since: '2024-01-06', reason }, origin });
    expect(gone).toMatchObject({ state: 'retired', retired: { since: '2024-01-06' } });
  });

  const at = (more: object) => ({ origin: { ...ENTRY.origin, ...more } });
  const index = (pattern: string) => at({ index: { url: 'https://example.org/', pattern } });
  const oai = { url: 'https://example.org/oai', metadataPrefix: 'MARC21-xml', set: 'a:person', from: '2026-10-13' };
  const harvested = (more: object, origin: object = { format: 'gnd-marcxml' }) => ({
    kind: 'entities',
    origin: { publisher: 'Test', oai: { ...oai, ...more }, ...origin },
  });

  it('lets a repository replace records of dumps, and its copy become shorter', async () => {
    const [entry] = await single(harvested({}));
    expect(entry).toMatchObject({ updates: true, origin: { oai }, guard: { minimumShare: 0, maximumBytes: 8e9 } });
    expect(publicOrigin(entry?.origin ?? { publisher: '', format: '' })).not.toHaveProperty('oai');
    const [dump] = await single({ kind: 'entities', ...at({ format: 'gnd-marcxml' }) });
    expect(dump).not.toHaveProperty('updates');
  });

  it.each([
    ['an unknown field', { fil: 'x' }, /additional/i],
    ['an address of another scheme', at({ downloadUrl: 'ftp://example.org/x' }), /downloadUrl/],
    ['an address with a password', at({ downloadUrl: 'https://me:pw@example.org/x' }), /password/],
    ['an address that is none', at({ downloadUrl: 'https://exa[mple/x' }), /is not an address/],
    ['an index without a group', index('a(?:b)'), /group/],
    ['an index that is no expression', index('('), /group/],
    ['no address and no file', { origin: { publisher: 'Test', format: 'beacon' } }, /one of "downloadUrl", "index"/],
    ['retired without a reason', { state: 'retired' }, /when and why/],
    ['a reason without being retired', { retired: { since: '2024-01-06', reason } }, /only a source/],
    [
      'a day that does not exist',
      { state: 'retired', retired: { since: '2024-13-06', reason } },
      /is not a valid date/,
    ],
    ['a share above one', { guard: { minimumShare: 1.1 } }, /minimumShare/],
    ['a collection that nobody knows', { collection: 'nowhere' }, /no collection nowhere/],
    ['a kind that does not fit the format', { kind: 'entities' }, /requires kind links/],
    [
      'switches for another format',
      { kind: 'redirects', ...at({ format: 'redirects' }), beacon: {} },
      /only sources in the format beacon/,
    ],
    ['a harvest of another format', harvested({}, { format: 'gnd-jsonld' }), /have the format gnd-marcxml/],
    [
      'a harvest beside a file',
      harvested({}, at({ format: 'gnd-marcxml' }).origin),
      /neither "downloadUrl" nor "index"/,
    ],
    ['a harvest from a day that there is not', harvested({ from: '2026-02-31' }), /2026-02-31 is not a valid date/],
    ['a harvest with a password', harvested({ url: 'https://a:b@example.org/' }), /password/],
    ['a harvest without prefix', harvested({ metadataPrefix: undefined }), /metadataPrefix/],
    ['a harvest with a prefix that is none', harvested({ metadataPrefix: 'a b' }), /metadataPrefix/],
  ])('refuses %s, with file, line and column', async (_, more, sentence) => {
    await expect(single(more)).rejects.toThrow(sentence);
    await expect(single(more)).rejects.toThrow(/sources\.yaml:\d+:\d+: /);
  });

  it('refuses a repeated key', async () => {
    await expect(load({ sources: [ENTRY, ENTRY] })).rejects.toThrow(/list is used twice/);
  });
});

it('the public part of an origin leaves out index pages and local files', () => {
  const origin = {
    publisher: 'Test',
    format: 'beacon',
    index: { url: 'x', pattern: 'y' },
  };
  expect(publicOrigin(origin)).toEqual({ publisher: 'Test', format: 'beacon' });
  expect(publicOrigin({ ...origin, downloadUrl: 'https://example.org/x' })).toHaveProperty('downloadUrl');
});
