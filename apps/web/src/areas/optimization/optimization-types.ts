import type { getContractTraderDepot, traderExecution } from '@depotwerk/api/traders/trader-execution';
import type { PlanDescription } from '@depotwerk/engine/advice/describe-plan';
import type * as z from 'zod/mini';

export type { AdviceInput, PlanChoices } from '@depotwerk/engine/advice/advice-input';
export type {
  PlanDescription,
  PlanTransaction,
  SavingsPlanChange,
} from '@depotwerk/engine/advice/describe-plan';
export type { AdviceProposal } from '@depotwerk/engine/advice/plan-advice';
export type { PlanCheck } from '@depotwerk/engine/advice/plan-checks';
export type { PlanFigures } from '@depotwerk/engine/advice/plan-figures';

/** What is told about a plan, whether computed here or stored. */
export type PlanSides = Pick<PlanDescription, 'before' | 'after'>;
export type ContractDepot = z.infer<(typeof getContractTraderDepot)['answer']>;
export type TraderExecution = z.infer<typeof traderExecution>;
