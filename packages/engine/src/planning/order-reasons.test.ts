import { describe, expect, it } from 'vitest';
import type { Hint, HintCode } from '../check/contract-input.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { aTariff, fund } from '../fixtures/check-fixture.ts';
import { holding } from '../fixtures/order-fixture.ts';
import { explainOrder } from './order-reasons.ts';

// Targets 30, 30 and 40 %; BOND costs 1 %, NEXT 0.4 %, EQTY 1 %.
const context = prepareTariff(aTariff([fund('NEXT', 'bonds', { ter: 0.004 })]));

/** A finding of the check before. */
const found = (code: HintCode, subject: string): Hint => ({
  code,
  severity: 1,
  subject,
  values: {},
  suggestion: null,
});

interface Question {
  readonly action?: 'sell' | 'buy';
  readonly isin?: string;
  /** Units of 10 euros held before. */
  readonly held?: number;
  readonly group?: number;
  readonly hints?: readonly Hint[];
  /** Portfolio value in cents. */
  readonly total?: number;
  readonly partner?: string | null;
}

function explain({
  action = 'sell',
  isin = 'BOND',
  held = 50,
  group = 1,
  hints = [],
  total = 100_000,
  partner = null,
}: Question) {
  const order = { isin, action, ticks: 1, amount: 1000, fee: 0, isFullSale: false };
  return explainOrder(context, order, holding(isin, held, { groupIndex: group }), hints, total, partner);
}
const textOf = (question: Question) => explain(question).text;
const hintsOf = (question: Question) => explain(question).hints;

describe('the reason of an order', () => {
  it('compares the weight with the target', () => {
    expect(textOf({})).toBe('Der Anteil liegt mit 50,0 % über dem Ziel der Peergroup bonds von 30,0 %.');
    expect(textOf({ action: 'buy', held: 12 })).toBe(
      'Der Anteil liegt mit 12,0 % unter dem Ziel der Peergroup bonds von 30,0 %.',
    );
    expect(textOf({ total: 0 })).toBe(
      'Der Anteil liegt mit 0,0 % über dem Ziel der Peergroup bonds von 30,0 %.',
    );
  });

  it('names what is new and what is not foreseen', () => {
    expect(textOf({ action: 'buy', held: 0 })).toBe(
      'Das Zielportfolio sieht für die Peergroup bonds einen Anteil von 30,0 % vor.',
    );
    expect(textOf({ group: -1 })).toBe(
      'Der Anteil eines Fonds ohne Peergroup ist im Zielportfolio nicht vorgesehen.',
    );
    expect(textOf({ action: 'buy', held: 0, group: -1 })).toBe(
      'Das Zielportfolio sieht für einen Fonds ohne Peergroup einen Anteil von 0,0 % vor.',
    );
  });

  it('of a switch names the partner and what it saves', () => {
    expect(textOf({ partner: 'NEXT' })).toBe(
      'Wechsel zu NEXT innerhalb der Peergroup bonds. Die laufenden Kosten sinken um 0,6 % im Jahr.',
    );
    expect(textOf({ action: 'buy', isin: 'NEXT', partner: 'BOND' })).toBe(
      'Wechsel von BOND innerhalb der Peergroup bonds. Die laufenden Kosten sinken um 0,6 % im Jahr.',
    );
    // Neither a dearer fund nor one at the same cost saves anything.
    expect(textOf({ isin: 'NEXT', partner: 'BOND' })).toBe('Wechsel zu BOND innerhalb der Peergroup bonds.');
    expect(textOf({ partner: 'EQTY' })).toBe('Wechsel zu EQTY innerhalb der Peergroup bonds.');
    expect(textOf({ partner: 'NEXT', group: -1 })).toBe(
      'Wechsel zu NEXT innerhalb der Peergroup ohne Zuordnung. Die laufenden Kosten sinken um 0,6 % im Jahr.',
    );
    // A fund without figures counts as free of costs.
    expect(textOf({ isin: 'WHAT', partner: 'BOND' })).toBe('Wechsel zu BOND innerhalb der Peergroup bonds.');
    expect(textOf({ partner: 'WHAT' })).toContain('sinken um 1,0 % im Jahr.');
  });

  it('of a sale is what the check found about the fund, the weightiest first', () => {
    const sentence = (...codes: HintCode[]) => textOf({ hints: codes.map((code) => found(code, 'BOND')) });
    expect(sentence('H07')).toBe('Der Fonds ist geschlossen oder aufgelöst und wird ersetzt.');
    expect(sentence('H18')).toBe('Der Fonds passt nicht zur festgehaltenen Nachhaltigkeitspräferenz.');
    expect(sentence('H06')).toBe('Der Fonds gehört nicht zur Auswahl des Tarifs.');
    expect(sentence('H04')).toBe('Der Rang des Fonds liegt unter dem Mindestrang des Tarifs.');
    expect(sentence('H05')).toBe('Der Fonds hat keinen Rang; der Tarif verlangt einen.');
    expect(sentence('H19')).toBe('Der Risikoindikator des Fonds liegt über der Grenze des Profils.');
    expect(sentence('H14')).toBe('Für den Fonds liegt kein aktueller Preis vor.');
    expect(sentence('H04', 'H06')).toBe('Der Fonds gehört nicht zur Auswahl des Tarifs.');
    expect(sentence('H12')).toContain('über dem Ziel');
    const closed = [found('H07', 'BOND')];
    expect(textOf({ hints: closed, partner: 'NEXT' })).toBe(
      'Der Fonds ist geschlossen oder aufgelöst und wird ersetzt. Nachfolger ist NEXT.',
    );
    expect(textOf({ hints: closed, action: 'buy' })).toContain('unter dem Ziel');
    expect(textOf({ hints: [found('H07', 'EQTY')] })).toContain('über dem Ziel');
  });
});

describe('the hints an order serves', () => {
  it('are those about its fund, its group and the risk, each once and sorted', () => {
    const hints = [
      found('H10', 'bonds'),
      found('H09', 'equity'),
      found('H07', 'BOND'),
      found('H04', 'EQTY'),
      found('H12', 'BOND'),
      found('H07', 'BOND'),
      found('H01', 'portfolio'),
      found('H19', 'portfolio'),
      found('H15', 'savingsPlan'),
      found('H13', 'bonds'),
    ];
    expect(hintsOf({ hints })).toEqual(['H01', 'H07', 'H10', 'H12']);
    expect(hintsOf({ hints, isin: 'EQTY', group: 2 })).toEqual(['H01', 'H04', 'H09']);
    expect(hintsOf({ hints: [found('H08', 'bonds'), found('H09', 'bonds')] })).toEqual(['H08', 'H09']);
    expect(hintsOf({ hints: [found('H02', 'portfolio'), found('H03', 'portfolio')] })).toEqual([
      'H02',
      'H03',
    ]);
    expect(hintsOf({})).toEqual([]);
  });

  it('of a buy are the cash above the reserve as well', () => {
    const hints = [found('H20', 'portfolio'), found('H17', 'EQTY')];
    expect(hintsOf({ hints, action: 'buy' })).toEqual(['H20']);
    expect(hintsOf({ hints })).toEqual([]);
    expect(hintsOf({ action: 'buy' })).toEqual([]);
  });
});
