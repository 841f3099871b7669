import { type TaskType, taskTypes } from '@depotwerk/domain/workbench/task-types';
import type { RawSearch } from '../../platform/search-params.ts';
import { choiceParam, flagParam, guidParam } from '../../platform/search-params.ts';

/** Search parameters of `/workbench`; absent = open tasks of everybody, by kind. */
export interface WorkbenchSearch {
  type?: TaskType;
  owner?: 'me' | 'nobody';
  status?: 'snoozed' | 'done';
  /** Those alone whose day is over. */
  isOverdue?: true;
  /** The saved view that is shown. */
  viewId?: string;
  /** The figures of the house instead of the tasks. */
  view?: 'dashboard';
}

export function validateWorkbenchSearch(raw: RawSearch): WorkbenchSearch {
  const type = choiceParam(raw['type'], taskTypes);
  const owner = choiceParam(raw['owner'], ['me', 'nobody'] as const);
  const status = choiceParam(raw['status'], ['snoozed', 'done'] as const);
  const viewId = guidParam(raw['viewId']);
  return {
    ...(type !== undefined && { type }),
    ...(owner !== undefined && { owner }),
    ...(status !== undefined && { status }),
    ...(flagParam(raw['isOverdue']) === true && { isOverdue: true }),
    ...(viewId !== undefined && { viewId }),
    ...(raw['view'] === 'dashboard' && { view: 'dashboard' }),
  };
}
