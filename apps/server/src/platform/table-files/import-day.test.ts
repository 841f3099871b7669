import { describe, expect, it } from 'vitest';
import { type DayKind, dayFault, isShortDay, readDay, ShortYears, shortYearNote } from './import-day.ts';

const shape = 'Das Datum muss wie 2024-02-29 oder 29.02.2024 geschrieben sein und es geben.';
const century =
  'Welches Jahrhundert das Jahr mit zwei Ziffern meint, ist nicht sicher. Bitte schreiben Sie es mit vier Ziffern.';

it.each([
  ['', 'Das Datum fehlt.'],
  ['30.02.2026', shape],
  ['30.02.26', shape],
  ['1.1.45', century],
  ['46351', 'Das ist eine Zahl, kein Tag. Bitte formatieren Sie die Spalte in Excel als Datum.'],
  ['01.01.1890', 'Das Datum muss zwischen dem 01.01.1900 und dem 31.12.2100 liegen.'],
  ['2101-01-01', 'Das Datum muss zwischen dem 01.01.1900 und dem 31.12.2100 liegen.'],
])('says what is wrong with the day „%s“', (text, sentence) => {
  expect(readDay(text)).toBeNull();
  expect(dayFault(text)).toBe(sentence);
});

describe('a year of two digits', () => {
  const today = '2026-11-30';

  it.each([
    ['birth', '03.04.85', '1985-04-03'],
    ['birth', '3.4.27', '1927-04-03'],
    ['birth', '03.04.15', '2015-04-03'],
    // A day that is still to come is of the century before.
    ['birth', '1.12.26', '1926-12-01'],
    ['begin', '01.02.98', '1998-02-01'],
    ['begin', '01.02.30', '2030-02-01'],
    ['end', '31.12.58', '2058-12-31'],
    ['past', '30.10.26', '2026-10-30'],
    ['past', '30.10.26 00:00:00', '2026-10-30'],
    ['past', '29.02.24', '2024-02-29'],
  ] as const)('of a day of %s is taken where one century is possible: %s', (kind, text, day) => {
    expect(readDay(text, kind, today)).toBe(day);
  });

  it.each<[DayKind, string]>([
    // A child or somebody of a hundred years.
    ['birth', '03.04.24'],
    ['begin', '01.02.45'],
    ['end', '31.12.98'],
    ['past', '30.10.33'],
  ])('of a day of %s is asked for where two are possible, or none: %s', (kind, text) => {
    expect(readDay(text, kind, today)).toBeNull();
    expect([isShortDay(text), dayFault(text)]).toEqual([true, century]);
  });

  it('is told once a column', () => {
    const years = new ShortYears();
    years.see('Geburtsdatum', 2, '03.04.1964', '1964-04-03');
    years.see('Geburtsdatum', 3, '03.04.24', null);
    years.see('Geburtsdatum', 4, '03.04.85', '1985-04-03');
    years.see('Geburtsdatum', 5, '04.04.85', '1985-04-04');
    expect(years.notes).toEqual([
      'Spalte „Geburtsdatum“, Zeile 4: 03.04.85 ist als 03.04.1985 gelesen, andere Jahre mit zwei Ziffern dort ebenso.',
    ]);
    for (const note of years.notes) expect(note).toMatch(new RegExp(shortYearNote, 'u'));
  });

  it('is told so that it is known again, and nothing else is', () => {
    const years = new ShortYears();
    years.see('Geb.“, „neu', 4, '03.04.85', '1985-04-03');
    expect(years.notes[0]).toMatch(new RegExp(shortYearNote, 'u'));
    expect('Das Blatt „Kunden“, „Verträge“ wurde nicht gelesen.').not.toMatch(new RegExp(shortYearNote, 'u'));
  });
});
