import { bulkRequest } from '@depotwerk/api/contracts/contract-bulk';
import type { ChangeOfMany } from '../../../platform/jobs/start-way-back.ts';
import type { BulkRequest } from './bulk-outcome.view.ts';
import { requireChange } from './require-change.ts';

/** What the jobs are called that change many contracts and take that back. */
export const changeJobType = 'changeContracts';
export const takeBackJobType = 'takeBackContracts';

export const contractChange: ChangeOfMany<BulkRequest['change']> = {
  jobType: changeJobType,
  takeBackType: takeBackJobType,
  change: bulkRequest.shape.change,
  // That somebody has looked contracts over cannot be unseen.
  hasWayBack: ({ kind }) => kind !== 'checked',
  requireRight: requireChange,
};
