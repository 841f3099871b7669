import { bulkReasons } from '@depotwerk/domain/contracts/bulk-reasons';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { customerSelection } from '../customers/customer-bulk.ts';
import { id, integerId, listQuery, text } from '../fields.ts';
import { changeOfManyCalls, changeRow } from './change-of-many-calls.ts';
import { contractFilter } from './contracts.ts';

const area = 'contracts';
const defineCall = callsOf(area);
const access = 'contracts.bulk';

/** Why a contract of the selection stays as it is. */
export const bulkSkipReason = z.enum(bulkReasons);

/** Contracts named one by one, or all under a filter of the list. */
const named = z.strictObject({ contractIds: z.array(id).check(z.minLength(1), z.maxLength(5000)) });
/** The members and texts of the list's query string; `{}` = everything visible. */
const filtered = z.strictObject({ filter: z.strictObject(contractFilter) });
export const bulkSelection = z.union([named, filtered]);

/** For a change also what the customers of a selection have. */
export const changeSelection = z.union([named, filtered, z.strictObject({ customers: customerSelection })]);

const request = {
  selection: changeSelection,
  change: z.union([
    /** null = without group. */
    z.strictObject({ kind: z.literal('group'), groupId: z.nullable(id) }),
    z.strictObject({ kind: z.literal('tariff'), tariffId: id }),
    z.strictObject({ kind: z.literal('checked') }),
    z.strictObject({ kind: z.literal('addTag'), tagId: integerId }),
    z.strictObject({ kind: z.literal('removeTag'), tagId: integerId }),
  ]),
};

/** Which contracts shall change, and to what. */
export const bulkRequest = z.strictObject(request);

export const bulkOutcome = z.strictObject({
  /** Contracts that change; for a group all of the customers that move, chosen or not. */
  contractCount: z.int(),
  /** Customers these contracts belong to. */
  customerCount: z.int(),
  skipped: z.array(
    z.strictObject({
      contractId: id,
      externalKey: z.string(),
      customerName: z.string(),
      reason: bulkSkipReason,
    }),
  ),
  /** Names this very outcome: whoever confirms sends it back. */
  fingerprint: z.string(),
  /** By what this very change is taken back for a moment; none for a preview, and where nothing changed. */
  keptId: z.optional(id),
});

const errors = ['common.validationFailed', 'contracts.selectionTooLarge'] as const;

export const previewContractChange = defineCall({
  id: 'previewContractChange',
  feature: 'bulk',
  method: 'POST',
  path: '/contracts/bulk-preview',
  summary: 'What a change of many contracts would do, and which of them stay as they are and why.',
  access,
  body: bulkRequest,
  answer: bulkOutcome,
  errors,
});

export const changeContracts = defineCall({
  id: 'changeContracts',
  feature: 'bulk',
  method: 'POST',
  path: '/contracts/bulk-change',
  summary:
    'Moves the customers of up to 1,000 visible contracts to a group, gives them a tariff, gives or takes a tag, or marks them as checked, in one transaction, as its preview said.',
  access,
  body: z.strictObject({ ...request, fingerprint: text(64) }),
  answer: bulkOutcome,
  needsIdempotencyKey: true,
  errors: [...errors, 'common.versionConflict', 'contracts.externalKeyExists'],
});

export const exportChosenContracts = defineCall({
  id: 'exportChosenContracts',
  feature: 'bulk',
  method: 'POST',
  path: '/contracts/export',
  summary:
    'Named contracts as a file with columns of the list, in the order given; invisible ones are left out.',
  access: 'contracts.export',
  answerKind: 'file',
  body: z.strictObject({
    contractIds: z.array(id).check(z.minLength(1), z.maxLength(5000)),
    format: z.enum(['csv', 'xlsx']),
    columns: listQuery.columns,
  }),
  errors: ['common.badRequest'],
});

export const contractChangeRow = z.strictObject({
  contractId: id,
  externalKey: z.string(),
  customerName: z.string(),
  ...changeRow,
});

export const {
  start: startContractChange,
  rows: listChangeJobRows,
  takeBack: takeBackContractChange,
} = changeOfManyCalls({
  area,
  one: 'Contract',
  listId: 'listChangeJobRows',
  body: bulkRequest,
  row: contractChangeRow,
  paths: { rows: 'contract-changes', takeBack: 'take-back-changes' },
  summaries: {
    start:
      'The same change for any number of contracts, as a job in pieces (GET jobs/{id} tells its progress, its problems name each contract that stays as it is and why).',
    rows: 'What changing many contracts, or taking that back, came to, contract by contract.',
    takeBack:
      'Takes back, as a job, what changing the group, tariff or a tag of many contracts did: those nobody has changed there since.',
  },
});
