import type { CallAnswer } from '@depotwerk/api/call';
import type { getContractPayments } from '@depotwerk/api/contracts/contract-payments';
import { notFound } from '../../../platform/http/app-error.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { ofContract } from '../visible-contract.view.ts';

export type PaymentsForm = CallAnswer<typeof getContractPayments>;

/**
 * What valuations say of payments, of contracts nobody has stated anything of: a stated figure wherever it changes. `contracts` is
 * a condition on valuations `p`. A contract whose valuations all say 0 says nothing.
 */
export const carriedLines = (contracts: string): string => `
  select y.id, y.contract_id, y.valuation_date, y.paid_in from (
    select v.*, lag(v.paid_in) over (partition by v.contract_id order by v.valuation_date) as before
      from (select distinct on (p.contract_id, p.valuation_date) p.id, p.contract_id, p.valuation_date, p.paid_in
              from portfolios p
             where p.tenant_id = app_tenant_id() and p.paid_in is not null and ${contracts}
               and not exists (select from contract_payments l where l.tenant_id = p.tenant_id and l.contract_id = p.contract_id)
               and exists (select from portfolios o where o.tenant_id = p.tenant_id and o.contract_id = p.contract_id
                             and o.paid_in <> 0)
             order by p.contract_id, p.valuation_date, p.is_current desc, p.id) v) y
   where y.before is distinct from y.paid_in`;

/**
 * SQL that keeps as lines what valuations said, before the first line of a contract would make them unknown; `importId` is SQL of the
 * import they are kept for and go with.
 */
export const keepCarried = (contracts: string, importId = 'null'): string => `
  insert into contract_payments (tenant_id, id, contract_id, payment_kind, payment_day, amount, payment_source, import_id)
  select app_tenant_id(), x.id, x.contract_id, 'stated', x.valuation_date, x.paid_in, 'carried', ${importId}::uuid
    from (${carriedLines(contracts)}) x`;

/** The lines of a contract; where there are none, what its valuations say. @throws 404 */
export async function readPaymentsForm(
  services: ReadServices,
  scope: Scope,
  contractId: string,
): Promise<PaymentsForm> {
  const [form] = await services.database.read<PaymentsForm>(
    scope,
    ofContract<PaymentsForm>(scope, contractId, () => ({
      selection: `c.id as "contractId", c.row_version as "rowVersion", c.start_date as "startDate", coalesce((
        select json_agg(json_build_object('id', l.id, 'kind', l.kind, 'day', l.day, 'amount', l.amount, 'source', l.source)
            order by l.day, l.kind = 'stated' desc, l.created_at, l.id)
          from (select m.id, m.payment_kind as kind, m.payment_day as day, m.amount, m.payment_source as source, m.created_at
                  from contract_payments m where m.tenant_id = c.tenant_id and m.contract_id = c.id
                union all
                select x.id, 'stated', x.valuation_date, x.paid_in, 'carried', null
                  from (${carriedLines('p.contract_id = c.id')}) x) l), '[]') as payments`,
      tables: '',
      tail: '',
    })),
  );
  if (!form) throw notFound();
  return form;
}
