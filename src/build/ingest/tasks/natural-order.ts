/** The name of a person in natural order. */
import type { Attributes, AttributeValue } from '../../../core/model/entity.ts';

/** A surname and forenames; `Thomas, von Aquin` has none. */
const INVERTED = /^([^,()<>]+), (\p{Lu}[^,()<>]*)$/u;

/** Codes of China, Taiwan, Hong Kong, Macau, the two Koreas and Vietnam, where the surname comes first. */
const SURNAME_FIRST = /geographic-area-code#XB-(?:CN|TW|HK|MO|KR|KP|VN)$/;

/**
 * @param stated the order that the parts of the name in a record give; without it, what follows the comma is taken for forenames
 * @param attributes those of the person; a person of several countries may use either order, so each must have the surname first
 */
export function naturalOrder(preferredName: string, stated: string | undefined, attributes: Attributes): string {
  const turned = preferredName.replace(INVERTED, '$2 $1');
  if (stated !== undefined && stated !== turned) return stated;
  const areas = attributes['geographicAreaCode'] ?? [];
  return areas.length > 0 && areas.every(hasSurnameFirst) ? preferredName.replace(INVERTED, '$1 $2') : turned;
}

const hasSurnameFirst = (area: AttributeValue) =>
  typeof area === 'object' && 'uri' in area && SURNAME_FIRST.test(area.uri ?? '');
