import { bulkReasons } from '@depotwerk/domain/contracts/bulk-reasons';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { changeOfManyCalls, changeRow } from '../contracts/change-of-many-calls.ts';
import { id, integerId, listQuery, text } from '../fields.ts';
import { customerFilter } from './customers.ts';

const area = 'customers';
const defineCall = callsOf(area);
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
  method: 'POST',
  path: '/customers/export',
  summary:
    'Named customers as a file with columns of the list, in the order given; invisible ones are left out.',
  access: 'customers.export',
  answerKind: 'file',
  body: z.strictObject({ customerIds, format: z.enum(['csv', 'xlsx']), columns: listQuery.columns }),
  errors: ['common.badRequest'],
});

export const customerChangeRow = z.strictObject({
  customerId: id,
  customerName: z.string(),
  ...changeRow,
});

export const {
  start: startCustomerChange,
  rows: listCustomerChangeRows,
  takeBack: takeBackCustomerChange,
} = changeOfManyCalls({
  area,
  one: 'Customer',
  listId: 'listCustomerChangeRows',
  body: customerBulkRequest,
  row: customerChangeRow,
  paths: { rows: 'customer-changes', takeBack: 'take-back-customer-changes' },
  summaries: {
    start:
      'The same change for any number of customers, as a job in pieces (GET jobs/{id} tells its progress, GET jobs/{id}/customer-changes each customer).',
    rows: 'What changing many customers, or taking that back, came to, customer by customer.',
    takeBack:
      'Takes back, as a job, what changing the group or a tag of many customers did: those nobody has changed there since.',
  },
});
