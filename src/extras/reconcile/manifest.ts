/** The manifest of version 0.2, which describes to clients what the service can do. */
import { ENTITY_TYPES } from '../../core/model/entity.ts';
import { GND_URI_PREFIX } from '../../core/model/gnd-id.ts';
import type { DoorLink } from '../../core/http/door-link.ts';
import { ICON_PATH } from '../../core/interface/well-known/well-known.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { FRAME } from './preview.ts';
import { typeLabel } from './types.ts';

/** @param batchSize most queries of a request */
export function manifest({ t, absolute }: Locale, link: DoorLink, release: string, batchSize: number) {
  const at = (path: string) => ({ service_url: absolute(''), service_path: `/reconcile${path}` });
  return {
    versions: ['0.1', '0.2'],
    identifierSpace: GND_URI_PREFIX,
    schemaSpace: 'https://d-nb.info/standards/elementset/gnd#',
    name: 'GND Links',
    documentation: link('document', { page: 'reconciliation' }),
    serviceVersion: release,
    logo: absolute(ICON_PATH),
    batchSize,
    defaultTypes: ENTITY_TYPES.map((id) => ({ id, name: t(typeLabel(id)) })),
    view: { url: (link('entityPage', { gnd: 'ID' }) ?? `${GND_URI_PREFIX}ID`).replace(/ID$/, '{{id}}') },
    preview: { url: absolute('/reconcile/preview/{{id}}'), ...FRAME },
    suggest: { entity: at('/suggest/entity'), property: at('/suggest/property'), type: at('/suggest/type') },
    extend: { propose_properties: at('/properties'), property_settings: settings(t) },
  };
}

function settings(t: Locale['t']) {
  return [
    {
      name: 'limit',
      type: 'number',
      default: 0,
      label: t({ de: 'Anzahl', en: 'Limit' }),
      help_text: t({ de: 'Höchstzahl der Werte; 0 für alle', en: 'Maximum number of values; 0 for all' }),
    },
    {
      name: 'content',
      type: 'select',
      default: 'literal',
      label: t({ de: 'Inhalt', en: 'Content' }),
      help_text: t({
        de: 'Bei Verweisen die Adresse oder die Kennung, bei anderen Werten die Bezeichnung oder die Kennung',
        en: 'For links, the address or the identifier; for other values, the name or the identifier',
      }),
      choices: [
        { value: 'literal', name: t({ de: 'Bezeichnung oder Adresse', en: 'Name or address' }) },
        { value: 'id', name: t({ de: 'Kennung', en: 'Identifier' }) },
      ],
    },
  ];
}
