import {
  type ContinuousPlanState,
  continuousPlanStates,
} from '@depotwerk/domain/continuous-optimization/continuous-plan';
import type { RawSearch } from '../../../platform/search-params.ts';
import { choiceParam, textParam, viewParams } from '../../../platform/search-params.ts';

/** Search parameters of `/continuous-optimization`; without a state what waits for somebody is shown. */
export interface ContinuousSearch {
  state?: ContinuousPlanState | 'all';
  search?: string;
  /** Shown columns joined by commas; absent = all. */
  columns?: string;
  /** The saved view that is shown. */
  viewId?: string;
}

/** What waits is what the list shows anyway: an address that says so is the same list, in which plans are chosen. */
export function validateContinuousSearch(raw: RawSearch): ContinuousSearch {
  const state = choiceParam(raw['state'], [...continuousPlanStates, 'all'] as const);
  const search = textParam(raw['search'], 100);
  return {
    ...(state !== undefined && state !== 'waiting' && { state }),
    ...(search !== undefined && search.length >= 2 && { search }),
    ...viewParams(raw),
  };
}
