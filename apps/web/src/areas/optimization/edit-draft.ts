import { toTenths } from '@depotwerk/domain/tenths';
import type { PlanEdit } from '@depotwerk/engine/advice/edit-advice';
import type { AdviceInput, PlanDescription } from './optimization-types.ts';

/** An order while it is edited: exact units as planned, or euros as typed. */
export interface DraftOrder {
  readonly fundId: number;
  readonly action: 'sell' | 'buy';
  readonly quantity: number | null;
  readonly amount: number | null;
}

export interface DraftSaving {
  readonly fundId: number;
  readonly fraction: number | null;
}

/** A plan while it is edited by hand. `savings` null = the savings plan stays as it is. */
export interface PlanDraft {
  readonly orders: readonly DraftOrder[];
  readonly savings: readonly DraftSaving[] | null;
}

/** The draft a stored plan is edited from. */
export function draftOf(plan: Pick<PlanDescription, 'transactions' | 'savingsPlanChanges'>): PlanDraft {
  return {
    orders: plan.transactions.map(({ fundId, action, quantity }) => ({
      fundId,
      action,
      quantity,
      amount: null,
    })),
    savings:
      plan.savingsPlanChanges.length === 0
        ? null
        : plan.savingsPlanChanges.flatMap(({ fundId, fractionAfter }) =>
            fractionAfter > 0 ? [{ fundId, fraction: fractionAfter }] : [],
          ),
  };
}

const changeOrder = (draft: PlanDraft, fundId: number, change: Partial<DraftOrder>): PlanDraft => ({
  ...draft,
  orders: draft.orders.map((order) => (order.fundId === fundId ? { ...order, ...change } : order)),
});

/** The order for so many euros. */
export const withAmount = (draft: PlanDraft, fundId: number, amount: number | null): PlanDraft =>
  changeOrder(draft, fundId, { amount, quantity: null });

/** The order the other way round; units sold are not units bought, so the amount stays as it was shown. */
export const withAction = (
  draft: PlanDraft,
  fundId: number,
  action: 'sell' | 'buy',
  shownAmount: number | null,
): PlanDraft => changeOrder(draft, fundId, { action, amount: shownAmount, quantity: null });

export const withoutOrder = (draft: PlanDraft, fundId: number): PlanDraft => ({
  ...draft,
  orders: draft.orders.filter((order) => order.fundId !== fundId),
});

/** One more order, still without an amount; one order a fund. */
export function withOrder(draft: PlanDraft, fundId: number): PlanDraft {
  if (draft.orders.some((order) => order.fundId === fundId)) return draft;
  return { ...draft, orders: [...draft.orders, { fundId, action: 'buy', quantity: null, amount: null }] };
}

/** Shares of the savings plan as they are before anything is changed. */
export function savingsOf(draft: PlanDraft, input: AdviceInput): readonly DraftSaving[] {
  if (draft.savings) return draft.savings;
  const idOf = new Map(input.funds.map(({ isin, fundId }) => [isin, fundId]));
  return (input.contract.savingsPlan?.entries ?? []).flatMap(({ isin, percent }) => {
    const fundId = idOf.get(isin);
    return fundId === undefined || percent <= 0
      ? []
      : [{ fundId, fraction: Math.round(percent * 1e4) / 1e6 }];
  });
}

export const withShare = (
  draft: PlanDraft,
  input: AdviceInput,
  fundId: number,
  fraction: number | null,
): PlanDraft => ({
  ...draft,
  savings: savingsOf(draft, input).map((entry) => (entry.fundId === fundId ? { fundId, fraction } : entry)),
});

export const withoutSaving = (draft: PlanDraft, input: AdviceInput, fundId: number): PlanDraft => ({
  ...draft,
  savings: savingsOf(draft, input).filter((entry) => entry.fundId !== fundId),
});

export function withSaving(draft: PlanDraft, input: AdviceInput, fundId: number): PlanDraft {
  const savings = savingsOf(draft, input);
  if (savings.some((entry) => entry.fundId === fundId)) return draft;
  return { ...draft, savings: [...savings, { fundId, fraction: null }] };
}

/** Sum of the shares in tenths of a percent, so that 33.3 + 33.3 + 33.4 is exactly 1000. */
export const sumOfShares = (savings: readonly DraftSaving[]): number =>
  savings.reduce((sum, { fraction }) => sum + toTenths(fraction ?? 0), 0);

/** Funds whose order or share still lacks its number. */
export function incompleteFunds(draft: PlanDraft): number[] {
  return [
    ...draft.orders.filter(({ quantity, amount }) => quantity === null && !(amount !== null && amount > 0)),
    ...(draft.savings ?? []).filter(({ fraction }) => fraction === null || fraction <= 0),
  ].map(({ fundId }) => fundId);
}

export const isChanged = (draft: PlanDraft, original: PlanDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(original);

/** What the engine computes a draft from; orders without a number are left out. */
export function planEditOf(
  draft: PlanDraft,
  input: AdviceInput,
  plan: PlanDescription,
  byHand: string,
): PlanEdit {
  const fundOf = new Map(input.funds.map((fund) => [fund.fundId, fund]));
  const isinOf = (fundId: number | null) => (fundId === null ? null : (fundOf.get(fundId)?.isin ?? null));
  return {
    orders: draft.orders.flatMap(({ fundId, action, quantity, amount }) => {
      const isin = isinOf(fundId);
      if (isin === null || (quantity === null && !(amount !== null && amount > 0))) return [];
      const planned = plan.transactions.find((order) => order.fundId === fundId && order.action === action);
      return [
        {
          action,
          isin,
          quantity,
          amount: quantity === null ? amount : null,
          reason: planned?.reason ?? byHand,
          hints: planned?.hintCodes ?? [],
          switchWith: isinOf(planned?.switchWithFundId ?? null),
        },
      ];
    }),
    savingsPlan:
      draft.savings?.flatMap(({ fundId, fraction }) => {
        const isin = isinOf(fundId);
        return isin === null || fraction === null || fraction <= 0 ? [] : [{ isin, fraction }];
      }) ?? null,
  };
}

/** Body of the call that stores a draft. */
export function bodyOf(draft: PlanDraft) {
  return {
    transactions: draft.orders.map(({ fundId, action, quantity, amount }) => ({
      fundId,
      action,
      quantity,
      amount: quantity === null ? amount : null,
    })),
    savingsPlan:
      draft.savings?.flatMap(({ fundId, fraction }) =>
        fraction === null || fraction <= 0 ? [] : [{ fundId, fraction }],
      ) ?? null,
  };
}
