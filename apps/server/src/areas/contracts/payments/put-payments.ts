import type { CallInput } from '@depotwerk/api/call';
import type { putContractPayments as putCall } from '@depotwerk/api/contract-payments';
import { checkPayments, type PaymentDraft } from '@depotwerk/domain/contracts/payments';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { refuseIssues } from '../../../platform/editing.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { keptAndAdded, raiseVersion } from '../lines-by-hand.ts';
import { lockContract } from '../locked-contract.view.ts';
import { keepCarried, readPaymentsForm } from './payments.view.ts';

/**
 * Replaces what is known of the payments into a contract. A line that is as it was keeps its source, a changed or new one is by
 * hand. The database gives every valuation what was paid in up to its day.
 * @throws 404, 403, 412 when the contract changed since it was read, 400 with the line that is wrong, 409 for a blocked customer
 */
export async function putContractPayments(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
  today: string,
): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'contracts.edit');
  await services.database.transaction(scope, async (transaction) => {
    const contract = await lockContract(transaction, scope, params.id);
    if (contract.rowVersion !== context.ifMatch) throw new AppError('common.versionConflict');
    const reader = { database: readerIn(transaction) };
    const before = (await readPaymentsForm(reader, scope, contract.id)).payments;
    refuseIssues(checkPayments(body, today));
    const { kept, added } = keptAndAdded(body.payments, before);
    if (kept.length === before.length && added.length === 0) return;
    await replacePayments(transaction, contract.id, kept, added);
    await raiseVersion(transaction, contract.id);
    await writeAudit(transaction, {
      actor,
      action: 'contracts.edit',
      objectType: 'contract',
      objectId: contract.id,
      groupId: contract.groupId,
      before: { payments: before },
      after: { payments: body.payments },
      details: { fields: 'payments' },
    });
  });
}

async function replacePayments(
  transaction: Transaction<Schema>,
  contractId: string,
  kept: readonly string[],
  added: readonly PaymentDraft[],
): Promise<void> {
  await transaction.executeQuery(CompiledQuery.raw(keepCarried('p.contract_id = $1'), [contractId]));
  await sql`delete from contract_payments where tenant_id = app_tenant_id() and contract_id = ${contractId}
      and id <> all (${kept}::uuid[])`.execute(transaction);
  await sql`insert into contract_payments (tenant_id, contract_id, payment_kind, payment_day, amount, payment_source)
    select app_tenant_id(), ${contractId}, m.kind, m.day, round(m.amount, 2), 'hand'
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) m (kind text, day date, amount numeric)`.execute(
    transaction,
  );
}
