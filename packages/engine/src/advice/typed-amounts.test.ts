import { describe, expect, it } from 'vitest';
import { anInput, isins } from '../fixtures/advice-input-fixture.ts';
import { position } from '../fixtures/check-fixture.ts';
import type { AdviceInput } from './advice-input.ts';
import { editAdvice, type OrderEdit } from './edit-advice.ts';

const order = (action: 'sell' | 'buy', k: number, units: number | null, amount: number | null = null) => ({
  action,
  isin: isins[k] ?? '',
  quantity: units,
  amount,
  reason: 'Von Hand',
  hints: [],
  switchWith: null,
});
const edit = (orders: OrderEdit[], input: AdviceInput) =>
  editAdvice(input, {}, { orders, savingsPlan: null });
const checkOf = (key: string, orders: OrderEdit[], input: AdviceInput) =>
  edit(orders, input).plan?.checks.find(({ checkKey }) => checkKey === key);

describe('an amount somebody typed', () => {
  it('does not fall below the minimum of a fund by its units when the minimum was typed', () => {
    // 500 euros at 33.37 a unit: 14.983 units come to 499.98.
    const awkward = anInput({}, [{}, {}, {}, { price: 33.37, minimumOrder: 500 }]);
    const bought = edit([order('sell', 2, 100), order('buy', 3, null, 500)], awkward);
    expect(bought.plan?.transactions[1]).toMatchObject({ quantity: 14.984, amount: 500.02 });
    const sellable = anInput({}, [{}, {}, { minimumOrder: 500, unitDecimals: 0, price: 10 }]);
    expect(edit([order('sell', 2, null, 500)], sellable).plan?.transactions[0]).toMatchObject({
      amount: 500,
    });
    const minimums = (orders: OrderEdit[], input: AdviceInput) => checkOf('minimums', orders, input);
    expect(minimums([order('sell', 2, 100), order('buy', 3, null, 500)], awkward)?.result).toBe('ok');
    // Less was typed: that stays so, and the smallest possible order is said.
    const less = minimums([order('sell', 2, 100), order('buy', 3, null, 499.99)], awkward);
    expect(less).toMatchObject({ result: 'blocked' });
    expect(less?.text).toContain(
      'Der Auftrag über 499,98\u00a0€ in Fonds 4 liegt unter dem Mindestbetrag von 500,00\u00a0€; möglich ist er ab 500,02\u00a0€.',
    );
  });

  it('spends no cent that is not there to reach a minimum, and no whole unit nobody typed', () => {
    // The sale yields 515 euros, the switch takes 15 of them.
    const awkward = anInput({}, [{}, {}, {}, { price: 33.37, minimumOrder: 500 }]);
    const orders = [order('sell', 2, 51.5), order('buy', 3, null, 500)];
    expect(edit(orders, awkward).plan?.transactions[1]).toMatchObject({ amount: 499.98 });
    expect(checkOf('minimums', orders, awkward)?.text).toContain('möglich ist er ab 500,02\u00a0€');
    const whole = anInput({}, [{}, {}, {}, { price: 300, unitDecimals: 0, minimumOrder: 500 }]);
    const many = [order('sell', 2, 100), order('buy', 3, null, 500)];
    expect(edit(many, whole).plan?.transactions[1]).toMatchObject({ quantity: 1, amount: 300 });
    expect(checkOf('minimums', many, whole)?.text).toContain('möglich ist er ab 600,00\u00a0€');
  });

  it('sells at the minimum too', () => {
    const { contract } = anInput();
    const held = position(isins[2], 4004.4, { quantity: 120, price: 33.37 });
    const awkward = anInput(
      { contract: { ...contract, positions: [...contract.positions.slice(0, 2), held] } },
      [{}, {}, { minimumOrder: 500 }],
    );
    const sale = edit([order('sell', 2, null, 500)], awkward).plan?.transactions[0];
    expect(sale).toMatchObject({ quantity: 14.984, amount: 500.02 });
    expect(checkOf('minimums', [order('sell', 2, null, 500)], awkward)?.result).toBe('ok');
    expect(checkOf('minimums', [order('sell', 2, 14.983)], awkward)?.text).toContain(
      'möglich ist er ab 500,02\u00a0€',
    );
  });

  it('of a share that stays a tenth of a percent below the minimum rate names the one that reaches it', () => {
    const { contract } = anInput();
    const savingsPlan = { rate: 150, entries: [{ isin: isins[2], percent: 100 }] };
    const saving = anInput({ contract: { ...contract, savingsPlan } }, [
      { savingsMinimum: 50 },
      {},
      { savingsMinimum: 25 },
    ]);
    const textOf = (share: number) =>
      editAdvice(
        saving,
        {},
        {
          orders: [],
          savingsPlan: [
            { isin: isins[0], fraction: share },
            { isin: isins[2], fraction: 1 - share },
          ],
        },
      ).plan?.checks.find(({ checkKey }) => checkKey === 'minimums')?.text;
    expect(textOf(0.333)).toContain('von 50,00\u00a0€; möglich ist sie ab 33,4\u00a0%.');
    expect(textOf(0.2)).toContain('von 50,00\u00a0€.');
    expect(textOf(0.334)).not.toContain('Mindestbetrag');
  });
});
