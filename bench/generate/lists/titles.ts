/** Titles of works and of conferences: forms, instruments, words of titles, topics. */
import { list } from '../words.ts';

export const MUSICAL_FORMS =
  list(`Sonaten Lieder Sinfonien Konzerte Kantaten Quartette Stücke Trios Variationen Messen Motetten Duos Suiten Fantasien Walzer
  Quintette Märsche Etüden Fugen Präludien Choräle Ouvertüren Rondos Divertimenti Serenaden Psalmen Magnificat Requiem Rhapsodien Romanzen Tänze
  Polonaisen Mazurken Nocturnes Balladen Toccaten Capricci Canzonen Madrigale Oratorien`);
export const INSTRUMENTS =
  list(`Klavier Violine Orgel Querflöte Violoncello Singstimme Klarinette Oboe Trompete Horn Gitarre Streichorchester Orchester
  Viola Chor Cembalo Harfe Fagott Blockflöte Laute Posaune Saxophon Kontrabass Schlagzeug`);
export const KEYS = list(
  `C-Dur c-Moll D-Dur d-Moll Es-Dur E-Dur e-Moll F-Dur f-Moll G-Dur g-Moll A-Dur a-Moll B-Dur h-Moll As-Dur cis-Moll fis-Moll`,
);

/** Nouns with their article. */
export const TITLE_NOUNS =
  list(`der_Tod das_Leben die_Nacht der_König die_Liebe der_Garten das_Haus die_Zeit der_Traum die_Reise das_Meer der_Wald
  die_Stadt der_Krieg die_Welt das_Herz die_Sonne der_Mond die_Erde der_Engel der_Teufel das_Kind die_Frau der_Mann die_Mutter der_Vater
  das_Feuer das_Wasser der_Wind die_Insel das_Schloss die_Brücke der_Weg der_Berg das_Tal der_Fluss die_Rose der_Baum der_Vogel der_Wolf
  der_Fuchs der_Stein das_Gold der_Ring das_Schwert der_Ritter die_Prinzessin der_Kaiser die_Braut der_Freund der_Feind der_Fremde
  der_Wanderer der_Sänger der_Narr der_Meister der_Schüler das_Buch der_Brief das_Bild der_Spiegel die_Maske der_Schatten das_Licht
  die_Stimme das_Schweigen das_Lied der_Tanz das_Spiel die_Hoffnung die_Angst die_Freiheit die_Wahrheit die_Ehre die_Schuld der_Frieden
  die_Heimkehr der_Abschied die_Flucht die_Ankunft der_Anfang das_Ende der_Sommer der_Winter der_Herbst der_Frühling der_Morgen der_Abend`);
export const ADJECTIVES =
  list(`letzte verlorene alte neue stille wilde ewige goldene schwarze weiße rote blaue grüne dunkle helle ferne fremde
  heimliche verbotene gläserne silberne kleine große lange kurze schöne böse tote lebendige heilige göttliche eiserne steinerne blinde
  stumme treue falsche zerbrochene gefangene freie heitere traurige sanfte kalte heiße tiefe hohe leere süße bittere`);
/** What a learned work is. */
export const TREATISES =
  list(`Geschichte Handbuch Einführung Grundriss Lehrbuch Beiträge_zur_Geschichte Chronik Topographie Bibliographie Lexikon Wörterbuch
  Grammatik Kritik Theorie Philosophie Versuch_über Abhandlung_über Briefe_über Gedanken_über Vorlesungen_über Untersuchungen_über`);
export const LATIN_TITLES =
  list(`De_natura De_bello De_re_publica De_anima Historia Chronica Annales Epistolae Orationes Carmina Commentarius_in Disputatio_de
  Tractatus_de Vita_sancti Liber_de Summa_de Quaestiones_de Dissertatio_de Theatrum Speculum Thesaurus`);
export const LATIN_WORDS =
  list(`rerum hominum mundi ecclesiae legum animae virtutum temporum regum sanctorum corporis sapientiae fidei gratiae iustitiae
  medicinae philosophiae theologiae musicae naturae romana germanica christiana universalis sacra antiqua nova`);

/** Meetings, the most frequent first. */
export const MEETINGS =
  list(`International_Conference_on International_Symposium_on Workshop_on Internationale_Tagung Symposium Kongress Jahrestagung
  International_Workshop_on Conference_on European_Conference_on Kolloquium Tagung Fachtagung Congrès_International_de Ausstellung
  International_Congress_on World_Congress_on Colloque_International Convegno_Internazionale Seminar_on Annual_Meeting_on Summer_School_on
  Fachmesse Festival Wettbewerb Symposium_on Colloquium_on IFIP_Working_Conference_on ACM_Symposium_on IEEE_Conference_on Ringvorlesung`);
/** Meetings whose topic is German. */
export const GERMAN_MEETINGS: ReadonlySet<string> = new Set(
  list(
    'Internationale_Tagung Symposium Kongress Jahrestagung Kolloquium Tagung Fachtagung Ausstellung Fachmesse Festival Wettbewerb Ringvorlesung',
  ),
);
export const TOPIC_MODIFIERS =
  list(`Applied Advanced Computational Distributed Intelligent Integrated International Molecular Nonlinear Numerical Optical
  Parallel Quantum Statistical Theoretical Experimental Clinical Environmental Industrial Digital Mobile Embedded Formal Functional Logical
  Medical Modern Organic Inorganic Physical Public Social Structural Sustainable Thermal Visual Wireless Adaptive Automated Cognitive Comparative
  Complex Dynamic Economic Electronic Genetic Global Historical Human Hybrid Linear Marine Mathematical Mechanical Neural`);
export const TOPICS =
  list(`Systems Computing Mechanics Networks Databases Languages Engineering Materials Physics Chemistry Biology Medicine Algorithms
  Logic Learning Vision Robotics Control Optimization Simulation Modelling Statistics Probability Geometry Algebra Analysis Topology Optics
  Lasers Plasma Surfaces Semiconductors Superconductivity Magnetism Crystals Polymers Catalysis Energy Combustion Turbulence Acoustics
  Vibration Fatigue Fracture Corrosion Concrete Hydraulics Hydrology Geology Climate Oceanography Ecology Genetics Genomics Proteins Cells
  Immunology Virology Oncology Cardiology Neurology Psychiatry Pharmacology Toxicology Nutrition Agriculture Forestry Fisheries Economics
  Finance Marketing Management Education Linguistics Translation Archaeology Anthropology History Law Ethics Software Hardware Security
  Privacy Cryptography Verification Semantics Ontologies Information Knowledge Data Documents Multimedia Speech Graphics Visualization`);
