import { toCents } from '../rounding/in-cents.ts';
import { listed, named } from './count-text.ts';
import { euros } from './euro-text.ts';
import { percentText, rangeText, shareText } from './limit-text.ts';
import { type Limit, type PlanLimits, type PlanRequest, type TradedFund } from './plan-input.ts';

/** A limit of a request, and the way to do without it. */
export interface LiftedLimit {
  readonly limit: string;
  /** Short, to be listed with others. */
  readonly name: string;
  /** What stands in the way and what could be done about it, in German. */
  readonly text: string;
  /** A request without the limit. */
  readonly lift: (request: PlanRequest) => PlanRequest;
}

/** Decimals that no fund is held finer than. */
const finest = 9;
const none: Limit = { min: null, max: null };
const isLimited = ({ min, max }: Limit): boolean => min !== null || max !== null;

const withFunds = (request: PlanRequest, change: FundsChange): PlanRequest => ({
  ...request,
  traded: change(request.traded),
});

type FundsChange = (traded: PlanRequest['traded']) => PlanRequest['traded'];

/** A change of funds, made once of each and of each list: contracts share them, and what is prepared of them is prepared once. */
function remembered(change: (fund: TradedFund) => TradedFund): FundsChange {
  const known = new WeakMap<TradedFund, TradedFund>();
  const lists = new WeakMap<PlanRequest['traded'], PlanRequest['traded']>();
  const changed = (fund: TradedFund): TradedFund => {
    let own = known.get(fund);
    if (!own) known.set(fund, (own = change(fund)));
    return own;
  };
  return (traded) => {
    let list = lists.get(traded);
    if (!list) lists.set(traded, (list = new Map([...traded].map(([isin, fund]) => [isin, changed(fund)]))));
    return list;
  };
}

const withoutMinimum = remembered((fund) => ({ ...fund, minimumOrder: 0 }));
const inFineUnits = remembered((fund) => ({ ...fund, unitDecimals: Math.max(finest, fund.unitDecimals) }));
const withoutSavingsMinimum = remembered((fund) => ({ ...fund, savingsMinimum: 0 }));

/** Every limit of a request that is set, each lifted alone. */
export function liftsOf(request: PlanRequest): LiftedLimit[] {
  return [
    ...liftedLocks(request),
    ...liftedOrders(request),
    ...liftedLimits(request),
    ...liftedSavings(request),
  ];
}

/** That one fund is locked: the same sentence for what is found of it itself and for what its lock keeps open elsewhere. */
export const lockedText = (isin: string): string =>
  `${isin} ist gesperrt und bleibt deshalb im Bestand; ohne die Sperre ließe es sich beheben.`;

function liftedLocks(request: PlanRequest): LiftedLimit[] {
  const { locked, contract, rules } = request;
  const held = contract.positions.map(({ isin }) => isin).filter((isin) => locked.has(isin));
  const lifts: LiftedLimit[] = [];
  if (held.length > 0)
    lifts.push({
      limit: 'contract.locked',
      name: 'die Sperre einzelner Fonds',
      text:
        held.length === 1
          ? lockedText(named(held))
          : `Die gesperrten Fonds ${named(held)} bleiben unverändert; ohne die Sperre ließe es sich beheben.`,
      lift: (own) => ({ ...own, locked: new Set() }),
    });
  if (contract.guarantee)
    lifts.push({
      limit: 'contract.guarantee',
      name: 'die Garantie',
      text: 'Die Garantie lässt die nötigen Aufträge nicht zu, weil danach zu wenig sicher wäre oder der Puffer so viele Aktien nicht trägt.',
      lift: (own) => ({ ...own, contract: { ...own.contract, guarantee: null } }),
    });
  if (rules.buyOnly)
    lifts.push({
      limit: 'orders.buyOnly',
      name: 'das Verbot von Verkäufen',
      text: 'Es darf nur gekauft werden; mit Verkäufen ließe es sich beheben.',
      lift: (own) => ({ ...own, rules: { ...own.rules, buyOnly: false } }),
    });
  if (rules.maximumTurnover !== null)
    lifts.push({
      limit: 'orders.maximumTurnover',
      name: 'die Grenze des Umsatzes',
      text: `Der Umsatz ist auf ${shareText(rules.maximumTurnover)} begrenzt; der Rest folgt im nächsten Durchgang oder mit einer höheren Grenze.`,
      lift: (own) => ({ ...own, rules: { ...own.rules, maximumTurnover: null } }),
    });
  if (contract.cashReserve > 0)
    lifts.push({
      limit: 'contract.cashReserve',
      name: 'die Geldreserve',
      text: `Die Geldreserve von ${euros(toCents(contract.cashReserve))} wird nicht angelegt; mit einer kleineren Reserve ließe es sich beheben.`,
      lift: (own) => ({ ...own, contract: { ...own.contract, cashReserve: 0 } }),
    });
  return lifts;
}

/** Smallest orders, whole units and fees: more money overcomes each of them. */
function liftedOrders(request: PlanRequest): LiftedLimit[] {
  const { rules, traded } = request;
  const { fee, planFee = 0 } = rules;
  const funds = [...traded.values()];
  const lifts: LiftedLimit[] = [];
  const largest = Math.max(rules.minimumOrder, ...funds.map(({ minimumOrder }) => minimumOrder));
  if (largest > 0)
    lifts.push({
      limit: 'orders.minimumOrder',
      name: 'Mindestaufträge',
      text: `Die Mindestaufträge (je nach Fonds bis ${euros(toCents(largest))}) lassen die nötigen Aufträge nicht zu; mit einer Einzahlung oder Fonds mit kleinerem Mindestauftrag ließe es sich beheben.`,
      lift: (own) => ({
        ...withFunds(own, withoutMinimum),
        rules: { ...own.rules, minimumOrder: 0 },
      }),
    });
  if (funds.some(({ unitDecimals }) => unitDecimals < finest))
    lifts.push({
      limit: 'orders.units',
      name: 'ganze Anteile',
      text: 'Nötige Beträge sind mit den handelbaren Anteilen nicht zu treffen; mit mehr Geld im Vertrag oder mit Fonds in kleineren Anteilen ließe es sich beheben.',
      lift: (own) => withFunds(own, inFineUnits),
    });
  if (fee.fixed > 0 || fee.percent > 0 || planFee > 0)
    lifts.push({
      limit: 'orders.fee',
      name: 'Gebühren',
      text: `Die Gebühren (${feeText(request)}) sind für die nötigen Beträge zu hoch; mit einer Einzahlung oder niedrigeren Gebühren ließe es sich beheben.`,
      lift: (own) => ({
        ...own,
        rules: { ...own.rules, fee: { fixed: 0, percent: 0, cap: null }, planFee: 0 },
      }),
    });
  return lifts;
}

function feeText({ rules: { fee, planFee = 0 } }: PlanRequest): string {
  const order = [
    ...(fee.fixed > 0 ? [euros(toCents(fee.fixed))] : []),
    ...(fee.percent > 0 ? [shareText(fee.percent)] : []),
  ];
  return [
    ...(order.length > 0 ? [`je Auftrag ${order.join(' und ')}`] : []),
    ...(planFee > 0 ? [`je Umschichtung ${euros(toCents(planFee))}`] : []),
  ].join(', ');
}

const inEuros = (value: number) => euros(toCents(value));
const plain = (value: number) => String(value);

function liftedLimits(request: PlanRequest): LiftedLimit[] {
  const { portfolioLimits: limits } = request;
  const lifted = (limit: keyof PlanLimits, name: string, text: string): LiftedLimit[] =>
    isLimited(limits[limit])
      ? [
          {
            limit: `portfolio.${limit}`,
            name,
            text: `${text}; mit einer anderen Grenze des Tarifs ließe es sich beheben.`,
            lift: (own) => ({ ...own, portfolioLimits: { ...own.portfolioLimits, [limit]: none } }),
          },
        ]
      : [];
  const { costCap } = request;
  return [
    ...(costCap === undefined
      ? []
      : [
          {
            limit: 'tariff.costCap',
            name: 'die Kostengrenze',
            text: `Die Kostengrenze des Tarifs von ${percentText(costCap, 0)} im Jahr lässt die nötigen Käufe nicht zu; mit günstigeren Fonds in der Auswahl ließe es sich beheben.`,
            lift: (own: PlanRequest) => ({ ...own, costCap: undefined }),
          },
        ]),
    ...lifted(
      'count',
      'die Zahl der Wertpapiere',
      limits.count.max === 1
        ? `Der Tarif verlangt ${rangeText(limits.count, plain)} Wertpapier`
        : `Der Tarif verlangt ${rangeText(limits.count, plain)} Wertpapiere`,
    ),
    ...lifted(
      'share',
      'der Anteil je Wertpapier',
      `Der Tarif verlangt je Wertpapier ${rangeText(limits.share, shareText)} des Werts`,
    ),
    ...lifted(
      'value',
      'der Betrag je Wertpapier',
      `Der Tarif verlangt je Wertpapier ${rangeText(limits.value, inEuros)}`,
    ),
  ];
}

function liftedSavings(request: PlanRequest): LiftedLimit[] {
  const { contract, savingsLimits: limits, traded } = request;
  const rate = contract.savingsPlan?.rate ?? 0;
  if (rate <= 0) return [];
  const funds = [...traded.values()];
  const lifts: LiftedLimit[] = [];
  if (funds.some(({ savingsMinimum }) => savingsMinimum > 0))
    lifts.push({
      limit: 'savingsPlan.minimumRate',
      name: 'Mindestraten',
      text: `Die Mindestraten der Fonds lassen bei einer Rate von ${inEuros(rate)} keine bessere Aufteilung des Sparplans zu; mit einer höheren Rate passt er besser.`,
      lift: (own) => withFunds(own, withoutSavingsMinimum),
    });
  const lifted = (limit: keyof PlanLimits, text: string) => {
    if (isLimited(limits[limit]))
      lifts.push({
        limit: `savingsPlan.${limit}`,
        name: 'Grenzen des Sparplans',
        text: `Der Tarif verlangt im Sparplan ${text}; mit einer anderen Grenze des Tarifs passt er besser.`,
        lift: (own) => ({ ...own, savingsLimits: { ...own.savingsLimits, [limit]: none } }),
      });
  };
  lifted('count', `${rangeText(limits.count, plain)} Fonds`);
  lifted('share', `je Fonds ${rangeText(limits.share, shareText)} der Rate`);
  lifted('value', `je Fonds ${rangeText(limits.value, inEuros)} im Monat`);
  return lifts;
}

/** What makes orders too coarse lifted together, then all there is: for what no single limit explains. */
export function liftedTogether(single: readonly LiftedLimit[]): LiftedLimit[] {
  const sets = [
    single.filter(({ limit }) => limit.startsWith('orders.')),
    single.filter(({ limit }) => limit.startsWith('savingsPlan.')),
    single,
  ];
  return sets
    .filter((lifts, k) => lifts.length > 1 && (k === 0 || lifts.length !== sets[0]!.length))
    .map((lifts): LiftedLimit => {
      const names = [...new Set(lifts.map(({ name }) => name))];
      const list = listed(names);
      // A savings plan is helped by its rate, not by what the contract is worth.
      const isOfPlan = lifts.every(({ limit }) => limit.startsWith('savingsPlan.'));
      const more = isOfPlan ? 'einer höheren Rate' : 'mehr Geld im Vertrag';
      return {
        limit: lifts.map(({ limit }) => limit).join('+'),
        name: list,
        text: `Zusammen stehen im Weg: ${list}; mit ${more} oder weiter gefassten Grenzen ließe es sich beheben.`,
        lift: (own) => lifts.reduce((all, { lift }) => lift(all), own),
      };
    });
}
