/** Names of terms that records refer to by IRI: terms of vocabularies for gender, areas, subjects and languages. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import type { Label } from '../../../core/model/entity.ts';
import type { Vocabulary } from '../../../core/model/vocabulary.ts';
import { closed, InvalidConfiguration, label, readYamlFile } from './yaml-file.ts';

const fileSchema = Type.Object(
  {
    iri: Type.String({ pattern: '^https?://[^\\s]+[#/]$' }),
    terms: Type.Record(Type.String({ pattern: '^\\S+$' }), label),
  },
  closed,
);

const LANGUAGES = 'id.loc.gov/vocabulary/iso639-2/';
/** `http://dewey.info/class/2--432241/`; an edition and a language may follow the notation. */
const DDC = /^dewey\.info\/class\/([^/]+)(?:\/.*)?$/;

/**
 * Reads all `*.yaml` files of a folder: `iri` (prefix of the terms' IRIs) and `terms` (names by code).
 * @throws InvalidConfiguration naming file, line and column of every problem
 */
export async function loadVocabulary(folder: string): Promise<Vocabulary> {
  const files = (
    await readdir(folder).catch((cause: unknown) => {
      throw new InvalidConfiguration(`${folder} cannot be read`, { cause });
    })
  ).filter((name) => name.endsWith('.yaml'));
  const terms = new Map<string, Label>();
  for (const name of files.toSorted()) {
    const { value } = await readYamlFile(join(folder, name), fileSchema);
    for (const [code, names] of Object.entries(value.terms)) {
      terms.set(withoutScheme(value.iri) + code, { de: names.de.normalize('NFC'), en: names.en.normalize('NFC') });
    }
  }
  const language = languageNames();
  const term = (uri: string): Label | undefined => {
    const key = withoutScheme(uri);
    return terms.get(key) ?? (key.startsWith(LANGUAGES) ? language(key.slice(LANGUAGES.length)) : undefined);
  };
  return {
    term,
    label: (uri) => term(uri)?.de ?? ddcNotation(uri),
  };
}

/** Names of languages by three-letter code, bibliographic codes (`ger`) included, from the locale data of Node. */
function languageNames(): (code: string) => Label | undefined {
  const options = { type: 'language', fallback: 'none' } as const;
  const german = new Intl.DisplayNames('de', options);
  const english = new Intl.DisplayNames('en', options);
  return (code) => {
    if (!/^[a-z]{3}$/.test(code)) return undefined;
    const [de, en] = [german.of(code), english.of(code)];
    return de === undefined || en === undefined ? undefined : { de, en };
  };
}

/** The notation of a DDC class; notations of tables get a T: `2--432241` is T2--432241. */
function ddcNotation(uri: string): string | undefined {
  const notation = DDC.exec(withoutScheme(uri))?.[1];
  return notation === undefined ? undefined : notation.replace(/^(\d[A-Z]?--)/, 'T$1');
}

function withoutScheme(iri: string): string {
  return iri.replace(/^https?:\/\//, '');
}
