import { editAdvice } from '@depotwerk/engine/advice/edit-advice';
import { planAdvice } from '@depotwerk/engine/advice/plan-advice';
import { describe, expect, it } from 'vitest';
import { adviceFixture } from './advice-fixture.ts';
import {
  bodyOf,
  draftOf,
  incompleteFunds,
  isChanged,
  planEditOf,
  savingsOf,
  sumOfShares,
  withAction,
  withAmount,
  withOrder,
  withoutOrder,
  withoutSaving,
  withSaving,
  withShare,
} from './edit-draft.ts';

const input = adviceFixture();
const [, , full] = planAdvice(input, {});
if (!full) throw new Error('The fixture gives no full proposal');
const draft = draftOf(full);
const compute = (edited: typeof draft) => editAdvice(input, {}, planEditOf(edited, input, full, 'von Hand'));

describe('a plan edited by hand', () => {
  it('is the plan itself as long as nothing is changed', () => {
    expect(full.transactions.length).toBeGreaterThan(3);
    expect(isChanged(draft, draftOf(full))).toBe(false);
    const { plan } = compute(draft);
    expect(plan?.transactions).toEqual(full.transactions);
    expect(plan?.after).toEqual(full.after);
    expect(plan?.cashAfter).toBe(full.cashAfter);
  });

  it('takes amounts in euros and tells what they come to in units', () => {
    const buy = full.transactions.find(({ action }) => action === 'buy');
    if (!buy) throw new Error('nothing is bought');
    const half = withAmount(draft, buy.fundId, Math.floor(buy.amount / 2));
    expect(isChanged(half, draft)).toBe(true);
    const order = compute(half).plan?.transactions.find(({ fundId }) => fundId === buy.fundId);
    expect(order?.amount).toBeLessThanOrEqual(Math.floor(buy.amount / 2));
    expect(order?.quantity).toBeLessThan(buy.quantity);
    expect(order?.reason).toBe(buy.reason);
  });

  it('says why it cannot be carried out', () => {
    const sells = full.transactions.filter(({ action }) => action === 'sell');
    const withoutSales = sells.reduce((changed, { fundId }) => withoutOrder(changed, fundId), draft);
    const { plan, reasons } = compute(withoutSales);
    expect(plan).toBeNull();
    expect(reasons.map(({ limit }) => limit)).toContain('cash');
  });

  it('turns an order round by its amount, because units held limit only sales', () => {
    const buy = full.transactions.find(({ action }) => action === 'buy');
    const turned = withAction(draft, buy?.fundId ?? 0, 'sell', 12.5);
    expect(turned.orders.find(({ fundId }) => fundId === buy?.fundId)).toEqual({
      fundId: buy?.fundId,
      action: 'sell',
      quantity: null,
      amount: 12.5,
    });
  });

  it('waits for the amount of a new order and never holds two orders of one fund', () => {
    const other = input.funds.find(({ fundId }) => !draft.orders.some((order) => order.fundId === fundId));
    const fundId = other?.fundId ?? 0;
    const added = withOrder(withOrder(draft, fundId), fundId);
    expect(added.orders).toHaveLength(draft.orders.length + 1);
    expect(incompleteFunds(added)).toEqual([fundId]);
    expect(incompleteFunds(withAmount(added, fundId, 10))).toEqual([]);
  });
});

describe('the savings plan of an edited plan', () => {
  const untouched = { ...draft, savings: null };

  it('stays as it is until it is touched', () => {
    expect(bodyOf(untouched).savingsPlan).toBeNull();
    expect(sumOfShares(savingsOf(untouched, input))).toBe(1000);
  });

  it('is replaced as a whole by the first change', () => {
    const [first, second] = savingsOf(untouched, input);
    if (!first || !second) throw new Error('too few funds');
    const changed = withShare(untouched, input, first.fundId, 0.3);
    expect(bodyOf(changed).savingsPlan).toHaveLength(4);
    expect(sumOfShares(changed.savings ?? [])).toBe(1050);
    const without = withoutSaving(changed, input, second.fundId);
    expect(sumOfShares(without.savings ?? [])).toBe(800);
    const { reasons } = compute(without);
    expect(reasons.map(({ limit }) => limit)).toContain('savingsPlan.sum');
  });

  it('counts thirds exactly', () => {
    const shares = [0.333, 0.333, 0.334].map((fraction, fundId) => ({ fundId, fraction }));
    expect(sumOfShares(shares)).toBe(1000);
  });

  it('waits for the share of a new fund', () => {
    const added = withSaving(untouched, input, 99);
    expect(incompleteFunds(added)).toEqual([99]);
    expect(withSaving(added, input, 99)).toBe(added);
  });
});
