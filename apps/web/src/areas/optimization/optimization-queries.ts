import { getPlanKeyInformation } from '@depotwerk/api/optimization/key-information';
import { getAdviceInput, type PlannedOptimization } from '@depotwerk/api/optimization/optimization';
import { getContractTraderDepot } from '@depotwerk/api/traders/trader-execution';
import { isOpenOrder } from '@depotwerk/domain/contracts/trader-order-states';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query-client.ts';
import { plannedOptimizationQuery, type StoredPlan } from '../../queries/plan-queries.ts';
import { storedPlansQuery } from '../../queries/stored-plans.ts';
import type { AdviceInput } from './optimization-types.ts';

/** What the engine needs to plan a contract; everything of a contract starts with this key, so a reload covers it. */
export const adviceInputQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract', id, 'advice-input'],
    queryFn: ({ signal }): Promise<AdviceInput> => callApi(getAdviceInput, { params: { id } }, { signal }),
    staleTime: 60_000,
  });

/** Key information of what the open plan buys, and who has it. */
export const keyInformationQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract', id, 'key-information'],
    queryFn: ({ signal }) => callApi(getPlanKeyInformation, { params: { id } }, { signal }),
  });

/** Where the contract lies and what was ordered there. */
export const contractDepotQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract', id, 'trader-depot'],
    queryFn: ({ signal }) => callApi(getContractTraderDepot, { params: { id } }, { signal }),
    // An execution whose answer is awaited settles by itself.
    refetchInterval: (query) =>
      query.state.data?.executions.some(({ state }) => isOpenOrder(state)) ? 3000 : false,
  });

/** Keeps a plan that was just stored or changed, without asking for it again. */
export function keepPlan(plan: PlannedOptimization, etag: string | null): void {
  const stored: StoredPlan = { ...plan, etag };
  queryClient.setQueryData(plannedOptimizationQuery(plan.contractId).queryKey, stored);
  void queryClient.invalidateQueries({ queryKey: storedPlansQuery(plan.contractId).queryKey });
  // Another plan may buy something else.
  void queryClient.invalidateQueries({ queryKey: keyInformationQuery(plan.contractId).queryKey });
}

/** Forgets a plan that was discarded. */
export function forgetPlan(contractId: string): void {
  queryClient.setQueryData(plannedOptimizationQuery(contractId).queryKey, null);
  void queryClient.invalidateQueries({ queryKey: storedPlansQuery(contractId).queryKey });
}
