/** Places: towns and lands, the most frequent first, and the parts of which the names of others are made. */
import { list, type Pattern } from '../words.ts';

export const TOWNS =
  list(`Berlin München Wien Hamburg Köln Leipzig Frankfurt_am_Main Dresden Stuttgart Paris London Zürich Düsseldorf Hannover
  Nürnberg Basel Bonn Heidelberg Göttingen Freiburg_im_Breisgau Halle_(Saale) Rom Prag Mainz Münster_(Westf) Bremen Karlsruhe
  Kassel Würzburg Augsburg Tübingen Jena Marburg Bern Graz Salzburg Darmstadt Aachen Kiel Weimar Rostock Regensburg
  Erlangen Potsdam Essen Braunschweig Mannheim Wiesbaden Breslau Königsberg Straßburg Budapest New_York,_NY Moskau
  Innsbruck Dortmund Magdeburg Bochum Erfurt Bamberg Ulm Lübeck Greifswald Saarbrücken Trier Osnabrück Oldenburg
  Gießen Konstanz Paderborn Bielefeld Duisburg Chemnitz Wuppertal Passau Bayreuth Wittenberg Koblenz Gotha Hildesheim Ludwigsburg
  Amsterdam Brüssel Kopenhagen Stockholm Oslo Helsinki Warschau Krakau Danzig Posen Stettin Riga Tallinn Vilnius Sankt_Petersburg
  Kiew Odessa Lemberg Bratislava Brünn Olmütz Ljubljana Zagreb Belgrad Sofia Bukarest Athen Istanbul Ankara Venedig Florenz Mailand
  Neapel Turin Genua Bologna Padua Madrid Barcelona Sevilla Lissabon Porto Lyon Marseille Bordeaux Toulouse Genf Lausanne
  Luzern Winterthur Sankt_Gallen Chur Linz Klagenfurt Bregenz Bozen Meran Antwerpen Gent Löwen Lüttich Utrecht Leiden Rotterdam
  Den_Haag Groningen Oxford Cambridge Edinburgh Dublin Manchester Birmingham Boston,_Mass. Chicago,_Ill. Philadelphia,_Pa.
  Los_Angeles,_Calif. San_Francisco,_Calif. Washington,_DC Toronto Montréal Buenos_Aires São_Paulo Rio_de_Janeiro Tokio Peking
  Schanghai Hongkong Singapur Delhi Bombay Kairo Jerusalem Tel_Aviv Haifa Damaskus Bagdad Teheran Kapstadt Johannesburg Nairobi
  Lagos Sydney Melbourne Bad_Homburg_vor_der_Höhe Bad_Kissingen Baden-Baden Esslingen_am_Neckar Heilbronn Pforzheim Reutlingen
  Ravensburg Biberach_an_der_Riß Schwäbisch_Hall Schwäbisch_Gmünd Rottenburg_am_Neckar Ingolstadt Landshut Rosenheim Kempten_(Allgäu)
  Memmingen Aschaffenburg Schweinfurt Coburg Hof_(Saale) Ansbach Fürth Neuburg_an_der_Donau Eichstätt Freising Altötting
  Offenbach_am_Main Hanau Fulda Wetzlar Worms Speyer Ludwigshafen_am_Rhein Kaiserslautern Landau_in_der_Pfalz
  Neustadt_an_der_Weinstraße Zweibrücken Siegen Soest Hamm Minden Detmold Lippstadt Recklinghausen Gelsenkirchen Oberhausen Krefeld
  Mönchengladbach Neuss Leverkusen Solingen Remscheid Hagen Emden Aurich Cuxhaven Stade Lüneburg Celle Wolfenbüttel Goslar Wolfsburg
  Flensburg Schleswig Husum Itzehoe Lauenburg Ratzeburg Wismar Stralsund Schwerin Güstrow Neubrandenburg Neuruppin Cottbus Görlitz
  Bautzen Zittau Zwickau Plauen Freiberg Meißen Pirna Torgau Merseburg Naumburg_(Saale) Zeitz Quedlinburg Halberstadt Wernigerode
  Dessau Köthen Zerbst Bernburg Mühlhausen Nordhausen Eisenach Meiningen Suhl Rudolstadt Saalfeld Altenburg Gera Greiz`);

/** Countries and regions as the GND calls them. */
export const LANDS =
  list(`Deutschland Österreich Schweiz Frankreich Italien USA Großbritannien Russland Polen Spanien Niederlande Europa Bayern
  Sachsen Preußen Belgien Dänemark Schweden Norwegen Finnland Ungarn Tschechien Slowakei Rumänien Bulgarien Griechenland Türkei Ukraine
  Japan China Indien Brasilien Argentinien Kanada Australien Ägypten Südafrika Israel Portugal Irland Luxemburg Kroatien Serbien Slowenien
  Estland Lettland Litauen Mexiko Asien Afrika Amerika Hessen Baden Württemberg Thüringen Westfalen Rheinland Schlesien Böhmen Mähren Tirol
  Steiermark Kärnten Mecklenburg Pommern Brandenburg Sachsen-Anhalt Niedersachsen Schleswig-Holstein Rheinland-Pfalz Saarland Elsass
  Lothringen Siebenbürgen Galizien Südtirol Vorarlberg Burgenland Franken Schwaben Allgäu Schwarzwald Harz Eifel`);

/** Rivers, mountains, lakes. */
export const NATURE =
  list(`Rhein Donau Elbe Main Neckar Mosel Weser Oder Spree Saale Isar Inn Lech Ruhr Lahn Havel Alpen Bodensee
  Ostsee Nordsee Zugspitze Brocken Watzmann Feldberg Starnberger_See Chiemsee Müritz Rügen Sylt Usedom Taunus Spessart Odenwald`);

/** What stands on a site, for buildings and monuments. */
export const BUILDINGS =
  list(`Rathaus Schloss Kirche_Sankt_Martin Kirche_Sankt_Michael Kirche_Sankt_Georg Dom Münster Marienkirche Nikolaikirche
  Johanneskirche Stadtkirche Burg Synagoge Kloster Stadttheater Opernhaus Bahnhof Marktplatz Hauptstraße Schlossgarten Jüdischer_Friedhof
  Friedhof Zeughaus Stadttor Rathausbrücke Kreuzkirche Petrikirche Jakobskirche Altes_Rathaus Neues_Schloss Residenz Kaserne Mühle
  Villa Palais Wasserturm Kurhaus Spital Universitätskirche Museum Stadthalle`);

const STEMS =
  list(`Ahr Als Am Arn Asch Bal Ben Ber Bern Bil Bir Bless Boll Brei Brun Buch Dam Den Diet Dorn Eber Ech Eich Ell Els Ems Er
  Esch Fal Feld Flor Frei Fried Gar Geis Ger Gold Grün Gund Hach Hal Ham Har Has Heil Hel Herbol Hers Hild Hirsch Hoch Hohen Hol Horn
  Ill Im Immen Kalk Kal Karl Katten Kem Kirch Klein Kreuz Kron Laim Lam Land Lang Lauf Lauter Leim Len Lich Lin Lud Lützel Mann Mar
  Mels Meng Mer Mitt Mor Mos Mühl Nag Neu Nord Oden Ober Oster Ott Pfaff Plan Rad Ram Raps Regen Rein Rhein Ried Rod Ros Rot Rud Sachs
  Salz San Schif Schlier Schön Schwar Schwein See Sel Sieg Sin Sol Sommer Stein Stock Stol Süß Tal Tann Tief Trau Tutt Über Ul Unter
  Vils Vogel Wald Wall Wan Wart Wein Weis Wel Wer West Wies Wil Win Wolf Wür Zell Zim`);
const ENDINGS =
  list(`ach au bach beck berg bergen beuren born breitungen brück büttel burg dorf eck fels feld felden furt garten hagen hausen heim
  hof hofen holz horn ingen itz kirch kirchen leben linden loh lohe mühl münster rath ried rode roda sen see stadt stedt stein
  stetten tal thal tin trup wald wang weier weiler werder wiesen winkel wörth zell`);

export const PLACE_PATTERNS: readonly Pattern[] = [
  [STEMS, ENDINGS],
  [list(`Groß Klein Ober Nieder Unter Neu Alt Hinter Vorder Hohen`), STEMS.map((stem) => stem.toLowerCase()), ENDINGS],
  [
    list(
      `B Bel Br Ch Chr D Dob Dr G Gr Ha Hr J K Kar Kr L M Mal N Nov O Os P Pl Pod R Ra Rad S Sk Sta Str T Tr V Ves W Y Z Za`,
    ),
    list(`a e i o u y á é`),
    list(`b c ch d g j k l ll m n nd ng p r rd rn s ss st t v z ž`),
    list(`a e i o u`),
    list(`č d g k l m n r s t v z`),
    list(`a any ava bor by cu e ec ford grad ia ice in itsa ka lles na nice no ov ovo ów sk ton vara vice ville vo y`),
  ],
];

/** Ways to tell namesakes apart. */
export const REGIONS =
  list(`Landkreis_Gießen Landkreis_Rosenheim Kreis_Soest Kanton_Bern Oberösterreich Niederösterreich Mecklenburg Sachsen Thüringen
  Bayern Schlesien Hessen Pfalz Westfalen Uckermark Vogtland Eifel Rhön Hunsrück Schwaben Oberpfalz Elsass Böhmen Steiermark Tirol Baden
  Landkreis_Celle Landkreis_Stade Kreis_Kleve Kreis_Neuwied Altmark Lausitz Prignitz Holstein Ostfriesland Emsland Hohenlohe Markgräflerland`);
