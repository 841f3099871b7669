import { checkContract } from '@depotwerk/engine/check/check-contract';
import { groupFindings } from '@depotwerk/engine/check/group-findings';
import { costSaving, type TariffContext } from '@depotwerk/engine/check/tariff-context';
import { brokenBooks, brokenGroups, dependsOnOrder } from '@depotwerk/engine/fixtures/proposal-rules';
import { brokenSavings } from '@depotwerk/engine/fixtures/savings-rules';
import { isLeastUnit } from '@depotwerk/engine/fixtures/switch-rules';
import { contradictions } from '@depotwerk/engine/fixtures/told-story';
import { addedFindings, compareAims, fallenParts, needsAction } from '@depotwerk/engine/planning/judge-plan';
import { isAskedFor, mustAct } from '@depotwerk/engine/planning/open-demands';
import type { PlanRequest } from '@depotwerk/engine/planning/plan-input';
import {
  limitsOfOpen,
  limitsOfUnkept,
  type Proposal,
  planOptimization,
  planProposal,
} from '@depotwerk/engine/planning/plan-optimization';

/** A contract to count. */
export interface AuditedContract {
  readonly name: string;
  readonly context: TariffContext;
  readonly request: PlanRequest;
}

type Judged = 'necessary' | 'full';

/** What an adviser would be ashamed of, line by line; the last ones of it are means, no faults. */
export class AdviceCounts {
  contracts = 0;
  readonly hints: number[] = [];
  /** What people are told: hints by their cause. */
  readonly findings: number[] = [];
  readonly #faults = new Map<string, string[]>();
  readonly #sums = new Map<string, number>();

  /** Names of the contracts a line was counted for. */
  get faults(): ReadonlyMap<string, readonly string[]> {
    return this.#faults;
  }

  /** Sums over all contracts. */
  get sums(): ReadonlyMap<string, number> {
    return this.#sums;
  }

  /** Plans a contract and counts what its proposals do. */
  add(contract: AuditedContract): readonly Proposal[] {
    const { context, request, name } = contract;
    this.contracts += 1;
    const cash = request.contract.cash + request.addedCash;
    const start = checkContract(context, { ...request.contract, cash });
    this.hints.push(start.hints.length);
    this.findings.push(groupFindings(start.hints).length);
    const proposals = planOptimization(context, request);
    for (const { mode, isRecommended } of proposals) if (isRecommended) this.#sum(`recommended: ${mode}`, 1);
    const recommended = proposals.filter(({ isRecommended }) => isRecommended);
    if (recommended.length !== 1) this.#fault('not exactly one proposal is recommended', name);
    for (const line of brokenBooks(request, proposals)) this.#fault(line, name);
    if (dependsOnOrder(context, request, proposals))
      this.#fault('another order of the input, another plan', name);
    this.#open(contract, proposals, (line) => this.#fault(line, name));
    for (const proposal of proposals) {
      const { mode, isFeasible } = proposal;
      for (const line of brokenSavings(context, request, proposal)) this.#fault(`${mode}: ${line}`, name);
      for (const line of contradictions(proposal)) this.#fault(line, name);
      if (!isFeasible || (mode !== 'necessary' && mode !== 'full')) continue;
      const say = (line: string) => this.#fault(`${mode}: ${line}`, name);
      this.#sum(`${mode}: orders a contract`, proposal.orders.length);
      this.#sum(`${mode}: turnover in percent`, 100 * turnoverOf(proposal));
      this.#judge(contract, start, proposal, mode, say);
      const other = proposals.find((one) => one.mode === (mode === 'full' ? 'necessary' : 'full'));
      const isLeft = proposal.after.hints.some(
        (hint) =>
          hint.severity >= 1 &&
          other?.isFeasible === true &&
          addedFindings(start, other.after).length === 0 &&
          other.after.score >= start.score &&
          addedFindings(other.after, { ...other.after, hints: [hint] }).length > 0 &&
          addedFindings(other.after, proposal.after).length >
            addedFindings(proposal.after, other.after).length,
      );
      const mendsWithout =
        other?.isFeasible === true &&
        other.limits.length === 0 &&
        compareAims(other.after, proposal.after) <= 0;
      const isTold = proposal.limits.every(({ text }) =>
        text.includes('die Volle Umschichtung vermeidet es'),
      );
      if (mode === 'necessary' && proposal.limits.length > 0 && mendsWithout && isTold)
        this.#sum('necessary: a part of the score falls that the full switch keeps, and says so', 1);
      else if (mode === 'necessary' && proposal.limits.length > 0 && mendsWithout)
        say('a limit is named that the other proposal does not meet and mends as much');
      if (isLeft) say('a warning is left that the other proposal mends');
      if (mode === 'necessary') for (const line of brokenGroups(context, request, proposal)) say(line);
      const next = { ...request, contract: proposal.contractAfter, addedCash: 0 };
      if (planProposal(context, next, mode).orders.length > 0) say('orders in a second run');
    }
    return proposals;
  }

  /** Every finding that the recommended proposal leaves open names the limit that binds. */
  #open(
    { context, request }: AuditedContract,
    proposals: readonly Proposal[],
    say: (line: string) => void,
  ): void {
    const recommended = proposals.find(({ isRecommended }) => isRecommended);
    if (!recommended || !isAskedFor(context, request, recommended.before)) return;
    const what = recommended.mode === 'necessary' ? 'left open' : 'nothing helps';
    const limits = limitsOfOpen(context, request, recommended.after);
    for (const { limit } of limits) this.#sum(`${what}, the limit is named: ${limit}`, 1);
    // The sentence speaks of the contract as it is, without money that comes in.
    const named = limitsOfOpen(context, request, recommended.before);
    // What the tariff or the adviser demands is no finding: why it cannot be kept says the plan that is refused.
    const refused = proposals.flatMap(({ reasons }) => reasons);
    const unkept = named.length + refused.length === 0 ? limitsOfUnkept(context, request) : [];
    const isTold = [...named, ...refused, ...unkept].some(({ text }) =>
      recommended.recommendation?.includes(text),
    );
    if (recommended.mode !== 'necessary') this.#sum('nothing helps: contracts', 1);
    if (recommended.mode !== 'necessary' && !isTold) say('nothing helps, and no limit is named');
  }

  #judge(
    { context, request }: AuditedContract,
    start: ReturnType<typeof checkContract>,
    { after, before, orders, limits }: Proposal,
    mode: Judged,
    say: (line: string) => void,
  ): void {
    // As its parts: what a limit takes is told with the limit.
    if (after.score < start.score && limits.length > 0)
      this.#sum(`${mode}: the score falls, the limit is named`, 1);
    else if (after.score < start.score) say('the score falls');
    if (fallenParts(before, after).length > limits.length) say('a part of the score falls, unnamed');
    if (limits.length > 0) this.#sum(`${mode}: a part of the score falls, the limit is named`, 1);
    const isNamed = (limit: string) => limits.some((named) => named.limit === limit);
    if (after.parts.savingsPlan < before.parts.savingsPlan - 0.5 && !isNamed('score.savingsPlan'))
      say('the savings plan fits worse');
    // What there is today, and new money would only thin out as long as it lies idle, is not added.
    const isAdded = new Set(addedFindings(before, after));
    for (const finding of addedFindings(start, after).filter((one) => isAdded.has(one)))
      if (!isNamed(`finding.${finding.split(' ')[0]}`)) say('adds a finding of severity 1 or 2');
      else this.#sum(`${mode}: adds a finding of severity 1 or 2, the limit is named`, 1);
    const isAsked = request.addedCash > 0;
    if (!needsAction(start) && orders.length > 0 && !isAsked) {
      // The full switch to the target may be chosen all the same; it is never recommended there.
      if (mode === 'necessary' && mustAct(context, request))
        this.#sum('necessary: traded because a limit of the tariff is broken', 1);
      else if (mode === 'necessary') say('traded although no warning is open');
      else if (start.hints.length > 0) this.#sum('full: offered although no warning is open', 1);
      else this.#sum('full: offered although there is not even a remark', 1);
    }
    const most = request.portfolioLimits.count.max ?? Number.POSITIVE_INFINITY;
    const held = new Set(request.contract.positions.map(({ isin }) => isin));
    for (const { action, isin } of orders) if (action === 'buy') held.add(isin);
    const boughtIn = (group: number) =>
      orders.reduce(
        (sum, { action, isin, amount }) =>
          action === 'buy' && context.funds.get(isin)?.groupIndex === group ? sum + amount : sum,
        0,
      );
    for (const order of orders) {
      const { action, isin, switchWith, fractionAfter, reason } = order;
      if (/\b0,0\u00a0%\)/.test(reason)) say('a reason that rounds to 0,0 %');
      if (action !== 'sell' || switchWith === null || fractionAfter > 0) continue;
      const [from, to] = [context.funds.get(isin), context.funds.get(switchWith)];
      if (!from || !to || start.hints.some(({ subject, severity }) => subject === isin && severity > 0))
        continue;
      // What is sold against a cluster of its company is no switch for costs.
      const isCluster = start.hints.some(({ code, subject }) => code === 'H13' && subject === from.company);
      if (isCluster) continue;
      const saving = costSaving(from, to) ?? 0;
      const isOffered = from.status === 'open' && from.isInUniverse && !request.excluded.has(isin);
      const isWanted =
        isOffered &&
        (context.target[from.groupIndex] ?? 0) > 0 &&
        (from.rank ?? 3) >= (context.input.rules.minimumRank ?? 0);
      if (!isWanted || saving >= context.input.rules.switchSaving - 1e-9) continue;
      // Below the tariff's least share or value, and too small to be brought up to it: the reason says so.
      if (/ unter der Untergrenze des Tarifs /.test(reason))
        this.#sum(`${mode}: a good fund is sold because it is too small for the tariff`, 1);
      // What is sold because its company would have too much after the other orders is no switch for costs, and the reason says so.
      else if (/^(.* )?Ohne den (Wechsel|Verkauf) steckte nach den anderen Aufträgen /.test(reason))
        this.#sum(`${mode}: a good fund is sold to keep its company from becoming a cluster`, 1);
      // More securities than the tariff allows: one of them has to go, and the reason says so.
      else if (held.size > most) this.#sum(`${mode}: a good fund is sold to keep the limit on the number`, 1);
      // One unit is all there is of it, and the group has more than it may and would have too little without: what is too much of it stays in the group.
      else if (isLeastUnit(request, order, boughtIn(from.groupIndex)))
        this.#sum(`${mode}: a good fund is sold because only whole units can be sold`, 1);
      else say('a good fund is sold for one that saves less');
    }
  }

  #fault(line: string, name: string): void {
    const names = this.#faults.get(line);
    if (names) names.push(name);
    else this.#faults.set(line, [name]);
  }

  #sum(line: string, by: number): void {
    this.#sums.set(line, (this.#sums.get(line) ?? 0) + by);
  }
}

const turnoverOf = ({ orders, before }: Proposal): number =>
  before.total > 0 ? orders.reduce((sum, { amount }) => sum + amount, 0) / 2 / before.total : 0;
