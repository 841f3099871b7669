import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type {
  createCustomer as createCall,
  patchCustomer as patchCall,
  putCustomer as putCall,
} from '@depotwerk/api/customers/customers';
import { checkCustomer } from '@depotwerk/domain/customers/check-customer';
import { draftOfCustomer } from '@depotwerk/domain/customers/customer-draft';
import { type CustomerDraft, customerFields } from '@depotwerk/domain/customers/customer-fields';
import { meantTaxIdentificationNumber } from '@depotwerk/domain/customers/tax-identification-number';
import { storedColumns } from '@depotwerk/domain/master-data/field-table';
import { sql, type Transaction } from 'kysely';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import {
  newRow,
  newValues,
  refuseIssues,
  refusing,
  storedText,
  taken,
  unknownReference,
  withNamed,
} from '../../platform/editing.ts';
import { requireTargetGroup } from '../../platform/group-right.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readCustomer } from './get-customer.view.ts';
import { type LockedCustomer, lockCustomer } from './locked-customer.view.ts';

const refusals = {
  customers_external_key: () => taken('masterData.keyExists', 'externalKey', 'keyExists'),
  // Nobody may learn from the difference whether a group exists.
  customers_tenant_id_group_id_fkey: () => unknownReference('groupId'),
};

/**
 * Adds a customer and answers him; a repetition gets the same, whatever became of him since.
 * @throws 400 with the fields that are wrong, 403 without the right to edit in the group, 409 for a number that exists
 */
export async function createCustomer(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
  today: string,
): Promise<CallAnswer<typeof createCall>> {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.create');
  const create = (transaction: Transaction<Schema>) =>
    refusing(refusals, async () => {
      refuseIssues(checkCustomer(body, today));
      requireTargetGroup(scope, body.groupId);
      const { rows } = await sql<{ id: string }>`
        insert into customers ${newRow(scope.tenantId, columnsOf(body, []))} returning id`.execute(
        transaction,
      );
      const written = rows[0]?.id ?? '';
      await writeAudit(transaction, {
        actor,
        action: 'customers.create',
        objectType: 'customer',
        objectId: written,
        groupId: body.groupId,
        after: body,
      });
      return written;
    });
  return answerOnce(services.database, context, 'createCustomer', body, create, (reading, id) =>
    readCustomer(reading, scope, id, today),
  );
}

/**
 * Changes a customer, his group included.
 * @throws 404, 403, 412 when he changed since he was read, 409 while he is blocked, else as for a new one
 */
export function putCustomer(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
  today: string,
): Promise<void> {
  return changeCustomer(services, context, params.id, today, () => body);
}

/** Changes the named fields of a customer; the rest is as it is stored. @throws as putCustomer */
export function patchCustomer(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof patchCall>,
  today: string,
): Promise<void> {
  return changeCustomer(services, context, params.id, today, (stored) => withNamed(stored, body));
}

/** `draftOf` says what the customer is to be, from how he is stored in the version the caller has read. */
async function changeCustomer(
  services: Services,
  context: SignedInContext,
  customerId: string,
  today: string,
  draftOf: (stored: CustomerDraft) => CustomerDraft,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.edit');
  await services.database.transaction(scope, (transaction) =>
    refusing(refusals, async () => {
      const before = await lockCustomer(transaction, scope, customerId);
      if (before.is_blocked) throw new AppError('customers.blocked');
      if (before.row_version !== context.ifMatch) throw new AppError('common.versionConflict');
      const stored = await readDraft(transaction, scope, customerId, today);
      const body = draftOf(stored);
      refuseIssues(checkCustomer(body, today, [stored]));
      if (body.groupId !== before.group_id) requireTargetGroup(scope, body.groupId);
      const row = { table: 'customers', id: before.id, fields: customerFields } as const;
      const fields = await changedFields(transaction, row, () => updateCustomer(transaction, before, body));
      await writeAudit(transaction, {
        actor,
        action: 'customers.edit',
        objectType: 'customer',
        objectId: before.id,
        groupId: body.groupId,
        before,
        after: body,
        details: { isMoved: body.groupId !== before.group_id, fields },
      });
    }),
  );
}

/** A stored customer as his form holds him. @throws 404 */
export async function readDraft(
  transaction: Transaction<Schema>,
  scope: Scope,
  customerId: string,
  today: string,
): Promise<CustomerDraft> {
  return draftOfCustomer(await readCustomer({ database: readerIn(transaction) }, scope, customerId, today));
}

/** Writes the values of a form; `merged` is the one who becomes one with the customer. @throws 400 */
export async function updateCustomer(
  transaction: Transaction<Schema>,
  customer: LockedCustomer,
  draft: CustomerDraft,
  merged?: LockedCustomer,
): Promise<void> {
  const numbers = [customer, ...(merged ? [merged] : [])].map((each) => each.tax_identification_number);
  const values = newValues(columnsOf(draft, numbers));
  await sql`update customers set ${values} where id = ${customer.id}`.execute(transaction);
}

/**
 * Columns of `customers` by name; `taxNumbers` are those a mask may stand for. A firm without a person is found by its
 * name in the place of the last name.
 */
function columnsOf(
  draft: CustomerDraft,
  taxNumbers: readonly (string | null)[],
): Record<string, string | boolean | null> {
  const taxNumber = meantTaxIdentificationNumber(draft.taxIdentificationNumber, taxNumbers);
  if (taxNumber === 'unclear') {
    throw new AppError('common.validationFailed', {
      validation: [{ path: 'taxIdentificationNumber', code: 'taxIdentificationNumberUnclear' }],
    });
  }
  return {
    ...storedColumns(customerFields, draft),
    last_name: storedText(draft.lastName) ?? storedText(draft.companyName) ?? '',
    tax_identification_number: taxNumber.number,
  };
}
