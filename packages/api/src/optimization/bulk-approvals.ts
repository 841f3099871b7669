import { approvalRowResults } from '@depotwerk/domain/contracts/approval-of-many';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { paging, pathId, text } from '../fields.ts';
import { job } from '../jobs/jobs.ts';
import { rowOfPlan, seenPlans } from './plans-of-many.ts';

const defineCall = callsOf('optimization');

export const startApprovals = defineCall({
  id: 'startApprovals',
  method: 'POST',
  path: '/plan-approvals/approve-many',
  summary:
    'Agrees as second person, in a job (GET jobs/{id} tells its progress), to exactly the plans named in the versions named: each as if alone.',
  access: 'optimization.approve',
  needsFreshFactor: true,
  needsIdempotencyKey: true,
  body: z.strictObject({
    note: z.optional(text(1000, 1)),
    plans: seenPlans,
  }),
  answer: job,
  status: 202,
  errors: ['common.quotaExceeded'],
});

const approvalRowResult = z.enum(approvalRowResults);

export const approvalRow = rowOfPlan(approvalRowResult);

export const listApprovalRows = defineCall({
  id: 'listApprovalRows',
  method: 'GET',
  path: '/jobs/:id/contract-approvals',
  summary: 'What agreeing to the plans of many contracts came to, contract by contract.',
  access: 'optimization.approve',
  params: pathId,
  query: z.strictObject({
    ...paging,
    result: z.optional(approvalRowResult),
  }),
  answer: z.array(approvalRow),
  errors: ['common.notFound'],
});
