import { customerBulkRequest } from '@depotwerk/api/customers/customer-bulk';
import type { ChangeOfMany } from '../../../platform/jobs/start-way-back.ts';
import type { CustomerBulkRequest } from './customer-outcome.view.ts';
import { requireBulk } from './require-bulk.ts';

/** What the jobs are called that change many customers and take that back. */
export const changeJobType = 'changeCustomers';
export const takeBackJobType = 'takeBackCustomers';

export const customerChange: ChangeOfMany<CustomerBulkRequest['change']> = {
  jobType: changeJobType,
  takeBackType: takeBackJobType,
  change: customerBulkRequest.shape.change,
  hasWayBack: () => true,
  requireRight: requireBulk,
};
