import { describe, expect, it } from 'vitest';
import {
  type JudgedSale,
  planTaxSentences,
  planTaxSums,
  saleBasisText,
  saleFigures,
} from './plan-tax-text.ts';

const sale: JudgedSale = {
  amount: 1500,
  basis: 'lots',
  gain: 900,
  exemption: 0.3,
  taxable: 630,
  unknownAmount: 0,
  unknownQuantity: 0,
  taken: [{ acquiredDay: '2019-05-02' }, { acquiredDay: '2022-05-02' }],
  isBeforeReform: false,
};
const plan = { sales: [sale], gain: 900, taxable: 630, allowanceUsed: 0, tax: 166.16, unknownAmount: 0 };

describe('the estimate of gain and tax in words', () => {
  it('says of each sale what its cost is taken from', () => {
    expect(saleBasisText(sale)).toBe('Käufe vom 02.05.2019 bis 02.05.2022 (FIFO)');
    expect(saleBasisText({ ...sale, taken: sale.taken.slice(0, 1) })).toBe('Kauf vom 02.05.2019 (FIFO)');
    expect(saleBasisText({ ...sale, taken: [{ acquiredDay: null }] })).toBe(
      'Käufe nach ihrer Reihenfolge (FIFO)',
    );
    expect(saleBasisText({ ...sale, basis: 'partly', unknownQuantity: 1.5 })).toBe(
      'Käufe vom 02.05.2019 bis 02.05.2022 (FIFO); für 1,5 Anteile ist kein Kaufpreis bekannt',
    );
    expect(saleBasisText({ ...sale, basis: 'average' })).toMatch(/^Durchschnitt der Einstandswerte/);
    expect(saleBasisText({ ...sale, basis: 'unknown' })).toBe('Kaufpreis unbekannt');
  });

  it('writes what is unknown as unknown, never as 0', () => {
    expect(saleFigures(sale)).toEqual(['1.500,00\u00a0€', '900,00\u00a0€', '30\u00a0%', '630,00\u00a0€']);
    expect(saleFigures({ ...sale, gain: null, exemption: null, taxable: null })).toEqual([
      '1.500,00\u00a0€',
      'unbekannt',
      'unbekannt',
      'unbekannt',
    ]);
    const nothing = { ...plan, gain: null, taxable: null, allowanceUsed: null, tax: null };
    expect(planTaxSums(nothing).map(({ value }) => value)).toEqual(Array(4).fill('unbekannt'));
  });

  it('names what is left out, and old purchases where there are any', () => {
    const [rate, ...more] = planTaxSentences(plan, 0.26375, false);
    expect(rate).toMatch(
      /^Gerechnet mit 26,375\u00a0% .* ohne Kirchensteuer, frühere Verluste und Vorabpauschalen/,
    );
    expect(more).toHaveLength(2);
    const old = { ...plan, sales: [{ ...sale, isBeforeReform: true }], unknownAmount: 10 };
    expect(planTaxSentences(old, 0.2782, true)).toEqual([
      expect.stringContaining('Für Verkäufe von 10,00\u00a0€ sind'),
      expect.stringContaining('§ 56 InvStG'),
      expect.stringContaining('und Kirchensteuer)'),
      ...more,
    ]);
  });
});
