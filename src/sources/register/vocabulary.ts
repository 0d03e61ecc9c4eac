/** Names for the terms of controlled vocabularies that records refer to by IRI: gender, areas, subjects, languages. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import type { Label } from '../../model/entity.ts';
import { closed, InvalidConfiguration, label, readYamlFile } from './yaml-file.ts';

export interface Vocabulary {
  /** German name of a term, for a DDC class its notation. http and https IRIs are the same. */
  label(uri: string): string | undefined;
  /** Name of a term in both languages; undefined for DDC classes, which have none here. */
  term(uri: string): Label | undefined;
}

const fileSchema = Type.Object(
  {
    iri: Type.String({ pattern: '^https?://[^\\s]+[#/]$' }),
    terms: Type.Record(Type.String({ pattern: '^\\S+$' }), label),
  },
  closed,
);

const LANGUAGES = 'id.loc.gov/vocabulary/iso639-2/';
/** `http://dewey.info/class/2--432241/`, also with edition and language behind the notation. */
const DDC = /^dewey\.info\/class\/([^/]+)(?:\/.*)?$/;

/**
 * Reads every `*.yaml` of a folder: `iri` (what the terms' IRIs begin with) and `terms` (code → names).
 * @throws InvalidConfiguration naming file, line and column of every problem
 */
export async function loadVocabulary(folder: string): Promise<Vocabulary> {
  const files = (
    await readdir(folder).catch((cause: unknown) => {
      throw new InvalidConfiguration(`${folder}: cannot be read`, { cause });
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

/** Names of three-letter language codes from the run-time's locale data; it knows the bibliographic ones (`ger`) too. */
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

/** Table notations are written with a T: `2--432241` is T2--432241. */
function ddcNotation(uri: string): string | undefined {
  const notation = DDC.exec(withoutScheme(uri))?.[1];
  return notation === undefined ? undefined : notation.replace(/^(\d[A-Z]?--)/, 'T$1');
}

function withoutScheme(iri: string): string {
  return iri.replace(/^https?:\/\//, '');
}
