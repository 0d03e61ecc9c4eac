/** Languages and scripts of names have the same form from RDF tags and from MARC codes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLanguageCodes, readLanguageTag } from '../../../src/build/sources/readers/name-language.ts';

describe('the language of a name', () => {
  it.each([
    ['ru', { lang: 'ru', script: 'Cyrl' }],
    ['und-Cyrl', { script: 'Cyrl' }],
    ['zh-Hant', { lang: 'zh-Hant', script: 'Hant' }],
    ['zh', { lang: 'zh' }],
    ['ug-Arab', { lang: 'ug', script: 'Arab' }],
    ['uz-Cyrl', { lang: 'uz-Cyrl', script: 'Cyrl' }],
    ['gr', { lang: 'el', script: 'Grek' }],
    ['und', {}],
    ['', {}],
    ['no tag at all', {}],
  ])('is read from the tag %j', (tag, expected) => {
    expect(readLanguageTag(tag)).toEqual(expected);
  });

  it.each([
    ['rus', 'Cyrl', 'ru'],
    ['uig', 'Arab', 'ug-Arab'],
    ['per', undefined, 'fa'],
    [undefined, 'Cyrl', 'und-Cyrl'],
    [undefined, 'Hans', 'zh-Hans'],
    [undefined, 'Jpan', 'ja'],
    [undefined, 'Hang', 'ko'],
    [undefined, 'Grek', 'gr'],
  ])('is the same for the codes %j and %j as for the tag %j', (language, script, tag) => {
    expect(readLanguageCodes(language, script)).toEqual(readLanguageTag(tag));
  });

  it('is always a valid language tag', () => {
    const code = fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{2,3}$/), fc.stringMatching(/^[A-Z][a-z]{3}$/));
    fc.assert(
      fc.property(fc.option(code, { nil: undefined }), fc.option(code, { nil: undefined }), (language, script) => {
        const { lang, script: written } = readLanguageCodes(language, script);
        if (lang !== undefined) expect(new Intl.Locale(lang).baseName).toBe(lang);
        if (written !== undefined) expect(written).toMatch(/^[A-Z][a-z]{3}$/);
      }),
    );
  });
});
