/** Surnames by origin: common ones, the most frequent first, and the parts of which rarer ones are made. */
import { list, type Pattern } from '../words.ts';

export interface SurnameLists {
  readonly common: readonly string[];
  readonly patterns: readonly Pattern[];
}

const GERMAN: SurnameLists = {
  common:
    list(`Müller Schmidt Schneider Fischer Meyer Weber Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf
    Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz Krause Meier Lehmann
    Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn
    Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon
    Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt Haas
    Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch Bergmann Thomas Voigt Sauer Arnold Wolff
    Pfeiffer Ernst Lindner Hübner Kramer Franz Beyer Wenzel Jansen Paul Peter Barth Hermann Kern Riedel Fritz Seifert
    Ott Kurz Lutz Kiefer Thiel Nagel Böhme Petersen Schilling Dietz Ebert Rau Brunner Fiedler Hesse Stark Nowak Ritter
    Binder Reuter Förster Hauser Schramm Zeller Bender Reinhardt Gross Wirth Ulrich Burger Frey Kunz Schütz Wegner Blum
    Rieger Gerlach Marx Urban Bayer Kirchner Bock Krebs Adam Moser Hein Ackermann Münch Heinz Bachmann Noack Gruber
    Schlüter Steiner Rothe Anders Kaufmann Kröger Witt Conrad Stahl Siebert Buchholz Sander Hansen Nikolaus Voss Geiger
    Wendt Lohmann Thiele Born Rudolph Strauß Wilhelm Eder Bach Brand Metz Schwab Haupt Hagen Moritz Kolb Maurer Rohde
    Heller Wieland Vetter Held Freund Michel Wiese Gebhardt Esser Erdmann Pfeifer Hinz Lenz Merz Ahrens Stumpf Probst
    Eckert Reich Kellner Rösch Wild Löffler Link Zander Hecht Faber Menzel Wulf Dreyer Nitsche Steffen Kreuz Rupp Linde
    Hauck Pape Bode Block Falk Unger Abel Hamann Kunze Weise Heim Berg Bosch Kessler Baier Seitz Stadler Popp Betz Wirtz
    Heise Kremer Götz Döring Jahn Ullrich Naumann Gottschalk Herzog Eichhorn Specht Bischoff Mann Dorn Kohl Schenk Stolz
    Dittrich Pfaff Langer Moll Reimann Rössler Knoll Hirsch Rose Schott Rapp Zimmer Siegel Wiedemann Rauch Eberhardt
    Scherer Lechner Grimm Wimmer Baum Trautmann Singer Bergner Oswald Geyer Kastner Hornung Sturm Brückner Kühne
    Straub Gabriel Philipp Drescher Vollmer Fritsche Heuer Kunkel Reichert Weigel Schaller Scheer Henning Bartels Römer
    Lübke Mertens Kropp Haase Janssen Böttcher Büttner Lück Döll Färber Größer Häusler Köster Mühlbauer Rößler Süß Träger
    Würz Zöllner Öhler Überall Bär Düring Fürst Gärtner Höhne Kübler Löwe Mönch Nägele Rübsam Schütte Schön Tröger Wöhrle`),
  patterns: [
    [
      list(`Alt Berg Birk Brand Breit Brunn Burg Busch Dorn Eber Eck Eich Eisen Ell Erd Fels Feld Fink Föhr Forst Frei Fried
        Gast Geis Gold Grab Greif Grün Gut Haber Hag Hal Hart Has Heid Heil Held Hell Hend Herz Hess Hild Hin Hirsch Hoch
        Höll Holz Horn Huf Kalt Kammer Karl Käs Keil Kess Kirch Klein Klingel Klos Kniep Kohl Kreut Kron Krumm Kühn Kupfer
        Lam Land Lang Laub Leb Lehm Leit Lieb Lind Loch Löh Lust Mark Matt Mehl Mitter Moos Mühl Mün Nacht Neid Neu Nieder
        Ober Oster Pfaff Plan Platz Quell Rad Rahm Reb Reich Rein Ried Rix Rog Ros Roth Sand Sass Schad Schall Scharf Schell
        Schenk Schief Schild Schlag Schlei Schnell Schön Schweig See Seel Seid Siebel Sieg Sill Sonn Span Spar Speck Spiel
        Stahl Stamm Stark Steg Stein Stern Stieg Stock Stolz Strass Streit Strick Sturm Sulz Tann Teich Thal Tief Trach Traut
        Trost Ufer Ulm Unter Vier Vogel Vor Wald Wall Wart Wasser Weg Weid Wein Weiss Wend Wick Wies Wild Wind Wink Wohl
        Wolf Wurz Zahl Zell Ziegel Zim Zoll Zwick`),
      list(`mann er bauer hofer meier bach berg feld stein hardt auer müller hammer heim ke huber ing inger horst ler baum bert
        brecht brock bruck burg burger dorf dorfer egger els en enau fels fried garten graf haus hauser holz höfer kamp
        kemper koch lein ner rath reich reiter schläger schmidt seder thaler wald weg weiler wein werth wig winkler`),
    ],
    [
      list(
        `B Bl Br D Dr F Fl Fr G Gl Gr H J K Kl Kn Kr L M N P Pf R S Sch Schl Schm Schn Schr Schw Sp St Str T Th Tr V W Z Zw`,
      ),
      list(`a e i o u a e i o u a e i o u a e i o au ei eu ie ie ö ü`),
      list(`b ch ck d ff g gg hl hm hn hr ld lk ll lt lz m mm mp n nd ng nk nn nz pf pp r rb rd rk rl rm rn rt rz s ss sch st t
        tt tz`),
      list(
        `- e el er ert ig ing inger ke ker ler les ling mann meier ner er ich us en el lein le li ow itz sen horst hardt`,
      ),
    ],
    [
      list(`B Br D F Fr G Gr H Hal J K Kar Kl Kr L Lam M Mar N Ol Os P R Rad S Sch Schn Sel St T Tr Ul V W Wal Z`),
      list(`a e i o u a e i o u a e i o u a e ei au ö ü ie`),
      list(`b bl ch d dr f g gr hl k l lb lm m mb n nd ng nn p r rg rl rm rt s sch ss st t tr w z`),
      list(`e e e a i o`),
      list(`l lb ld ll lm m n nd ng r rk rt s sch ss t tz`),
      list(`- e er ing ke mann ner ow el ski en hofer bach berg feld horst hausen`),
    ],
  ],
};

const ENGLISH: SurnameLists = {
  common:
    list(`Smith Jones Williams Brown Taylor Davies Wilson Evans Johnson Roberts Walker Wright Thompson Robinson White Hall
    Hughes Edwards Green Lewis Wood Harris Martin Jackson Clarke Clark Turner Hill Scott Cooper Morris Ward Moore King
    Watson Baker Harrison Morgan Patel Young Allen Mitchell James Anderson Phillips Lee Bell Parker Davis Bennett Miller
    Cook Shaw Cox Carter Collins Gray Marshall Adams Campbell Foster Ellis Murray Russell Hunt Mills Holmes Rogers Stone
    Mason Grant Knight Butler Barnes Reid Murphy Kelly Graham Stevens Palmer Webb Fox Hamilton Burton Ford O'Brien Ross
    Henderson Sullivan Nelson Perry Freeman Lawrence MacDonald Douglas Crawford Washington O'Connor Lincoln Emerson`),
  patterns: [
    [
      list(`Al Ash Ban Bar Beck Black Brad Bram Bur Cal Car Chad Cliff Col Crom Dal Den Dray Dun East Ed El Fair Farn Glad Gran
        Hal Ham Har Has Hat Haw Hen Hol Hough Hux Kel Ken King Lang Law Lin Mar Mel Mid Mor New Nor Oak Or Pem Pres Red
        Rad Rush Ruther San Shel Sher Sim Stan Staf Sum Sut Thorn Up Wal Wal War Wel Wes Whit Wil Win Wood Wy`),
      list(`berry borough bridge brook burn bury by combe cote dale den don field ford gate ham hurst land ley low man mere mond
        more over shaw son stead stock stone ton wall ward well wick wood worth`),
    ],
    [
      list(`Mac Mc O' Fitz - - - -`),
      list(`B Bl Br C Ch Cr D F Fl G Gr H K L M N P Pr Qu R S Sh St T Th Tr W Wh`),
      list(`a e i o u ai ea ee oo ou`),
      list(`b ck d ll lm m mp n nd ng nn r rd rk rl rn rr s ss st t tch tt x`),
      list(`- e er ey ie ing ins ison le ley man on s son ton well y`),
    ],
  ],
};

const FRENCH: SurnameLists = {
  common:
    list(`Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefebvre Michel Garcia David
    Bertrand Roux Vincent Fournier Morel Girard André Lefèvre Mercier Dupont Lambert Bonnet François Martinez Legrand
    Garnier Faure Rousseau Blanc Guérin Muller Henry Roussel Nicolas Perrin Morin Mathieu Clément Gauthier Dumont Lopez
    Fontaine Chevalier Robin Masson Sanchez Gérard Nguyen Boyer Denis Lemaire Duval Joly Gautier Roger Roche Roy Noël
    Meyer Lucas Meunier Jean Perez Marchand Dufour Blanchard Marie Barbier Brun Dumas Brunet Schmitt Leroux Colas`),
  patterns: [
    [
      list(`Beau Bel Ber Bois Bon Bou Bru Cam Car Cha Char Cler Cour Del Des Dou Du Fer Fon For Fou Gau Gi Gran Gui La Lan Le
        Long Mail Mal Mar Mont Mou Per Pey Pon Por Pré Quin Ra Ri Ro Rou Sau Ser Tail Ter Tour Va Val Ver Vil`),
      list(`bert bois cart champ chard court din doux fort gnac gnol land lard let lier lin main mont nard net neuil not pain pierre
        rand rault reau rier rin rot rou sac seau sier son tain teau tier ton trand vais vière ville zac`),
    ],
    [
      list(`De_ Le_ La_ - - - - - -`.replaceAll('_', '')),
      list(`B Bl Br C Ch Cl D F Fl G Gr L M N P Pl Qu R S T Tr V`),
      list(`a ai au e é eu i o oi ou u a e i o u`),
      list(`b ch d ff g gn l ll m n nn p r rd rg rl rn rt s ss t tt v`),
      list(`ac ard aud ault é eau el elle er et ette eux ier in on ot oux y`),
    ],
  ],
};

const SLAVIC: SurnameLists = {
  common:
    list(`Ivanov Novák Kowalski Petrov Nowak Smirnov Svoboda Horvat Popov Novotný Wiśniewski Volkov Dvořák Kovačević Sokolov
    Wójcik Černý Jovanović Kuznecov Kowalczyk Procházka Lebedev Kučera Kamiński Morozov Veselý Babić Lewandowski Pavlov
    Horák Zieliński Nikolaev Marković Němec Szymański Orlov Pokorný Woźniak Makarov Marek Dąbrowski Fedorov Petrović
    Pospíšil Kozłowski Hájek Jankowski Andreev Jelínek Mazur Král Nikolić Krawczyk Růžička Zacharov Ilić Beneš
    Stepanov Fiala Bondarenko Sedláček Ševčenko Doležal Kravčenko Zeman Tkačenko Kolář`),
  patterns: [
    [
      list(`Ale Ba Bar Bel Bla Bog Bor Bra Bu Čer Chle Dol Dra Du Gor Gra Gri Ha Hor Hra Ja Jer Ka Kal Kar Kol Kra Kuč La Leb Lu
        Ma Mal Mi Mil Mor Na Neč No Or Pa Pav Pet Po Pro Ra Rad Ro Ru Sa Sed Ši Ska Sla Smi Sta Stra Su To Tur Va Ve Vla
        Vo Za Že Zi Zlo`),
      list(`b ban br c ch d dan dr g gan k kol kr l lan len lin lov m man mar mir n nd nik p par pr r rad rin rkov s sil slav st
        t ten tin tr v vin z zar`),
      list(`ak an ek enko ev eva ić ich ik ikov in ina kin kov ová ovich ović ov ova sky ska ski skij uk`),
    ],
    [
      list(`B Bl Br Č D Dr F G Gr H Hr J K Kr L M N P Pl Pr R S Sk St Str Š T Tr V Vl Z Ž`),
      list(`a e i o u a e o y á`),
      list(`b c č ch d g j k l ld m n p r s š t v z ž`),
      list(`a e i o u`),
      list(`b c d k l m n r s š t v z`),
      list(`ak ek enko ev eva ić ik in ov ova ová ović ski ska y`),
    ],
  ],
};

const ROMANCE: SurnameLists = {
  common:
    list(`Rossi García Russo Rodríguez Ferrari González Bianchi Fernández Romano López Colombo Martínez Ricci Sánchez Marino
    Pérez Greco Gómez Bruno Silva Gallo Santos Conti Ferreira De_Luca Pereira Costa Oliveira Giordano Ruiz Mancini Díaz
    Rizzo Hernández Lombardi Álvarez Moretti Moreno Barbieri Muñoz Fontana Alonso Santoro Gutiérrez Mariani Romero
    Rinaldi Navarro Caruso Torres Ferrara Domínguez Galli Vázquez Martini Ramos Leone Gil Longo Ramírez Gentile Serrano
    Martinelli Blanco Vitale Molina Lombardo Morales Serra Suárez Coppola Ortega De_Santis Delgado Castro Almeida`),
  patterns: [
    [
      list(`Al Ar Bal Bar Bel Ben Ber Bo Bon Bra Cal Cam Can Car Cas Cata Col Cor Del Di Fal Fer Fi Fran Ga Gal Gar Gia Gio Gra
        Gua La Lo Lom Mal Man Mar Mas Mel Mon Mor Na Pa Pal Par Pel Pi Por Ra Ri Ro Sal San Sar Sca Ser Sil Spi Ta Tor
        Tre Val Ve Vi Zam`),
      list(`- b ba bar c ca d da di f g gi l la li ll m ma n na ni r ra ri s sa si ss t ta ti tt v va z`),
      list(
        `alda ano ari aro ato elli ello eri ero esi etti etto ezza iani ico ini ino io ira ini ola oli one oni oro otti ucci uola`,
      ),
    ],
    [
      list(`B C D F G L M N P R S T V Z Br Cr Fr Gr Pr Tr`),
      list(`a e i o u`),
      list(`b c d f g l ll m n nd nt r rr s ss t tt v z`),
      list(`a e i o`),
      list(`b c d g l m n r s t v`),
      list(`a ada al ales ano ar arez eda elli era ero es ez ini ino ira o ona oni oro oz ucci`),
    ],
  ],
};

const NORDIC: SurnameLists = {
  common:
    list(`Jensen Andersson de_Vries Hansen Johansson Nielsen Karlsson Jansen Pedersen Nilsson van_Dijk Andersen Eriksson Bakker
    Christensen Larsson Visser Larsen Olsson Smit Sørensen Persson Meijer Rasmussen Svensson Bos Jørgensen Gustafsson
    Mulder Petersen Pettersson Madsen Jonsson Peeters Kristensen Jansson Janssens Olsen Hansson Maes Thomsen Bengtsson
    Jacobs Virtanen Korhonen Mäkinen Nieminen Lindberg Lindström Berg Haugen Hagen Johannessen Dahl Lund Dekker Brouwer
    Dijkstra Kuiper Veenstra Claes Goossens Wouters Willems Mertens Sandberg Nyström Sjöberg Bergström Håkansson`),
  patterns: [
    [
      list(`Al Berg Bjerk Björk Blom Bro Dahl Ek Eng Falk Fager Gran Grön Hag Hal Hed Hell Hjort Holm Ing Karl Kron Kvarn Lind Ljung
        Lund Lö Malm Mo Ny Nor Ny Ost Quist Ros Rud Sand Ser Sjö Skog Sol Sten Ström Sund Sved Söder Torn Ull Vang Väst
        Wester Å Ås Öst Øst Bakke Bis Bjørn Kjær Mad Nør Sø Vest Hooge Oude Steen Ver Veld`),
      list(`berg blad borg by dahl feldt gaard gren hage heim holm kvist land lid lind lund man mark nes qvist rud sen son sson stad
        sten strand ström sund vall vang vik zen hof kamp huis stra ma meer hoven beek`),
    ],
  ],
};

const OTHER: SurnameLists = {
  common:
    list(`Nagy Yılmaz Wang Kim Tanaka Li Kovács Zhang Demir Satō Lee Szabó Chen Liu Kaya Suzuki Nguyễn Tóth Yang Park Çelik
    Huang Horváth Singh Khan Cohen Şahin Watanabe Zhao Levy Varga Wu Öztürk Itō Popescu Zhou Molnár Choi Aydın Yamamoto Xu
    Ionescu Sun Arslan Papadopoulos Németh Ma Kumar Doğan Zhu Nakamura Popa Kılıç Farkas Hu Sharma Aslan Kobayashi Guo
    Balogh He Hussain Katō Gao Papp Georgiou Yoshida Ali Haddad Mizrahi Stan Jung Hoxha Lin Abdullah Rahman Takács`),
  patterns: [
    [
      list(`Ab Ak Al An Ba Be Bo Da De Do Er Fa Ga Ge Ha He Hi Ho Ib Ka Ke Ki Ko Ku La Ma Me Mi Mo Mu Na Ni No Ok Pa Ra Re Sa Se
        Shi So Su Ta Te To Tu Ya Yo Zo`),
      list(`b ch d g h j k l m n r s sh t w y z nd nk rt ll ğ`),
      list(`a e i o u a e i o u ō ü`),
      list(`- d g k l m n r s sh t w y z`),
      list(`a an ar ano az e en er i ian ida in ira is moto mura na o oğlu os ra ri ta u wa yan zade`),
    ],
  ],
};

/** Where a name comes from. */
export const ORIGINS = ['german', 'english', 'french', 'slavic', 'romance', 'nordic', 'other'] as const;
export type Origin = (typeof ORIGINS)[number];

export const SURNAMES: Readonly<Record<Origin, SurnameLists>> = {
  german: GERMAN,
  english: ENGLISH,
  french: FRENCH,
  slavic: SLAVIC,
  romance: ROMANCE,
  nordic: NORDIC,
  other: OTHER,
};
