/** The name of a person in natural order. */
import type { Attributes, AttributeValue } from '../../../core/model/entity.ts';

/** A surname and forenames; `Thomas, von Aquin` has none. */
const INVERTED = /^([^,()<>]+), (\p{Lu}[^,()<>]*)$/u;

/** Codes of China, Taiwan, Hong Kong, Macau, the two Koreas and Vietnam, where the surname comes first. */
const SURNAME_FIRST = /geographic-area-code#XB-(?:CN|TW|HK|MO|KR|KP|VN)$/;

/** Classes of persons without surnames; what follows the comma is an epithet: `Apollon, Gott`. */
const WITHOUT_SURNAME: ReadonlySet<string> = new Set(['Gods', 'Spirits', 'RoyalOrMemberOfARoyalHouse']);

interface Person {
  readonly preferredName: string;
  readonly subtypes: readonly string[];
  readonly attributes: Attributes;
}

/**
 * A person of several countries may use either order, so each must have the surname first.
 * @param stated the order that the parts of the name in a record give; without it, what follows the comma is taken for forenames
 */
export function naturalOrder({ preferredName, subtypes, attributes }: Person, stated: string | undefined): string {
  const turned = preferredName.replace(INVERTED, '$2 $1');
  if (stated !== undefined && stated !== turned) return stated;
  if (subtypes.some((subtype) => WITHOUT_SURNAME.has(subtype))) return stated ?? preferredName;
  const areas = attributes['geographicAreaCode'] ?? [];
  return areas.length > 0 && areas.every(hasSurnameFirst) ? preferredName.replace(INVERTED, '$1 $2') : turned;
}

const hasSurnameFirst = (area: AttributeValue) =>
  typeof area === 'object' && 'uri' in area && SURNAME_FIRST.test(area.uri ?? '');
