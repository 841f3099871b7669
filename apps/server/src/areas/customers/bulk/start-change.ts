import type {
  startCustomerChange as startCall,
  takeBackCustomerChange as takeBackCall,
} from '@depotwerk/api/customers/customer-bulk';
import type { Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { answerOnce } from '../../../platform/idempotency.ts';
import { startJob } from '../../../platform/jobs/start-job.ts';
import { startWayBack } from '../../../platform/jobs/start-way-back.ts';
import { jobOf, readJob } from '../../jobs/public.ts';
import { customerSelectionAsTexts } from '../customer-selection.view.ts';
import { changeJobType, customerChange } from './change-job-types.ts';
import { requireChoosable } from './customer-outcome.view.ts';
import { requireBulk } from './require-bulk.ts';

/**
 * Starts a change of any number of customers as a job; each is judged when his turn comes, by the rights held then.
 * @throws 403, 400 for a group or tag that cannot be chosen
 */
export const startChange: Verb<typeof startCall> = async (services, context, { body }) => {
  const { scope } = context;
  const { selection, change } = body;
  requireBulk(scope);
  await requireChoosable(services, scope, change);
  const start = (transaction: Transaction<Schema>) =>
    startJob(services, transaction, context, {
      jobType: changeJobType,
      payload: { selection: customerSelectionAsTexts(selection), change },
      action: 'customers.bulkChange',
      details: { kind: change.kind },
    });
  return answerOnce(services.database, context, 'startCustomerChange', body, start, jobOf(scope));
};

/** Starts taking back what such a change did. @throws 404 when the caller does not see the job, and as `startWayBack` */
export const takeBackChange: Verb<typeof takeBackCall> = (services, context, { params }) => {
  const { scope } = context;
  const start = async (transaction: Transaction<Schema>) => {
    const job = await readJob(readerIn(transaction), scope, params.id);
    return startWayBack(services, transaction, context, job, customerChange, 'customers.bulkTakeBack');
  };
  return answerOnce(services.database, context, 'takeBackCustomerChange', params, start, jobOf(scope));
};
