import type {
  startContractChange as startCall,
  takeBackContractChange as takeBackCall,
} from '@depotwerk/api/contracts/contract-bulk';
import type { Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { answerOnce } from '../../../platform/idempotency.ts';
import { startJob } from '../../../platform/jobs/start-job.ts';
import { startWayBack } from '../../../platform/jobs/start-way-back.ts';
import { jobOf, readJob } from '../../jobs/public.ts';
import { selectionAsTexts } from '../contract-selection.view.ts';
import { readTarget } from './bulk-outcome.view.ts';
import { changeJobType, contractChange } from './change-job-types.ts';
import { requireChange } from './require-change.ts';

/**
 * Starts a change of any number of contracts as a job; each is judged when its turn comes, by the rights held then.
 * @throws 403, 400 for a group, tariff or tag that cannot be chosen
 */
export const startChange: Verb<typeof startCall> = async (services, context, { body }) => {
  const { scope } = context;
  const { selection, change } = body;
  requireChange(scope, change);
  await readTarget(services, scope, change);
  const start = (transaction: Transaction<Schema>) =>
    startJob(services, transaction, context, {
      jobType: changeJobType,
      payload: { selection: selectionAsTexts(selection), change },
      action: 'contracts.bulkChange',
      details: { kind: change.kind },
    });
  return answerOnce(services.database, context, 'startContractChange', body, start, jobOf(scope));
};

/** Starts taking back what such a change did. @throws 404 when the caller does not see the job, and as `startWayBack` */
export const takeBackChange: Verb<typeof takeBackCall> = (services, context, { params }) => {
  const { scope } = context;
  const start = async (transaction: Transaction<Schema>) => {
    const job = await readJob(readerIn(transaction), scope, params.id);
    return startWayBack(services, transaction, context, job, contractChange, 'contracts.bulkTakeBack');
  };
  return answerOnce(services.database, context, 'takeBackContractChange', params, start, jobOf(scope));
};
