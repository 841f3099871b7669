import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import type { SavingsPlan } from '../check/contract-input.ts';
import type { BindingLimit } from '../planning/plan-input.ts';
import {
  limitsOfOpen,
  type Proposal,
  planOptimization,
  planProposal,
  planRecommended,
} from '../planning/plan-optimization.ts';
import { type Recommendation, recommendedBeside } from '../planning/recommend-proposal.ts';
import type { AdviceCheck } from './advice-check.ts';
import type { AdviceInput, PlanChoices } from './advice-input.ts';
import { adviceRequest, fundsByIsin, withFundNames, withFundsOnce } from './advice-request.ts';
import { chosenRiskClass, describePlan, type PlanDescription } from './describe-plan.ts';
import { type PriceSentences, stalePriceTexts } from './order-prices.ts';
import { discussedWithClient, missingProfile, underageTexts } from './suitability-findings.ts';

/** One of the four proposals, ready to be shown. */
export interface AdviceProposal extends PlanDescription, Recommendation {
  readonly mode: ProposalMode;
  readonly isFeasible: boolean;
  /** Limits that bind, with a German sentence; empty if feasible. */
  readonly reasons: readonly BindingLimit[];
  readonly messages: readonly { readonly code: 'O01' | 'O02'; readonly text: string }[];
}

/**
 * The proposals for an adviser's choices: all four, the one of `mode`, or the recommended one alone: `recommended` word for word as
 * among the four, `quicklyRecommended` without why nothing helps where nothing does. The same input gives the same bits in browser and server (engine.md sections 13 and 14).
 *
 * @param namesLimits false leaves out which limits keep open what is, for proposals that change with every key
 * @throws EngineError INPUT_INVALID if contract or choices name no class of the tariff
 */
export function planAdvice(
  given: AdviceInput,
  choices: PlanChoices,
  mode?: ProposalMode | 'recommended' | 'quicklyRecommended',
  namesLimits = true,
): AdviceProposal[] {
  const input = withFundsOnce(given);
  const { context, request, check } = adviceRequest(input, choices);
  const funds = fundsByIsin(input);
  const before = check(input.contract);
  const plan = (): Proposal[] => {
    // Who plans whole books stores no proposal that does nothing: why nothing helps is not worked out for it.
    if (mode === 'recommended' || mode === 'quicklyRecommended')
      return [planRecommended(context, request, mode === 'recommended' && namesLimits)];
    return mode ? [planProposal(context, request, mode)] : planOptimization(context, request, namesLimits);
  };
  const proposals = plan();
  // Where nothing helps the recommendation says it; where something does, what is left open is said beside it.
  const openTexts = ({ isRecommended, mode: own, after }: Proposal): string[] =>
    namesLimits && isRecommended && own === 'necessary'
      ? [...new Set(limitsOfOpen(context, request, after).map(({ text }) => text))].map((text, k) =>
          k === 0 ? `Nicht alles lässt sich beheben. ${text}` : text,
        )
      : [];
  const riskClassId = chosenRiskClass(input, choices);
  const said = (
    sentence: string,
    { orders }: Proposal,
    after: AdviceCheck,
    checks: PlanDescription['checks'],
  ): string => {
    const prices = stalePriceTexts(
      { context, contract: input.contract, funds, orders },
      (isin) => isin,
      pricesToUpdate,
    );
    const missing = missingProfile(input);
    const first = concerns(missing, checks, prices);
    // Without a profile it is renewed first; what it says then is not known, but with whom it is renewed is.
    const discussed =
      missing === null ? discussedWithClient({ input, riskClassId, after, orders }) : underageTexts(input);
    return recommendedBeside(sentence, first, discussed);
  };
  return proposals.map((proposal) => {
    const { contractAfter } = proposal;
    const after = check(contractAfter);
    const description = describePlan({
      input,
      choices,
      context,
      funds,
      orders: proposal.orders,
      contractBefore: input.contract,
      contractAfter,
      before,
      after,
      switchFee: proposal.costs.planFee,
      isSavingsPlanChanged: !isSamePlan(input.contract.savingsPlan, contractAfter.savingsPlan),
    });
    return {
      mode: proposal.mode,
      isRecommended: proposal.isRecommended,
      isNeeded: proposal.isNeeded,
      recommendation:
        proposal.recommendation &&
        withFundNames(said(proposal.recommendation, proposal, after, description.checks), funds),
      isFeasible: proposal.isFeasible,
      reasons: proposal.reasons.map((reason) => ({ ...reason, text: withFundNames(reason.text, funds) })),
      ...description,
      messages: [
        ...proposal.messages.map((code) => ({
          code,
          text: 'Mit den zulässigen Aufträgen erreicht das Risiko das Band der Risikoklasse nicht.',
        })),
        ...[...proposal.limits.map(({ text }) => text), ...openTexts(proposal)].map((text) => ({
          code: 'O02' as const,
          text: withFundNames(text, funds),
        })),
      ],
    };
  });
}

/**
 * What is said before a recommendation: that a profile is missing, that the proposal may not be carried out, and which prices are old.
 * Plans keep what their checks ask for, so that the second is never seen; where they ever differ, letters that do not show the checks
 * must say it. A block tells of old prices itself.
 */
export function concerns(
  profile: string | null,
  checks: PlanDescription['checks'],
  prices: readonly string[],
): string[] {
  const blocks = checks.filter(({ checkKey, result }) => checkKey !== 'suitability' && result === 'blocked');
  const texts = blocks.map(({ text }) => text).join(' ');
  return [
    ...(profile === null ? [] : [profile]),
    ...(blocks.length === 0 ? [] : [`Der Vorschlag darf so nicht ausgeführt werden: ${texts}`]),
    ...(blocks.some(({ checkKey }) => checkKey === 'minimums') ? [] : prices),
  ];
}

const pricesToUpdate: PriceSentences = {
  old: (name, age) => `Der Kurs von ${name} ist ${age} Tage alt; vor den Aufträgen ist er zu aktualisieren.`,
  future: (name) =>
    `Der Kurs von ${name} trägt ein Datum in der Zukunft; vor den Aufträgen ist er zu aktualisieren.`,
  severalOld: (names, age) =>
    `Die Kurse von ${names} sind ${age} Tage alt; vor den Aufträgen sind sie zu aktualisieren.`,
  severalFuture: (names) =>
    `Die Kurse von ${names} tragen ein Datum in der Zukunft; vor den Aufträgen sind sie zu aktualisieren.`,
};

/** Whether two savings plans save the same shares into the same funds. */
export function isSamePlan(a: SavingsPlan | null, b: SavingsPlan | null): boolean {
  const shares = (plan: SavingsPlan | null) =>
    (plan?.entries ?? [])
      .filter(({ percent }) => percent > 0)
      .map(({ isin, percent }) => `${isin}:${Math.round(percent * 1e6)}`)
      .toSorted()
      .join(' ');
  return shares(a) === shares(b);
}
