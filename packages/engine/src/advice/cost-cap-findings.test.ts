import { expect, it } from 'vitest';
import { anInput, orderByHand as order } from '../fixtures/advice-input-fixture.ts';
import { editAdvice, type OrderEdit } from './edit-advice.ts';

const checkOf = (key: string, orders: OrderEdit[], input: ReturnType<typeof anInput>) =>
  editAdvice(input, {}, { orders, savingsPlan: null }).plan?.checks.find(({ checkKey }) => checkKey === key);

it('keeps the cap of the tariff on ongoing costs, says where it was broken before, and where nobody knows', () => {
  const swap = [order('sell', 2, 400), order('buy', 3, null, 3985)];
  const capped = (orders: OrderEdit[], ter: number | null, costCap?: number) => {
    const given = anInput({}, [{}, {}, {}, { ter }]);
    return checkOf('minimums', orders, { ...given, tariff: { ...given.tariff, costCap } });
  };
  // 6,000 of 9,985 euros at 1 %, the rest at 3 %.
  expect(capped(swap, 0.03, 0.015)).toMatchObject({
    result: 'blocked',
    text: 'Die laufenden Kosten der Fonds betragen 1,80\u00a0% im Jahr; der Tarif erlaubt höchstens 1,50\u00a0%.',
  });
  expect(capped(swap, 0.03, 0.018)?.result).toBe('ok');
  expect(capped(swap, 0.03)?.result).toBe('ok');
  // Lowered below what is held: that is no doing of the plan's.
  expect(capped([], 0.002, 0.0099)).toMatchObject({
    result: 'warning',
    text: 'Die laufenden Kosten der Fonds betragen 1,00\u00a0% im Jahr; der Tarif erlaubt höchstens 0,99\u00a0%.',
  });
  expect(capped(swap, 0.002, 0.005)?.result).toBe('warning');
  expect(capped(swap, null, 0.01)).toMatchObject({
    result: 'warning',
    text: expect.stringContaining('sind nicht alle bekannt; der Tarif erlaubt höchstens 1,00\u00a0% im Jahr'),
  });
  expect(capped(swap, null, 0.005)?.text).toContain('mindestens 0,60\u00a0% im Jahr');
});
