import { describe, expect, it } from 'vitest';
import { describe as describeEntity, yearsOf } from '../../../src/build/ingest/tasks/describe.ts';

describe('years', () => {
  it.each([
    ['full dates', ['1749-08-28'], ['1832-03-22'], { start: 1749, end: 1832 }],
    ['bare years', ['1850'], ['1912'], { start: 1850, end: 1912 }],
    ['years before the common era', ['-0428'], ['-0348'], { start: -428, end: -348 }],
    ['only a beginning', ['1850-05'], undefined, { start: 1850 }],
    ['only an end', undefined, ['22.03.1832'], { end: 1832 }],
    ['two that agree', ['1749', '1749-08-28'], undefined, { start: 1749 }],
    ['two that disagree', ['1749', '1750'], undefined, undefined],
    ['an approximate one', ['ca. 1480'], undefined, undefined],
    ['brackets', ['[ca.1500]'], undefined, undefined],
    ['placeholders', ['18XX'], undefined, undefined],
    ['placeholders for day and month only', ['XX.XX.1480'], ['XX.12.1521'], { start: 1480, end: 1521 }],
    ['three digits', ['578'], ['0648'], { start: 578, end: 648 }],
    ['a month in words behind the year', ['1930,3.Juli'], ['1961,Mai'], { start: 1930, end: 1961 }],
    ['a month before the year', ['9.1993'], undefined, { start: 1993 }],
    ['a word behind the year that is no month', ['1944,ca.'], ['1950, vermutlich'], undefined],
    ['no such year', ['0000'], ['9999-99'], undefined],
    ['an end before the beginning', ['1850'], ['1749'], undefined],
    ['nothing', undefined, undefined, undefined],
  ])('of a person from %s', (_, dateOfBirth, dateOfDeath, years) => {
    expect(yearsOf('Person', { ...(dateOfBirth && { dateOfBirth }), ...(dateOfDeath && { dateOfDeath }) })).toEqual(
      years,
    );
  });

  it.each([
    ['2019', { start: 2019, end: 2019 }],
    ['1814-1815', { start: 1814, end: 1815 }],
    ['18.09.1814-09.06.1815', { start: 1814, end: 1815 }],
    ['2019-03-01/2019-03-04', { start: 2019, end: 2019 }],
    ['Mai 2019', undefined],
  ])('of a conference from %s', (date, years) => {
    expect(yearsOf('ConferenceOrEvent', { dateOfConferenceOrEvent: [date] })).toEqual(years);
  });

  it('of a work from publication, otherwise from production; of a subject never', () => {
    expect(yearsOf('Work', { dateOfPublication: ['1808'], dateOfProduction: ['1797'] })).toEqual({ start: 1808 });
    expect(yearsOf('Work', { dateOfProduction: ['1797'] })).toEqual({ start: 1797 });
    expect(yearsOf('SubjectHeading', {})).toBeUndefined();
  });
});

describe('the description', () => {
  const labels = (...texts: readonly string[]) => texts.map((label) => ({ label }));
  const note = (...texts: readonly string[]) => ({ biographicalOrHistoricalInformation: texts });
  const area = (code: string, label: string) => ({
    geographicAreaCode: [{ uri: `https://d-nb.info/standards/vocab/gnd/geographic-area-code#${code}`, label }],
  });
  /** A person of whose three occupations one has a name. */
  const painter = { professionOrOccupation: [{ gnd: '4041423-1' }, { gnd: '4185044-0' }, ...labels('Zeichner')] };

  it.each([
    ['Person', { professionOrOccupation: labels('Dichter', 'Jurist') }, [1749, 1832], '1749–1832, Dichter, Jurist'],
    ['Person', { professionOrOccupation: [{ gnd: '4053309-8', label: 'Autor' }, 'Autor'] }, [], 'Autor'],
    [
      'Person',
      {
        professionOrOccupation: labels('Zeichner', 'Intendant', 'Übersetzerin', 'Schriftstellerin', 'Politiker'),
        gndSubjectCategory: labels(
          'Personen zu Literaturgeschichte (Schriftsteller)',
          'Personen der Geschichte (Politiker und historische Persönlichkeiten)',
        ),
      },
      [],
      'Schriftstellerin, Zeichner, Intendant',
    ],
    ['Person', { professionOrOccupation: labels('Zeichner', 'Archäologin', 'Historiker'), gndSubjectCategory: labels('Personen der Geschichtswissenschaft (Historiker, Archäologen)') }, [], 'Archäologin, Historiker, Zeichner'], // prettier-ignore
    ['Person', { professionOrOccupation: labels('Zeichner', 'Bautechniker'), gndSubjectCategory: labels('Personen zu Technik (ohne Architektur, Bautechnik)') }, [], 'Zeichner, Bautechniker'], // prettier-ignore
    ['Person', { professionOrOccupation: labels('Geiger', 'Musiker'), gndSubjectCategory: labels('Personen zu Musik') }, [], 'Geiger, Musiker'], // prettier-ignore
    ['Person', { professionOrOccupation: [{ gnd: '4053309-8' }] }, [], undefined],
    [
      'Person',
      { ...painter, ...note('Staatsmann, Geheimrat'), placeOfActivity: labels('Weimar') },
      [1749, 1832],
      '1749–1832, Zeichner, Staatsmann, Geheimrat',
    ],
    ['Person', { ...painter, ...note('Frz. Zeichner') }, [1749, 1832], '1749–1832, Frz. Zeichner'],
    [
      'Person',
      { professionOrOccupation: [{ gnd: '4041423-1' }, ...labels('Zeichner')], ...note('Geheimrat') },
      [1749, 1832],
      '1749–1832, Zeichner',
    ],
    ['Person', { dateOfBirth: ['ca. 1480'], ...note('Maler') }, [], '* ca. 1480, Maler'],
    ['Person', area('ZZ', 'Land unbekannt'), [1858], '* 1858'],
    ['Person', {}, [-428, -348], '428–348 v. Chr.'],
    ['Person', {}, [-63, 14], '63 v. Chr.–14'],
    ['Person', {}, [1950], '* 1950'],
    ['Person', {}, [undefined, 1950], '† 1950'],
    ['CorporateBody', { dateOfEstablishment: ['ca. 1996/1997 bis 2008'] }, [], 'ca. 1996/1997 bis 2008'],
    ['CorporateBody', { dateOfTermination: ['1996 bis ca. 2008'] }, [], '1996 bis ca. 2008'],
    ['Person', { dateOfDeath: ['[16XX]'] }, [1570], '1570–[16XX]'],
    ['Person', { periodOfActivity: ['1661-1671'] }, [], 'tätig 1661-1671'],
    ['Family', { periodOfActivity: ['14. Jh.-'] }, [], '14. Jh.-'],
    ['Person', { dateOfBirthAndDeath: ['[4. Jh.]'] }, [], '[4. Jh.]'],
    ['CorporateBody', { dateOfTermination: ['nach 1998'] }, [1992], '1992–nach 1998'],
    ['CorporateBody', { placeOfBusiness: labels('München') }, [1948], '1948–, München'],
    ['CorporateBody', { placeOfBusiness: labels('Berlin'), ...area('XA-DE-BE', 'Berlin') }, [1992], '1992–, Berlin'],
    [
      'CorporateBody',
      { precedingCorporateBody: [{ gnd: '2015908-0' }], placeOfBusiness: labels('Rom') },
      [1919],
      'Rom',
    ],
    ['CorporateBody', { precedingCorporateBody: [{ gnd: '2015908-0' }] }, [1919, 1930], '1919–1930'],
    ['CorporateBody', note('1919 Umbenennung'), [1919], undefined],
    ['Person', note('1919 umbenannt'), [1889], '* 1889'],
    ['CorporateBody', note('e.V., CIP'), [], undefined],
    ['CorporateBody', note('aufgegangen in der Fakultät'), [], undefined],
    ['CorporateBody', note('CIP-Verlag'), [], 'CIP-Verlag'],
    ['Person', note('Todesjahr nicht zu ermitteln'), [1853], '* 1853'],
    ['Person', note('Todesjahr nicht ermittelt', 'Maler'), [1853], '* 1853, Maler'],
    ['Person', note('Russ. Historiker. Todesjahr nicht ermittelbar'), [1858], '* 1858, Russ. Historiker'],
    ['Person', note('Arzt, Geburts- und Todesjahr nicht ermittelbar.'), [], 'Arzt'],
    ['Person', area('XA-DE', 'Deutschland'), [1859], '* 1859'],
    ['Person', { placeOfActivity: labels('Wien') }, [undefined, 1859], '† 1859, tätig in Wien'],
    ['Person', area('XA-DE', 'Deutschland'), [1859, 1900], '1859–1900, Deutschland'],
    ['SubjectHeading', { definition: ['Theorie'], broaderTermGeneral: labels('Physik') }, [], 'Theorie'],
    ['SubjectHeading', { broaderTermGeneral: labels('Physik', 'Quanten', 'Welle') }, [], 'Physik, Quanten'],
    ['ConferenceOrEvent', { placeOfConferenceOrEvent: labels('Wien') }, [1814, 1815], '1814–1815, Wien'],
    ['Work', { author: labels('Goethe') }, [1808], '1808, Goethe'],
    ['PlaceOrGeographicName', area('XA-GB', 'Großbritannien'), [], 'Großbritannien'],
  ] as const)('of a %s with %j and %j', (type, attributes, [start, end], line) => {
    const years = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
    expect(describeEntity(type, attributes as never, years)).toBe(line);
  });

  it('is cut behind a whole part, or else behind a word', () => {
    const body = 'Universitäre Einrichtung zur Versorgung von Studenten des Herzogtums Braunschweig-Lüneburg';
    const longNote = `${body} (später nur der Fürstentümer Wolfenbüttel und Blankenburg, danach auch anderer Länder)`;
    expect(describeEntity('CorporateBody', note(longNote), { start: 1584, end: 1808 })).toBe(`1584–1808, ${body} …`);
    const brackets = `${body} (nach 1700 auch der Fürstentümer Wolfenbüttel, Blankenburg, Grubenhagen und Calenberg)`;
    expect(describeEntity('CorporateBody', note(brackets), undefined)).toBe(`${body} …`);
    const inWords = `${body} (bis 1700) mit eigenem Haus in der Stadt und weiteren Gebäuden auf dem Land und anderswo`;
    expect(describeEntity('CorporateBody', note(inWords), undefined)).toMatch(
      /Lüneburg \(bis 1700\) mit eigenem Haus in der Stadt und [\p{L} ]+ …$/u,
    );
    const line = describeEntity('SubjectHeading', { definition: ['Wort '.repeat(80)] }, undefined) ?? '';
    expect(Array.from(line).length).toBeLessThanOrEqual(162);
    expect(line).toMatch(/Wort …$/);
    const signs = { definition: ['𐎀'.repeat(200)] };
    expect(describeEntity('SubjectHeading', signs, undefined)).toBe(`${'𐎀'.repeat(160)} …`);
  });
});
