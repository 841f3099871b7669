import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { ContractCheck } from '../check/check-contract.ts';
import type { Hint } from '../check/contract-input.ts';
import { isOverdraft } from '../check/overdraft.ts';
import { prepareTariff, type TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { isLeftOver } from './apply-orders.ts';
import { clustersOfTarget } from './avoid-clusters.ts';
import { euros } from './euro-text.ts';
import { collectHoldings, isBuyable, ticksOf, unknownDecimals } from './holdings.ts';
import { type LiftedLimit, liftedTogether, liftsOf, lockedText } from './lifted-limits.ts';
import { leavingCodes } from './necessary-targets.ts';
import { openDemands } from './open-demands.ts';
import type { BindingLimit, PlanRequest } from './plan-input.ts';
import { fitLevel } from './plan-savings.ts';
import { mostFit } from './savings-bound.ts';
import { lacksRiskData, unknownFunds, unknownRisk } from './unknown-risk.ts';
import { unknownWorth } from './unknown-worth.ts';

/** The check that the smallest intervention leads to under other limits. */
export type Replan = (context: TariffContext, request: PlanRequest) => ContractCheck;

/** Whether the smallest intervention under other limits keeps all that adviser and tariff ask for. */
export type KeepsAll = (context: TariffContext, request: PlanRequest) => boolean;

/** Risk outside its band of which the tariff wants no hint. */
const silentRisk = { severity: 2, subject: 'portfolio', values: {}, suggestion: null } as const;

/** What is open: findings of severity 1 and 2, and a risk outside its band even where no hint speaks of it. */
function openFindings({ hints, status, total }: ContractCheck): Hint[] {
  // What keeps an account below zero is said of the demand.
  const open = hints.filter((hint) => hint.severity >= 1 && !isOverdraft(hint));
  const speaks = open.some(({ code }) => code === 'H01' || code === 'H02' || code === 'H03');
  // Of nothing no risk is unknown.
  if (status === 'in' || speaks || total <= 0) return open;
  return [{ ...silentRisk, code: status === 'above' ? 'H01' : status === 'below' ? 'H02' : 'H03' }, ...open];
}

const isOpen = (hint: Hint, check: ContractCheck): boolean =>
  openFindings(check).some(
    ({ code, subject, severity }) =>
      code === hint.code && subject === hint.subject && severity >= hint.severity,
  );

/**
 * Which limit keeps each finding of severity 1 and 2 open, with what could be done about it, in German. Found by trial: the
 * first limit without which the same planner mends the finding; what no limit explains would make something else worse.
 *
 * @param check what is left open
 * @returns one entry a finding, and one for each reason of an unknown risk; findings of one limit share their text
 */
export function openLimits(
  context: TariffContext,
  request: PlanRequest,
  check: ContractCheck,
  replan: Replan,
): BindingLimit[] {
  const trial = trialOf(context, request, replan);
  const rule = ruleOf(context, request, replan);
  const open = openFindings(check);
  const ofRisk = open.some(({ code }) => code === 'H03') ? unknownRisk(context, request) : [];
  const reasonsOf = (hint: Hint): readonly Named[] => {
    const ofData = limitOfData(context, request, hint);
    if (ofData === null && hint.code === 'H03' && ofRisk.length > 0) return ofRisk;
    const last = hint.code === 'H03' ? lacksRiskData(context, request) : neverWorse;
    const found = ofData ?? trial(hint) ?? rule(hint) ?? last;
    return [ofRisk.find(({ covers }) => covers === found.text) ?? found];
  };
  return open.flatMap((hint) =>
    reasonsOf(hint).map(
      ({ limit, text }): BindingLimit => ({ limit, subject: hint.subject, values: {}, text }),
    ),
  );
}

type Named = Pick<LiftedLimit, 'limit' | 'text'>;

const neverWorse: Named = {
  limit: 'rule.neverWorse',
  text: 'Jeder Auftrag, der hilft, brächte eine neue Warnung oder senkte die Bewertung; wer es dennoch will, stellt die Aufträge selbst zusammen.',
};

/** Finds the limit by lifting one after the other, then several at once; each is planned once, and only when asked for. */
function trialOf(context: TariffContext, request: PlanRequest, replan: Replan): (hint: Hint) => Named | null {
  const single = liftsOf(request);
  const trials = [...single, ...liftedTogether(single)].map((lift) => {
    let own: PlanRequest | null = null;
    let check: ContractCheck | null = null;
    const lifted = () => (own ??= lift.lift(request));
    return { lift, lifted, after: () => (check ??= replan(context, lifted())) };
  });
  return (hint) =>
    trials.find(({ lifted, after }) => canMend(context, lifted, hint) && !isOpen(hint, after()))?.lift ??
    null;
}

/** Whether any plan could mend a finding, as far as that is known without one. */
function canMend(context: TariffContext, lifted: () => PlanRequest, hint: Hint): boolean {
  if (hint.code === 'H15')
    return lifted().contextOf !== undefined || fitLevel(mostFit(context, lifted())) > 0;
  return !isHeldForGood(lifted(), hint);
}

/** Findings about a fund that are warnings however little of it is held. */
const ofAnyPart: ReadonlySet<HintCode> = new Set(['H04', 'H06', 'H07', 'H19']);

/** Whether a warning is about a fund of which a fraction stays that its units do not allow to sell. */
function isHeldForGood({ contract, traded }: PlanRequest, { code, severity, subject }: Hint): boolean {
  if (severity > 1 || !ofAnyPart.has(code)) return false;
  const lots = contract.positions.filter(({ isin }) => isin === subject);
  const quantity = lots.reduce((sum, lot) => sum + lot.quantity, 0);
  const decimals = traded.get(subject)?.unitDecimals ?? unknownDecimals;
  return isLeftOver(quantity - ticksOf(quantity, decimals) / 10 ** decimals, lots.at(-1)?.price ?? 0);
}

/** Rules of the check that orders against a finding can break instead, by the hints that speak of them. */
const rules: readonly (Named & { readonly codes: readonly HintCode[] })[] = [
  {
    limit: 'rule.band',
    codes: ['H01', 'H02'],
    text: 'Was hilft, führte das Risiko aus dem Band der Risikoklasse; eine andere Risikoklasse oder Auswahl des Tarifs ließe es zu.',
  },
  {
    limit: 'rule.tolerance',
    codes: ['H08', 'H09', 'H10'],
    text: 'Was hilft, führte eine Peergroup aus ihrer Toleranz um die Zielaufteilung; ein weiterer Fonds in der Auswahl des Tarifs ließe es zu.',
  },
  {
    limit: 'rule.cluster',
    codes: ['H13'],
    text: 'Was hilft, brächte einen anderen Fonds oder eine Gesellschaft über den Höchstanteil; ein Fonds einer weiteren Gesellschaft in der Auswahl des Tarifs ließe es zu.',
  },
];

/** What orders that keep the tariff's limits would break instead, by the hints that speak of it. */
const demandRules: readonly (Named & { readonly codes: readonly HintCode[] })[] = [
  {
    limit: 'rule.tolerance',
    codes: ['H08', 'H09', 'H10'],
    text: 'Was hilft, führte eine Peergroup aus ihrer Toleranz um die Zielaufteilung; mit anderen Grenzen des Tarifs ließe es sich beheben.',
  },
  {
    limit: 'rule.band',
    codes: ['H01', 'H02'],
    text: 'Was hilft, führte das Risiko aus dem Band der Risikoklasse; mit anderen Grenzen des Tarifs ließe es sich beheben.',
  },
  {
    limit: 'rule.cluster',
    codes: ['H13'],
    text: 'Was hilft, brächte einen anderen Fonds oder eine Gesellschaft über den Höchstanteil; mit anderen Grenzen des Tarifs ließe es sich beheben.',
  },
  {
    limit: 'rule.tolerance+rule.band+rule.cluster',
    codes: ['H08', 'H09', 'H10', 'H01', 'H02', 'H13'],
    text: 'Was hilft, brächte neue Warnungen zu Toleranz der Peergroups, Risikoband oder Höchstanteil; mit anderen Grenzen des Tarifs ließe es sich beheben.',
  },
];

/**
 * Which limit stands in the way of what adviser and tariff ask for beside the findings, where no plan is refused for one. Found
 * by trial, as for findings: first limits of orders, then the rules of the check, then the tariff's own limits on securities.
 *
 * @param keepsAll plans again and asks whether anything is left open
 * @returns one limit; empty where none alone explains it
 */
export function limitsOfDemands(
  context: TariffContext,
  request: PlanRequest,
  keepsAll: KeepsAll,
): BindingLimit[] {
  const single = liftsOf(request);
  const isOwn = ({ limit }: Named) => limit.startsWith('portfolio.');
  const lifted = (lifts: readonly LiftedLimit[]) =>
    lifts.find(({ lift }) => keepsAll(context, lift(request))) ?? null;
  const found: Named | null =
    lifted(single.filter((one) => !isOwn(one))) ??
    // No limit of the tariff overdraws an account.
    (openDemands(context, request).some(({ kind }) => kind !== 'overdraft')
      ? demandRules.find(({ codes }) => keepsAll(...withoutRule(context, request, codes)))
      : null) ??
    lifted([...single.filter(isOwn), ...liftedTogether(single)]);
  return found ? [{ limit: found.limit, subject: 'portfolio', values: {}, text: found.text }] : [];
}

/** A context and a request of it in which the check is silent about some hints. */
function withoutRule(
  context: TariffContext,
  request: PlanRequest,
  codes: readonly HintCode[],
): [TariffContext, PlanRequest] {
  const { contextOf: _, ...own } = request;
  let known = silentContexts.get(context);
  if (!known) silentContexts.set(context, (known = new Map()));
  const key = codes.join(' ');
  let silent = known.get(key);
  if (!silent) {
    const silencedHints = [...(context.input.silencedHints ?? []), ...codes];
    known.set(key, (silent = prepareTariff({ ...context.input, silencedHints })));
  }
  return [silent, own];
}

/** Contexts without some hints, of each context; all of its contracts share them. */
const silentContexts = new WeakMap<TariffContext, Map<string, TariffContext>>();

/** Finds the rule of the check without which a finding were mended: it is the one that all orders against it break. */
function ruleOf(context: TariffContext, request: PlanRequest, replan: Replan): (hint: Hint) => Named | null {
  const checks = new Map<Named, ContractCheck>();
  const after = (rule: (typeof rules)[number]): ContractCheck => {
    let known = checks.get(rule);
    if (!known) checks.set(rule, (known = replan(...withoutRule(context, request, rule.codes))));
    return known;
  };
  const { contextOf: _, ...own } = request;
  return (hint) =>
    canMend(context, () => own, hint)
      ? (rules.find((rule) => !rule.codes.includes(hint.code) && !isOpen(hint, after(rule))) ?? null)
      : null;
}

/** What no order mends, whatever the limits of orders: a lock, a missing price, no fund to turn to, the target itself. */
function limitOfData(
  context: TariffContext,
  request: PlanRequest,
  { code, subject, values }: Hint,
): Named | null {
  const fund = context.funds.get(subject);
  const isHeld = request.contract.positions.some(({ isin }) => isin === subject);
  const unknown = unknownWorth(request.contract);
  if (unknown) return unknown;
  if (code === 'H14')
    return {
      limit: 'data.price',
      text: `Für ${subject} fehlt ein aktueller Kurs; das behebt kein Auftrag, sondern ein neuer Kurs.`,
    };
  if (isHeld && leavingCodes.has(code) && !fund)
    return (
      unknownFunds(context, request, subject) ?? {
        limit: 'data.fund',
        text: `${subject} ist hier nicht bekannt, kann deshalb nicht gehandelt werden und bleibt im Bestand; bitte den Fonds anlegen lassen.`,
      }
    );
  if (isHeld && leavingCodes.has(code) && !request.traded.has(subject))
    return {
      limit: 'data.price',
      text: `${subject} kann ohne Kurs nicht gehandelt werden und bleibt deshalb im Bestand.`,
    };
  if (isHeld && leavingCodes.has(code) && request.locked.has(subject))
    return {
      limit: 'contract.locked',
      text: lockedText(subject),
    };
  const rate = request.contract.savingsPlan?.rate ?? 0;
  if (code === 'H15' && toCents(rate) < Array.from(context.target).filter((wanted) => wanted > 0).length)
    return {
      limit: 'savingsPlan.minimumRate',
      text: `Eine Rate von ${euros(toCents(rate))} lässt sich nicht auf die Peergroups des Zielportfolios aufteilen; mit einer höheren Rate ließe es sich beheben.`,
    };
  if (code === 'H13' && clustersOfTarget(context).has(`H13 ${subject}`))
    return {
      limit: 'tariff.target',
      text: `Das Zielportfolio des Tarifs verlangt selbst so viel von ${subject}, weil seine Auswahl keine weiteren Fonds oder Gesellschaften dafür enthält; bitte die Auswahl des Tarifs ergänzen lassen.`,
    };
  const lacks = code === 'H08' || (code === 'H10' && Number(values['weight']) < Number(values['target']));
  const group = lacks ? subject : leavingCodes.has(code) ? fund?.peerGroup : null;
  if (!group) return null;
  const index = context.input.peerGroups.indexOf(group);
  const wanted = context.target[index] ?? 0;
  if (wanted <= 0) return null;
  const listed = context.input.shortlists[index] ?? [];
  const others = collectHoldings(context, { ...request, locked: new Set() }).filter(
    ({ groupIndex, isin, value }) =>
      groupIndex === index && isin !== subject && (value > 0 || listed.includes(isin)),
  );
  if (others.some((holding) => isBuyable(context, holding))) return null;
  const wishes = wishesAgainst(context, listed);
  if (wishes.length > 0)
    return {
      limit: 'tariff.universe',
      text: `Für die Peergroup ${group} bleibt nach dem Risikoprofil kein Fonds der Auswahl, der gekauft werden darf (${wishes.join(', ')}).`,
    };
  return {
    limit: 'tariff.universe',
    text: `Für die Peergroup ${group} enthält die Fondsauswahl des Tarifs keinen Fonds, der stattdessen gekauft werden darf; bitte die Auswahl des Tarifs ergänzen lassen.`,
  };
}

/** What of the client's wishes rules out the funds of a group, in words. */
function wishesAgainst(context: TariffContext, listed: readonly string[]): string[] {
  const funds = listed.flatMap((isin) => context.funds.get(isin) ?? []);
  return [
    ...(funds.some(({ violatesEsg }) => violatesEsg) ? ['Nachhaltigkeitspräferenz'] : []),
    ...(funds.some(({ restriction }) => restriction !== null) ? ['Ausschlüsse'] : []),
    ...(funds.some(({ negativeMarket }) => negativeMarket.length > 0) ? ['Zielmarkt'] : []),
  ];
}
