/** Corporate bodies: what they are called, in which fields they work. */
import { list } from '../words.ts';

/** Fields of study, as in "Institut für …". */
export const FIELDS =
  list(`Geschichte Germanistik Physik Chemie Mathematik Informatik Biologie Geographie Soziologie Psychologie Philosophie
  Pädagogik Politikwissenschaft Volkswirtschaftslehre Betriebswirtschaftslehre Musikwissenschaft Kunstgeschichte Theaterwissenschaft
  Medizin Pharmazie Pharmakologie Hygiene Anatomie Zoologie Botanik Geologie Mineralogie Meteorologie Astronomie Anglistik Romanistik
  Slavistik Orientalistik Ägyptologie Archäologie Ethnologie Volkskunde Sprachwissenschaft Literaturwissenschaft Publizistik Theologie
  Kirchenrecht Strafrecht Völkerrecht Rechtsgeschichte Statistik Ökonometrie Maschinenbau Elektrotechnik Bauingenieurwesen Architektur
  Städtebau Raumplanung Landwirtschaft Forstwissenschaft Tierzucht Veterinärmedizin Sportwissenschaft Arbeitswissenschaft Verkehrswesen
  Wasserwirtschaft Umweltforschung Energiewirtschaft Werkstoffkunde Mikroelektronik Nachrichtentechnik Regelungstechnik
  Strömungsmechanik Kernphysik Festkörperphysik Biochemie Molekularbiologie Genetik Neurologie Chirurgie Kinderheilkunde Zahnmedizin
  Gerontologie Zeitgeschichte Landesgeschichte Wirtschaftsgeschichte Europäische_Integration Internationale_Politik Friedensforschung
  Bildungsforschung Erwachsenenbildung Sonderpädagogik Medienforschung Bibliothekswissenschaft Buchwissenschaft Denkmalpflege
  Genossenschaftswesen Versicherungswissenschaft Handelsforschung Marketing Tourismus Wirtschaftsinformatik Künstliche_Intelligenz
  Angewandte_Mathematik Theoretische_Physik Organische_Chemie Allgemeine_Psychologie Vergleichende_Literaturwissenschaft`);

/** Units of a university. */
export const UNITS =
  list(`Institut_für Seminar_für Lehrstuhl_für Abteilung_für Fachbereich Fakultät_für Klinik_für Forschungsstelle_für Zentrum_für
  Arbeitsgruppe_für Professur_für Arbeitsbereich`);

/** Free-standing bodies that work in a field. */
export const SOCIETIES =
  list(`Institut_für Gesellschaft_für Deutsche_Gesellschaft_für Akademie_für Verein_für Arbeitskreis_für Forschungsinstitut_für
  Österreichische_Gesellschaft_für Schweizerische_Gesellschaft_für Museum_für Stiftung_für Zentralstelle_für Ministerium_für
  Bundesanstalt_für Landesamt_für Kommission_für Hochschule_für Fachschule_für Bundesamt_für Max-Planck-Institut_für
  Fraunhofer-Institut_für Europäisches_Zentrum_für Internationale_Vereinigung_für`);

/** Bodies that are named by their town. */
export const TOWN_BODIES =
  list(`Stadtarchiv Stadtbibliothek Stadtmuseum Freiwillige_Feuerwehr Volkshochschule Handwerkskammer Industrie-_und_Handelskammer
  Gymnasium Realschule Historischer_Verein Heimatverein Männergesangverein Schützenverein Musikverein Sportverein Turnverein
  Kunstverein Landgericht Amtsgericht Sparkasse Stadtwerke Evangelische_Kirchengemeinde Katholische_Pfarrgemeinde Jüdische_Gemeinde
  Synagogengemeinde Stadtrat Bürgerinitiative Philharmonisches_Orchester Kammerorchester Stadttheater Bachchor Domchor Bischöfliches_Ordinariat
  Diözese Kreisverwaltung Verkehrsamt Oberlandesgericht Staatsarchiv Landesbibliothek Naturforschende_Gesellschaft Zoologischer_Garten`);

/** What a company does. */
export const TRADES =
  list(`Verlag Buchhandlung Druckerei Maschinenfabrik Werke Brauerei Kunsthandlung Galerie Antiquariat Musikverlag Bank Reederei
  Porzellanfabrik Automobilwerke Bauunternehmung Consulting Software Medien Film Filmproduktion Kartographisches_Institut Handelsgesellschaft`);
export const LEGAL_FORMS = list(`GmbH AG &_Co. &_Co._KG &_Söhne KG OHG e.V. - - GmbH_&_Co._KG Ltd. Inc. S.A.`);

export const ENSEMBLES = list(
  `Quartett Trio Ensemble Orchester Big_Band Chor Kammerchor Consort Singers Band Sextett Duo Kapelle Symphoniker`,
);

/** Bodies in other languages: what precedes the place. */
export const FOREIGN_BODIES =
  list(`University_of National_Library_of Royal_Society_of Museum_of Ministry_of_Education_of Academy_of_Sciences_of
  Bank_of Université_de Musée_de Académie_de Société_Archéologique_de Università_di Biblioteca_Comunale_di Museo_Civico_di Comune_di
  Universidad_de Universidade_de Univerzita_v Uniwersytet_w Akademija_nauk Universiteit_van Gemeente Historical_Society_of`);
