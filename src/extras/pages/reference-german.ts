/** The German descriptions of parameters and fields. The schemas have the English ones, by which they are found. */
import type { Label } from '../../core/model/entity.ts';
import labels from '../../core/model/entity-labels.json' with { type: 'json' };
import { entryOf, type Locale } from '../../shared/http/locale.ts';
import descriptions from './docs/descriptions.de.json' with { type: 'json' };

/** The description of an attribute, which is made from its label and the kind of its values. */
const ATTRIBUTE = /^.+?: (.+); property `(\w+)` of the GND ontology\.$/;

/** The German text; undefined where there is none. */
export function germanOf(description: string): string | undefined {
  const [, values = description, property = ''] = ATTRIBUTE.exec(description) ?? [];
  const german = entryOf<string>(descriptions, values);
  const label = entryOf<Label>(labels.attributes, property);
  return label === undefined ? german : `${label.de}: ${german}; Eigenschaft \`${property}\` der GND-Ontologie.`;
}

/** A description in the language of the page. */
export function inLanguage(description: string, { language }: Locale): string {
  return (language === 'de' ? germanOf(description) : undefined) ?? description;
}
