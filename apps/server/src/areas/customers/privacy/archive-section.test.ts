import { formatMoney } from '@depotwerk/domain/money';
import { formatPercent } from '@depotwerk/domain/percent';
import { expect, it } from 'vitest';
import { cellText, readRow, section } from './archive-section.ts';

const words = { none: 'Keine', japan: 'Japan' };
const [column] = section('key', 'Titel', 'table', 'from table', [
  ['x.one', 'one', 'Eins', 'json', words],
]).columns;
const textOf = (value: unknown) => column && cellText(column, value, 'Europe/Berlin');

it.each([
  [[], ''],
  [{}, ''],
  [null, ''],
  [['japan', 'Kiesel'], 'Japan, Kiesel'],
  [{ kind: 'none' }, 'Keine'],
  [[1, 2], '1, 2'],
])('writes %j without braces and in words', (value, text) => {
  expect(textOf(value)).toBe(text);
});

it('writes in words what a bank answered to orders', () => {
  const result = { isin: 'LU1', action: 'sell', executedAmount: 12.5, executedQuantity: 3, message: null };
  expect(
    textOf({
      state: 'partlyExecuted',
      results: [
        { ...result, state: 'executed' },
        { ...result, state: 'rejected', message: 'Kein Handel' },
      ],
      traderCode: null,
      traderMessage: 'Zum Teil',
    }),
  ).toBe(
    [
      'Ergebnis: Teilweise ausgeführt',
      'Ausführungen:',
      `  ISIN: LU1, Art: Verkauf, Ausgeführter Betrag: ${formatMoney(12.5)}, Ausgeführte Anteile: 3, Ergebnis: Ausgeführt`,
      `  ISIN: LU1, Art: Verkauf, Ausgeführter Betrag: ${formatMoney(12.5)}, Ausgeführte Anteile: 3, Mitteilung der Bank: Kein Handel, Ergebnis: Abgelehnt`,
      'Mitteilung der Bank: Zum Teil',
    ].join('\n'),
  );
});

it('writes objects line by line with German names, without marks of the machine', () => {
  expect(textOf([{ isin: 'LU1', action: 'buy', fundId: 7, amount: 12.5 }, { isin: 'LU2' }])).toBe(
    `ISIN: LU1, Art: Kauf, Betrag: ${formatMoney(12.5)}\nISIN: LU2`,
  );
  expect(textOf({ a: 1, b: null, withCharts: true })).toBe('a: 1\nMit Grafiken: ja');
  expect(textOf({ firstName: 'Änne', dateOfBirth: '1961-02-03', customerNumber: 'ALT-7' })).toBe(
    'Vorname: Änne\nGeburtsdatum: 03.02.1961\nKundennummer: ALT-7',
  );
  expect(
    textOf({
      risk: { value: 10.41, status: 'below', target: 12, riskClassId: 4 },
      hints: [{ hintCode: 'H20', subject: 'portfolio', severity: 0, values: { cash: 1379.46 } }],
      peerGroups: [{ name: 'Aktien Welt', colour: '#1f6f8b', target: 0.26, fraction: 0.2274 }],
    }),
  ).toBe(
    [
      'Risiko:',
      `  Wert: ${formatPercent(0.1041, 0, 2)}`,
      '  Lage: unter dem Band',
      `  Ziel: ${formatPercent(0.12, 0)}`,
      '  Risikoklasse: 4',
      'Hinweise:',
      '  Hinweis: Hoher Geldbestand, Zu: Depot',
      'Anlageklassen:',
      `  Name: Aktien Welt, Ziel: ${formatPercent(0.26, 0)}, Anteil: ${formatPercent(0.2274, 0, 2)}`,
    ].join('\n'),
  );
});

it('says what was asked and what was answered, to machines the value too', () => {
  const questions = [
    {
      id: 'goal',
      title: 'Wofür ist das Geld?',
      questionType: 'singleSelect',
      values: [
        { id: 'pension', label: 'Altersvorsorge', isOther: false },
        { id: 'other', label: 'Sonstiges', isOther: true },
      ],
    },
    { id: 'until', title: 'Bis wann?', questionType: 'date', values: [] },
  ];
  const answers = [
    { questionId: 'goal', value: { id: 'other', text: 'Ein Boot' } },
    { questionId: 'until', value: '2031-05-06' },
    { questionId: 'gone', value: null },
  ];
  const asked = section('key', 'Titel', 'table', 'from table', [['x', 'answers', 'Antworten', 'answers']]);
  const read = readRow(asked, { answers: { questions, answers } });
  expect(read['answers']).toMatchObject([
    {
      questionId: 'goal',
      question: 'Wofür ist das Geld?',
      answer: 'Sonstiges: Ein Boot',
      value: { id: 'other' },
    },
    { questionId: 'until', answer: '06.05.2031' },
    { questionId: 'gone', question: 'gone' },
  ]);
  const [shown] = asked.columns;
  expect(shown && cellText(shown, read['answers'], 'Europe/Berlin')).toBe(
    'Wofür ist das Geld?: Sonstiges: Ein Boot\nBis wann?: 06.05.2031',
  );
});
