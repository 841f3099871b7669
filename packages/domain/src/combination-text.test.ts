import { describe, expect, it } from 'vitest';
import { combinationCodes, combinationText } from './combination-text.ts';

const names = {
  classOf: (id: string) => `Risikoklasse ${id}`,
  groupOf: (id: string) => `Gruppe ${id}`,
  fundOf: (isin: string) => `Fonds ${isin}`,
};
const say = (code: string, subject: string, values: Record<string, number | string> = {}) => {
  const { text, ...rest } = combinationText({ code, subject, values }, names);
  return { text: text.replaceAll('\u00a0', ' '), ...rest };
};

describe('texts of the plausibility check', () => {
  it.each([
    ['TA01', '2', { sum: 990, units: 1000 }, 'Die Spalte der Risikoklasse 2 ergibt 99,0 % statt 100 %.'],
    [
      'TA02',
      '2',
      { measure: 8.2, distance: 0.2 },
      'Die Spalte der Risikoklasse 2 hat einen Risikowert von 8,20 % und liegt damit 0,20 Prozentpunkte außerhalb ihres Bands.',
    ],
    [
      'TA02',
      '7',
      { low: 1, high: 14.5, nearest: 14.5 },
      'Für die Risikoklasse 7 gibt es keine passende Aufteilung: Erreichbar sind 1,00 % bis 14,50 %.',
    ],
    [
      'TA05',
      '3',
      { target: 5, before: 5 },
      'Der Zielwert der Risikoklasse 3 (5,00 %) ist nicht höher als der der vorherigen Klasse (5,00 %).',
    ],
    [
      'TA05',
      '3',
      { measure: 4.9, before: 5 },
      'Der Risikowert der Risikoklasse 3 (4,90 %) ist nicht höher als der der vorherigen Klasse (5,00 %).',
    ],
    ['TA10', 'combination', { missing: 'views' }, 'Für die gewählte Aufteilung fehlen Markteinschätzungen.'],
    ['TA13', '3', { groups: 2 }, 'Die Spalte der Risikoklasse 3 besteht aus nur 2 Peergroups.'],
    ['TA13', '3', { groups: 1 }, 'Die Spalte der Risikoklasse 3 besteht aus nur einer Peergroup.'],
    ['TA13', '3/a', { weight: 0.45 }, 'Die Peergroup Gruppe a macht in der Risikoklasse 3 45,0 % aus.'],
    ['TA14', 'combination', { ageDays: 1036 }, 'Die Risikodaten sind 1.036 Tage alt.'],
    ['TA14', 'combination', {}, 'Es gibt neuere Risikodaten als die, aus denen die Anteile berechnet sind.'],
    [
      'TA17',
      'combination',
      { lower: 0.2, upper: 0.9 },
      'Die Untergrenzen ergeben zusammen 20,0 %, die Obergrenzen 90,0 %; 100 % sind so nicht erreichbar.',
    ],
    [
      'TA18',
      '1',
      { rate: 1250 },
      'Die Aufteilung der Risikoklasse 1 lässt sich erst ab einer Rate von 1.250,00 € vollständig besparen.',
    ],
    [
      'costCapExceeded',
      '1',
      { cost: 0.0131, cap: 0.01 },
      'Die laufenden Kosten der Risikoklasse 1 betragen 1,31 % p. a., das Produkt erlaubt höchstens 1,00 %.',
    ],
    [
      'costCapExceeded',
      '1',
      { cost: 0.010004, cap: 0.01 },
      'Die laufenden Kosten der Risikoklasse 1 betragen 1,0004 % p. a., das Produkt erlaubt höchstens 1,00 %.',
    ],
    [
      'viewsContradict',
      'a',
      { comparedWith: 'b', said: 0.02, implied: -0.04 },
      'Gruppe a gegenüber Gruppe b: Angegeben sind +2,00 % im Jahr, aus den Einschätzungen davor folgen −4,00 %. Beides zugleich ist nicht möglich; gerechnet wird mit einem Kompromiss nach der Konfidenz.',
    ],
    [
      'viewExtreme',
      'a',
      { comparedWith: '', said: 0.5 },
      'Gruppe a: Angegeben sind +50,00 % im Jahr. So würde sich der Wert alle 1,7 Jahre verdoppeln.',
    ],
    [
      'viewExtreme',
      'a',
      { comparedWith: '', said: -0.5 },
      'Gruppe a: Angegeben sind −50,00 % im Jahr. So würde sich der Wert alle 1,0 Jahre halbieren.',
    ],
    [
      'S02',
      'a',
      { weight: 0.125, substitute: 'b' },
      'Die Peergroup Gruppe a (bis zu 12,5 %) hat keinen geeigneten Fonds; ihren Anteil übernimmt die verwandte Peergroup Gruppe b.',
    ],
    [
      'S02',
      'a',
      { weight: 0.125 },
      'Die Peergroup Gruppe a (bis zu 12,5 %) hat keinen geeigneten Fonds; die übrigen Peergroups übernehmen ihren Anteil.',
    ],
    [
      'SMOOTHNESS',
      '3',
      { group: 'a', jump: 0.3 },
      'Der Anteil der Peergroup Gruppe a ändert sich von der vorherigen Klasse zur Risikoklasse 3 um 30,0 Prozentpunkte.',
    ],
    [
      'TA10',
      'combination',
      { missing: 'riskData', groups: 'Gold, Rohstoffe' },
      'Für die gewählte Aufteilung fehlen Risikodaten (Gold, Rohstoffe).',
    ],
    [
      'sriUnknown',
      'DE1',
      { limit: 5 },
      'Für Fonds DE1 ist kein Risikoindikator bekannt; ob die Grenze von 5 eingehalten ist, steht deshalb nicht fest.',
    ],
    [
      'costCapUnknown',
      '2',
      { unknown: 0.3, cap: 0.012 },
      'Für 30,0 % der Risikoklasse 2 sind die laufenden Kosten unbekannt; ob die Grenze von 1,20 % p. a. eingehalten ist, steht deshalb nicht fest.',
    ],
    [
      'guaranteeInterestTooHigh',
      'combination',
      { interest: 0.05, limit: 0.04 },
      'Der Garantiezins beträgt 5,00 %; Versicherer durften nie mit mehr als 4,0 % rechnen.',
    ],
    [
      'guaranteeInterestTooHigh',
      'combination',
      { interest: 0.04001, limit: 0.04 },
      'Der Garantiezins beträgt 4,001 %; Versicherer durften nie mit mehr als 4,0 % rechnen.',
    ],
    [
      'nameShared',
      'combination',
      { name: 'Fondsrente', keys: 'FR-1, FR-2' },
      'Auch ein anderer Tarif heißt „Fondsrente“ (Schlüssel FR-1, FR-2); in Listen und Verträgen lassen sich beide nicht unterscheiden.',
    ],
    [
      'guaranteeInterestImpossible',
      'combination',
      { interest: 1, limit: 0.1, allowed: 0.04 },
      'Der Garantiezins beträgt 100,00 %. Mehr als 10,0 % werden nicht angenommen, denn Versicherer durften nie mit mehr als 4,0 % rechnen; bitte geben Sie den Garantiezins des Tarifs in Prozent ein.',
    ],
    [
      'guaranteeInterestTooLow',
      'combination',
      { interest: 0.0001 },
      'Der Garantiezins beträgt 0,01 %; bitte prüfen Sie, ob er in Prozent eingegeben ist.',
    ],
    [
      'guaranteeLevelTooLow',
      'combination',
      { level: 0.008 },
      'Das Garantieniveau beträgt 0,80 % der Beiträge; bitte prüfen Sie, ob es in Prozent eingegeben ist.',
    ],
    [
      'guaranteeUnreachable',
      '3',
      { quota: 0.8, years: 12 },
      'Die Risikoklasse 3 verlangt 80,0 % Aktien, doch Garantieniveau und Garantiezins lassen über 12 Jahre keinen Puffer dafür.',
    ],
    [
      'guaranteeCushionTooSmall',
      '3',
      { quota: 0.8, allowed: 0.563, years: 12 },
      'Die Risikoklasse 3 verlangt 80,0 % Aktien; der Puffer über der Garantie trägt bei einer Laufzeit von 12 Jahren 56,3 %.',
    ],
    [
      'guaranteeFundNotOffered',
      'DE1',
      {},
      'Der Wertsicherungsfonds Fonds DE1 ist geschlossen, verschmolzen, aufgelöst oder inaktiv.',
    ],
    [
      'fundVanished',
      'a',
      { count: 2, size: 7, isins: 'DE1 DE2' },
      'Diese Fonds der Peergroup Gruppe a sind geschlossen, verschmolzen, aufgelöst oder inaktiv (2 von 7 Fonds): Fonds DE1, Fonds DE2. Bitte wählen Sie andere Fonds.',
    ],
    [
      'fundWithoutPrice',
      'a',
      { count: 1, size: 7, isins: 'DE1' },
      'Diese Fonds der Peergroup Gruppe a sind ohne Kurs und lassen sich nicht kaufen (1 von 7 Fonds): Fonds DE1. Bitte lesen Sie Kurse ein oder nehmen Sie die Fonds aus der Auswahl.',
    ],
    [
      'fundCostsUnknown',
      'a',
      { count: 4, size: 7, isins: 'DE1 DE2 DE3' },
      'Die laufenden Kosten dieser Fonds der Peergroup Gruppe a sind nicht bekannt (4 von 7 Fonds): Fonds DE1, Fonds DE2, Fonds DE3 und 1 weiterer.',
    ],
    [
      'fundNotForRetail',
      'a',
      { count: 5, size: 5, isins: 'DE1 DE2 DE3' },
      'Diese Fonds der Peergroup Gruppe a dürfen Privatkunden nicht empfohlen werden (5 von 5 Fonds): Fonds DE1, Fonds DE2, Fonds DE3 und 2 weitere.',
    ],
    [
      'fundNotForLowestClass',
      'a',
      { count: 1, size: 2, isins: 'DE1' },
      'Die Peergroup Gruppe a ist in der niedrigsten Klasse vorgesehen, doch diese Fonds dürfen Kunden dieser Klasse nicht empfohlen werden (1 von 2 Fonds): Fonds DE1.',
    ],
    ['fundWithoutBib', 'DE1', {}, 'Für Fonds DE1 ist kein Basisinformationsblatt hinterlegt.'],
  ] as const)('%s of %s', (code, subject, values, text) => {
    expect(say(code, subject, values).text).toBe(text);
  });

  it('name subject and step', () => {
    expect(say('TA07', 'a', { weight: 0.1 })).toMatchObject({
      subject: { kind: 'group', name: 'Gruppe a' },
      step: 'selection',
    });
    expect(say('TA13', '3/a', { weight: 0.5 }).subject).toEqual({ kind: 'group', name: 'Gruppe a' });
    expect(say('sriAboveProductLimit', 'DE1', { sri: 6, limit: 5 })).toMatchObject({
      subject: { kind: 'fund', name: 'Fonds DE1' },
      step: 'selection',
    });
    expect(say('TA19', 'combination', { contracts: 3 })).toMatchObject({ subject: null, step: 'basics' });
  });

  it('speak of funds where the rows of the matrix are funds', () => {
    expect(say('TA07', 'a', { weight: 0.1 }).title).toBe('Peergroup ohne Fonds');
    const ofFunds = { ...names, groupOf: (isin: string) => `Fonds ${isin}`, rows: 'funds' as const };
    const sayOfFund = (code: string, subject: string, values: Record<string, number> = {}) =>
      combinationText({ code, subject, values }, ofFunds);
    expect(sayOfFund('TA13', '3/DE1', { weight: 0.5 })).toMatchObject({
      subject: { kind: 'fund', name: 'Fonds DE1' },
      text: expect.stringMatching(/^Fonds DE1 macht in der Risikoklasse 3 50,0.%.aus\.$/),
    });
    expect(sayOfFund('TA07', 'DE1', { weight: 0.1 }).title).toBe('Fonds nicht mehr kaufbar');
    expect(sayOfFund('TA13', '3', { groups: 2 }).text).toBe(
      'Die Spalte der Risikoklasse 3 besteht aus nur 2 Fonds.',
    );
    // These speak of peer groups whatever the rows are.
    const ofGroups = ['S02', 'SMOOTHNESS', 'TA08', 'TA09', 'TA17'];
    for (const code of combinationCodes.filter((known) => !ofGroups.includes(known)))
      expect(sayOfFund(code, 'DE1', { measure: 1, target: 1, units: 100 }).text).not.toMatch(
        /Peergroup [^s]/,
      );
    for (const code of combinationCodes.filter((known) => !ofGroups.includes(known)))
      expect(sayOfFund(code, 'DE1', {}).title).not.toMatch(/Peergroup/);
  });

  it('exist for every code and are whole sentences', () => {
    const numbers = Array.from({ length: 19 }, (_, k) => `TA${String(k + 1).padStart(2, '0')}`);
    expect(combinationCodes).toEqual([
      ...numbers,
      'S02',
      'SMOOTHNESS',
      'ROUNDING',
      'fundWithoutBib',
      'sriAboveProductLimit',
      'sriUnknown',
      'costCapExceeded',
      'costCapUnknown',
      'fundVanished',
      'fundWithoutPrice',
      'fundCostsUnknown',
      'fundNotForRetail',
      'fundNotForLowestClass',
      'viewsContradict',
      'viewExtreme',
      'nameShared',
      'guaranteeInterestTooHigh',
      'guaranteeInterestImpossible',
      'guaranteeInterestTooLow',
      'guaranteeLevelTooLow',
      'guaranteeUnreachable',
      'guaranteeCushionTooSmall',
      'guaranteeFundNotOffered',
    ]);
    for (const code of combinationCodes) {
      const { title, text } = say(code, '1', { measure: 1, target: 1, units: 100 });
      expect(text).toMatch(/^[A-ZÄÖÜ0-9].*\.$/);
      expect(title).not.toMatch(/[.!]$/);
      expect(text).not.toContain('NaN');
    }
    expect(() => say('TA99', '1')).toThrow('TA99');
  });
});
