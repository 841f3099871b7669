import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { ContractInput } from '../check/contract-input.ts';
import { withPromise } from '../guarantee/keep-guarantee.ts';
import { applyOrders } from '../planning/apply-orders.ts';
import { orderFigures, type PlannedOrder } from '../planning/describe-orders.ts';
import { euros } from '../planning/euro-text.ts';
import { collectHoldings, type Holding, valueOfTicks } from '../planning/holdings.ts';
import type { Order } from '../planning/order-problem.ts';
import { type BindingLimit, feeOf, planFeeOf } from '../planning/plan-input.ts';
import { toCents } from '../rounding/in-cents.ts';
import type { AdviceFund, AdviceInput, PlanChoices } from './advice-input.ts';
import { adviceRequest, fundsByIsin, withFundsOnce } from './advice-request.ts';
import { describePlan, type PlanDescription } from './describe-plan.ts';
import { isSamePlan } from './plan-advice.ts';

/** An order as somebody typed it: units, or euros to be turned into units that fit. */
export interface OrderEdit {
  readonly action: 'sell' | 'buy';
  readonly isin: string;
  readonly quantity: number | null;
  readonly amount: number | null;
  /** What is said about it. */
  readonly reason: string;
  readonly hints: readonly HintCode[];
  readonly switchWith: string | null;
}

export interface PlanEdit {
  readonly orders: readonly OrderEdit[];
  /** null = the savings plan stays. */
  readonly savingsPlan: readonly { readonly isin: string; readonly fraction: number }[] | null;
}

/** The plan as described, or why it cannot be carried out at all. */
export type EditedPlan =
  | { readonly plan: PlanDescription; readonly reasons: readonly never[] }
  | { readonly plan: null; readonly reasons: readonly BindingLimit[] };

/**
 * Computes a plan changed by hand: units and cents exact, cash never negative, everything checked again. What breaks a
 * rule of tariff or profile is said by the plan's checks; what cannot be carried out is refused with reasons.
 *
 * @throws EngineError INPUT_INVALID if contract or choices name no class of the tariff
 */
export function editAdvice(given: AdviceInput, choices: PlanChoices, edit: PlanEdit): EditedPlan {
  const input = withFundsOnce(given);
  const { context, request, check } = adviceRequest(input, choices);
  const funds = fundsByIsin(input);
  // Everything known may be traded by hand, not only what the planner would choose.
  const tradable = withAllFunds(input, context.input.shortlists);
  const holdings = collectHoldings(
    { ...context, input: { ...context.input, shortlists: tradable } },
    { ...request, excluded: new Set() },
  );
  const computed = (mayRoundUp: boolean) => {
    const reasons: BindingLimit[] = [];
    const orders: Order[] = [];
    for (const order of edit.orders) {
      const holding = holdings.find(({ isin }) => isin === order.isin);
      const made = makeOrder(
        order,
        { holding, fund: funds.get(order.isin), fee: request.rules.fee, mayRoundUp },
        reasons,
      );
      if (made && orders.some(({ isin }) => isin === made.isin))
        reasons.push(
          refusal('order.twice', order.isin, {}, `${nameOf(funds, order.isin)} kommt mehrfach vor.`),
        );
      else if (made) orders.push(made);
    }
    const planFee = planFeeOf(request.rules, orders);
    const cash = orders.reduce(
      (sum, { action, amount, fee }) => sum + (action === 'sell' ? amount : -amount) - fee,
      toCents(input.contract.cash) + toCents(request.addedCash) - planFee,
    );
    return { reasons, orders, planFee, cash };
  };
  // The cents above what was typed may be those that are missing.
  const roundedUp = computed(true);
  const { reasons, orders, planFee, cash } = roundedUp.cash < 0 ? computed(false) : roundedUp;
  if (cash < 0)
    reasons.push(
      refusal(
        'cash',
        'portfolio',
        { missing: -cash / 100 },
        `Die Käufe übersteigen den verfügbaren Betrag um ${euros(-cash)}.`,
      ),
    );
  checkShares(edit, funds, reasons);
  if (reasons.length > 0) return { plan: null, reasons };
  const traded = withPromise(applyOrders(input.contract, holdings, orders, cash), request.paidIn ?? 0);
  const contractAfter: ContractInput = edit.savingsPlan
    ? {
        ...traded,
        savingsPlan: input.contract.savingsPlan && {
          rate: input.contract.savingsPlan.rate,
          entries: edit.savingsPlan.map(({ isin, fraction }) => ({
            isin,
            percent: Math.round(fraction * 1e6) / 1e4,
          })),
        },
      }
    : traded;
  const total =
    holdings.reduce((sum, { value }) => sum + value, 0) +
    toCents(input.contract.cash) +
    toCents(request.addedCash) -
    toCents(input.contract.cashReserve);
  const plan = describePlan({
    input,
    choices,
    context,
    funds,
    orders: edit.orders.flatMap((order) => toTrade(order, orders, holdings, total)),
    contractBefore: input.contract,
    contractAfter,
    before: check(input.contract),
    after: check(contractAfter),
    switchFee: planFee / 100,
    isSavingsPlanChanged: !isSamePlan(input.contract.savingsPlan, contractAfter.savingsPlan),
  });
  return { plan, reasons: [] };
}

const nameOf = (funds: ReadonlyMap<string, AdviceFund>, isin: string) => funds.get(isin)?.name ?? isin;

const refusal = (
  limit: string,
  subject: string,
  values: Readonly<Record<string, number>>,
  text: string,
): BindingLimit => ({ limit, subject, values, text });

const withAllFunds = (input: AdviceInput, shortlists: readonly (readonly string[])[]) => [
  ...shortlists,
  input.funds.map(({ isin }) => isin),
];

/** Cents an order may come to above what was typed, so that whole units do not push it below its fund's minimum. */
const mostRoundedUp = 100;

/** Units of an amount somebody typed: as many as it pays for, or one more where only that one reaches the fund's minimum. */
function ticksOfAmount(
  amount: number,
  { price, decimals }: Holding,
  minimumOrder: number,
  mayRoundUp: boolean,
): number {
  const ticks = Math.floor((amount / price) * 10 ** decimals + 1e-9);
  const valueOf = (count: number) => valueOfTicks(count, price, decimals);
  const [typed, least] = [toCents(amount), toCents(minimumOrder)];
  const isPushedBelow = valueOf(ticks) < least && typed >= least;
  return mayRoundUp && isPushedBelow && valueOf(ticks + 1) <= typed + mostRoundedUp ? ticks + 1 : ticks;
}

interface OrderTerms {
  readonly holding: Holding | undefined;
  readonly fund: AdviceFund | undefined;
  readonly fee: Parameters<typeof feeOf>[0];
  readonly mayRoundUp: boolean;
}

/** Whole ticks and cents of an order; a fault goes to `reasons`. */
function makeOrder(
  { action, isin, quantity, amount }: OrderEdit,
  { holding, fund, fee, mayRoundUp }: OrderTerms,
  reasons: BindingLimit[],
): Order | null {
  const name = fund?.name ?? isin;
  const refuse = (limit: string, text: string, values: Record<string, number> = {}) => {
    reasons.push(refusal(limit, isin, values, text));
    return null;
  };
  if (!holding || !(holding.price > 0))
    return refuse('order.price', `${name} kann nicht gehandelt werden: Es liegt kein Kurs vor.`);
  if (holding.isLocked) return refuse('order.locked', `${name} ist gesperrt.`);
  const unit = 10 ** holding.decimals;
  const wanted = (quantity ?? 0) * unit;
  if (Math.abs(wanted - Math.round(wanted)) > 1e-6)
    return refuse('order.unit', tradedText(name, holding.decimals), { decimals: holding.decimals });
  const ticks =
    quantity === null
      ? ticksOfAmount(amount ?? 0, holding, fund?.minimumOrder ?? 0, mayRoundUp)
      : Math.floor(wanted + 1e-6);
  if (ticks <= 0) return refuse('order.unit', `Der Auftrag in ${name} ist kleiner als ein Anteil.`);
  // What is left below one unit goes with the last sale; a typed amount of all of it means all of it.
  if (action === 'sell' && ticks > holding.ticks)
    return refuse('order.held', heldText(name, holding), { held: holding.ticks / unit });
  const value = valueOfTicks(ticks, holding.price, holding.decimals);
  return {
    isin,
    action,
    ticks,
    amount: value,
    fee: feeOf(fee, value),
    isFullSale: action === 'sell' && ticks === holding.ticks,
  };
}

/** How finely a fund is traded. */
function tradedText(name: string, decimals: number): string {
  if (decimals === 0) return `${name} wird nur in ganzen Anteilen gehandelt.`;
  return decimals === 1
    ? `${name} wird mit höchstens einer Nachkommastelle gehandelt.`
    : `${name} wird mit höchstens ${decimals} Nachkommastellen gehandelt.`;
}

/** What there is to sell of a fund. */
function heldText(name: string, { ticks, decimals }: Holding): string {
  const [whole = '', fraction = ''] = (ticks / 10 ** decimals).toFixed(decimals).split('.');
  const places = fraction.replace(/0+$/, '');
  const units = `${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')}${places === '' ? '' : `,${places}`}`;
  if (ticks === 0) return `${name} ist nicht im Bestand.`;
  return units === '1'
    ? `Von ${name} ist nur 1 Anteil im Bestand.`
    : `Von ${name} sind nur ${units} Anteile im Bestand.`;
}

function checkShares(edit: PlanEdit, funds: ReadonlyMap<string, AdviceFund>, reasons: BindingLimit[]): void {
  if (!edit.savingsPlan) return;
  const units = edit.savingsPlan.map(({ fraction }) => Math.round(fraction * 1000));
  const isFine = edit.savingsPlan.every(({ fraction }, k) => Math.abs(fraction * 1000 - units[k]!) < 1e-6);
  const sum = units.reduce((total, value) => total + value, 0);
  if (!isFine)
    reasons.push(
      refusal(
        'savingsPlan.unit',
        'savingsPlan',
        {},
        'Anteile des Sparplans haben höchstens eine Nachkommastelle.',
      ),
    );
  else if (sum !== 1000)
    reasons.push(
      refusal(
        'savingsPlan.sum',
        'savingsPlan',
        { sum: sum / 10 },
        `Die Anteile des Sparplans müssen genau 100\u00a0% ergeben (aktuell ${(sum / 10).toFixed(1).replace('.', ',')}\u00a0%).`,
      ),
    );
  const seen = new Set<string>();
  for (const { isin } of edit.savingsPlan) {
    if (seen.has(isin))
      reasons.push(
        refusal('savingsPlan.twice', isin, {}, `${nameOf(funds, isin)} kommt im Sparplan mehrfach vor.`),
      );
    seen.add(isin);
  }
}

function toTrade(
  edit: OrderEdit,
  orders: readonly Order[],
  holdings: readonly Holding[],
  total: number,
): PlannedOrder[] {
  const order = orders.find(({ isin }) => isin === edit.isin);
  const holding = holdings.find(({ isin }) => isin === edit.isin);
  if (!order || !holding) return [];
  const { switchWith, reason, hints } = edit;
  return [{ ...orderFigures(order, holding, total), switchWith, reason, hints }];
}
