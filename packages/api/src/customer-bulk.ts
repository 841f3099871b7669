import { bulkReasons } from '@depotwerk/domain/contracts/bulk-reasons';
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { customerFilter } from './customers.ts';
import { id, integerId, listQuery, pathId, text } from './fields.ts';
import { job } from './jobs.ts';

const area = 'customers';
const access = 'contracts.bulk';

const customerIds = z.array(id).check(z.minLength(1), z.maxLength(5000));

/** Customers named one by one, or all under a filter of the list (`{}` = everybody visible). */
export const customerSelection = z.union([
  z.strictObject({ customerIds }),
  z.strictObject({ filter: z.strictObject(customerFilter) }),
]);

const request = {
  selection: customerSelection,
  change: z.union([
    /** null = without group. */
    z.strictObject({ kind: z.literal('group'), groupId: z.nullable(id) }),
    z.strictObject({ kind: z.literal('addTag'), tagId: integerId }),
    z.strictObject({ kind: z.literal('removeTag'), tagId: integerId }),
  ]),
};

/** Which customers shall change, and to what. */
export const customerBulkRequest = z.strictObject(request);

export const customerBulkOutcome = z.strictObject({
  /** Customers that change. */
  customerCount: z.int(),
  /** Contracts that move with them; 0 for a tag. */
  contractCount: z.int(),
  skipped: z.array(z.strictObject({ customerId: id, customerName: z.string(), reason: z.enum(bulkReasons) })),
  /** Names this very outcome: whoever confirms sends it back. */
  fingerprint: z.string(),
  /** By what this very change is taken back for a moment; none for a preview, and where nothing changed. */
  keptId: z.optional(id),
});

const errors = ['common.validationFailed', 'customers.selectionTooLarge', 'customers.unknown'] as const;

export const previewCustomerChange = defineCall({
  id: 'previewCustomerChange',
  feature: 'bulk',
  area,
  method: 'POST',
  path: '/customers/bulk-preview',
  summary: 'What a change of many customers would do, and which of them stay as they are and why.',
  access,
  body: customerBulkRequest,
  answer: customerBulkOutcome,
  errors,
});

export const changeCustomers = defineCall({
  id: 'changeCustomers',
  feature: 'bulk',
  area,
  method: 'POST',
  path: '/customers/bulk-change',
  summary:
    'Moves up to 1,000 visible customers with their contracts to a group, or gives or takes a tag, in one transaction, as its preview said.',
  access,
  body: z.strictObject({ ...request, fingerprint: text(64) }),
  answer: customerBulkOutcome,
  needsIdempotencyKey: true,
  errors: [...errors, 'common.versionConflict'],
});

export const exportChosenCustomers = defineCall({
  id: 'exportChosenCustomers',
  feature: 'bulk',
  area,
  method: 'POST',
  path: '/customers/export',
  summary:
    'Named customers as a file with columns of the list, in the order given; invisible ones are left out.',
  access: 'customers.export',
  answerKind: 'file',
  body: z.strictObject({ customerIds, format: z.enum(['csv', 'xlsx']), columns: listQuery.columns }),
  errors: ['common.badRequest'],
});

export const startCustomerChange = defineCall({
  id: 'startCustomerChange',
  feature: 'bulk',
  area,
  method: 'POST',
  path: '/customers/bulk-job',
  summary:
    'The same change for any number of customers, as a job in pieces (GET jobs/{id} tells its progress, GET jobs/{id}/customer-changes each customer).',
  access,
  body: customerBulkRequest,
  answer: job,
  status: 202,
  needsIdempotencyKey: true,
  errors: ['common.validationFailed'],
});

/** `unchanged`: he was as he shall be already. */
const changeRowResult = z.enum(['changed', 'unchanged', 'skipped']);

export const customerChangeRow = z.strictObject({
  customerId: id,
  customerName: z.string(),
  result: changeRowResult,
  /** Why he stays as he is; null otherwise. */
  message: z.nullable(z.string()),
  /** What the job did to him was taken back. */
  isTakenBack: z.boolean(),
  /** It can still be taken back, unless somebody has changed him there since. */
  isOpen: z.boolean(),
});

export const listCustomerChangeRows = defineCall({
  id: 'listCustomerChangeRows',
  area,
  method: 'GET',
  path: '/jobs/:id/customer-changes',
  summary: 'What changing many customers, or taking that back, came to, customer by customer.',
  access,
  params: pathId,
  query: z.strictObject({
    page: listQuery.page,
    pageSize: listQuery.pageSize,
    result: z.optional(changeRowResult),
  }),
  answer: z.array(customerChangeRow),
  errors: ['common.notFound'],
});

export const takeBackCustomerChange = defineCall({
  id: 'takeBackCustomerChange',
  feature: 'bulk',
  area,
  method: 'POST',
  path: '/jobs/:id/take-back-customer-changes',
  summary:
    'Takes back, as a job, what changing the group or a tag of many customers did: those nobody has changed there since.',
  access,
  params: pathId,
  answer: job,
  status: 202,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.inProgress'],
});
