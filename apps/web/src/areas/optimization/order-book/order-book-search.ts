import { traderOrderState } from '@depotwerk/api/traders/trader-execution';
import { type ApprovalDecision, approvalDecisions } from '@depotwerk/domain/contracts/plan-approval';
import type { RawSearch } from '../../../platform/search-params.ts';
import { choiceParam, dayParam, textParam, viewParams } from '../../../platform/search-params.ts';
import type { TraderExecution } from '../optimization-types.ts';

/** Search parameters of `/orders`; without a view the orders are shown, and of approvals those that wait. */
export interface OrderBookSearch {
  view?: 'approvals';
  state?: TraderExecution['state'];
  approval?: ApprovalDecision | 'all';
  from?: string;
  to?: string;
  search?: string;
  /** Shown columns joined by commas; absent = all. */
  columns?: string;
  /** The saved view that is shown. */
  viewId?: string;
}

export function validateOrderBookSearch(raw: RawSearch): OrderBookSearch {
  const view = choiceParam(raw['view'], ['approvals'] as const);
  const state = choiceParam(raw['state'], traderOrderState.options);
  const approval = choiceParam(raw['approval'], [...approvalDecisions, 'all'] as const);
  const from = dayParam(raw['from']);
  const to = dayParam(raw['to']);
  const search = textParam(raw['search'], 100);
  return {
    ...(view !== undefined && { view }),
    ...(state !== undefined && { state }),
    ...(approval !== undefined && { approval }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(search !== undefined && search.length >= 2 && { search }),
    ...viewParams(raw),
  };
}
