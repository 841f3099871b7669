import type { CallAnswer } from '@depotwerk/api/call';
import {
  type ContinuousPlan,
  getContractSchedule,
  listContinuousPlans,
  mostReplans,
  refuseContinuousPlans,
  releaseContinuousPlans,
  replanContinuousPlans,
} from '@depotwerk/api/optimization/continuous-optimization';
import { queryOptions } from '@tanstack/react-query';
import { loadListPage } from '../../../lists/list-calls.ts';
import { callApi } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';
import type { RowPage } from '../../../ui/paged-rows.ts';
import type { ContinuousSearch } from './continuous-search.ts';

/** One page of the list. */
export function loadPlanPage(
  { state = 'waiting', search }: ContinuousSearch,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage<ContinuousPlan>> {
  const filter = { ...(state !== 'all' && { state }), ...(search !== undefined && { search }) };
  const query = { ...filter, page, pageSize };
  return loadListPage(listContinuousPlans, { query }, signal);
}

/** When a contract is optimised by its tariff, and what came of the last time. */
export const scheduleQuery = (contractId: string) =>
  queryOptions({
    queryKey: ['contract', contractId, 'schedule'],
    queryFn: ({ signal }) => callApi(getContractSchedule, { params: { id: contractId } }, { signal }),
  });

export type Decision = 'release' | 'refuse' | 'replan';
export type Decided = CallAnswer<typeof releaseContinuousPlans>['results'][number];

/** Decides plans; what each comes to is in the answer, also where it could not be done. */
export async function decidePlans(
  decision: Decision,
  chosen: readonly Pick<ContinuousPlan, 'id' | 'rowVersion' | 'contractId'>[],
  note: string,
): Promise<readonly Decided[]> {
  const plans = chosen.map(({ id, rowVersion }) => ({ id, rowVersion }));
  try {
    return await answersOf(decision, plans, note);
  } finally {
    // Also after a failure: the part before it, or what no answer came to, may be done.
    void queryClient.invalidateQueries({ queryKey: ['continuous-optimization'] });
    for (const { contractId } of chosen)
      void queryClient.invalidateQueries({ queryKey: ['contract', contractId] });
  }
}

async function answersOf(
  decision: Decision,
  plans: readonly { id: string; rowVersion: number }[],
  note: string,
): Promise<readonly Decided[]> {
  if (decision === 'release')
    return (await callApi(releaseContinuousPlans, { body: { plans: [...plans] } })).results;
  if (decision === 'refuse')
    return (await callApi(refuseContinuousPlans, { body: { plans: [...plans], note } })).results;
  const answers: Decided[] = [];
  for (let first = 0; first < plans.length; first += mostReplans) {
    const part = plans.slice(first, first + mostReplans);
    answers.push(...(await callApi(replanContinuousPlans, { body: { plans: part } })).results);
  }
  return answers;
}
