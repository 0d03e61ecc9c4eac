/** The manifest of version 0.2, which describes to clients what the service can do. */
import { ENTITY_TYPES } from '../../core/model/entity.ts';
import { GND_URI_PREFIX } from '../../core/model/gnd-id.ts';
import type { DoorLink } from '../../core/http/door-link.ts';
import { ICON_PATH } from '../../core/interface/well-known/well-known.ts';
import type { Locale } from '../../shared/http/locale.ts';
import { FRAME } from './preview.ts';
import { typeLabel } from './types.ts';

const LIMIT = {
  id: 'limit',
  label: { de: 'Anzahl', en: 'Limit' },
  help: { de: 'So viele Werte höchstens; 0 für alle', en: 'So many values at most; 0 for all' },
} as const;
const CONTENT = {
  id: 'content',
  label: { de: 'Inhalt', en: 'Content' },
  help: {
    de: 'Von Verweisen die Adresse oder die Kennung, von anderen Werten die Bezeichnung oder die Kennung',
    en: 'Of links the address or the identifier, of other values the name or the identifier',
  },
  choices: [
    { value: 'literal', label: { de: 'Bezeichnung oder Adresse', en: 'Name or address' } },
    { value: 'id', label: { de: 'Kennung', en: 'Identifier' } },
  ],
} as const;

/** @param batchSize most queries of a request */
export function manifest({ t, absolute }: Locale, link: DoorLink, release: string, batchSize: number) {
  const documentation = link('document', { page: 'reconciliation' });
  const at = (path: string) => ({ service_url: absolute(''), service_path: `/reconcile${path}` });
  return {
    versions: ['0.1', '0.2'],
    identifierSpace: GND_URI_PREFIX,
    schemaSpace: 'https://d-nb.info/standards/elementset/gnd#',
    name: 'GND Links',
    ...(documentation !== undefined && { documentation }),
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
    { name: LIMIT.id, type: 'number', default: 0, label: t(LIMIT.label), help_text: t(LIMIT.help) },
    {
      name: CONTENT.id,
      type: 'select',
      default: 'literal',
      label: t(CONTENT.label),
      help_text: t(CONTENT.help),
      choices: CONTENT.choices.map(({ value, label }) => ({ value, name: t(label) })),
    },
  ];
}
