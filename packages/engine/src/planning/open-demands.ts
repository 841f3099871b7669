import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { listed, securities } from './count-text.ts';
import { euros } from './euro-text.ts';
import { collectHoldings } from './holdings.ts';
import { needsAction } from './judge-plan.ts';
import { rangeText, shareText } from './limit-text.ts';
import { type Limit, type PlanLimits, type PlanRequest, toCents } from './plan-input.ts';
import { hasPortfolioLimits, limitBreakers } from './plan-portfolio.ts';
import { breaksSavingsLimits } from './plan-savings.ts';
import { savedInto } from './saved-funds.ts';

/** What the adviser or the tariff asks for beside the findings of the check. */
export interface OpenDemand {
  readonly kind: 'excluded' | 'limits' | 'savingsPlan';
  /** What is not kept, in a German sentence. */
  readonly text: string;
}

/** Funds named in a sentence where there are more than one beyond them. */
const namedFunds = 3;

const named = (isins: readonly string[]): string =>
  isins.length > namedFunds + 1
    ? `${isins.slice(0, namedFunds).join(', ')} und ${isins.length - namedFunds} weitere`
    : listed(isins);

/** Whether a plan is asked for at all: something was found, the risk is outside its band, or a demand is not kept. */
export const isAskedFor = (context: TariffContext, request: PlanRequest, check: ContractCheck): boolean =>
  needsAction(check) || openDemands(context, request).length > 0;

/**
 * What is not kept of what adviser and tariff ask for whatever the check says: funds excluded from the plan that are held or
 * saved into, limits of the tariff on securities and on the savings plan. Locked holdings stay whatever is asked.
 */
export function openDemands(context: TariffContext, request: PlanRequest): OpenDemand[] {
  return [...excludedDemands(request), ...limitDemands(context, request), ...savingsDemands(request)];
}

/** What orders have to do whatever the check says: excluded funds are held, or the tariff's limits on securities are broken. */
export const mustAct = (context: TariffContext, request: PlanRequest): boolean =>
  excludedHeld(request).length > 0 || limitDemands(context, request).length > 0;

/** Excluded funds that are held and can be sold: not locked, traded, and with a price. */
export const excludedHeld = ({ contract, excluded, locked, traded }: PlanRequest): string[] =>
  contract.positions.flatMap(({ isin, price }) =>
    excluded.has(isin) && !locked.has(isin) && traded.has(isin) && (price ?? 0) > 0 ? [isin] : [],
  );

function excludedDemands(request: PlanRequest): OpenDemand[] {
  const isins = excludedHeld(request);
  if (isins.length === 0) return [];
  const text =
    isins.length === 1
      ? `${named(isins)} ist ausgeschlossen und liegt noch im Depot.`
      : `${named(isins)} sind ausgeschlossen und liegen noch im Depot.`;
  return [{ kind: 'excluded', text }];
}

function limitDemands(context: TariffContext, request: PlanRequest): OpenDemand[] {
  if (!hasPortfolioLimits(request)) return [];
  const { count, share, value } = request.portfolioLimits;
  const holdings = collectHoldings(context, request);
  const total = holdings.reduce((sum, holding) => sum + holding.value, 0);
  const held = holdings.filter(({ ticks }) => ticks > 0).length;
  const texts = held > 0 ? countTexts(held, count) : [];
  const outside = limitBreakers(request, { holdings, orders: [], total });
  if (outside.length > 0)
    texts.push(
      outside.length === 1
        ? `${named(outside)} liegt außerhalb dessen, was der Tarif für ein Wertpapier erlaubt (${sizeText({ share, value })}).`
        : `${named(outside)} liegen außerhalb dessen, was der Tarif für ein Wertpapier erlaubt (${sizeText({ share, value })}).`,
    );
  return texts.map((text) => ({ kind: 'limits', text }));
}

function countTexts(held: number, { min, max }: Limit): string[] {
  if (max !== null && held > max)
    return [`Das Depot hat ${securities(held)}, der Tarif erlaubt höchstens ${max}.`];
  if (min !== null && held < min)
    return [`Das Depot hat ${securities(held)}, der Tarif verlangt mindestens ${min}.`];
  return [];
}

const sizeText = ({ share, value }: Pick<PlanLimits, 'share' | 'value'>): string =>
  [rangeText(share, shareText), rangeText(value, (amount) => euros(toCents(amount)))]
    .filter((text) => text !== '')
    .join('; ');

function savingsDemands(request: PlanRequest): OpenDemand[] {
  const { contract, excluded } = request;
  const plan = contract.savingsPlan;
  if (!plan || plan.rate <= 0) return [];
  const saved = [...savedInto(plan.entries)].filter((isin) => excluded.has(isin));
  const texts =
    saved.length === 0
      ? []
      : saved.length === 1
        ? [`${named(saved)} ist ausgeschlossen und wird noch bespart.`]
        : [`${named(saved)} sind ausgeschlossen und werden noch bespart.`];
  if (breaksSavingsLimits(request, plan)) texts.push('Der Sparplan hält die Grenzen des Tarifs nicht ein.');
  return texts.map((text) => ({ kind: 'savingsPlan', text }));
}
