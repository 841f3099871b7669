import type { DatedPayment } from '@depotwerk/engine/figures/contract-performance';
import { readOne } from '../../../platform/read-one.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { ofContract } from '../visible-contract.view.ts';

/**
 * SQL: payments of a contract `c` whose day somebody knows, taken out below 0. Stated figures say all that was paid up to a day, not
 * when.
 */
export const datedPaymentsJson = `coalesce((
  select json_agg(json_build_object('date', y.payment_day, 'amount', case when y.payment_kind = 'paidIn' then y.amount else -y.amount end)
      order by y.payment_day, y.id)
    from contract_payments y
   where y.tenant_id = c.tenant_id and y.contract_id = c.id and y.payment_kind <> 'stated'), '[]')`;

/** The payments of a contract whose day is known. @throws 404 unseen */
export async function readDatedPayments(
  { database }: ReadServices,
  scope: Scope,
  contractId: string,
): Promise<readonly DatedPayment[]> {
  interface Row {
    payments: DatedPayment[];
  }
  const row = await readOne<Row>(
    database,
    scope,
    ofContract<Row>(scope, contractId, () => ({
      selection: `${datedPaymentsJson} as payments`,
      tables: '',
      tail: '',
    })),
  );
  return row.payments;
}
