/** Subject headings: professions and disciplines that much refers to, and the parts of compounds. */
import { list, type Pattern } from '../words.ts';

/** The most frequent first: records of persons refer to them. */
export const PROFESSIONS =
  list(`Schriftsteller Historiker Hochschullehrer Maler Komponist Arzt Jurist Journalist Politiker Theologe Lehrer Pfarrer
  Übersetzer Grafiker Architekt Bildhauer Musiker Philosoph Physiker Chemiker Mathematiker Germanist Musikwissenschaftler Kunsthistoriker
  Regisseur Schauspieler Sänger Dichter Kupferstecher Drucker Verleger Buchhändler Ingenieur Biologe Psychologe Soziologe
  Politologe Wirtschaftswissenschaftler Pädagoge Archäologe Philologe Bibliothekar Archivar Redakteur Fotograf Zeichner Illustrator
  Kaufmann Unternehmer Bankier Offizier Soldat Diplomat Beamter Richter Rechtsanwalt Apotheker Botaniker Zoologe Geologe Geograph
  Astronom Mediziner Chirurg Psychiater Zahnarzt Tierarzt Landwirt Gärtner Förster Bergmann Goldschmied Uhrmacher Tischler Orgelbauer
  Geigenbauer Kapellmeister Dirigent Organist Pianist Geiger Kantor Librettist Dramaturg Tänzer Choreograf Filmregisseur Kameramann
  Drehbuchautor Publizist Herausgeber Lektor Dolmetscher Lyriker Erzähler Kinderbuchautor Mönch Nonne Abt Bischof Kardinal Rabbiner
  Missionar Prediger Superintendent Hofmeister Student Stifter Mäzen Sammler Kurator Informatiker Programmierer Designer Modeschöpfer
  Sportler Trainer Koch Fürst König Kaiser Herzog Graf Kurfürst Gutsbesitzer Bürgermeister Landrat Minister Abgeordneter Gewerkschafter
  Widerstandskämpfer Revolutionär Entdecker Seefahrer Kartograf Numismatiker Heraldiker Genealoge Volkskundler Ethnologe Orientalist
  Sinologe Ägyptologe Romanist Anglist Slawist Linguist Statistiker Meteorologe Hydrologe Elektrotechniker Maschinenbauer Bauingenieur`);

/** Common headings, the most frequent first. */
export const HEADINGS =
  list(`Geschichte Deutsch Literatur Kunst Musik Politik Recht Wirtschaft Religion Philosophie Bildung Sprache Gesellschaft Kultur
  Krieg Frieden Staat Kirche Familie Kind Frau Mann Jugend Alter Arbeit Handel Industrie Landwirtschaft Technik Wissenschaft Medizin Natur Umwelt
  Energie Wasser Klima Verkehr Stadt Dorf Architektur Malerei Plastik Fotografie Film Theater Oper Lied Tanz Roman Lyrik Drama Märchen Sage
  Mythos Symbol Identität Migration Flucht Exil Widerstand Nationalsozialismus Judentum Christentum Islam Buddhismus Reformation Aufklärung
  Romantik Barock Mittelalter Antike Moderne Kolonialismus Imperialismus Demokratie Diktatur Revolution Verfassung Strafrecht Zivilprozess
  Völkerrecht Menschenrecht Steuer Geld Bank Inflation Marketing Management Organisation Unternehmen Innovation Digitalisierung Software
  Datenbank Algorithmus Internet Roboter Quantenmechanik Relativitätstheorie Thermodynamik Optik Akustik Elektronik Halbleiter Laser
  Atom Molekül Polymer Katalyse Enzym Protein Gen Zelle Gehirn Herz Krebs Diabetes Impfung Epidemie Hygiene Ernährung Sport Fußball
  Ethik Logik Metaphysik Ästhetik Hermeneutik Erkenntnistheorie Freiheit Gerechtigkeit Macht Gewalt Angst Liebe Tod Trauer Erinnerung`);

export const LANGUAGES =
  list(`Deutsch Englisch Französisch Latein Griechisch Hebräisch Arabisch Russisch Polnisch Tschechisch Italienisch Spanisch
  Niederländisch Dänisch Schwedisch Finnisch Ungarisch Türkisch Chinesisch Japanisch Sanskrit Jiddisch Sorbisch`);

const MODIFIERS =
  list(`Abfall Abgas Agrar Alltags Alters Angst Arbeits Archiv Armen Arznei Atom Aufklärungs Ausbildungs Außen Auto Bahn Bank
  Barock Bau Bauern Beamten Berg Berufs Betriebs Bevölkerungs Bibel Bibliotheks Bild Bildungs Bio Blut Boden Börsen Brand Brief Bronze
  Brücken Buch Bundes Bürger Burgen Computer Dampf Daten Denkmal Deutsch Dienst Dom Dorf Drogen Druck Ehe Einkommens Eisen Eisenbahn
  Elektro Energie Entwicklungs Erb Erd Ernährungs Erz Erziehungs Export Fabrik Fach Fahr Familien Farb Fasten Feld Fern Fest Feuer Film Finanz
  Fisch Flächen Flucht Flug Fluss Forschungs Forst Frauen Freiheits Fremden Friedens Fürsten Garten Gas Gast Gebäude Gefäß Gegenwarts Gehalts
  Geistes Geld Gemeinde Gerichts Gesangs Geschäfts Geschichts Geschlechter Gesellschafts Gesundheits Getreide Gewalt Gewebe Gewerbe Glas
  Glaubens Gold Graben Grenz Grund Güter Hafen Handels Handschriften Haus Haut Heimat Heil Herrschafts Hexen Hoch Hof Holz Hunger Industrie
  Informations Infra Innen Jagd Jahres Jugend Kalk Kapital Karten Kern Kinder Kirchen Klassen Klein Klima Klinik Kloster Knochen Kohle
  Kolonial Kommunal Kommunikations Konsum Körper Kosten Kraft Kranken Kredit Kreis Kriegs Krisen Küsten Kultur Kunden Kunst Kupfer Kur Land
  Landes Lang Lebens Leder Lehr Leib Leinen Licht Literatur Lohn Luft Macht Märchen Markt Maschinen Massen Medien Meeres Mensch Messe Metall Miet
  Milch Militär Mineral Mission Mittel Moor Musik Mutter Nach Nachrichten Nacht Natur Nerven Netz Noten Ofen Öffentlichkeits Ökosystem Öl Opfer
  Ordens Orgel Orts Papier Parlaments Partei Passions Personen Pflanzen Pflege Plan Polizei Post Preis Presse Privat Produkt Prosa Prozess Qualitäts
  Quellen Rand Raum Rechts Reform Regen Reichs Reise Rhein Ritter Rohr Rund Sach Salz Sand Satz Schiffs Schlaf Schloss Schmerz Schrift Schul
  Schutz See Seelen Siedlungs Silber Sklaven Solar Sommer Sozial Spar Spiel Sport Sprach Staats Stadt Stahl Stamm Stein Steuer Stimm Stoff Straf
  Straßen Strom Studien Sucht System Tages Tal Tanz Tarif Technik Tempel Text Theater Tier Tod Ton Tour Transport Trauer Tuch Turm Über Ufer
  Umwelt Universitäts Unter Urlaubs Vater Verbands Verfassungs Verkehrs Verlags Vermögens Versicherungs Verwaltungs Vieh Vogel Volks Vor
  Wahl Währungs Wald Wand Waren Wärme Wasser Wein Welt Werk Wert Wetter Wild Wind Winter Wirtschafts Wissens Wissenschafts Wohn Wolken Wort
  Wunder Wüsten Zahn Zeichen Zeit Zeitungs Zell Zentral Zins Zoll Zucker Zukunfts Zunft`);
const HEADS =
  list(`ablauf abbau akt alltag amt analyse anlage ansatz archiv arbeit art ausbau bau bedarf begriff behandlung berater bericht bestand
  betrieb bewegung beziehung bild bildung brauch buch chor daten debatte dienst ding druck ehe einheit entwicklung erfahrung erbe ethik fach fahrt
  fall farbe feier feld fest fluss folge form forschung frage führung funktion gang gebiet gefahr gefüge geld gemeinschaft gerät gericht geschichte
  gesetz gewinn grad grenze grund gruppe gut handel handlung haus heim herstellung hilfe idee journal kampf karte kasse kern kette klage klasse
  körper kosten kraft kritik kultur kunde kunst lage lager land last leben lehre leistung leitung lied liste lohn macht markt maschine maß masse
  material medium meister messung methode mittel modell moral motiv museum mythos netz norm objekt ordnung ort pädagogik pflege pflicht plan
  planung platz politik praxis preis problem produktion programm protest prozess prüfung psychologie quelle rat raum recht reform regel reihe
  reise revolution richtung ring roman rolle sache sage satz schaden schicht schiff schrift schuld schule schutz seite sinn spiel sprache stadt
  stand steuer stil stoff straße struktur studie stufe symbol system tag technik teil text theorie tier tod ton tradition träger transport turm
  umbau unterricht ursache urteil verband verein verfahren vergleich verhalten verkehr verlag vertrag verwaltung volk wahl wandel ware wasser weg werk
  wert wesen wettbewerb wirkung wirtschaft wissen wissenschaft wort zahl zeichen zeit zentrum ziel zone zucht zug zustand zwang`);

/** Compounds of two parts and of three. */
export const COMPOUND_PATTERNS: readonly Pattern[] = [
  [MODIFIERS, HEADS],
  [MODIFIERS, MODIFIERS.map((word) => word.toLowerCase()), HEADS],
];

/** Genera and species. */
export const GENUS_PATTERNS: readonly Pattern[] = [
  [
    list(`A Ac Am An Ar Bac Bel Bra Cal Cam Cer Chlo Chry Cla Cor Cy Den Dip Dro Ech Eu Fu Gal Gly Gra Hel Hy Ly Ma Me Mi My Ne No Och
      Om Or Pa Pe Phy Pla Pol Pri Pte Rho Ru Sal Sce Ser Sta Stre Sy Ta Te Thy Tri Ul Ve Xan Zy`),
    list(`b c ch d g l m n nt p ph ps r s st t th x z`),
    list(`a e i o u y`),
    list(`- ca cer co da di dro go la le lo mi mo ne ni no phi pho ra ri ro so sta te ti to`),
    list(`a ea ella era ia idae ina ium ola on opsis ops phora phyllum ptera soma stoma thrix us`),
  ],
];
export const EPITHETS =
  list(`vulgaris officinalis alba nigra rubra major minor alpina montana palustris aquatica arvensis communis domestica germanica
  europaea orientalis occidentalis borealis australis elegans grandis gracilis hirsuta laevis lutea maculata maritima pratensis sativa
  sylvestris tenuis tomentosa variabilis viridis japonica sinensis americana canadensis virginiana`);
