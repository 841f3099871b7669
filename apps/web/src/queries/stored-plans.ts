import type { CallAnswer } from '@depotwerk/api/call';
import { listStoredPlans } from '@depotwerk/api/optimization/optimization';
import { planStateNames } from '@depotwerk/domain/contracts/plan-states';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { proposalModeNames } from '@depotwerk/domain/recommendation-text';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api-client.ts';
import { said, t } from '../texts/texts.ts';

type ListedPlan = CallAnswer<typeof listStoredPlans>[number];

/** Plans of a contract that are kept, the open one and those of the past, newest first. */
export const storedPlansQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract', id, 'stored-plans'],
    queryFn: ({ signal }) => callApi(listStoredPlans, { params: { id } }, { signal }),
  });

/** What a choice of plans calls each. */
export const storedPlanLabel = ({
  mode,
  createdAt,
  state,
}: Pick<ListedPlan, 'mode' | 'createdAt' | 'state'>) =>
  t('optimization.comparePlans.storedLabel', {
    mode: said(proposalModeNames[mode]),
    date: formatDateTime(createdAt),
    state: said(planStateNames[state]),
  });
