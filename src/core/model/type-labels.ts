/** Labels of the types of the GND ontology. German names are the ontology's own. */
import type { EntityType, Label } from './entity.ts';

export const TYPE_LABELS: Readonly<Record<EntityType, Label>> = {
  Person: { de: 'Person', en: 'Person' },
  Family: { de: 'Familie', en: 'Family' },
  CorporateBody: { de: 'Körperschaft', en: 'Corporate body' },
  ConferenceOrEvent: { de: 'Konferenz oder Veranstaltung', en: 'Conference or event' },
  PlaceOrGeographicName: { de: 'Geografikum', en: 'Place or geographic name' },
  SubjectHeading: { de: 'Schlagwort', en: 'Subject heading' },
  Work: { de: 'Werk', en: 'Work' },
  AuthorityResource: { de: 'Normdatenressource', en: 'Authority resource' },
};
