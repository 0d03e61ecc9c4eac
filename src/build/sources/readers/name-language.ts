/** Language and script of a name, from the tags of RDF or the codes of MARC, in one common form. */
import type { EntityName } from '../../../core/model/entity.ts';

type NameLanguage = Pick<EntityName, 'lang' | 'script'>;

/** Tags that do not name a language. */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['und', 'mis', 'mul', 'zxx']);
/** Languages with two usual scripts: the script is always part of the tag. */
const TWO_SCRIPTS: ReadonlySet<string> = new Set(['zh']);
/** Languages by script, as in the RDF of the GND, for names without a language code in MARC. */
const LANGUAGE_BY_SCRIPT: ReadonlyMap<string, string> = new Map(
  Object.entries({ Arab: 'ar', Armn: 'hy', Geor: 'ka', Grek: 'el', Hans: 'zh', Hant: 'zh', Jpan: 'ja', Kore: 'ko' }),
);

/**
 * Reads the language and script from a language tag (BCP 47). `lang` includes the script only if the language usually
 * has another one. `gr`, which the GND writes for Greek, becomes `el`.
 * @returns an empty object for other texts
 */
export function readLanguageTag(tag: string): NameLanguage {
  const locale = parseLocale(tag.replace(/^gr(?=-|$)/i, 'el'));
  if (locale === undefined) return {};
  const [language = 'und'] = locale.baseName.split('-');
  if (NO_LANGUAGE.has(language)) return locale.script === undefined ? {} : { script: locale.script };
  const usual = TWO_SCRIPTS.has(language) ? undefined : new Intl.Locale(language).maximize().script;
  const script = locale.script ?? usual;
  if (script === undefined) return { lang: language };
  return { lang: script === usual ? language : `${language}-${script}`, script };
}

/** @param language code of ISO 639-2 @param script code of ISO 15924 */
export function readLanguageCodes(language: string | undefined, script: string | undefined): NameLanguage {
  // The RDF has `Kore` for Hangul, too.
  const written = script === 'Hang' ? 'Kore' : script;
  const spoken = language ?? LANGUAGE_BY_SCRIPT.get(written ?? '') ?? 'und';
  return readLanguageTag(written === undefined ? spoken : `${spoken}-${written}`);
}

function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
