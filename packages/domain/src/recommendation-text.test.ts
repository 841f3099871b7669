import { describe, expect, it } from 'vitest';
import { type RecommendedAdvice, recommendationText } from './recommendation-text.ts';

const advice: RecommendedAdvice = {
  mode: 'necessary',
  isNeeded: true,
  sentence: 'Ein Fehler wird behoben.',
  orderCount: 2,
  isSavingsPlanChanged: false,
  costsOnce: 9.8,
  savedPerYear: 25.1,
  scoreBefore: 49,
  scoreAfter: 84,
};
const say = (rest: Partial<RecommendedAdvice>) => recommendationText({ ...advice, ...rest });

describe('the recommendation', () => {
  it('says why, what it takes and what it brings', () => {
    expect(say({})).toEqual({
      title: 'Empfohlen: Nur das Nötige',
      tone: 'info',
      text: 'Ein Fehler wird behoben. Dazu sind 2 Aufträge nötig; das kostet einmalig 9,80\u00a0€. Die laufenden Kosten sinken um 25,10\u00a0€ im Jahr, die Bewertung steigt von 49 auf 84.',
    });
  });

  it.each([
    [{ orderCount: 1, costsOnce: 0 }, 'Dazu ist ein Auftrag nötig; einmalige Kosten fallen nicht an.'],
    [{ costsOnce: null }, 'nötig; welche Kosten einmalig anfallen, ist nicht bekannt.'],
    [{ savedPerYear: null }, '. Die Bewertung steigt von 49 auf 84.'],
    [{ orderCount: 0, isSavingsPlanChanged: true }, 'Dazu ist ein geänderter Sparplan nötig;'],
    [
      { orderCount: 1, isSavingsPlanChanged: true },
      'Dazu sind ein Auftrag und ein geänderter Sparplan nötig;',
    ],
    [{ savedPerYear: -3 }, 'Die laufenden Kosten steigen um 3,00\u00a0€ im Jahr, die Bewertung'],
    [{ savedPerYear: 0.99 }, 'das kostet einmalig 9,80\u00a0€. Die Bewertung steigt von 49 auf 84.'],
    [{ savedPerYear: 0, scoreAfter: 49 }, 'das kostet einmalig 9,80\u00a0€.'],
  ] as const)('keeps to grammar and to what a client notices: %o', (rest, part) => {
    expect(say(rest).text).toContain(part);
  });

  it('says last what is to be discussed, for which no order is needed', () => {
    const sentence = 'Ein Fehler wird behoben. Zu besprechen bleibt: Das. Zu besprechen bleibt: Jenes.';
    expect(say({ sentence, costsOnce: 0, savedPerYear: 0 }).text).toBe(
      'Ein Fehler wird behoben. Dazu sind 2 Aufträge nötig; einmalige Kosten fallen nicht an. Die Bewertung steigt von 49 auf 84. Zu besprechen bleibt: Das. Zu besprechen bleibt: Jenes.',
    );
  });

  it('is called a proposal while the risk profile does not allow to recommend it', () => {
    expect(say({ isSuitable: false }).title).toBe('Vorschlag, noch keine Empfehlung: Nur das Nötige');
    expect(say({ isSuitable: true }).title).toBe('Empfohlen: Nur das Nötige');
  });

  it('recommends nothing by what does not hold any more', () => {
    for (const isSuitable of [true, false, undefined])
      expect(recommendationText({ ...advice, isSuitable }, true).title).toBe(
        'Damaliger Vorschlag: Nur das Nötige',
      );
  });

  it('is one sentence where nothing needs to be done or nothing helps', () => {
    const sentence = 'Kein Handlungsbedarf: Alles ist in Ordnung.';
    expect(say({ isNeeded: false, mode: 'keepPortfolio', orderCount: 0, sentence })).toEqual({
      title: sentence,
      text: '',
      tone: 'ok',
    });
    expect(say({ mode: 'keepPortfolio', orderCount: 0 })).toEqual({
      title: 'Empfohlen: Depot behalten',
      text: 'Ein Fehler wird behoben.',
      tone: 'info',
    });
  });

  it('says below the title what is to be talked about although nothing needs to be done', () => {
    const [first, second] = [
      'Am Portfolio ist nichts zu ändern: Alles ist in Ordnung.',
      'Zu besprechen bleibt: Die Quote beträgt 13,6 % seit dem 1. Mai.',
    ];
    expect(
      say({ isNeeded: false, mode: 'keepPortfolio', orderCount: 0, sentence: `${first} ${second}` }),
    ).toEqual({ title: first, text: second, tone: 'info' });
  });
});
