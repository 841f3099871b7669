import { type ContractCheck, checkContract } from '../check/check-contract.ts';
import { needsAction } from '../planning/judge-plan.ts';
import { openDemands } from '../planning/open-demands.ts';
import { recommendedBeside, unaskedSentence } from '../planning/recommend-proposal.ts';
import { sortedContract } from '../planning/sorted-contract.ts';
import { unknownWorth } from '../planning/unknown-worth.ts';
import type { AdviceInput } from './advice-input.ts';
import { adviceRequest, fundsByIsin, withFundNames, withFundsOnce } from './advice-request.ts';
import { chosenRiskClass } from './describe-plan.ts';
import { isHeldBack, type KeptAdvice } from './recommended-advice.ts';
import { discussedWithClient, missingProfile, suitabilityFindings } from './suitability-findings.ts';

/** What is recommended where nothing is asked, with the check that says so. */
interface UnaskedAdvice {
  readonly advice: KeptAdvice;
  readonly check: ContractCheck;
}

/**
 * The recommendation for a contract of which nothing is asked, as `planAdvice` comes to it without an adviser's choice, from the
 * check alone: no proposal is worked out and no figure of one. Most contracts of a calm month are such.
 *
 * @returns null where anything is asked, or might keep the proposal from being recommended: then it has to be planned
 * @throws EngineError INPUT_INVALID if the contract names no class of the tariff
 */
export function adviceWhereNothingIsAsked(given: AdviceInput): UnaskedAdvice | null {
  const input = withFundsOnce(given);
  if (missingProfile(input) !== null) return null;
  const { context, request, riskClass } = adviceRequest(input, {});
  const contract = sortedContract(request.contract);
  // Positions of nothing and a contract of nothing are rare, and told of in other words.
  if (contract.positions.length !== input.contract.positions.length) return null;
  // Not remembered: of most contracts nothing is asked, and no plan asks for it again.
  const before = { ...checkContract(context, contract), riskClass, band: context.band };
  if (before.total <= 0 || needsAction(before)) return null;
  const sentence = unaskedSentence({
    before,
    demands: openDemands(context, { ...request, contract }),
    unknownWorth: unknownWorth(contract),
  });
  if (sentence === null) return null;
  const plan = { input, riskClassId: chosenRiskClass(input, {}), before, after: before, orders: [] };
  // Who buys and sells nothing breaks no other check of a plan.
  if (isHeldBack(suitabilityFindings(plan).map(([result]) => ({ result })))) return null;
  const beside = recommendedBeside(sentence, [], discussedWithClient(plan));
  return {
    advice: {
      mode: 'keepPortfolio',
      isNeeded: false,
      sentence: withFundNames(beside, fundsByIsin(input)),
      orderCount: 0,
      isSavingsPlanChanged: false,
      costsOnce: 0,
      savedPerYear: 0,
      scoreBefore: before.score,
      scoreAfter: before.score,
    },
    check: before,
  };
}
