import type pg from 'pg';

/**
 * Makes plans large enough for a second person: each of `contractIds` buys more than the limit, and those of
 * `asked` were made and asked for by somebody else than whoever decides.
 */
export async function makePlansLarge(
  owner: pg.Client,
  tenantId: string,
  contractIds: readonly (string | undefined)[],
  asked: readonly (string | undefined)[],
): Promise<void> {
  await owner.query('insert into order_rules (tenant_id, approval_limit) values ($1, 500000)', [tenantId]);
  await owner.query(
    `insert into planned_transactions (tenant_id, planned_optimization_id, action, fund_id, quantity, amount, fraction_before,
       fraction_after, reason)
     select p.tenant_id, p.id, 'buy', (select min(f.id) from funds f where f.tenant_id = p.tenant_id), 1, 900000, 0, 0.1, 'Probe'
       from planned_optimizations p where p.tenant_id = $1 and p.contract_id = any ($2)`,
    [tenantId, contractIds],
  );
  await owner.query(
    `update planned_optimizations set created_by = null, state = 'waitingForApproval'
      where tenant_id = $1 and contract_id = any ($2)`,
    [tenantId, asked],
  );
  await owner.query(
    `insert into plan_approvals (tenant_id, planned_optimization_id, requested_by, requested_at)
     select p.tenant_id, p.id, (select u.id from users u where u.tenant_id = p.tenant_id and u.user_name = 'berater@demo.example'),
       now() from planned_optimizations p where p.tenant_id = $1 and p.contract_id = any ($2)`,
    [tenantId, asked],
  );
}

/** A look at a contract whose plan waits; one that is `outdated` cannot be carried out any more. Answers what names it to decide about it. */
export async function waitingLook(
  owner: pg.Client,
  tenantId: string,
  contractId: string | undefined,
  isOutdated = false,
): Promise<{ id: string; rowVersion: number }[]> {
  if (isOutdated)
    await owner.query(
      `update planned_optimizations set expires_at = created_at where tenant_id = $1 and contract_id = $2`,
      [tenantId, contractId],
    );
  const { rows } = await owner.query<{ id: string; rowVersion: number }>(
    `insert into continuous_plans (tenant_id, contract_id, due_date, due_cause, state, planned_optimization_id, looked_at)
     select tenant_id, contract_id, '2026-11-01', 'interval', 'waiting', id, now() from planned_optimizations
      where tenant_id = $1 and contract_id = $2 returning id, row_version as "rowVersion"`,
    [tenantId, contractId],
  );
  return rows;
}
