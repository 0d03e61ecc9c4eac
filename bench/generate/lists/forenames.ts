/** Forenames by origin and gender, the most frequent first, and the parts of which rarer ones are made. */
import { list, type Pattern } from '../words.ts';
import type { Origin } from './surnames.ts';

export interface ForenameLists {
  readonly male: readonly string[];
  readonly female: readonly string[];
}

export const FORENAMES: Readonly<Record<Origin, ForenameLists>> = {
  german: {
    male: list(`Johann Hans Karl Friedrich Wilhelm Heinrich Georg Peter Christian Josef Ernst Franz Paul Thomas Michael Martin
      Wolfgang Werner Otto Andreas Klaus Jürgen Walter Hermann Stefan Ludwig Max Rudolf Günther Christoph Gottfried Kurt
      Jakob Alexander Robert Gerhard Helmut August Gustav Uwe Matthias Frank Joachim Adolf Rolf Manfred Bernd Dieter Horst
      Emil Daniel Herbert Philipp Markus Anton Albert Richard Ulrich Adam Dietrich Jörg Bernhard Samuel Julius Johannes
      Theodor Eduard Erich Alfred Wolfram Siegfried Konrad Oskar Nikolaus Fritz Hugo Ferdinand Leopold Ralf Sebastian Felix
      Tobias Gottlieb Benjamin Simon Jan Florian Oliver Moritz Sven Arthur Lorenz Erwin Holger Eberhard Torsten Rainer
      Detlef Valentin Bruno Viktor Bertram Ekkehard Reinhard Hartmut Lukas Kaspar Balthasar Melchior Jonas Tim Niklas Arnold
      Eugen Clemens Leonhard Justus Traugott Benedikt Volker Gerd Harald Marcus Götz Lutz Sigmund Heinz Maximilian Ignaz
      Gregor Hubert Roland Norbert Armin Edgar Egon Guido Ingo Olaf Lothar Wenzel Zacharias Tobias Willibald Rüdiger
      Sönke Björn Döring Hümmer Achim Veit Urban Kilian Linus Fabian David Dominik Elias Friedemann Gangolf Hartwig`),
    female:
      list(`Anna Maria Elisabeth Christine Ursula Sabine Petra Barbara Monika Renate Margarethe Susanne Katharina Gabriele
      Karin Helga Eva Andrea Claudia Brigitte Angelika Martina Ute Ingrid Birgit Heike Stefanie Julia Johanna Marie Ulrike
      Charlotte Dorothea Sophie Magdalena Helene Gertrud Hildegard Regina Emma Luise Clara Martha Frieda Bettina Cornelia
      Silke Nicole Anja Kerstin Ruth Irmgard Elfriede Rosa Amalie Caroline Friederike Henriette Wilhelmine Auguste Antje
      Kathrin Tanja Sandra Melanie Daniela Verena Judith Miriam Sarah Lisa Laura Lena Hannah Katja Simone Annette Beate
      Dagmar Edith Erika Franziska Gisela Hannelore Inge Jutta Käthe Lieselotte Marianne Olga Paula Rita Sigrid Theresia
      Veronika Waltraud Agnes Bertha Cäcilie Doris Elke Frauke Gudrun Heidi Ilse Josephine Klothilde Lotte Mathilde Nadine
      Ottilie Pauline Roswitha Selma Thea Vera Wiebke Zita Anneliese Bärbel Birte Christa Elsa Greta Hedwig Ida Jana`),
  },
  english: {
    male: list(`John William James Robert David George Thomas Richard Michael Charles Peter Henry Edward Paul Mark Stephen Andrew
      Daniel Joseph Alan Christopher Martin Samuel Ian Simon Kevin Brian Frank Philip Anthony Matthew Francis Arthur Alexander
      Patrick Benjamin Walter Frederick Eric Graham Harold Ronald Jack Albert Ralph Douglas Gordon Roger Neil Kenneth`),
    female:
      list(`Mary Elizabeth Anne Sarah Margaret Jane Susan Catherine Helen Alice Emily Julia Barbara Patricia Linda Karen Nancy
      Dorothy Ruth Laura Rachel Rebecca Emma Caroline Jennifer Jessica Lucy Charlotte Frances Martha Virginia Judith Diane`),
  },
  french: {
    male: list(`Jean Pierre Jacques Louis Michel François André Paul Claude Henri Philippe Charles Antoine Alain Bernard Robert
      Georges Nicolas Marcel Daniel René Guillaume Joseph Étienne Éric Christian Maurice Gérard Olivier Alexandre Denis
      Vincent Émile Yves Gilles Raymond Laurent Roger Jérôme Frédéric Bruno Christophe Didier Thierry Patrick Benoît`),
    female:
      list(`Marie Anne Catherine Jeanne Françoise Isabelle Sylvie Nathalie Monique Christine Hélène Louise Claire Sophie
      Marguerite Brigitte Élisabeth Martine Nicole Annie Valérie Madeleine Véronique Geneviève Céline Simone Agnès Cécile`),
  },
  slavic: {
    male: list(`Ivan Aleksandr Jan Vladimir Nikolaj Josef Petr Michail Sergej Andrej František Stanisław Aleksej Jerzy Dmitrij Pavel
      Milan Andrzej Viktor Karel Jiří Boris Tomasz Zdeněk Piotr Václav Igor Krzysztof Miroslav Leonid Marek Oleg Zoran
      Jaroslav Wojciech Konstantin Dragan Ladislav Vasilij Miloš Stjepan Bohumil Evgenij Jakub Grzegorz Nikola Luka`),
    female:
      list(`Anna Marija Elena Irina Natal'ja Ol'ga Jana Tatjana Maria Katarzyna Eva Svetlana Ljudmila Galina Agnieszka Hana
      Barbara Ivana Małgorzata Vera Nina Magdalena Jelena Věra Ewa Ekaterina Zofia Helena Milena Alena Ljubov'`),
  },
  romance: {
    male: list(`Giovanni José Francesco Antonio Giuseppe Juan Carlo Luis Paolo Manuel Marco Francisco Pietro Pedro Luigi Jesús Andrea
      Carlos Mario Miguel Giorgio Fernando Alessandro Rafael Stefano Ángel Roberto Javier Domenico Jorge Franco Alberto
      Giacomo Ramón Lorenzo João Filippo Joaquín Massimo Vicente Enrico Diego Michele Alfonso Vincenzo Sergio Bartolomeo`),
    female:
      list(`Maria Anna Carmen Giulia Ana Francesca Isabel Elena Teresa Laura Paola Pilar Chiara Dolores Silvia Mercedes Lucia
      Rosa Giovanna Cristina Caterina Marta Daniela Beatriz Barbara Inés Valentina Luisa Rosario Antonella Margherita`),
  },
  nordic: {
    male: list(`Johan Jan Lars Peter Anders Karl Erik Per Hans Carl Hendrik Willem Olof Jens Cornelis Nils Pieter Niels Gustav Ole
      Christian Sven Søren Gerrit Knud Bengt Jacob Axel Jørgen Johannes Henrik Mikael Matti Björn Kees Juhani Bo Åke`),
    female:
      list(`Anna Maria Karin Johanna Elisabeth Ingrid Kirsten Margaretha Kristina Eva Cornelia Birgitta Inger Marie Hanne
      Catharina Astrid Sigrid Wilhelmina Ulla Gunnel Anneke Liisa Märta Bodil Aino Saskia Solveig Åsa`),
  },
  other: {
    male: list(`Mehmet László Wei Muhammad János Hiroshi Ali István Ahmed József Jun Mustafa Sándor Takashi Ibrahim Ferenc Yusuf Min
      Gheorghe Moshe David Hasan Kenji Avraham Ioannis Hassan Nikolaos Omar Ravi Péter Dimitrios Tamás Akira Gábor Ion`),
    female:
      list(`Ayşe Mária Li Fatma Erzsébet Yoko Fatima Ilona Mei Maria Katalin Zeynep Elena Judit Sarah Leyla Ágnes Keiko Eleni
      Esther Anikó Emine Hui Rachel Aikaterini Noriko Priya Zsuzsanna Hatice Miriam Ji-Won Sakura`),
  },
};

/** Rare forenames. */
export const FORENAME_PATTERNS: readonly Pattern[] = [
  [
    list(`Ad Al Am An Ar Bal Bar Ber Bert Bru Cas Chlod Dag Diet Eb Eck Ed Eg El Er Fer Fried Ger Gis God Got Gun Had Har Hart
      Heil Her Hil Hrod Hug In Kas Kon Leo Leon Lud Man Mar Mein Nor Od Ort Os Ra Rad Rai Rein Ro Ru Sieg Sig Swan Theo
      Traug Ul Val Vol Wal Walt Wer Wig Wil Wit Wolf Zeno`),
    list(`a e fried gar ger gund hard helm hild ian inde mar mund o olf ert ward win wald wig burg lind bert brand rad rich trud
      old iana elia ine ina ius`),
  ],
  [
    list(`A Be Ca Da De E Fa Fe Ga Ha I Ja Ka La Le Li Ma Me Mi Na Ni O Pa Ra Re Ro Sa Se Si So Ta Te Ti Va Vi Ya Ze`),
    list(`d l ll m n nn r rr s t v z b k lm`),
    list(`a e i o u`),
    list(`d l m n r s t v`),
    list(`a an e el en ia ian in io is o on us`),
  ],
];
