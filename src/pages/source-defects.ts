/** Why records and lines of sources are rejected, in words for people; the reasons are those of the readers and the build. */
import type { Label } from '../model/entity.ts';

const label = (de: string, en: string): Label => ({ de, en });

export const REJECTIONS: Readonly<Record<string, Label>> = {
  unknown_gnd_id: label(
    'Die GND-Nummer kommt in den Datensätzen dieses Stands nicht vor.',
    'The GND identifier is not among the records of this state of the data.',
  ),
  deleted_gnd_id: label(
    'Der Datensatz dieser GND-Nummer wurde gelöscht.',
    'The record of this GND identifier was deleted.',
  ),
  too_many_links: label(
    'Die Entität hat schon mehr Verweise, als aufgenommen werden.',
    'The entity already has more links than are taken.',
  ),
  own_uri: label(
    'Das Ziel ist die GND-Adresse der Entität selbst, kein Verweis nach außen.',
    'The target is the GND address of the entity itself, not a link to elsewhere.',
  ),
  refused_host: label(
    'Dorthin wird nicht verwiesen: Der Rechner gehört nicht mehr denen, die die Liste gemacht haben.',
    'Nothing is linked there: the host no longer belongs to those who made the list.',
  ),
  invalid_gnd_id: label('Die Nummer ist keine GND-Nummer.', 'The identifier is not a GND identifier.'),
  no_gnd_id: label(
    'Die erste Spalte ist keine GND-Nummer und lässt sich nicht sicher zu einer machen.',
    'The first column is not a GND identifier and cannot safely be made one.',
  ),
  empty_id: label(
    'Die erste Spalte ist leer oder eine Adresse ohne Nummer.',
    'The first column is empty, or an address without an identifier.',
  ),
  foreign_id: label(
    'Die erste Spalte ist die Kennung einer anderen Normdatei.',
    'The first column is an identifier of another register.',
  ),
  glued_ids: label(
    'Mehrere Nummern sind zusammengelaufen; welche gemeint ist, ist unklar.',
    'Several identifiers were run together; which one is meant is unknown.',
  ),
  torn_line: label(
    'Rest einer Zeile, die in der Mitte umgebrochen wurde.',
    'The rest of a line that was broken in the middle.',
  ),
  ellipsis: label(
    'Die Zeile besteht nur aus Auslassungspunkten: Hier wurde die Liste gekürzt.',
    'The line is only an ellipsis: the list was shortened here.',
  ),
  html_line: label(
    'Die Zeile ist HTML, etwa die Warnung des Programms, das die Liste erzeugt.',
    'The line is HTML, such as a warning of the program that made the list.',
  ),
  line_too_long: label('Die Zeile ist länger als 64 KiB.', 'The line is longer than 64 KiB.'),
  no_target: label(
    'Es fehlt das Ziel: keine Webadresse und kein Muster, das eine ergibt, oder kein Datensatz, auf den umgelenkt wird.',
    'There is no target: no web address nor a pattern that makes one, or no record to redirect to.',
  ),
  malformed_url: label('Das Ziel ist keine gültige Webadresse.', 'The target is not a valid web address.'),
  unsupported_scheme: label('Das Ziel ist weder http noch https.', 'The target is neither http nor https.'),
  private_host: label(
    'Das Ziel liegt auf einem Rechner, den die Öffentlichkeit nicht erreicht.',
    'The target lies on a host that the public cannot reach.',
  ),
  url_too_long: label('Das Ziel ist länger als 2.000 Zeichen.', 'The target is longer than 2,000 characters.'),
  malformed_json: label('Der Datensatz ist kein gültiges JSON.', 'The record is not valid JSON.'),
  record_too_large: label('Der Datensatz ist größer als erlaubt.', 'The record is larger than allowed.'),
  too_many_fields: label('Der Datensatz hat zu viele Felder.', 'The record has too many fields.'),
  too_many_columns: label('Die Zeile hat zu viele Spalten.', 'The line has too many columns.'),
  no_preferred_name: label('Der Datensatz hat keinen bevorzugten Namen.', 'The record has no preferred name.'),
  no_gnd_identifier: label('Der Datensatz hat keine GND-Nummer.', 'The record has no GND identifier.'),
  no_leader: label('Der Datensatz hat keinen Leader (MARC 21).', 'The record has no leader (MARC 21).'),
  not_an_authority: label('Der Datensatz ist kein Normdatensatz.', 'The record is not an authority record.'),
  unknown_status: label(
    'Der Satzstatus sagt nicht, ob umgelenkt oder gelöscht wurde.',
    'The record status does not say whether it was redirected or deleted.',
  ),
};
