import type { PlanCheckKey, PlanCheckResult } from '@depotwerk/domain/advice/plan-checks';
import type { ContractInput } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { are, listed, securities } from '../planning/count-text.ts';
import { euros } from '../planning/euro-text.ts';
import { ticksOf, unknownDecimals, valueOfTicks } from '../planning/holdings.ts';
import { limitSlack } from '../planning/limit-side.ts';
import { type PlanLimits } from '../planning/plan-input.ts';
import { restrictionOf } from '../ranking/client-restrictions.ts';
import { violatesEsg } from '../ranking/select-funds.ts';
import { toCents } from '../rounding/in-cents.ts';
import type { AdviceCheck } from './advice-check.ts';
import type { AdviceFund, AdviceInput } from './advice-input.ts';
import { costCapFindings } from './cost-cap-findings.ts';
import { guaranteeFindings } from './guarantee-findings.ts';
import { noticeFindings } from './notice-findings.ts';
import { offerOfPurchase } from './offered-purchase.ts';
import { stalePriceTexts, uncertainAmounts } from './order-prices.ts';
import {
  exclusionOfPurchase,
  type AdviceFinding as Finding,
  preferenceOfPurchase,
} from './purchase-for-client.ts';
import { suitabilityFindings, suitableText } from './suitability-findings.ts';
import { targetMarketFindings } from './target-market-findings.ts';

/** One check of a plan: a warning may be carried out after a word with the client, a block may not. */
export interface PlanCheck {
  readonly checkKey: PlanCheckKey;
  readonly result: PlanCheckResult;
  readonly text: string;
}

/** A plan as its checks see it. */
export interface CheckedPlan {
  readonly input: AdviceInput;
  readonly context: TariffContext;
  readonly riskClassId: number;
  readonly before: AdviceCheck;
  readonly after: AdviceCheck;
  readonly contractBefore: ContractInput;
  readonly contractAfter: ContractInput;
  readonly orders: readonly {
    readonly action: 'sell' | 'buy';
    readonly isin: string;
    readonly amount: number;
    readonly isFullSale: boolean;
  }[];
  readonly isSavingsPlanChanged: boolean;
  readonly funds: ReadonlyMap<string, AdviceFund>;
}

/** The seven checks of a plan in their order; each says the gravest of what it found, with all sentences. */
export function planChecks(plan: CheckedPlan): PlanCheck[] {
  const bought = boughtFunds(plan);
  const ofBought = (text: string) => (bought.length === 0 ? 'Es wird kein Fonds gekauft.' : text);
  return [
    toCheck('suitability', suitabilityFindings(plan), suitableText(plan.input)),
    toCheck(
      'targetMarket',
      targetMarketFindings(
        bought,
        keptFunds(plan, bought),
        plan.input,
        // That of the tariff is no matter of the client.
        plan.after.riskClass?.sriLimit ?? null,
      ),
      ofBought('Das Risikoprofil liegt im Zielmarkt der gekauften Fonds.'),
    ),
    toCheck(
      'universe',
      [...universe(plan, bought), ...withoutSavingsPlans(plan)],
      ofBought('Alle gekauften Fonds gehören zur Auswahl des Tarifs.'),
    ),
    toCheck('minimums', minimums(plan), 'Mindest- und Höchstwerte sind eingehalten.'),
    toCheck(
      'bib',
      keyInformation(bought),
      ofBought('Für alle gekauften Fonds liegt ein Basisinformationsblatt vor.'),
    ),
    toCheck(
      'esg',
      sustainability(plan, bought),
      // Nothing can be kept that nobody has said.
      plan.input.esg
        ? 'Die Nachhaltigkeitspräferenz ist eingehalten.'
        : 'Es ist keine Nachhaltigkeitspräferenz festgehalten.',
    ),
    toCheck(
      'restrictions',
      restricted(plan, bought),
      plan.input.restrictions
        ? 'Die festgehaltenen Ausschlüsse sind eingehalten.'
        : 'Es sind keine Ausschlüsse festgehalten.',
    ),
  ];
}

function toCheck(checkKey: PlanCheckKey, findings: readonly Finding[], allWell: string): PlanCheck {
  if (findings.length === 0) return { checkKey, result: 'ok', text: allWell };
  const isBlocked = findings.some(([result]) => result === 'blocked');
  const sentences = [...new Set(findings.map(([, text]) => text))];
  return { checkKey, result: isBlocked ? 'blocked' : 'warning', text: sentences.join(' ') };
}

/** Funds of which more is bought than was agreed to before: by an order, or by a larger part of the savings plan. */
function boughtFunds({ orders, input, contractAfter, funds }: CheckedPlan): AdviceFund[] {
  const saved = new Map(input.contract.savingsPlan?.entries.map(({ isin, percent }) => [isin, percent]));
  const isins = new Set(orders.filter(({ action }) => action === 'buy').map(({ isin }) => isin));
  for (const { isin, percent } of contractAfter.savingsPlan?.entries ?? [])
    if (percent > (saved.get(isin) ?? 0)) isins.add(isin);
  return [...isins].toSorted().flatMap((isin) => funds.get(isin) ?? []);
}

/** Funds that go on being held or saved into, beside those bought. */
function keptFunds({ contractAfter, funds }: CheckedPlan, bought: readonly AdviceFund[]): AdviceFund[] {
  const saved = contractAfter.savingsPlan?.entries.filter(({ percent: part }) => part > 0) ?? [];
  const isins = new Set([...contractAfter.positions, ...saved].map(({ isin }) => isin));
  for (const { isin } of bought) isins.delete(isin);
  return [...isins].flatMap((isin) => funds.get(isin) ?? []);
}

function universe({ context, input, funds }: CheckedPlan, bought: readonly AdviceFund[]): Finding[] {
  const { positions, savingsPlan } = input.contract;
  const own = new Set([
    ...positions.flatMap(({ isin, quantity }) => (quantity > 0 ? [isin] : [])),
    ...(savingsPlan?.entries ?? []).flatMap(({ isin, percent }) => (percent > 0 ? [isin] : [])),
  ]);
  return bought.flatMap((fund) =>
    offerOfPurchase(
      {
        ...fund,
        isInUniverse: context.funds.get(fund.isin)?.isInUniverse === true,
        successorName: fund.successor === null ? null : (funds.get(fund.successor)?.name ?? fund.successor),
      },
      own.has(fund.isin),
      input.tariff.sriLimit ?? null,
    ),
  );
}

/** Funds a savings plan begins to pay into that take none; what pays into one today goes on. */
function withoutSavingsPlans({ input, contractAfter, funds }: CheckedPlan): Finding[] {
  const saved = new Map(input.contract.savingsPlan?.entries.map(({ isin, percent }) => [isin, percent]));
  const begun = (contractAfter.savingsPlan?.entries ?? []).filter(
    ({ isin, percent }) => percent > 0 && !((saved.get(isin) ?? 0) > 0),
  );
  return begun
    .flatMap(({ isin }) => funds.get(isin) ?? [])
    .filter(({ isSavingsPlanCapable }) => isSavingsPlanCapable === false)
    .map(({ name }): Finding => ['blocked', `${name} ist nicht sparplanfähig.`]);
}

/** One sentence of all the funds; none without one. */
const ofAll = (funds: readonly AdviceFund[], say: (names: string, isOne: boolean) => string): Finding[] =>
  funds.length === 0 ? [] : [['warning', say(listed(funds.map(({ name }) => name)), funds.length === 1)]];

const keyInformation = (bought: readonly AdviceFund[]): Finding[] =>
  ofAll(
    bought.filter(({ hasKiid }) => !hasKiid),
    (names, isOne) => `Zu ${names} fehlt ${isOne ? '' : 'jeweils '}das Basisinformationsblatt.`,
  );

function sustainability(plan: CheckedPlan, bought: readonly AdviceFund[]) {
  const violating = (fund: AdviceFund) => violatesEsg(fund, plan.input.esg);
  return [
    ...bought.flatMap((fund) => preferenceOfPurchase(fund, plan.input.esg)),
    ...ofAll(
      keptFunds(plan, bought).filter(violating),
      (names, isOne) =>
        `${names} ${isOne ? 'bleibt im Vertrag und passt' : 'bleiben im Vertrag und passen'} nicht zur Nachhaltigkeitspräferenz.`,
    ),
  ];
}

/** What the client excludes is not bought; what is held of it is said. */
function restricted(plan: CheckedPlan, bought: readonly AdviceFund[]): Finding[] {
  const { restrictions } = plan.input;
  if (!restrictions) return [];
  const isExcluded = (fund: AdviceFund) => restrictionOf(fund, restrictions) !== null;
  return [
    ...bought.flatMap((fund) => exclusionOfPurchase(fund, restrictions)),
    ...ofAll(
      keptFunds(plan, bought).filter(isExcluded),
      (names, isOne) =>
        `${names} ${isOne ? 'bleibt im Vertrag und fällt' : 'bleiben im Vertrag und fallen'} unter die festgehaltenen Ausschlüsse.`,
    ),
  ];
}

/** The smallest order a fund takes, where whole units do not come to its minimum exactly. */
function smallestPossible(
  { contractBefore }: CheckedPlan,
  { isin, price: newest, unitDecimals, minimumOrder }: AdviceFund,
): string {
  // What is held is traded at its own price.
  const price = contractBefore.positions.find((held) => held.isin === isin)?.price ?? newest;
  if (price === null || !(price > 0)) return '';
  const least = toCents(minimumOrder);
  let ticks = Math.ceil((minimumOrder / price) * 10 ** unitDecimals - 1e-6);
  // A unit of less than half a cent may be rounded to a minimum it does not reach.
  while (valueOfTicks(ticks, price, unitDecimals) < least) ticks += 1;
  const value = valueOfTicks(ticks, price, unitDecimals);
  return value > least ? `; möglich ist er ab ${euros(value)}` : '';
}

/** The next share that reaches a fund's minimum, where only the tenths of a percent that shares come in keep from it. */
function nextShare(rate: number, amount: number, { savingsMinimum }: AdviceFund): string {
  const share = Math.ceil((savingsMinimum / rate) * 1000 - 1e-9);
  const isNext = Math.round((amount / rate) * 1000) === share - 1 && share <= 1000;
  return isNext ? `; möglich ist sie ab ${(share / 10).toFixed(1).replace('.', ',')}\u00a0%` : '';
}

/** Smallest orders and savings amounts, notice of sales, the guarantee, the tariff's six limits, and its cap on costs. */
function minimums(plan: CheckedPlan): Finding[] {
  const { orders, funds, input, contractBefore, contractAfter } = plan;
  const findings: Finding[] = stalePriceTexts(
    { context: plan.context, contract: contractBefore, funds, orders },
    (isin) => funds.get(isin)?.name ?? isin,
    uncertainAmounts,
  ).map((text) => ['warning', text]);
  for (const { isin, amount, isFullSale } of orders) {
    const fund = funds.get(isin);
    if (fund && !isFullSale && amount < fund.minimumOrder - 0.005)
      findings.push([
        'blocked',
        `Der Auftrag über ${euros(toCents(amount))} in ${fund.name} liegt unter dem Mindestbetrag von ${euros(toCents(fund.minimumOrder))}${smallestPossible(plan, fund)}.`,
      ]);
  }
  const traded = new Set(orders.map(({ isin }) => isin));
  const held = tradableOf(plan, contractAfter);
  const free = contractAfter.cash - contractAfter.cashReserve;
  findings.push(
    ...noticeFindings(
      orders.flatMap(({ action, isin }) => (action === 'sell' ? (funds.get(isin) ?? []) : [])),
    ),
    ...guaranteeFindings(plan.context, contractBefore, contractAfter),
    ...costCapFindings(plan.context, contractBefore, contractAfter, input.tariff.costCap),
    ...limitFindings(
      'Im Bestand',
      input.tariff.portfolioLimits,
      {
        values: new Map([...held].map(([isin, { value }]) => [isin, value])),
        // As plans distribute it: with the cash that is not reserved.
        whole: [...held.values()].reduce((sum, { value }) => sum + value, free),
        countBefore: tradableOf(plan, contractBefore).size,
        unitOf: (isin) => held.get(isin)?.unit ?? 0,
      },
      (isin) => traded.has(isin),
      funds,
    ),
  );
  const saved = contractAfter.savingsPlan;
  if (saved && plan.isSavingsPlanChanged) {
    const rate = saved.rate;
    const amountsOf = (entries: typeof saved.entries) =>
      new Map(entries.map(({ isin, percent }) => [isin, (rate * percent) / 100] as const));
    const amounts = amountsOf(saved.entries);
    const before = amountsOf(contractBefore.savingsPlan?.entries ?? []);
    // What a plan leaves as it was is no breach of the plan's, also where another fund's share changes.
    const isOurs = (isin: string) =>
      Math.abs((amounts.get(isin) ?? 0) - (before.get(isin) ?? 0)) > 0.005 ||
      rate !== contractBefore.savingsPlan?.rate;
    const whole = [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
    const limited = { values: amounts, whole, countBefore: 0, unitOf: () => 0 };
    findings.push(...limitFindings('Im Sparplan', input.tariff.savingsPlanLimits, limited, isOurs, funds));
    for (const [isin, amount] of amounts) {
      const fund = funds.get(isin);
      // A plan too small for one fund at its minimum is saved into one fund all the same, which its provider may refuse.
      if (fund && amount < fund.savingsMinimum - 0.005)
        findings.push([
          amounts.size > 1 && isOurs(isin) ? 'blocked' : 'warning',
          `Die Sparrate von ${euros(toCents(amount))} in ${fund.name} liegt unter dem Mindestbetrag von ${euros(toCents(fund.savingsMinimum))}${nextShare(rate, amount, fund)}.`,
        ]);
    }
  }
  return findings;
}

/** What is held in whole units, in euros: fractions that a fund's units do not allow to trade are what no plan can move. */
function tradableOf({ funds }: CheckedPlan, { positions }: ContractInput) {
  const held = new Map<string, { readonly value: number; readonly unit: number }>();
  for (const { isin, quantity, price } of positions) {
    const decimals = funds.get(isin)?.unitDecimals ?? unknownDecimals;
    const ticks = ticksOf(quantity, decimals);
    // What has no price is below or above no limit that anybody knows.
    const own = price ?? 0;
    const valueOf = (count: number) => valueOfTicks(count, own, decimals) / 100;
    if (ticks > 0 && own > 0) held.set(isin, { value: valueOf(ticks), unit: valueOf(1) });
  }
  return held;
}

/** What limits are asked of: euros by fund, what shares are of, and what one unit of a fund costs. */
interface Limited {
  readonly values: ReadonlyMap<string, number>;
  readonly whole: number;
  readonly countBefore: number;
  readonly unitOf: (isin: string) => number;
}

/** What breaks a limit: a block where the plan does it, a warning where it was so before. */
function limitFindings(
  where: string,
  limits: PlanLimits,
  { values, whole, countBefore, unitOf }: Limited,
  isOurs: (isin: string) => boolean,
  funds: ReadonlyMap<string, AdviceFund>,
): Finding[] {
  const findings: Finding[] = [];
  const { count, share, value } = limits;
  if (values.size === 0) return findings;
  if (count.max !== null && values.size > count.max)
    findings.push([
      values.size > countBefore ? 'blocked' : 'warning',
      `${where} ${are(values.size)} ${securities(values.size)}, erlaubt ${are(count.max)} höchstens ${count.max}.`,
    ]);
  if (count.min !== null && values.size < count.min)
    findings.push([
      values.size < countBefore ? 'blocked' : 'warning',
      `${where} ${are(values.size)} ${securities(values.size)}, nötig ${are(count.min)} mindestens ${count.min}.`,
    ]);
  if (whole <= 0) return findings;
  for (const [isin, amount] of values) {
    const name = funds.get(isin)?.name ?? isin;
    const result = isOurs(isin) ? 'blocked' : 'warning';
    const low = Math.max((share.min ?? 0) * whole, value.min ?? 0);
    // All of it is no limit: with a reserve that is not there the funds are more than the whole.
    const most = share.max === null || share.max >= 1 ? Number.POSITIVE_INFINITY : share.max * whole;
    const high = Math.min(most, value.max ?? Number.POSITIVE_INFINITY);
    const slackTo = (limit: number) => limitSlack(unitOf(isin), whole, limit) + 0.01;
    if (amount < low - slackTo(low))
      findings.push([
        result,
        `${where} liegt ${name} mit ${euros(toCents(amount))} unter der Untergrenze von ${euros(toCents(low))}.`,
      ]);
    if (amount > high + slackTo(high))
      findings.push([
        result,
        `${where} liegt ${name} mit ${euros(toCents(amount))} über der Obergrenze von ${euros(toCents(high))}.`,
      ]);
  }
  return findings;
}
