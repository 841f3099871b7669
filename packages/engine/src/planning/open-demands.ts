import type { ContractCheck } from '../check/check-contract.ts';
import type { ContractInput } from '../check/contract-input.ts';
import { missingOf } from '../check/overdraft.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { overdrawnText } from '../texts/told-alike.ts';
import { named, securities } from './count-text.ts';
import { euros } from './euro-text.ts';
import { collectHeld, collectHoldings, type Holding, ticksOf } from './holdings.ts';
import { needsAction } from './judge-plan.ts';
import { savedOutside, sideOutside } from './limit-side.ts';
import { shareText } from './limit-text.ts';
import { type Limit, type PlanLimits, type PlanRequest } from './plan-input.ts';
import { hasPortfolioLimits, limitBreakers } from './plan-portfolio.ts';
import { breaksSavingsLimits } from './plan-savings.ts';

/** What the adviser or the tariff asks for beside the findings of the check. */
export interface OpenDemand {
  readonly kind: 'overdraft' | 'excluded' | 'limits' | 'savingsPlan';
  /** What is not kept, in a German sentence. */
  readonly text: string;
}

/** Whether a plan is asked for at all: something was found, the risk is outside its band, or a demand is not kept. */
export const isAskedFor = (context: TariffContext, request: PlanRequest, check: ContractCheck): boolean =>
  needsAction(check) || openDemands(context, request).length > 0;

/**
 * What is not kept of what adviser and tariff ask for whatever the check says: funds excluded from the plan that are held or
 * saved into, limits of the tariff on securities and on the savings plan, and an account below zero. Locked holdings stay whatever is asked.
 */
export function openDemands(context: TariffContext, request: PlanRequest): OpenDemand[] {
  return [
    ...overdraftDemands(request),
    ...excludedDemands(request),
    ...limitDemands(context, request),
    ...savingsDemands(request),
  ];
}

/** Cents by which the account is below zero with the money added; 0 where it is not. */
export const overdraftOf = ({ contract, addedCash }: PlanRequest): number =>
  missingOf(toCents(contract.cash) + toCents(addedCash));

function overdraftDemands(request: PlanRequest): OpenDemand[] {
  const missing = overdraftOf(request);
  if (missing === 0) return [];
  return [{ kind: 'overdraft', text: overdrawnText(euros(missing)) }];
}

/** What orders have to do whatever the check says: excluded funds are held, or the tariff's limits on securities are broken. */
export const mustAct = (context: TariffContext, request: PlanRequest): boolean =>
  excludedHeld(request).length > 0 || limitDemands(context, request).length > 0;

/**
 * Whether a contract after orders keeps more than before of what has to be done whatever the check says. Where a demand cannot
 * be met, as that of a fund which costs more to sell than it brings, it is no reason for other orders.
 */
export function isMoreKept(context: TariffContext, request: PlanRequest, after: ContractInput): boolean {
  const next = { ...request, contract: after, addedCash: 0 };
  return brokenBy(context, next) < brokenBy(context, request);
}

/**
 * A request that allows as many securities as are held, where the tariff's limit asks for fewer or for more; null where the
 * number is within it, or nothing is held.
 */
export function inHeldNumber(context: TariffContext, request: PlanRequest): PlanRequest | null {
  const { portfolioLimits } = request;
  if (portfolioLimits.count.min === null && portfolioLimits.count.max === null) return null;
  const held = collectHeld(context, request).filter(({ ticks }) => ticks > 0).length;
  const outside = held > 0 ? sideOutside(held, portfolioLimits.count) : null;
  if (!outside) return null;
  const count: Limit = { ...portfolioLimits.count, [outside.side]: held };
  return { ...request, portfolioLimits: { ...portfolioLimits, count } };
}

/** How many funds are held, or lie outside a limit, against what is asked, and how far their number is from what is allowed. */
function brokenBy(context: TariffContext, request: PlanRequest): number {
  const excluded = excludedHeld(request).length;
  if (!hasPortfolioLimits(request)) return excluded;
  const holdings = collectHoldings(context, request);
  const { held, outside } = limited(request, holdings);
  const number = sideOutside(held, request.portfolioLimits.count);
  return excluded + outside.length + (number && holdings.length > 0 ? Math.abs(held - number.limit) : 0);
}

/** What the limits on securities are asked of; funds that are not held are nothing to it. */
function limited(request: PlanRequest, holdings: readonly Holding[]) {
  // Shares are of what a plan distributes: with the cash that is not reserved.
  const { cash, cashReserve } = request.contract;
  const free = toCents(cash) + toCents(request.addedCash) - toCents(cashReserve);
  const total = holdings.reduce((sum, holding) => sum + holding.value, 0) + free;
  const held = holdings.filter(({ ticks }) => ticks > 0).length;
  return { total, held, outside: limitBreakers(request, { holdings, orders: [], total }) };
}

/** Excluded funds that are held and can be sold: not locked, traded, with a price, and at least the smallest unit of them. */
export function excludedHeld({ contract, excluded, locked, traded }: PlanRequest): string[] {
  const held = new Map<string, number>();
  for (const { isin, quantity, price } of contract.positions)
    if (excluded.has(isin) && !locked.has(isin) && (price ?? 0) > 0)
      held.set(isin, (held.get(isin) ?? 0) + quantity);
  return [...held].flatMap(([isin, quantity]) => {
    const trade = traded.get(isin);
    return trade && ticksOf(quantity, trade.unitDecimals) > 0 ? [isin] : [];
  });
}

function excludedDemands(request: PlanRequest): OpenDemand[] {
  const isins = excludedHeld(request);
  if (isins.length === 0) return [];
  const text =
    isins.length === 1
      ? `${named(isins)} ist ausgeschlossen und liegt noch im Portfolio.`
      : `${named(isins)} sind ausgeschlossen und liegen noch im Portfolio.`;
  return [{ kind: 'excluded', text }];
}

function limitDemands(context: TariffContext, request: PlanRequest): OpenDemand[] {
  if (!hasPortfolioLimits(request)) return [];
  const { count, share, value } = request.portfolioLimits;
  const holdings = collectHeld(context, request);
  const { total, held, outside } = limited(request, holdings);
  // What is locked stays whatever is asked: where it alone is too much, nobody can be asked for less.
  const locked = holdings.filter(({ isLocked, ticks }) => isLocked && ticks > 0).length;
  const isCountFree = held > 0 && locked <= (count.max ?? Number.POSITIVE_INFINITY);
  const texts = isCountFree ? countTexts(`Das Portfolio hat ${securities(held)}`, held, count) : [];
  const isLow = (isin: string) => {
    const held = holdings.find((holding) => holding.isin === isin)?.value ?? 0;
    return held < Math.max((share.min ?? 0) * total, (value.min ?? 0) * 100);
  };
  const low = outside.filter(isLow);
  const high = outside.filter((isin) => !isLow(isin));
  if (low.length > 0)
    texts.push(`${lie(low)} unter der Untergrenze des Tarifs (${sideText({ share, value }, 'min')}).`);
  if (high.length > 0)
    texts.push(`${lie(high)} über der Obergrenze des Tarifs (${sideText({ share, value }, 'max')}).`);
  return texts.map((text) => ({ kind: 'limits', text }));
}

const lie = (isins: readonly string[]): string =>
  `${named(isins)} ${isins.length === 1 ? 'liegt' : 'liegen'}`;

function countTexts(there: string, count: number, limit: Limit): string[] {
  const outside = sideOutside(count, limit);
  if (!outside) return [];
  return outside.side === 'max'
    ? [`${there}, der Tarif erlaubt höchstens ${outside.limit}.`]
    : [`${there}, der Tarif verlangt mindestens ${outside.limit}.`];
}

/** The lower or the upper limits of one security: mindestens 1,0 % und 50,00 €. */
function sideText({ share, value }: Pick<PlanLimits, 'share' | 'value'>, side: 'min' | 'max'): string {
  const parts = [
    ...(share[side] === null ? [] : [shareText(share[side])]),
    ...(value[side] === null ? [] : [euros(toCents(value[side]))]),
  ];
  return `${side === 'min' ? 'mindestens' : 'höchstens'} ${parts.join(' und ')}`;
}

function savingsDemands(request: PlanRequest): OpenDemand[] {
  const { contract, excluded, savingsLimits } = request;
  const plan = contract.savingsPlan;
  if (!plan || plan.rate <= 0) return [];
  const entries = plan.entries.filter(({ percent }) => percent > 0);
  const saved = [...new Set(entries.flatMap(({ isin }) => (excluded.has(isin) ? [isin] : [])))];
  const texts: string[] = [];
  if (saved.length === 1) texts.push(`${named(saved)} ist ausgeschlossen und wird noch bespart.`);
  if (saved.length > 1) texts.push(`${named(saved)} sind ausgeschlossen und werden noch bespart.`);
  if (breaksSavingsLimits(request, plan)) {
    const { count, share, value } = savingsLimits;
    texts.push(...countTexts(`Der Sparplan hat ${entries.length} Fonds`, entries.length, count));
    const beyond = (side: 'min' | 'max') =>
      entries.flatMap(({ isin, percent }) =>
        savedOutside(percent, plan.rate, savingsLimits).includes(side) ? [isin] : [],
      );
    const [low, high] = [beyond('min'), beyond('max')];
    if (low.length > 0)
      texts.push(
        `${lie(low)} im Sparplan unter der Untergrenze des Tarifs (${sideText({ share, value }, 'min')}).`,
      );
    if (high.length > 0)
      texts.push(
        `${lie(high)} im Sparplan über der Obergrenze des Tarifs (${sideText({ share, value }, 'max')}).`,
      );
  }
  return texts.map((text) => ({ kind: 'savingsPlan', text }));
}
