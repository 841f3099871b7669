import type pg from 'pg';

/** A change of many customers that is over: one came into his group by it. Answers the path by which it is taken back. */
export async function customersToTakeBack(
  { owner, tenantId }: { readonly owner: Pick<pg.Client, 'query'>; readonly tenantId: string },
  customerId: unknown,
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into jobs (tenant_id, job_type, state, created_by, payload)
     select c.tenant_id, 'changeCustomers', 'done', u.id, jsonb_build_object('change',
            jsonb_build_object('kind', 'group', 'groupId', c.group_id))
       from customers c join users u on u.tenant_id = c.tenant_id where c.tenant_id = $1 and c.id = $2 limit 1 returning id`,
    [tenantId, customerId],
  );
  const id = rows[0]?.id ?? '';
  await owner.query(
    `insert into customer_change_rows (tenant_id, job_id, customer_id, result, group_before)
     select tenant_id, $3, id, 'changed', group_id from customers where tenant_id = $1 and id = $2`,
    [tenantId, customerId, id],
  );
  return `/jobs/${id}/take-back-customer-changes`;
}

/** A change of many that is over: a contract came into its group by it. Answers the path by which it is taken back. */
export async function aChangeToTakeBack(
  { owner, tenantId }: { readonly owner: Pick<pg.Client, 'query'>; readonly tenantId: string },
  contractId: string | undefined,
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into jobs (tenant_id, job_type, state, created_by, payload)
     select c.tenant_id, 'changeContracts', 'done', u.id, jsonb_build_object('change',
            jsonb_build_object('kind', 'group', 'groupId', c.group_id))
       from contracts c join users u on u.tenant_id = c.tenant_id where c.tenant_id = $1 and c.id = $2 limit 1 returning id`,
    [tenantId, contractId],
  );
  const id = rows[0]?.id ?? '';
  await owner.query(
    `insert into contract_change_rows (tenant_id, job_id, contract_id, result, group_before)
     select tenant_id, $3, id, 'changed', group_id from contracts where tenant_id = $1 and id = $2`,
    [tenantId, contractId, id],
  );
  return `/jobs/${id}/take-back-changes`;
}

/** A document handed over for many contracts, beside which ones. */
export const handedToMany = { form: 'mail', documents: [{ fundId: 1, version: 'a' }] };
