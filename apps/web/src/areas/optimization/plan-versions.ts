import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { t } from '../../texts/texts.ts';
import type { DraftOrder, DraftSaving, PlanDraft } from './edit-draft.ts';
import type { AdviceInput, PlanDescription } from './optimization-types.ts';

/** A plan as two versions of it are chosen between: each order by its fund, the savings plan as a whole, whose shares go together. */
export type ChosenPlan = Readonly<Record<string, DraftOrder | PlanDraft['savings']>>;

const savingsPath = 'savings';
const isOrder = (value: ChosenPlan[string] | undefined): value is DraftOrder =>
  value !== null && value !== undefined && 'fundId' in value;

export const chosenOf = ({ orders, savings }: PlanDraft): ChosenPlan => ({
  ...Object.fromEntries(orders.map((order) => [`fund${order.fundId}`, order])),
  [savingsPath]: savings,
});

/** The draft of what was chosen; an order of the side that has it no more is gone. */
export function draftOfChosen(chosen: ChosenPlan): PlanDraft {
  const savings = chosen[savingsPath] ?? null;
  return {
    orders: Object.values(chosen).filter(isOrder),
    savings: isOrder(savings) ? null : savings,
  };
}

type Orders = Pick<PlanDescription, 'transactions'>;

/** What two versions of a plan hold, in words; `mine` and `theirs` say the euros of orders by units, and the other way round. */
export function planFields(
  input: AdviceInput,
  [mineChosen, mine]: readonly [ChosenPlan, Orders],
  [theirsChosen, theirs]: readonly [ChosenPlan, Orders],
) {
  const nameOf = (fundId: number) =>
    input.funds.find((fund) => fund.fundId === fundId)?.name ?? String(fundId);
  const orderText = (order: DraftOrder | undefined, { transactions }: Orders): string => {
    if (order === undefined) return t('optimization.versions.noOrder');
    const { fundId, action, quantity } = order;
    const known = transactions.find((each) => each.fundId === fundId && each.action === action);
    const amount = order.amount ?? known?.amount ?? null;
    return [
      t(`optimization.versions.${action}`),
      ...(amount === null ? [] : [formatMoney(amount)]),
      ...(quantity === null
        ? []
        : [t('optimization.execution.units', { quantity: formatNumber(quantity, 0, 6) })]),
    ].join(' · ');
  };
  const savingsText = (savings: readonly DraftSaving[] | null): string =>
    savings === null
      ? t('optimization.versions.sameSavings')
      : savings
          .map(
            ({ fundId, fraction }) =>
              `${nameOf(fundId)} ${fraction === null ? '–' : formatPercent(fraction)}`,
          )
          .join(' · ');
  return Object.entries({ ...theirsChosen, ...mineChosen }).map(([path, value]) => ({
    path,
    label: isOrder(value) ? nameOf(value.fundId) : t('optimization.versions.savings'),
    text: (chosen: ChosenPlan) => {
      const here = chosen[path];
      return path === savingsPath
        ? savingsText(isOrder(here) ? null : (here ?? null))
        : orderText(isOrder(here) ? here : undefined, chosen === mineChosen ? mine : theirs);
    },
  }));
}
