import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Adds an analysis of an invited customer with a bank (institution 1) she linked on 2 January 2026; the permission is over. */
export async function addBankLink(
  owner: pg.Client,
  tenantId: string,
  { invitedBy, customerId }: { invitedBy: string; customerId: string },
): Promise<void> {
  const [questionnaire, invitation, analysis] = [randomUUID(), randomUUID(), randomUUID()];
  await owner.query(
    `insert into questionnaires (tenant_id, id, questionnaire_key, version, title, questions)
     values ($1, $2, 'probe', 1, 'Probe', '[]')`,
    [tenantId, questionnaire],
  );
  await owner.query(
    `insert into preregistrations (tenant_id, id, guid_hash, invited_by, customer_id, last_name, email, date_of_birth, expires_at)
     values ($1, $2, sha256('a'), $3, $4, 'Müller', 'anna@example.de', '1964-04-03', now())`,
    [tenantId, invitation, invitedBy, customerId],
  );
  await owner.query(
    `insert into depot_analyses (tenant_id, id, guid_hash, questionnaire_id, preregistration_id, expires_at)
     values ($1, $2, sha256('b'), $3, $4, now())`,
    [tenantId, analysis, questionnaire, invitation],
  );
  await owner.query(
    `insert into depot_analysis_bank_links (tenant_id, analysis_id, issuer_id, expires_at, consent_version, consented_at)
     values ($1, $2, 1, now(), '2026-11-2', '2026-01-02T09:30:00Z')`,
    [tenantId, analysis],
  );
}
