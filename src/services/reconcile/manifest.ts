/** The manifests by which clients learn what the service can do: of version 0.2, and of the draft of 1.0. */
import { ENTITY_TYPES } from '../../model/entity.ts';
import { GND_URI_PREFIX } from '../../model/gnd-id.ts';
import type { Locale } from '../../pages/locale.ts';
import { FRAME } from './preview.ts';
import { BATCH_SIZE } from './shapes.ts';
import { typeLabel } from './types.ts';

export const PATHS = { current: '/reconcile', draft: '/reconcile/draft' } as const;

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

function common({ t, absolute }: Locale, release: string) {
  return {
    name: 'GND Links',
    documentation: absolute('/docs/reconciliation'),
    serviceVersion: release,
    logo: absolute('/favicon.ico'),
    batchSize: BATCH_SIZE,
    defaultTypes: ENTITY_TYPES.map((id) => ({ id, name: t(typeLabel(id)) })),
  };
}

function settings({ t }: Locale, nameOf: (id: string, label: string, help: string) => Record<string, string>) {
  return [
    { type: 'number', default: 0, ...nameOf(LIMIT.id, t(LIMIT.label), t(LIMIT.help)) },
    {
      type: 'select',
      default: 'literal',
      choices: CONTENT.choices.map(({ value, label }) => ({ value, name: t(label) })),
      ...nameOf(CONTENT.id, t(CONTENT.label), t(CONTENT.help)),
    },
  ];
}

export function manifest(locale: Locale, release: string) {
  const at = (path: string) => ({ service_url: locale.absolute(''), service_path: PATHS.current + path });
  return {
    versions: ['0.1', '0.2'],
    identifierSpace: GND_URI_PREFIX,
    schemaSpace: 'https://d-nb.info/standards/elementset/gnd#',
    ...common(locale, release),
    view: { url: locale.absolute('/gnd/{{id}}') },
    preview: { url: locale.absolute(`${PATHS.current}/preview/{{id}}`), ...FRAME },
    suggest: { entity: at('/suggest/entity'), property: at('/suggest/property'), type: at('/suggest/type') },
    extend: {
      propose_properties: at('/properties'),
      property_settings: settings(locale, (name, label, help) => ({ name, label, help_text: help })),
    },
  };
}

export function draftManifest(locale: Locale, release: string) {
  return {
    versions: ['1.0-draft'],
    ...common(locale, release),
    view: { url: locale.absolute('/gnd/{id}') },
    preview: FRAME,
    suggest: { entity: true, property: true, type: true },
    extend: {
      proposeProperties: true,
      propertySettings: settings(locale, (id, name, help) => ({ id, name, helpText: help })),
    },
    standardizedScore: true,
  };
}
