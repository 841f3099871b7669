import { describe, expect, it } from 'vitest';
import { anInput, isins } from '../fixtures/advice-input-fixture.ts';
import { position } from '../fixtures/check-fixture.ts';
import { planAdvice } from './plan-advice.ts';

describe('proposals', () => {
  it('invest added money after the entry fee, and keep what is held', () => {
    const [keep] = planAdvice(anInput(), { cashAmount: 1000 }, 'keepPortfolio');
    expect(keep?.costs.entry).toBe(20);
    expect(keep?.transactions.every(({ action }) => action === 'buy')).toBe(true);
    const spent = keep?.transactions.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
    expect(spent + (keep?.cashAfter ?? 0)).toBeCloseTo(980, 6);
  });

  it('name funds in their reasons, never numbers of securities', () => {
    const [full] = planAdvice(anInput(), { riskClassId: 1 }, 'full');
    expect(full?.transactions.length).toBeGreaterThan(0);
    for (const { reason } of full?.transactions ?? []) expect(reason).not.toMatch(/DE00000000/);
    expect(full?.costs.switchFee).toBe(15);
    const moved = full?.transactions.reduce(
      (sum, { action, amount }) => sum + Math.round((action === 'sell' ? amount : -amount) * 100),
      0,
    );
    expect(Math.round((full?.cashAfter ?? 0) * 100)).toBe((moved ?? 0) - 1500);
    expect(full?.cashAfter).toBeGreaterThanOrEqual(0);
  });

  it('are not worth the fee of a switch for a few euros', () => {
    const small = anInput();
    const contract = { ...small.contract, positions: [position(isins[2], 12)] };
    const [full] = planAdvice({ ...small, contract }, {}, 'full');
    expect(full?.transactions).toEqual([]);
    expect(full?.costs.switchFee).toBe(0);
  });

  it('refuse a class the tariff does not have', () => {
    expect(() => planAdvice(anInput(), { riskClassId: 7 })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', path: 'riskClassId' }),
    );
    expect(() => planAdvice(anInput({ riskClassId: null }), {})).toThrow(
      expect.objectContaining({ path: 'riskClassId' }),
    );
  });
});
