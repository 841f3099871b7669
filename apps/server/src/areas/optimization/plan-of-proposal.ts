import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';
import type { PlanDescription } from '@depotwerk/engine/advice/describe-plan';
import { isHeldBack } from '@depotwerk/engine/advice/recommended-advice';
import { inputHashOf, partHashes } from './advice-input.view.ts';
import { expiryOf } from './plan-rules.ts';
import type { PlanToStore } from './store-plan.ts';

/** What a job chose to propose. */
interface ChosenProposal {
  readonly mode: ProposalMode;
  readonly description: PlanDescription;
  readonly messages: readonly object[];
  /** What was recommended, which is this proposal; null = nothing was. */
  readonly recommended: unknown;
}

/** A plan a job made of a contract's input, as it is stored; nobody chose anything by hand. */
export function planOfProposal(
  { recommended, ...chosen }: ChosenProposal,
  input: AdviceInput,
  createdBy: string | null,
  now: Date,
  today: string,
): PlanToStore {
  const parts = partHashes(input);
  return {
    ...chosen,
    contractId: input.contractId,
    portfolioId: input.portfolioId,
    riskClassId: input.riskClassId,
    parameters: {
      choices: {},
      parts,
      recommended,
      isRecommendedSuitable: recommended === null ? null : !isHeldBack(chosen.description.checks),
    },
    inputHash: inputHashOf(parts),
    createdBy,
    createdAt: now.toISOString(),
    expiresAt: expiryOf(today),
  };
}
