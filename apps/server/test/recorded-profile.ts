import type pg from 'pg';

/** Gives a contract a profile recorded with its customer, as somebody wants nothing of Japan, and says until when it holds. */
export async function recordedProfile(
  owner: pg.Client,
  { tenantId, contractId, riskClassId }: { tenantId: string; contractId: string; riskClassId: number },
): Promise<string> {
  const { rows } = await owner.query<{ until: string }>(
    `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_class_id, risk_type_id, horizon_years,
        excluded_regions, status)
      values ($1, $2, current_date, current_date + 300, $3, 1, 9, '{japan}', 'valid') returning valid_until::text as until`,
    [tenantId, contractId, riskClassId],
  );
  return rows[0]?.until ?? '';
}
