import type pg from 'pg';

interface Depot {
  readonly depotId: string;
  readonly issuerId: number;
  readonly externalKey: string;
  readonly contractId: string;
  readonly portfolioId: string;
}

/**
 * Gives a contract a depot at a bank, a portfolio of money and a profile that is valid.
 * @param run a statement past all rules; `$1` is the tenant
 */
export async function linkDepot(
  run: (sql: string, ...values: unknown[]) => Promise<pg.QueryResult>,
  { depotId, issuerId, externalKey, contractId, portfolioId }: Depot,
): Promise<void> {
  await run(
    `insert into trader_depots (tenant_id, id, issuer_id, external_key, contract_id, state) values ($1, $2, $3, $4, $5, 'linked')`,
    depotId,
    issuerId,
    externalKey,
    contractId,
  );
  await run(
    `insert into portfolios (tenant_id, id, contract_id, valuation_date, is_current, total_value, cash_value)
      values ($1, $2, $3, current_date, true, 5000, 5000)`,
    portfolioId,
    contractId,
  );
  await run(
    `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_class_id, risk_type_id, status)
      values ($1, $2, current_date, current_date + 365, 3, 1, 'valid')`,
    contractId,
  );
}
