import type { CallInput } from '@depotwerk/api/call';
import type { putContractPayments as putCall } from '@depotwerk/api/contracts/contract-payments';
import { checkPayments, type PaymentDraft } from '@depotwerk/domain/contracts/payments';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Services } from '../../../platform/services.ts';
import { replaceLines } from '../lines-by-hand.ts';
import { keepCarried, readPaymentsForm } from './payments.view.ts';

/**
 * Replaces what is known of the payments into a contract. The database gives every valuation what was paid in up to its day.
 * @throws as `replaceLines`
 */
export async function putContractPayments(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
  today: string,
): Promise<void> {
  await replaceLines(services, context, params.id, {
    field: 'payments',
    wanted: body.payments,
    issues: checkPayments(body, today),
    read: async (reader, contractId) => (await readPaymentsForm(reader, context.scope, contractId)).payments,
    write: replacePayments,
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
